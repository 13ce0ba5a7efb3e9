import {
  type Channel,
  type Client,
  DiscordAPIError,
  type Message,
  SnowflakeUtil,
  type TextBasedChannel,
} from 'discord.js';
import { type MessageRef, memberOfDm, type PossiblyDelivered } from '../../host/index.ts';
import { mayReadHistory } from './bot-permissions.ts';

/**
 * How far Discord's clock may be behind ours. With a larger value, an earlier message with the same words could match.
 */
const BEHIND_MS = 1000;
const MOST = 100;

/** Posts later than this say that they are late, and so have another text. */
const AT_ONCE_MS = 60_000;

/** Describes a message of the bot. Times are milliseconds since 1970. */
interface SentMessageMatch {
  readonly since: number;
  readonly until?: number;
  is(message: Pick<Message, 'id' | 'content' | 'hasThread' | 'attachments'>): boolean;
}

export function matchingMessage({ text, part, since }: PossiblyDelivered): SentMessageMatch {
  if (part) return { since, is: ({ content }) => content.includes(text) };
  return { since, until: since + AT_ONCE_MS, is: ({ content }) => content === text };
}

/**
 * A message with a game's map.
 * @param after the id of an older message
 */
export function matchingMap(game: string, since: number, after: string | null): SentMessageMatch {
  return {
    since,
    is: ({ id, attachments }) =>
      (after === null || BigInt(id) > BigInt(after)) && attachments.some(({ name }) => name.includes(`-${game}-`)),
  };
}

/**
 * Finds a message that Discord accepted although its response was lost; null if the bot can see none. A nonce would not
 * do, since Discord recognises it for a few minutes only.
 * @throws DiscordAPIError, HTTPError during an outage
 */
export async function findSentMessage(
  client: Client,
  channelId: string,
  sought: SentMessageMatch,
): Promise<string | null> {
  try {
    const channel = await channelOrDm(client, channelId);
    return channel && (await findIn(channel, sought));
  } catch (error) {
    if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
}

export async function channelOrDm(client: Client, channel: string): Promise<Channel | null> {
  const member = memberOfDm(channel);
  return member === null ? client.channels.fetch(channel) : client.users.createDM(member);
}

/** Rejects as discord.js does, and if the channel can't have messages. */
export async function textChannel(client: Client, id: string): Promise<TextBasedChannel> {
  const channel = await client.channels.fetch(id);
  if (!channel?.isTextBased()) throw new Error(`Channel ${id} can’t have messages`);
  return channel;
}

/** Counts the messages below one in its channel, up to a limit; 0 if the bot can't read the channel's history. */
export async function messagesBelow(
  client: Client,
  { channel: id, message }: MessageRef,
  limit: number,
): Promise<number> {
  const channel = await client.channels.fetch(id);
  if (!channel?.isTextBased() || !mayReadHistory(channel)) return 0;
  const below = await channel.messages.fetch({ after: message, limit, cache: false });
  return below.size;
}

async function findIn(
  channel: Channel,
  { since, until = Number.POSITIVE_INFINITY, is }: SentMessageMatch,
): Promise<string | null> {
  const me = channel.client.user;
  if (!me || !channel.isTextBased() || !mayReadHistory(channel)) return null;
  const timestamp = Math.max(since - BEHIND_MS, Number(SnowflakeUtil.epoch));
  const after = String(SnowflakeUtil.generate({ timestamp }));
  const messages = await channel.messages.fetch({ after, limit: MOST, cache: false });
  const own = messages.filter(({ author, createdTimestamp }) => author.id === me.id && createdTimestamp <= until);
  return own.find((message) => is(message))?.id ?? null;
}
