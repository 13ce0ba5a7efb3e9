/** @import { PageChannel, PageCommand, PageGuild, PageMember, PageMessage, PagePerson, PagePlan } from '../../protocol.ts' */
/** @import { Draft } from './draft.js' */
import { useLayoutEffect, useReducer } from './preact.js';

/**
 * A picture in a message; `width` and `height` are the file's, in pixels.
 * @typedef {{ src: string | undefined, alt: string | null, width: number | null, height: number | null, name: string, spoiler?: boolean }} Picture
 *
 * A command that waits for an answer, or has failed with a sentence.
 * @typedef {{ id: number, channelId: string, memberId: string, label: string, failure: string | null }} Sent
 *
 * A modal of the bot, and who answers it where. `messageId`: the message with the button that opened it.
 * @typedef {{ interactionId: string, modal: unknown, as: string, channelId: string, messageId?: string }} OpenModal
 */

/** The whole state of the page. It is replaced, never changed, and then the page is drawn anew. */
export let state = {
  connected: false,
  /** True once the server has said hello. */
  loaded: false,
  bot: { id: '', name: 'Council of War', online: false },
  wasOnline: false,
  guilds: /** @type {readonly PageGuild[]} */ ([]),
  dms: /** @type {readonly PageChannel[]} */ ([]),
  members: /** @type {readonly PageMember[]} */ ([]),
  /** All who can be mentioned or chosen, except the bot. */
  people: /** @type {readonly PagePerson[]} */ ([]),
  commands: /** @type {readonly PageCommand[]} */ ([]),
  /** The running fault plans of all pages. */
  plans: /** @type {readonly PagePlan[]} */ ([]),
  /** By channel, oldest first. */
  messages: /** @type {ReadonlyMap<string, readonly PageMessage[]>} */ (new Map()),
  /** Channel id to the time when its "is typing" ends. */
  typing: /** @type {Readonly<Record<string, number>>} */ ({}),
  channelId: '',
  memberId: '',
  /** Channel id to the id of the last message read, in this tab. */
  read: /** @type {Readonly<Record<string, string>>} */ (stored('read', {})),
  /** Ephemeral answers dismissed in this tab. The server keeps them; only the tab hides them. */
  dismissed: /** @type {readonly string[]} */ (stored('dismissed', [])),
  sent: /** @type {readonly Sent[]} */ ([]),
  /** Message id to the custom id of the component whose press waits for an answer. */
  busy: /** @type {Readonly<Record<string, string | undefined>>} */ ({}),
  /** Message id to the failure of the last press on it. */
  failures: /** @type {Readonly<Record<string, string | undefined>>} */ ({}),
  /** The first message that was unread when the channel was opened. */
  firstNew: /** @type {string | null} */ (null),
  /** Each increment scrolls to the newest message. */
  jumps: 0,
  modal: /** @type {OpenModal | null} */ (null),
  picture: /** @type {Picture | null} */ (null),
  /** On narrow screens the sidebar is a drawer. */
  drawer: false,
  trouble: false,
  /** Read out by screen readers; `number` tells two equal ones apart. */
  announcement: { number: 0, text: '' },
  draft: /** @type {Draft} */ ({ text: '', problem: '', command: null, fields: [], at: null, list: null, focus: null }),
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<typeof state>} change */
export function set(change) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Draws a component anew after every change of the state. */
export function useStore() {
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useLayoutEffect(() => void listeners.add(() => redraw(undefined)), []);
}

/**
 * A value kept in this tab.
 *
 * @param {string} key
 * @param {unknown} otherwise
 */
export function stored(key, otherwise) {
  try {
    return JSON.parse(window.sessionStorage.getItem(`sandbox.${key}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export const store = (key, value) => window.sessionStorage.setItem(`sandbox.${key}`, JSON.stringify(value));

export const allChannels = () => [...state.guilds.flatMap(({ channels }) => channels), ...state.dms];
/** @param {string | undefined} id */
export const channelOf = (id) => allChannels().find((channel) => channel.id === id);
/** @param {string} id */
export const memberOf = (id) => state.members.find((member) => member.id === id);
/** @param {string} memberId */
export const dmOf = (memberId) => state.dms.find((dm) => dm.dmOf === memberId);
export const channelHere = () => channelOf(state.channelId);
/** The guild whose channel is open; undefined in direct messages. */
export const guildHere = () => state.guilds.find(({ id }) => id === channelHere()?.guildId);
/** @param {string} channelId */
export const messagesOf = (channelId) => state.messages.get(channelId) ?? [];
/** @param {PageMessage} message */
export const sees = ({ onlyFor }) => onlyFor === null || onlyFor === state.memberId;

/** Resolves mentions. */
export const names = {
  nameOf: (/** @type {string} */ id) => [state.bot, ...state.people].find((person) => person.id === id)?.name,
  roleOf: (/** @type {string} */ id) => state.guilds.flatMap(({ roles }) => roles).find((role) => role.id === id),
  channelName: (/** @type {string} */ id) => channelOf(id)?.name,
};

/** All that an option or a select may refer to here: in direct messages, the people are the member and the bot. */
export function mentionables() {
  const guild = guildHere();
  const people = guild ? state.people : state.people.filter(({ id }) => id === state.memberId);
  return { people: [...people, state.bot], roles: guild?.roles ?? [], channels: guild?.channels ?? [] };
}

/**
 * Compares snowflakes by age: negative if `a` is older.
 *
 * @param {string} a
 * @param {string} b
 */
export const older = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/**
 * A member's unread messages, oldest first; their own never count.
 *
 * @param {PageChannel} channel
 * @param {string} [memberId]
 */
export function unread({ id, guildId, dmOf }, memberId = state.memberId) {
  if (guildId === null && dmOf !== memberId) return [];
  const read = state.read[id] ?? '0';
  return messagesOf(id).filter(
    ({ id, author, onlyFor }) =>
      older(id, read) > 0 && author.id !== memberId && (onlyFor === null || onlyFor === memberId),
  );
}

/**
 * Whether channels have unread messages for the present member, and how many mention them. `note` is for a screen reader.
 *
 * @param {readonly PageChannel[]} channels
 */
export function waitingIn(channels) {
  const fresh = channels.flatMap((channel) =>
    unread(channel).map(({ pinged }) => ({ pinged, dm: channel.guildId === null })),
  );
  const named = fresh.filter(({ dm, pinged }) => dm || pinged.includes(state.memberId)).length;
  const any = fresh.length > 0;
  return { any, named, note: named > 0 ? `, ${named} for you` : any ? ', unread' : '' };
}
