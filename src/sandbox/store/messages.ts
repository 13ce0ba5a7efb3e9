import type { Clock } from '../../time-source.ts';
import { compareSnowflakes } from '../world/snowflake.ts';
import type { Pings, WorldChannel, WorldUser } from '../world/world.ts';
import type { FileStore, StoredFile } from './files.ts';
import type { Embed, Row } from './message-schema.ts';

/** The part of an interaction kept with its answer. */
export interface MessageInteraction {
  readonly id: string;
  /** Discord's interaction type: 2 a command, 3 a component, 5 a modal. */
  readonly type: number;
  readonly user: WorldUser;
  /** For example `/map` or a button's label. */
  readonly label: string;
  /** The full name of a command, sub-commands included. */
  readonly command: string | null;
  /** The message whose component was used. */
  readonly sourceMessageId: string | null;
}

/** The part of a message that an edit can change. */
export interface MessageParts {
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly Row[];
  readonly files: readonly StoredFile[];
  readonly flags: number;
  readonly pings: Pings;
}

export interface StoredMessage extends MessageParts {
  readonly id: string;
  readonly channel: WorldChannel;
  readonly author: WorldUser;
  /** Discord's message type: 0 plain, 19 a reply, 20 an answer to a slash command. */
  readonly type: number;
  readonly nonce: string | number | null;
  readonly interaction: MessageInteraction | null;
  readonly onlyFor: string | null;
  readonly replyTo: string | null;
  /** The thread that a system message is about. */
  readonly announces?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly editedAt: number | null;
}

/** A message that answers no interaction and no message, for all to see. */
const PLAIN = {
  type: 0,
  content: '',
  embeds: [],
  components: [],
  files: [],
  flags: 0,
  pings: { users: [], roles: [], everyone: false },
  nonce: null,
  interaction: null,
  onlyFor: null,
  replyTo: null,
} as const;

/** Fields left out are those of a plain message. An `id` is given only for the first message of a forum post. */
type MessageDraft = Pick<StoredMessage, 'channel' | 'author'> & Partial<Omit<StoredMessage, 'createdAt' | 'editedAt'>>;

interface Parts {
  readonly nextId: () => string;
  readonly clock: Clock;
  readonly files: FileStore;
}

type Tell = (event: 'created' | 'edited' | 'deleted', message: StoredMessage) => void;

/** The most public messages of a channel that are stored, the newest, and the most ephemeral ones. */
const MOST_STORED = 500;

export type MessageStore = ReturnType<typeof createMessageStore>;

/** The messages of all channels. Ephemeral ones are counted apart, so that many of them push no map out. */
export function createMessageStore({ nextId, clock, files }: Parts, tell: Tell) {
  const channels = new Map<string, Map<string, StoredMessage>>();

  function create(draft: MessageDraft): StoredMessage {
    const message: StoredMessage = { ...PLAIN, id: nextId(), ...draft, createdAt: clock.now(), editedAt: null };
    const channel = channelOf(message.channel.id);
    channel.set(message.id, message);
    const isPublic = ({ onlyFor }: StoredMessage) => onlyFor === null;
    const alike = [...channel.values()].filter((one) => isPublic(one) === isPublic(message));
    for (const oldest of alike.slice(0, Math.max(0, alike.length - MOST_STORED))) remove(oldest);
    tell('created', message);
    return message;
  }

  /** Replaces a message's parts. `quiet` does not mark it as edited, as for a deferred answer. */
  function edit(message: StoredMessage, parts: MessageParts, { quiet = false } = {}): StoredMessage {
    const changed: StoredMessage = { ...message, ...parts, editedAt: quiet ? message.editedAt : clock.now() };
    for (const { id } of message.files) if (!parts.files.some((file) => file.id === id)) files.remove(id);
    channelOf(message.channel.id).set(message.id, changed);
    tell('edited', changed);
    return changed;
  }

  function remove(message: StoredMessage): void {
    if (!channelOf(message.channel.id).delete(message.id)) return;
    for (const { id } of message.files) files.remove(id);
    tell('deleted', message);
  }

  /** Drops all messages of a deleted channel without telling anyone. */
  function forget(channelId: string): void {
    for (const message of messagesIn(channelId)) for (const { id } of message.files) files.remove(id);
    channels.delete(channelId);
  }

  function find(channelId: string, id: string): StoredMessage | undefined {
    return channelOf(channelId).get(id);
  }

  function messagesIn(channelId: string): StoredMessage[] {
    return [...channelOf(channelId).values()];
  }

  /** The id of the newest public message of a channel. */
  function lastId(channelId: string): string | null {
    return messagesIn(channelId).findLast(({ onlyFor }) => onlyFor === null)?.id ?? null;
  }

  function all(): StoredMessage[] {
    const all = [...channels.values()].flatMap((channel) => [...channel.values()]);
    return all.sort((a, b) => compareSnowflakes(a.id, b.id));
  }

  function channelOf(id: string): Map<string, StoredMessage> {
    const channel = channels.get(id) ?? new Map<string, StoredMessage>();
    channels.set(id, channel);
    return channel;
  }

  return { create, edit, delete: remove, forget, find, in: messagesIn, lastId, all };
}
