/** @import { PageGuild, PageMessage, PageOption, ToPage } from '../../protocol.ts' */
/** @import { Component, Embed } from './discord-objects.d.ts' */
/** @import { Sent } from './store.js' */
import { ask } from './connection.js';
import { plainText } from './markdown.js';
import {
  allChannels,
  channelHere,
  channelOf,
  dmOf,
  guildHere,
  memberOf,
  messagesOf,
  names,
  older,
  sees,
  set,
  state,
  store,
  stored,
  unread,
} from './store.js';

const TYPING_MS = 10_000;
/** A command answered sooner than this is never shown as pending. */
const QUIET_MS = 400;

/** @type {string[]} */
let unsaid = [];
let saying = 0;
let commandsSent = 0;

/** Reads a sentence to screen readers without moving the focus. Several at once are joined. @param {string} sentence */
function announce(sentence) {
  unsaid.push(sentence);
  window.clearTimeout(saying);
  saying = window.setTimeout(() => {
    set({ announcement: { number: state.announcement.number + 1, text: unsaid.join(' ') } });
    unsaid = [];
  }, 150);
}

/**
 * Reads a message out. Pictures are only counted, since their descriptions can be read in the list.
 *
 * @param {PageMessage} message
 */
function announceMessage(message) {
  if (message.loading || !sees(message)) return;
  const embeds = /** @type {Embed[]} */ (message.embeds).flatMap(({ title, description }) => [title, description]);
  /** @param {Component} component @returns {string[]} */
  const displays = ({ content = '', components = [] }) => [content, ...components.flatMap(displays)];
  const all = [message.content, ...embeds, .../** @type {Component[]} */ (message.components).flatMap(displays)];
  const text = all
    .map((each) => plainText(each ?? '', names))
    .filter(Boolean)
    .join(' ');
  const pictures = message.attachments.filter(({ contentType }) => contentType.startsWith('image/')).length;
  const shown = pictures === 0 ? '' : pictures === 1 ? ' With a picture.' : ` With ${pictures} pictures.`;
  announce(`${message.author.name}${message.onlyFor ? ', only to you' : ''}: ${text}${shown}`);
}

/** @param {ToPage} frame */
export function receive(frame) {
  switch (frame.t) {
    case 'hello': {
      const { t, you, messages, ...world } = frame;
      const sorted = [...messages].sort((a, b) => older(a.id, b.id));
      const wasOnline = state.wasOnline || state.bot.online;
      set({ ...world, wasOnline, loaded: true, messages: Map.groupBy(sorted, ({ channelId }) => channelId) });
      return settle(you.defaultMember);
    }
    case 'places':
      set({ guilds: frame.guilds });
      return settle();
    case 'members':
      set({ members: frame.members });
      return settle();
    case 'message':
      return put(frame.message);
    case 'deleted':
      return replaceMessages(
        frame.channelId,
        messagesOf(frame.channelId).filter(({ id }) => id !== frame.id),
      );
    case 'typing':
      set({ typing: { ...state.typing, [frame.channelId]: Date.now() + TYPING_MS } });
      window.setTimeout(() => set({}), TYPING_MS + 50);
      return;
    case 'bot':
      return set({ bot: { ...state.bot, online: frame.online }, wasOnline: state.bot.online || state.wasOnline });
    case 'commands':
      return set({ commands: frame.commands });
    case 'plans':
      return set({ plans: frame.plans });
  }
}

/** @param {string} channelId @param {readonly PageMessage[]} messages */
const replaceMessages = (channelId, messages) => set({ messages: new Map(state.messages).set(channelId, messages) });

/** @param {PageMessage} message a new one, or an edit */
function put(message) {
  const { id, channelId, author } = message;
  const before = messagesOf(channelId).find((other) => other.id === id);
  const others = messagesOf(channelId).filter((other) => other !== before);
  replaceMessages(
    channelId,
    [...others, message].sort((a, b) => older(a.id, b.id)),
  );
  set({ failures: { ...state.failures, [id]: undefined } });
  if (author.bot) set({ typing: { ...state.typing, [channelId]: 0 } });
  // A press on an ephemeral message changes that message, which a screen reader would not notice.
  const answersPress = message.onlyFor !== null && before?.content !== message.content;
  if (channelId === state.channelId && (!before || before.loading || answersPress)) announceMessage(message);
}

