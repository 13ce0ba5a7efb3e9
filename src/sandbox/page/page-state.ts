import { useLayoutEffect, useReducer } from 'htm/preact';
import type { FromPage, PageChannel, PageMessage, PageState, ToPage } from '../protocol.ts';
import type { Modal } from '../store/message-schema.ts';
import { compareSnowflakes } from '../world/snowflake.ts';
import type { Offered } from './line.ts';
import { plainText, roleName } from './markdown.ts';

/** A modal of the bot, and who answers it where. `messageId`: the message with the button that opened it. */
export interface OpenModal {
  interactionId: string;
  modal: Modal;
  as: string;
  channelId: string;
  messageId?: string;
}

export interface LineDraft {
  readonly text: string;
  readonly problem: string;
  readonly sending: boolean;
  readonly offered: ReadonlyMap<string, Offered>;
  /** Whether the list above the line may be shown, and the entry that the member has moved to. */
  readonly listed: boolean;
  readonly active: number | null;
  /** A new object each time that the line is to get the focus. */
  readonly toFocus: object | null;
}

/** The whole state of the page. It is replaced, never changed, and then the page is drawn anew. */
export let state = {
  connected: false,
  /** True once the server has said hello. */
  loaded: false,
  wasOnline: false,
  ...({
    ...{ bot: { id: '', name: 'Council of War', online: false }, guilds: [], dms: [], members: [], people: [] },
    ...{ commands: [], troubles: [] },
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
    ...{ text: stored('text', ''), problem: '', sending: false, offered: new Map() },
    ...{ listed: false, active: null, toFocus: null },
  } as LineDraft,
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
export const canSee = ({ onlyFor }: PageMessage, memberId = state.memberId) => onlyFor === null || onlyFor === memberId;

export const names = {
  nameOf: (id: string) => [state.bot, ...state.people].find((person) => person.id === id)?.name,
  roleOf: (id: string) => state.guilds.flatMap(({ roles }) => roles).find((role) => role.id === id),
  channelName: (id: string) => channelOf(id)?.name,
};

/** All that an option or a select can name here. In direct messages the people are the member and the bot. */
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
    (message) => message.author.id !== memberId && canSee(message, memberId) && compareSnowflakes(message.id, read) > 0,
  );
}

/** The present member's unread messages in channels: whether there are `any`, and how many name the member. */
export function waitingIn(channels: readonly PageChannel[]) {
  const fresh = channels.flatMap((channel) => unread(channel).map(({ pinged }) => ({ pinged, dm: channel.dmOf })));
  const named = fresh.filter(({ dm, pinged }) => dm || pinged.includes(state.memberId)).length;
  const any = fresh.length > 0;
  return { any, named, note: named > 0 ? `, ${named} for you` : any ? ', unread' : '' };
}

type Answer = Extract<ToPage, { nonce: string }>;
export type PageQuestion = FromPage extends infer F ? (F extends FromPage ? Omit<F, 'nonce'> : never) : never;

const RECONNECT_MS = 500;
/** Longest wait for an answer; far above the three seconds that Discord gives a bot. */
const ANSWER_WITHIN_MS = 15_000;

const NOT_CONNECTED = 'The page isn’t connected to the practice Discord right now.';
const CONNECTION_LOST = 'The connection was lost before an answer arrived.';
const NO_ANSWER = 'The practice Discord didn’t say what happened.';

let socket: WebSocket | null = null;
const waiting = new Map<string, (answer: Answer) => void>();
let questions = 0;

export const isConnected = () => socket?.readyState === WebSocket.OPEN;

/**
 * Keeps a connection to the server; it reconnects by itself.
 *
 * @param status called when the connection opens or is lost
 */
