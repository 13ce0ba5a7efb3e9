import { useLayoutEffect, useReducer } from 'htm/preact';
import type { PageChannel, PageMessage, PageState } from '../protocol.ts';
import type { ValueOption } from '../store/commands.ts';
import type { Modal } from '../store/message-schema.ts';
import { compareSnowflakes } from '../world/snowflake.ts';
import type { Choice, Typable } from './commands.ts';
import { roleName } from './markdown.ts';

/** A picture; `width` and `height` are the file's, in pixels. */
export interface Picture {
  readonly url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly width?: number | null;
  readonly height?: number | null;
}

/** A modal of the bot, and who answers it where. `messageId`: the message with the button that opened it. */
export interface OpenModal {
  interactionId: string;
  modal: Modal;
  as: string;
  channelId: string;
  messageId?: string;
}

/** An option of the chosen command as a field. */
export interface Field {
  readonly option: ValueOption;
  readonly text: string;
  /** The bot's last choices. */
  readonly offered: readonly Choice[];
  readonly wrong: boolean;
}

/** The list above the line. `active`: the selected item, or -1. */
export interface Suggestions {
  readonly title: string;
  readonly items: readonly { name: string; note?: string; take: () => void }[];
  readonly status: string;
  readonly active: number;
}

/** The contents of the input line: text, or a chosen command with its options as fields. */
export interface Draft {
  readonly text: string;
  readonly problem: string;
  readonly command: Typable | null;
  /** Whether the command waits for an answer. */
  readonly sending: boolean;
  readonly fields: readonly Field[];
  /** The index of the field that has the focus. */
  readonly at: number | null;
  readonly list: Suggestions | null;
  /** The selector of what is to get the focus; a new object each time. */
  readonly focus: { readonly on: string } | null;
}

/** The whole state of the page. It is replaced, never changed, and then the page is drawn anew. */
export let state = {
  connected: false,
  /** True once the server has said hello. */
  loaded: false,
  wasOnline: false,
  ...({
    ...{ bot: { id: '', name: 'Council of War', online: false }, guilds: [], dms: [], members: [], people: [] },
    ...{ commands: [], plans: [] },
  } as PageState),
  /** By channel, oldest first. */
  messages: new Map() as ReadonlyMap<string, readonly PageMessage[]>,
  channelId: '',
  memberId: '',
  /** Channel id to the id of the last message read, in this tab. */
  read: stored<Readonly<Record<string, string>>>('read', {}),
  /** Ephemeral answers dismissed in this tab. The server keeps them; only the tab hides them. */
  dismissed: stored<readonly string[]>('dismissed', []),
  /** Message id to the custom id of the component whose press waits for an answer. */
  busy: {} as Readonly<Record<string, string | undefined>>,
  /** Message id to the failure of the last press on it. */
  failures: {} as Readonly<Record<string, string | undefined>>,
  /** Each increment scrolls to the newest message. */
  jumps: 0,
  modal: null as OpenModal | null,
  /** Read out by screen readers; `number` tells two equal ones apart. */
  announcement: { number: 0, text: '' },
  draft: {
    ...{ text: stored('text', ''), problem: '', command: null, sending: false, fields: [] },
    ...{ at: null, list: null, focus: null },
  } as Draft,
};

const listeners = new Set<() => void>();

export function set(change: Partial<typeof state>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Draws a component anew after every change of the state. */
export function useStore() {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => void listeners.add(() => redraw(undefined)), []);
}

/** A value kept in this tab. */
export function stored<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(window.sessionStorage.getItem(`sandbox.${key}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const store = (key: string, value: unknown): void =>
  window.sessionStorage.setItem(`sandbox.${key}`, JSON.stringify(value));

export const allChannels = () => [...state.guilds.flatMap(({ channels }) => channels), ...state.dms];
export const channelOf = (id: string | null | undefined) => allChannels().find((channel) => channel.id === id);
export const memberOf = (id: string) => state.members.find((member) => member.id === id);
export const dmOf = (memberId: string) => state.dms.find((dm) => dm.dmOf === memberId);
export const channelHere = () => channelOf(state.channelId);
/** The guild whose channel is open; undefined in direct messages. */
export const guildHere = () => state.guilds.find(({ id }) => id === channelHere()?.guild_id);
export const messagesOf = (channelId: string) => state.messages.get(channelId) ?? [];
export const sees = ({ onlyFor }: PageMessage, memberId = state.memberId) => onlyFor === null || onlyFor === memberId;

/** Resolves mentions. */
export const names = {
  nameOf: (id: string) => [state.bot, ...state.people].find((person) => person.id === id)?.name,
  roleOf: (id: string) => state.guilds.flatMap(({ roles }) => roles).find((role) => role.id === id),
  channelName: (id: string) => channelOf(id)?.name,
};

/** All that an option or a select may refer to here, as choices: in direct messages, the people are the member and the bot. */
export function mentionables() {
  const guild = guildHere();
  const people = guild ? state.people : state.people.filter(({ id }) => id === state.memberId);
  return {
    people: [...people, state.bot].map(({ id, name }) => ({ name, value: id })),
    roles: (guild?.roles ?? []).map(({ id, name }) => ({ name: roleName(name), value: id })),
    channels: (guild?.channels ?? []).map(({ id, name, type }) => ({ name: `#${name}`, value: id, type })),
  };
}

/** A member's unread messages, oldest first; their own never count. */
export function unread({ id, dmOf }: PageChannel, memberId = state.memberId) {
  if (dmOf && dmOf !== memberId) return [];
  const read = state.read[id] ?? '0';
  return messagesOf(id).filter(
    (message) => message.author.id !== memberId && sees(message, memberId) && compareSnowflakes(message.id, read) > 0,
  );
}

/** Whether channels have unread messages for the present member, and how many mention them. `note` is for a screen reader. */
export function waitingIn(channels: readonly PageChannel[]) {
  const fresh = channels.flatMap((channel) => unread(channel).map(({ pinged }) => ({ pinged, dm: channel.dmOf })));
  const named = fresh.filter(({ dm, pinged }) => dm || pinged.includes(state.memberId)).length;
  const any = fresh.length > 0;
  return { any, named, note: named > 0 ? `, ${named} for you` : any ? ', unread' : '' };
}
