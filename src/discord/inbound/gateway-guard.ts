import {
  type Client,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  Routes,
  type WebSocketOptions,
} from 'discord.js';
import type { Logger } from 'pino';
import { UNREADABLE } from '../outbound/post-words.ts';

type Gateway = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];
/** Called with the error and the packet that caused it. Never throws. */
type Unread = (error: unknown, event: string, packet: unknown) => void;

/** Private in discord.js. */
interface PacketHandler {
  handlePacket(packet?: { readonly t: string }, shard?: unknown): boolean;
}

const LONGEST_PACKET = 20_000;
/** With these fields, a reader of the log could act as the bot. */
const SECRETS = ['token', 'session_id', 'resume_gateway_url'];

/**
 * Catches errors that discord.js has while it handles an event. They would end the process
 * (https://github.com/discordjs/discord.js/issues/416).
 */
export function guarded(gateway: Gateway, unread: Unread): Gateway {
  const emit = gateway.emit.bind(gateway) as (event: string, ...given: readonly unknown[]) => boolean;
  const guarding = (event: string, ...given: readonly unknown[]): boolean => {
    try {
      return emit(event, ...given);
    } catch (error) {
      unread(error, event, (given[0] as { readonly data?: unknown } | undefined)?.data);
      return true;
    }
  };
  gateway.emit = guarding as Gateway['emit'];
  return gateway;
}

/** Catches such errors for packets that come before all shards are ready: discord.js handles them outside `emit`. */
export function guardQueue({ ws }: Client, unread: Unread): void {
  const handler = ws as unknown as PacketHandler;
  const handle = handler.handlePacket.bind(handler);
  handler.handlePacket = (packet, shard) => {
    try {
      return handle(packet, shard);
    } catch (error) {
      unread(error, 'dispatch', packet);
      return false;
    }
  };
}

/** Logs the packet, so that the error can be reproduced, and tells a member who waits for an answer. */
export function noteUnread(client: Client, log: Logger): Unread {
  return (error, event, packet) => {
    const { t = event, d = packet } = (packet ?? {}) as { readonly t?: string; readonly d?: unknown };
    log.error(
      { err: error, event: t, packet: packetText(packet) },
      'ignored an event from Discord that discord.js could not read',
    );
    void answerUnread(client, d, log);
  };
}

function packetText(packet: unknown): string {
  try {
    const text = JSON.stringify(packet, (key, value: unknown) => (SECRETS.includes(key) ? undefined : value)) ?? '';
    return text.slice(0, LONGEST_PACKET);
  } catch {
    return 'nested too deep to be logged';
  }
}

/** Never rejects. */
async function answerUnread({ rest }: Client, interaction: unknown, log: Logger): Promise<void> {
  const { id, token, type } = (interaction ?? {}) as { readonly [field: string]: unknown };
  if (typeof id !== 'string' || typeof token !== 'string') return;
  const { ApplicationCommandAutocompleteResult, ChannelMessageWithSource } = InteractionResponseType;
  const body =
    type === InteractionType.ApplicationCommandAutocomplete
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
