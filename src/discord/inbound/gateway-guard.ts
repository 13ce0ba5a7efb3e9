import {
  GatewayDispatchEvents,
  InteractionResponseType,
  MessageFlags,
  type REST,
  Routes,
  type WebSocketOptions,
} from 'discord.js';
import type { Logger } from 'pino';
import { UNREADABLE } from '../outbound/error-replies.ts';
import { guildsInReady, malformed, type WaitingInteraction, waitingFor } from './interaction-schema.ts';

/** An event of Discord's, as the gateway's shards call it; the rest is about the connection itself. */
const DISPATCH = 'dispatch';
/** A new session has begun: each shard says so itself, before Discord's own event does. */
const READY = 'ready';

/** What discord.js hears the gateway through. */
type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/**
 * Parses each interaction before discord.js sees it, and drops those that discord.js could throw at. Where discord.js throws at an event,
 * the log has a line, and the process goes on.
 * @param unread is called with an interaction that goes no further, and that a member waits for
 * @returns the same gateway
 */
export function guarded(
  gateway: Gateway,
  log: Logger,
  unread: (waiting: WaitingInteraction) => void = () => {},
): Gateway {
  const emit = gateway.emit.bind(gateway) as (event: string, ...given: readonly unknown[]) => boolean;
  const guarded = (event: string, ...given: readonly unknown[]): boolean => {
    if (event === READY && guildsInReady((given[0] as { readonly data: unknown }).data) === null) return true;
    if (event !== DISPATCH) return emit(event, ...given);
    const { data: packet } = given[0] as { readonly data: { readonly t: string; readonly d: unknown } };
    const left = () => {
      const waiting = packet.t === GatewayDispatchEvents.InteractionCreate ? waitingFor(packet.d) : null;
      if (waiting) unread(waiting);
    };
    const wrong = complaint(packet.t, packet.d);
    if (wrong !== null) {
      log.warn({ event: packet.t, wrong }, 'ignored an event from Discord that could not be read');
      left();
      return true;
    }
    try {
      return emit(event, ...given);
    } catch (error) {
      log.error({ err: error, event: packet.t }, 'ignored an event from Discord that discord.js could not read');
      left();
      return true;
    }
  };
  gateway.emit = guarded as Gateway['emit'];
  return gateway;
}

/** Tells a member that what they did came in a form that cannot be read. Never rejects. */
export async function answerUnread(
  rest: REST,
  { id, token, completes }: WaitingInteraction,
  log: Logger,
): Promise<void> {
  const { ApplicationCommandAutocompleteResult, ChannelMessageWithSource } = InteractionResponseType;
  const body = completes
    ? { type: ApplicationCommandAutocompleteResult, data: { choices: [] } }
    : {
        type: ChannelMessageWithSource,
        data: { content: UNREADABLE, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
      };
  try {
    await rest.post(Routes.interactionCallback(id, token), { body, auth: false });
  } catch (error) {
    log.debug({ err: error, interaction: id }, 'an unreadable interaction could not be answered');
  }
}

function complaint(event: string, data: unknown): string | null {
  if (event === GatewayDispatchEvents.InteractionCreate) return malformed(data);
  if (event === GatewayDispatchEvents.Ready) return guildsInReady(data) === null ? 'no list of servers' : null;
  return event === GatewayDispatchEvents.Resumed || (typeof data === 'object' && data !== null)
    ? null
    : 'not an object';
}
