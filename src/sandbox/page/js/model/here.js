/** @import { PageChannel, PageMember, PageMessage } from '../../../protocol.ts' */
/** @import { World } from './world.js' */

const LAST_IN_GUILD = 'sandbox.lastChannel';
const PLACE = 'sandbox.place';

/**
 * The present channel and member. They are kept in the URL (`#c=<channel>&as=<member>`), so that reloads and bookmarks lead
 * back, and in sessionStorage for a URL without them.
 */
export class Here {
  #world;
  channelId = '';
  memberId = '';
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {World} world */
  constructor(world) {
    this.#world = world;
    window.addEventListener('hashchange', () => this.#followAddress());
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  get member() {
    return this.#world.member(this.memberId);
  }

  get channel() {
    return this.#world.channel(this.channelId);
  }

  /** The guild whose channel is open; undefined in direct messages. */
  get guild() {
    const guildId = this.channel?.guildId;
    return this.#world.guilds.find((guild) => guild.id === guildId);
  }

  /** @returns {PageChannel | undefined} */
  get dm() {
    return this.#world.dms.find((dm) => dm.dmOf === this.memberId);
  }

  /** The people offered in selects: everyone in a guild; in direct messages, the member and the bot. */
  get people() {
    const { bot, people } = this.#world;
    const all = this.channel?.guildId === null ? people.filter(({ id }) => id === this.memberId) : people;
    return [...all, { id: bot.id, name: bot.name }];
  }

  /** @param {PageChannel} channel */
  mayEnter(channel) {
    return channel.guildId !== null || channel.dmOf === this.memberId;
  }

  /**
   * Whether the present member may see a message: only one member sees an ephemeral answer.
   *
   * @param {PageMessage} message
   */
  sees(message) {
    return message.onlyFor === null || message.onlyFor === this.memberId;
  }

  /** Chooses a channel that exists. Call it after every change of the world. */
  settle() {
    const asked = readPlace(window.location.hash) ?? readPlace(window.sessionStorage.getItem(PLACE) ?? '');
    const member =
      this.#world.member(asked?.memberId ?? '') ??
      this.#world.member(this.#world.defaultMember) ??
      this.#world.members[0];
    this.memberId = member?.id ?? '';
    const channel = this.#world.channel(asked?.channelId ?? '');
    const first = this.#world.guilds[0]?.channels[0];
    this.channelId = (channel && this.mayEnter(channel) ? channel : (first ?? this.dm))?.id ?? '';
    this.#moved();
  }

  /** @param {string} channelId */
  enter(channelId) {
    const channel = this.#world.channel(channelId);
    if (!channel || channelId === this.channelId || !this.mayEnter(channel)) return;
    this.channelId = channelId;
    this.#moved();
  }

  /**
   * Opens the channel last read in a guild, or its first.
   *
   * @param {string} guildId
   */
  enterGuild(guildId) {
    const guild = this.#world.guilds.find((candidate) => candidate.id === guildId);
    const last = lastChannels()[guildId];
    const channel = guild?.channels.find((candidate) => candidate.id === last) ?? guild?.channels[0];
    if (channel) this.enter(channel.id);
  }

  /**
   * Switches to another member; in direct messages this changes the channel too.
   *
   * @param {PageMember} member
   */
  become(member) {
    if (member.id === this.memberId) return;
    const inDm = this.channel?.guildId === null;
    this.memberId = member.id;
    if (inDm) this.channelId = this.dm?.id ?? this.#world.guilds[0]?.channels[0]?.id ?? '';
    this.#moved();
  }

  #followAddress() {
    const asked = readPlace(window.location.hash);
    if (!asked || !this.#world.loaded) return;
    if (asked.channelId === this.channelId && asked.memberId === this.memberId) return;
    this.settle();
  }

  #moved() {
    const place = `#c=${this.channelId}&as=${this.memberId}`;
    if (window.location.hash !== place) window.history.replaceState(null, '', place);
    window.sessionStorage.setItem(PLACE, place);
    const guildId = this.channel?.guildId;
    if (guildId) {
      window.sessionStorage.setItem(LAST_IN_GUILD, JSON.stringify({ ...lastChannels(), [guildId]: this.channelId }));
    }
    for (const listener of this.#listeners) listener();
  }
}

/** @returns {Record<string, string>} */
function lastChannels() {
  try {
    return JSON.parse(window.sessionStorage.getItem(LAST_IN_GUILD) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} hash */
function readPlace(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const channelId = fields.get('c');
  return channelId ? { channelId, memberId: fields.get('as') ?? '' } : null;
}
