/** @import { PageChannel } from '../../../protocol.ts' */
/** @import { Here } from './here.js' */
/** @import { World } from './world.js' */
import { older } from './world.js';

const KEY = 'sandbox.read';

/** The last message read of each channel, in this tab. */
export class Unread {
  #world;
  #here;
  /** @type {Map<string, string>} Channel id to the id of the last message read; '0' for none. */
  #read = new Map();
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * @param {World} world
   * @param {Here} here
   */
  constructor(world, here) {
    this.#world = world;
    this.#here = here;
    try {
      this.#read = new Map(Object.entries(JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}')));
    } catch {
      // The stored state is malformed: start afresh.
    }
    world.on('arrived', () => this.#changed());
    world.on('deleted', () => this.#changed());
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** Marks channels never opened as read, so that a first visit does not show everything as unread. */
  settle() {
    for (const channel of this.#world.channels) {
      if (!this.#read.has(channel.id)) this.#read.set(channel.id, this.#lastIn(channel.id));
    }
    this.#changed();
  }

  /** @param {string} channelId */
  markRead(channelId) {
    const last = this.#lastIn(channelId);
    if (older(last, this.#lastRead(channelId)) <= 0) return;
    this.#read.set(channelId, last);
    this.#changed();
  }

  /** @param {string} channelId */
  #lastRead(channelId) {
    return this.#read.get(channelId) ?? '0';
  }

  /**
   * The present member's unread messages, oldest first; their own never count.
   *
   * @param {string} channelId
   */
  fresh(channelId) {
    const read = this.#lastRead(channelId);
    return this.#world
      .messagesOf(channelId)
      .filter(
        (message) =>
          older(message.id, read) > 0 && message.author.id !== this.#here.memberId && this.#here.sees(message),
      );
  }

  /**
   * Whether a channel has unread messages for the present member, and how many mention them.
   *
   * @param {PageChannel} channel
   */
  waiting(channel) {
    const { memberId } = this.#here;
    const fresh = this.fresh(channel.id);
    const named = channel.guildId === null ? fresh : fresh.filter(({ pinged }) => pinged.includes(memberId));
    return { any: fresh.length > 0, named: named.length };
  }

  /** @param {string} channelId */
  #lastIn(channelId) {
    return this.#world.messagesOf(channelId).at(-1)?.id ?? '0';
  }

  #changed() {
    window.sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(this.#read)));
    for (const listener of this.#listeners) listener();
  }
}
