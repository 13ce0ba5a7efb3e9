/** @import { PageChannel, PageCommand, PageGuild, PageMember, PageMessage, PagePerson, PagePlan, ToPage } from '../../../protocol.ts' */

/**
 * The payload of each event. `arrived` is a message not seen before; `changed` covers arrivals and edits.
 *
 * @typedef {{
 *   world: undefined,
 *   bot: undefined,
 *   commands: undefined,
 *   plans: undefined,
 *   changed: PageMessage,
 *   arrived: PageMessage,
 *   deleted: { channelId: string, id: string },
 *   typing: string,
 * }} WorldNews
 */

/**
 * Compares snowflakes by age: negative if `a` is older.
 *
 * @param {string} a
 * @param {string} b
 */
export function older(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** All data from the server: channels, people, commands and messages. It does not depend on the present member. */
export class World {
  /** @type {boolean} True once the server has said hello. */
  loaded = false;
  /** @type {PageGuild[]} */
  guilds = [];
  /** @type {PageChannel[]} */
  dms = [];
  /** @type {PageMember[]} */
  members = [];
  /** @type {PagePerson[]} All who can be mentioned or chosen, except the bot. */
  people = [];
  /** @type {PageCommand[]} */
  commands = [];
  /** @type {PagePlan[]} The running fault plans of all pages. */
  plans = [];
  bot = { id: '', name: 'Council of War', online: false };
  defaultMember = '';
  /** @type {Map<string, PageMessage[]>} By channel, oldest first. */
  #messages = new Map();
  /** @type {Map<keyof WorldNews, Set<(news: never) => void>>} */
  #listeners = new Map();

  /**
   * @template {keyof WorldNews} K
   * @param {K} topic
   * @param {(news: WorldNews[K]) => void} listener
   */
  on(topic, listener) {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
  }

  /**
   * @template {keyof WorldNews} K
   * @param {K} topic
   * @param {WorldNews[K]} news
   */
  #tell(topic, news) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(/** @type {never} */ (news));
  }

  /** @param {ToPage} frame */
  receive(frame) {
    switch (frame.t) {
      case 'hello':
        this.#hello(frame);
        break;
      case 'bot':
        this.bot = { ...this.bot, online: frame.online };
        this.#tell('bot', undefined);
        break;
      case 'places':
        this.guilds = frame.guilds;
        for (const id of this.#messages.keys()) if (!this.channel(id)) this.#messages.delete(id);
        this.#tell('world', undefined);
        break;
      case 'members':
        this.members = frame.members;
        this.#tell('world', undefined);
        break;
      case 'commands':
        this.commands = frame.commands;
        this.#tell('commands', undefined);
        break;
      case 'plans':
        this.plans = frame.plans;
        this.#tell('plans', undefined);
        break;
      case 'message':
        this.#put(frame.message);
        break;
      case 'deleted': {
        const left = this.messagesOf(frame.channelId).filter((message) => message.id !== frame.id);
        this.#messages.set(frame.channelId, left);
        this.#tell('deleted', frame);
        break;
      }
      case 'typing':
        this.#tell('typing', frame.channelId);
        break;
    }
  }

  /** @param {Extract<ToPage, { t: 'hello' }>} frame */
  #hello(frame) {
    const known = new Map([...this.#messages.values()].flat().map((message) => [message.id, message]));
    this.#messages = new Map();
    for (const message of [...frame.messages].sort((a, b) => older(a.id, b.id))) {
      // After a reconnect most messages are unchanged; keeping the object keeps its drawn elements.
      const before = known.get(message.id);
      const same = before !== undefined && JSON.stringify(before) === JSON.stringify(message);
      const list = this.#messages.get(message.channelId) ?? [];
      list.push(same ? before : message);
      this.#messages.set(message.channelId, list);
    }
    this.guilds = frame.guilds;
    this.dms = frame.dms;
    this.members = frame.members;
    this.people = frame.people;
    this.commands = frame.commands;
    this.plans = frame.plans;
    this.bot = frame.bot;
    this.defaultMember = frame.you.defaultMember;
    this.loaded = true;
    this.#tell('world', undefined);
  }

  /** @param {PageMessage} message */
  #put(message) {
    const list = [...this.messagesOf(message.channelId)];
    const at = list.findIndex((other) => other.id === message.id);
    if (at >= 0) list[at] = message;
    else list.push(message);
    this.#messages.set(
      message.channelId,
      list.sort((a, b) => older(a.id, b.id)),
    );
    this.#tell('changed', message);
    if (at < 0) this.#tell('arrived', message);
  }

  /**
   * Oldest first.
   *
   * @param {string} channelId
   * @returns {readonly PageMessage[]}
   */
  messagesOf(channelId) {
    return this.#messages.get(channelId) ?? [];
  }

  /** @returns {PageChannel[]} */
  get channels() {
    return [...this.guilds.flatMap((guild) => guild.channels), ...this.dms];
  }

  /** @param {string} id */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** @param {string} id */
  member(id) {
    return this.members.find((member) => member.id === id);
  }

  /** @param {string} id */
  role(id) {
    return this.guilds.flatMap(({ roles }) => roles).find((role) => role.id === id);
  }

  /** @param {string} id */
  nameOf(id) {
    return this.bot.id === id ? this.bot.name : this.people.find((person) => person.id === id)?.name;
  }
}
