import { readPress } from '../../src/discord/outbound/button-routes.ts';
import { type Order, orderKey } from '../../src/game/index.ts';
import type { Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';

/** How a table is used: it says which things are done there how often. */
export type Kind = 'open' | 'vote' | 'command' | 'stormy' | 'dm' | 'thread';

/** A place where a campaign is played. */
export interface Place {
  /** Discord's id of the channel. */
  readonly channel: string;
  readonly kind: Kind;
  /** By name; null: any. */
  readonly only: string | null;
}

const CHANNELS: readonly (readonly [name: string, kind: Kind])[] = [
  ['council-of-war', 'open'],
  ['the-wilderness', 'vote'],
  ['parade-ground', 'command'],
  ['library', 'vote'],
  ['smoking-room', 'stormy'],
];
const DM_PLAYERS = ['Bo', 'Member 3', 'Member 20'];
/** Moderators beside Ada, so that none of them presses faster than the bot answers. */
export const MODERATORS = ['Ada', 'Member 1', 'Member 2'];
/** Those who now and then have their data deleted. */
export const LEAVERS = ['Member 18', 'Member 19', 'Member 20', 'Member 21'];
export const EXTRA_MEMBERS = 21;

/** Where campaigns are played, the threads that have been opened among them. */
export function places({ world }: Sandbox): Place[] {
  return [
    ...CHANNELS.map(([name, kind]) => ({ channel: world.channel(name).id, kind, only: null })),
    ...DM_PLAYERS.map((name) => ({ channel: world.dm(world.member(name).id).id, kind: 'dm' as const, only: name })),
    ...world.threads.map(({ id }) => ({ channel: id, kind: 'thread' as const, only: null })),
  ];
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