export function keepConnected(receive: (frame: ToPage) => void, status: (open: boolean) => void) {
  socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/page/socket`);
  socket.addEventListener('open', () => status(true));
  socket.addEventListener('message', ({ data }) => {
    const frame: ToPage = JSON.parse(String(data));
    if ('nonce' in frame) waiting.get(frame.nonce)?.(frame);
    else receive(frame);
  });
  socket.addEventListener('close', () => {
    for (const [nonce, settle] of [...waiting]) settle({ t: 'failed', nonce, reason: CONNECTION_LOST });
    status(false);
    window.setTimeout(() => keepConnected(receive, status), RECONNECT_MS);
  });
}

/** Never rejects: a failure is an answer with a sentence. */
export function askServer(question: PageQuestion): Promise<Answer> {
  questions += 1;
  const nonce = String(questions);
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      window.clearTimeout(timer);
      waiting.delete(nonce);
      resolve(answer);
    };
    const timer = window.setTimeout(() => settle({ t: 'failed', nonce, reason: NO_ANSWER }), ANSWER_WITHIN_MS);
    waiting.set(nonce, settle);
    if (isConnected()) socket?.send(JSON.stringify({ ...question, nonce }));
    else settle({ t: 'failed', nonce, reason: NOT_CONNECTED });
  });
}

let unsaid: string[] = [];
let announceTimer = 0;

/** Has screen readers read a sentence, without moving the focus. Sentences that come together are joined. */
function announce(sentence: string) {
  unsaid.push(sentence);
  window.clearTimeout(announceTimer);
  announceTimer = window.setTimeout(() => {
    set({ announcement: { number: state.announcement.number + 1, text: unsaid.join(' ') } });
    unsaid = [];
  }, 150);
}

/** Pictures are only counted, since their descriptions can be read in the list. */
function announceMessage(message: PageMessage) {
  if (message.loading || !canSee(message)) return;
  const text = plainText(message.text, names);
  const pictures = message.attachments.filter(({ contentType }) => contentType.startsWith('image/')).length;
  const shown = pictures === 0 ? '' : pictures === 1 ? ' With a picture.' : ` With ${pictures} pictures.`;
  announce(`${message.author.name}${message.onlyFor ? ', only to you' : ''}: ${text}${shown}`);
}

export function receive(frame: ToPage) {
  switch (frame.t) {
    case 'state': {
      const { state: world, messages } = frame;
      const wasOnline = state.wasOnline || world.bot.online;
      set({ ...world, wasOnline, loaded: true });
      if (messages) set({ messages: Map.groupBy(messages, ({ channelId }) => channelId) });
      return openAddress();
    }
    case 'message':
      return storeMessage(frame.message);
    case 'deleted':
      return replaceMessages(
        frame.channelId,
        messagesOf(frame.channelId).filter(({ id }) => id !== frame.id),
      );
  }
}

const replaceMessages = (channelId: string, messages: readonly PageMessage[]) =>
  set({ messages: new Map(state.messages).set(channelId, messages) });

/** @param message a new one, or an edit */
function storeMessage(message: PageMessage) {
  const { id, channelId } = message;
  const before = messagesOf(channelId).find((other) => other.id === id);
  const others = messagesOf(channelId).filter((other) => other !== before);
  replaceMessages(
    channelId,
    [...others, message].sort((a, b) => compareSnowflakes(a.id, b.id)),
  );
  set({ failures: { ...state.failures, [id]: undefined } });
  // A press on an ephemeral message changes that message, which a screen reader would not notice.
  const answersPress = message.onlyFor !== null && before?.content !== message.content;
  if (channelId === state.channelId && (!before || before.loading || answersPress)) announceMessage(message);
}

/**
 * Opens the channel in the address as the member in it (`#c=<channel>&as=<member>`), as far as they exist.
 * It runs after each change of the world. Channels never opened count as read, or all would be unread on a first visit.
 */
export function openAddress() {
  if (!state.loaded) return;
  const known = allChannels().map(({ id }) => [id, state.read[id] ?? messagesOf(id).at(-1)?.id ?? '0']);
  set({ read: Object.fromEntries(known) });
  store('read', state.read);
  const address = new URLSearchParams(window.location.hash.slice(1));
  const memberId = [address.get('as') ?? '', state.memberId].find(memberOf) ?? state.members[0]?.id ?? '';
  const channel = channelOf(address.get('c'));
  const mayEnter = channel && (!channel.dmOf || channel.dmOf === memberId);
  enter((mayEnter ? channel : (state.guilds[0]?.channels[0] ?? dmOf(memberId)))?.id ?? '', memberId);
}

export function enter(channelId: string, memberId = state.memberId) {
  set({ channelId, memberId });
  window.history.replaceState(null, '', `#c=${channelId}&as=${memberId}`);
}

/** Switches to another member; in direct messages this changes the channel too. */
export const become = (memberId: string) => enter(guildHere() ? state.channelId : (dmOf(memberId)?.id ?? ''), memberId);

export function markRead() {
  const { channelId, read } = state;
  const last = messagesOf(channelId).at(-1)?.id ?? '0';
  if (compareSnowflakes(last, read[channelId] ?? '0') <= 0) return;
  set({ read: { ...read, [channelId]: last } });
  store('read', state.read);
}

/** @param id of an ephemeral answer */
export function dismiss(id: string) {
  set({ dismissed: [...state.dismissed, id] });
  store('dismissed', state.dismissed);
}

type Act = { t: 'press'; customId: string } | { t: 'select'; customId: string; values: string[] };

/** Presses a button or chooses in a select, and shows the outcome: a modal or a failure. Edits arrive by themselves. */
export async function actOn({ id, channelId }: PageMessage, act: Act): Promise<void> {
  const { memberId: as, busy } = state;
  if (busy[id] !== undefined) return;
  set({ busy: { ...busy, [id]: act.customId } });
  const answer = await askServer({ ...act, as, channelId, messageId: id });
  const failure = answer.t === 'failed' ? answer.reason : undefined;
  set({ busy: { ...state.busy, [id]: undefined }, failures: { ...state.failures, [id]: failure } });
  if (failure !== undefined) announce(failure);
  if (answer.t === 'modal') set({ modal: { ...answer, as, channelId, messageId: id } });
}
