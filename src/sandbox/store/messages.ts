import type { Clock } from '../../time-source.ts';
import type { WorldUser } from '../people.ts';
import { compareSnowflakes } from '../snowflake.ts';
import type { Component } from '../validate/components.ts';
import type { Embed } from '../validate/embeds.ts';
import type { Pings, WorldChannel } from '../world.ts';
import type { FileStore, StoredFile } from './files.ts';

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
  readonly components: readonly Component[];
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
  /** The only member who sees an ephemeral answer. */
  readonly onlyFor: string | null;
  readonly replyTo: string | null;
  /** The thread that a system message is about. */
  readonly announces?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly editedAt: number | null;
}

/** `id` is given only for the first message of a forum post. */
export type MessageDraft = Omit<StoredMessage, 'id' | 'createdAt' | 'editedAt'> & { readonly id?: string };

export interface MessageListener {
  created?(message: StoredMessage): void;
  edited?(message: StoredMessage): void;
  deleted?(message: StoredMessage): void;
}

/**
 * The messages of all channels, in memory: of each channel the newest `perChannel` public ones, and as many ephemeral
 * ones, so that many ephemeral answers push no map out.
 */
export class MessageStore {
  readonly #channels = new Map<string, Map<string, StoredMessage>>();
  readonly #listeners = new Set<MessageListener>();
  readonly #nextId: () => string;
  readonly #clock: Clock;
  readonly #files: FileStore;
  readonly #perChannel: number;

  constructor(nextId: () => string, clock: Clock, files: FileStore, perChannel: number) {
    this.#nextId = nextId;
    this.#clock = clock;
    this.#files = files;
    this.#perChannel = perChannel;
  }

  /** Returns a function that removes the listener. */
  listen(listener: MessageListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  create(draft: MessageDraft): StoredMessage {
    const message: StoredMessage = {
      ...draft,
      id: draft.id ?? this.#nextId(),
      createdAt: this.#clock.now(),
      editedAt: null,
    };
    const channel = this.#channel(message.channel.id);
    channel.set(message.id, message);
    const whispered = message.onlyFor !== null;
    const alike = [...channel.values()].filter((each) => (each.onlyFor !== null) === whispered);
    for (const oldest of alike.slice(0, Math.max(0, alike.length - this.#perChannel))) this.delete(oldest);
    for (const each of this.#listeners) each.created?.(message);
    return message;
  }

  /** Replaces a message's parts. `quiet` does not mark it as edited, as for a deferred answer. */
  edit(message: StoredMessage, parts: MessageParts, { quiet = false } = {}): StoredMessage {
    const changed: StoredMessage = { ...message, ...parts, editedAt: quiet ? message.editedAt : this.#clock.now() };
    for (const file of message.files) {
      if (!parts.files.some((kept) => kept.id === file.id)) this.#files.remove(file.id);
    }
    this.#channel(message.channel.id).set(message.id, changed);
    for (const each of this.#listeners) each.edited?.(changed);
    return changed;
  }

  /** Tells listeners of an edit, since something shown with the message has changed. */
  touch(message: StoredMessage): void {
    for (const each of this.#listeners) each.edited?.(message);
  }

  delete(message: StoredMessage): void {
    if (!this.#channel(message.channel.id).delete(message.id)) return;
    for (const file of message.files) this.#files.remove(file.id);
    for (const each of this.#listeners) each.deleted?.(message);
  }

  /** Drops all messages of a deleted channel without telling listeners. */
  forget(channelId: string): void {
    for (const { files } of this.in(channelId)) for (const file of files) this.#files.remove(file.id);
    this.#channels.delete(channelId);
  }

  find(channelId: string, id: string): StoredMessage | undefined {
    return this.#channel(channelId).get(id);
  }

  /** All messages of a channel, oldest first. */
  in(channelId: string): StoredMessage[] {
    return [...this.#channel(channelId).values()];
  }

  /** The id of the newest public message of a channel. */
  lastId(channelId: string): string | null {
    return this.in(channelId).findLast(({ onlyFor }) => onlyFor === null)?.id ?? null;
  }

  /** All messages of all channels, oldest first. */
  all(): StoredMessage[] {
    const all = [...this.#channels.values()].flatMap((channel) => [...channel.values()]);
    return all.sort((a, b) => compareSnowflakes(a.id, b.id));
  }

  #channel(id: string): Map<string, StoredMessage> {
    const channel = this.#channels.get(id) ?? new Map<string, StoredMessage>();
    this.#channels.set(id, channel);
    return channel;
  }
}