/** The place in the address, `#c=<channel>&as=<member>`: reloads and bookmarks lead back. */
function placeInAddress() {
  const fields = new URLSearchParams(window.location.hash.slice(1));
  return { channelId: fields.get('c') ?? '', memberId: fields.get('as') ?? '' };
}

/**
 * Chooses a member and a channel that exist, after any change of the world. Channels never opened count as read, so that a
 * first visit does not show everything as unread.
 *
 * @param {string} [defaultMember]
 */
export function settle(defaultMember = state.memberId) {
  if (!state.loaded) return;
  const known = allChannels().map(({ id }) => [id, state.read[id] ?? messagesOf(id).at(-1)?.id ?? '0']);
  set({ read: Object.fromEntries(known) });
  store('read', state.read);
  const asked = placeInAddress();
  const memberId = [asked.memberId, defaultMember].find(memberOf) ?? '';
  const channel = channelOf(asked.channelId);
  const mayEnter = channel && (channel.guildId !== null || channel.dmOf === memberId);
  go((mayEnter ? channel : (state.guilds[0]?.channels[0] ?? dmOf(memberId)))?.id ?? '', memberId);
}

/** @param {string} channelId @param {string} [memberId] */
function go(channelId, memberId = state.memberId) {
  if (channelId !== state.channelId || memberId !== state.memberId) {
    set({ channelId, memberId });
    const channel = channelHere();
    set({ firstNew: channel ? (unread(channel)[0]?.id ?? null) : null });
  }
  window.history.replaceState(null, '', `#c=${channelId}&as=${memberId}`);
  const guildId = channelHere()?.guildId;
  if (guildId) store(`last.${guildId}`, channelId);
}

/** @param {string} channelId */
export const enter = (channelId) => go(channelId);

/** Opens the channel last read in a guild, or its first. @param {PageGuild} guild */
export function enterGuild({ id, channels }) {
  const last = stored(`last.${id}`, '');
  go((channels.find((channel) => channel.id === last) ?? channels[0])?.id ?? state.channelId);
}

/** Switches to another member; in direct messages this changes the channel too. @param {string} memberId */
export const become = (memberId) => go(guildHere() ? state.channelId : (dmOf(memberId)?.id ?? ''), memberId);

/** Marks the open channel as read. */
export function markRead() {
  const { channelId, read } = state;
  const last = messagesOf(channelId).at(-1)?.id ?? '0';
  if (older(last, read[channelId] ?? '0') <= 0) return;
  set({ read: { ...read, [channelId]: last } });
  store('read', state.read);
}

/** @param {string} id of an ephemeral answer */
export function dismiss(id) {
  set({ dismissed: [...state.dismissed, id] });
  store('dismissed', state.dismissed);
}

/** @param {number} id of a command that was sent */
export const forget = (id) => set({ sent: state.sent.filter((sent) => sent.id !== id) });

/**
 * Sends a command, and shows it as pending or failed at the end of the channel.
 *
 * @param {string} command
 * @param {PageOption[]} options
 */
export async function runCommand(command, options) {
  const { memberId: as, channelId } = state;
  commandsSent += 1;
  /** @type {Sent} */
  const sent = { id: commandsSent, channelId, memberId: as, label: `/${command}`, failure: null };
  const slow = window.setTimeout(() => set({ sent: [...state.sent, sent] }), QUIET_MS);
  const answer = await ask({ t: 'command', as, channelId, command, options });
  window.clearTimeout(slow);
  forget(sent.id);
  if (answer.t === 'modal') set({ modal: { ...answer, as, channelId } });
  if (answer.t !== 'failed') return;
  set({ sent: [...state.sent, { ...sent, failure: answer.reason }] });
  announce(`${sent.label}: ${answer.reason}`);
}

/**
 * Presses a button or chooses in a select, and shows the outcome: a modal or a failure. Edits arrive by themselves.
 *
 * @param {PageMessage} message
 * @param {{ t: 'press', customId: string } | { t: 'select', customId: string, values: string[] }} act
 */
export async function actOn({ id, channelId }, act) {
  const { memberId: as, busy } = state;
  if (busy[id] !== undefined) return;
  set({ busy: { ...busy, [id]: act.customId } });
  const answer = await ask({ ...act, as, channelId, messageId: id });
  const failure = answer.t === 'failed' ? answer.reason : undefined;
  set({ busy: { ...state.busy, [id]: undefined }, failures: { ...state.failures, [id]: failure } });
  if (failure !== undefined) announce(failure);
  if (answer.t === 'modal') set({ modal: { ...answer, as, channelId, messageId: id } });
}
