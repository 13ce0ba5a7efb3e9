import { readPress } from '../../src/discord/outbound/button-routes.ts';
import { type Order, orderKey } from '../../src/game/index.ts';
import type { FaultCall, Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';

/** The channel where most programs play. */
export const CHANNEL = 'the-wilderness';

/** The bot's public messages in a channel, the oldest first. */
export function posts(sandbox: Sandbox, channel = CHANNEL): SeenMessage[] {
  return sandbox.messages(channel).filter(({ ephemeral, author }) => !ephemeral && author.bot);
}

/** The maps that a channel has, the oldest first. */
export function maps(sandbox: Sandbox, channel = CHANNEL): SeenMessage[] {
  return posts(sandbox, channel).filter(({ files }) => files.length > 0);
}

/** An order that a message offers. */
export interface Offer {
  readonly button: string;
  readonly order: Order;
  readonly key: string;
}

export function offersOf({ buttons }: SeenMessage): Offer[] {
  return buttons.flatMap(({ customId }) => {
    const press = customId === null ? null : readPress(customId);
    return customId !== null && press?.do === 'order'
      ? [{ button: customId, order: press.order, key: orderKey(press.order) }]
      : [];
  });
}

/** A button of a message by how its custom id begins. */
export function buttonOf({ buttons }: Pick<SeenMessage, 'buttons'>, start: string): string | null {
  return buttons.find(({ customId, disabled }) => !disabled && customId?.startsWith(start))?.customId ?? null;
}

/** An order as the options of its command have it. */
export function optionsOf({ verb, ...slots }: Order): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slots).map(([slot, value]) => [slot, typeof value === 'string' ? value : value.join(',')]),
  );
}

/** Requests of the bot, by what they are for. */
export const isAnswer = ({ method, path }: FaultCall) => method === 'POST' && path.startsWith('/interactions/');
export const isOwnMap = ({ method, path }: FaultCall) => method === 'PATCH' && path.startsWith('/webhooks/');
export const isPost = ({ method, path }: FaultCall) => method === 'POST' && /^\/channels\/\d+\/messages$/.test(path);
export const isEdit = ({ method, path }: FaultCall) =>
  method === 'PATCH' && /^\/channels\/\d+\/messages\/\d+$/.test(path);
