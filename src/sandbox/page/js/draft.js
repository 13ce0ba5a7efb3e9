/** @import { PageOption } from '../../protocol.ts' */
/** @import { Choice, Typable } from './commands.js' */
/** @import { CommandOption } from './discord-objects.d.ts' */
import { runCommand } from './actions.js';
import { commandsFor, fitting, fixedChoices, matching, parseLine, readOption, splitOptions } from './commands.js';
import { ask, isOpen, send } from './connection.js';
import { channelHere, memberOf, mentionables, set, state } from './store.js';

/**
 * The contents of the input line: text, or a chosen command with its options as fields.
 *
 * `picked`: the choice taken from a list, until the text changes. `offered`: the bot's last choices.
 * @typedef {{ option: CommandOption, name: string, text: string, picked: Choice | null, offered: readonly Choice[], wrong: boolean }} Field
 *
 * The list above the line. `active`: the selected item, or -1.
 * @typedef {{ title: string, items: readonly { name: string, note?: string, take: () => void }[], status: string, active: number }} Suggestions
 *
 * `at`: the index of the field that has the focus. `focus`: the selector of what is to get the focus; a new object each time.
 * @typedef {{
 *   text: string, problem: string, command: Typable | null, fields: readonly Field[], at: number | null,
 *   list: Suggestions | null, focus: { on: string } | null,
 * }} Draft
 */

/** Discord's limit for a member's message, in characters. */
export const LONGEST = 2000;
/** The pause in typing after which the bot is asked for choices. */
const REST_MS = 150;

/** The selector of a field. @param {number} at */
export const fieldAt = (at) => `#option-${at}`;

/** @param {Partial<Draft>} part */
const change = (part) => set({ draft: { ...state.draft, ...part } });

/** @param {number} at @param {Partial<Field>} part */
const changeField = (at, part) =>
  change({ fields: state.draft.fields.map((field, index) => (index === at ? { ...field, ...part } : field)) });

/** @param {Field} field */
const isEmpty = ({ text }) => text.trim() === '';
/** @param {Field} field */
const needsFilling = (field) => field.option.required === true && isEmpty(field);

function commandsHere() {
  const [channel, member] = [channelHere(), memberOf(state.memberId)];
  return channel && member ? commandsFor(state.commands, channel, member) : [];
}

/** @param {string} text */
export function typeLine(text) {
  change({ text, problem: '' });
  const commands = commandsHere();
  const parsed = parseLine(text, commands);
  if (parsed) return choose(parsed.command, parsed.texts);
  const typed = /^\/([^\n]*)$/.exec(text)?.[1];
  if (typed === undefined) return hideList();
  const items = matching(commands, typed).map((command) => ({
    name: `/${command.name}`,
    note: command.description,
    take: () => choose(command),
  }));
  const none = commands.length === 0 ? 'The bot has no commands here yet.' : 'No matching command.';
  show('Commands', items, items.length === 0 ? none : '', true);
}

/**
 * @param {string} title
 * @param {Suggestions['items']} items
 * @param {string} status
 * @param {boolean} select selects the first item, so that Enter takes it
 */
function show(title, items, status, select) {
  const active = select && items.length > 0 ? 0 : -1;
  change({ list: items.length === 0 && status === '' ? null : { title, items, status, active } });
}

export function hideList() {
  stopAsking();
  change({ list: null });
}

/**
 * @param {Typable} command
 * @param {ReadonlyMap<string, string>} [texts] typed already, by option
 */
function choose(command, texts = new Map()) {
  hideList();
  const fields = command.options.map((option) => {
    const name = option.name ?? '';
    return { option, name, text: texts.get(name) ?? '', picked: null, offered: [], wrong: false };
  });
  const next = [fields.findIndex(needsFilling), fields.findIndex((field) => !isEmpty(field)), 0].find((at) => at >= 0);
  change({ problem: '', command, fields, at: null, focus: { on: fields.length === 0 ? '.send' : fieldAt(next ?? 0) } });
}

/** Begins a command as if typed. @param {string} name */
export function typeCommand(name) {
  const command = commandsHere().find((each) => each.name === name);
  if (command) return choose(command);
  leaveCommand(`/${name}`);
  typeLine(`/${name}`);
}

/** @param {string} [text] @param {boolean} [focus] */
export function leaveCommand(text = '', focus = true) {
  hideList();
  change({ text, problem: '', command: null, fields: [], at: null, ...(focus && { focus: { on: '#line' } }) });
}

/** After a change of channel or member, keeps the text typed, unless it is a command not offered there. */
export function keepDraft() {
  const { command } = state.draft;
  change({ problem: '' });
  if (command && !commandsHere().some(({ name }) => name === command.name)) leaveCommand();
}

/** @param {number} at */
export function enterField(at) {
  change({ at });
  if (!state.draft.fields[at]?.picked) suggest(at, false);
}

/** @param {number} at @param {string} typed */
export function typeField(at, typed) {
  const { fields } = state.draft;
  const field = fields[at];
  if (!field) return;
  // Drops the space of "name: value" when typing the name has just moved the cursor here.
  const text = /^\s/.test(typed) ? typed.trimStart() : typed;
  // "name: value" goes to the field of that name, and the cursor with it.
  const options = fields.map(({ name }) => name);
  const texts = splitOptions(text, options, field.name);
  if (!texts.has(field.name)) texts.set(field.name, '');
  const changed = fields.map((each) => {
    const own = texts.get(each.name);
    return own === undefined ? each : { ...each, text: own, picked: null, wrong: false };
  });
  change({ problem: '', fields: changed });
  const last = fields.findLastIndex(({ name }, index) => index !== at && texts.has(name));
  if (last >= 0) change({ focus: { on: fieldAt(last) } });
  else suggest(at, true);
}

/** @param {Field} field */
const reading = ({ picked, option, text, offered }) => picked ?? readOption(option, text, offered, mentionables());

let latest = 0;
let timer = 0;

/** Drops the pending question for choices. */
function stopAsking() {
  window.clearTimeout(timer);
  latest += 1;
}

/**
 * @param {number} at
 * @param {boolean} rest whether to wait for a pause in typing, so that the bot is not asked at every letter
 */
export function suggest(at, rest) {
  const { command, fields } = state.draft;
  const field = fields[at];
  if (!field || !command) return;
  const fixed = fixedChoices(field.option, mentionables());
  if (!fixed && !field.option.autocomplete) return hideList();
  // Until the bot answers, only earlier choices that fit the text are shown, so that Enter takes no wrong one.
  const fit = fitting(fixed ?? field.offered, field.text);
  const none = fixed?.length === 0 ? 'There is none here.' : 'The list has no such name.';
  offer(at, fit, fit.length > 0 ? '' : fixed ? none : 'Loading choices …');
  if (fixed) return;
  stopAsking();
  const asked = latest;
  timer = window.setTimeout(
    async () => {
      const { memberId: as, channelId } = state;
      const answer = await ask({ t: 'autocomplete', as, channelId, command: command.name, options: optionsSoFar(at) });
      if (asked !== latest || state.draft.at !== at) return;
      const choices = answer.t === 'choices' ? answer.choices : [];
      changeField(at, { offered: choices });
      const failed = answer.t === 'failed' ? `No choices loaded: ${answer.reason}` : '';
      offer(at, choices, failed || (choices.length === 0 ? 'No match.' : ''));
    },
    rest ? REST_MS : 0,
  );
}

/**
 * The options sent for autocomplete: all filled in so far, and the text of the focused one.
 *
 * @param {number} focused
 * @returns {PageOption[]}
 */
function optionsSoFar(focused) {
  return state.draft.fields.flatMap((field, at) => {
    if (at === focused) return [{ name: field.name, value: field.text, focused: true }];
    const read = isEmpty(field) ? null : reading(field);
    return read && 'value' in read ? [{ name: field.name, value: read.value }] : [];
  });
}

/**
 * @param {number} at
 * @param {readonly Choice[]} choices
 * @param {string} status
 */
function offer(at, choices, status) {
  const field = state.draft.fields[at];
  if (!field) return;
  const items = choices.map((choice) => ({ name: choice.name, take: () => pick(at, choice) }));
  show(field.name, items, status, field.option.required === true || !isEmpty(field));
}

/** @param {number} at @param {Choice} choice */
function pick(at, choice) {
  hideList();
  change({ problem: '' });
  changeField(at, { text: choice.name, picked: choice, wrong: false });
  const next = state.draft.fields.findIndex(needsFilling);
  change({ focus: { on: fieldAt(next >= 0 ? next : at) } });
}

/**
 * Handles a key if it is for the list.
 *
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it did
 */
export function listTakes(event) {
  const { list } = state.draft;
  if (!list) return false;
  const { active, items } = list;
  const move = (/** @type {number} */ to) => change({ list: { ...list, active: to } });
  if (event.key === 'Escape') hideList();
  else if (items.length === 0) return false;
  else if (event.key === 'ArrowDown') move((active + 1) % items.length);
  else if (event.key === 'ArrowUp') move((Math.max(active, 0) - 1 + items.length) % items.length);
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && items[active]) items[active].take();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

export function submit() {
  const { command, text } = state.draft;
  if (!isOpen()) change({ problem: 'You’re not connected right now. What you typed is still here.' });
  else if (command) give(command);
  else say(text.trim());
}

/** @param {Typable} command */
function give(command) {
  /** @type {PageOption[]} */
  const options = [];
  for (const [at, field] of state.draft.fields.entries()) {
    if (isEmpty(field) && !field.option.required) continue;
    const read = isEmpty(field) ? { wrong: 'Fill this in.' } : reading(field);
    if ('value' in read) options.push({ name: field.name, value: read.value });
    else {
      changeField(at, { wrong: true });
      return change({ problem: `${field.name}: ${read.wrong}`, focus: { on: fieldAt(at) } });
    }
  }
  void runCommand(command.name, options);
  // With focus, a phone would open its keyboard over the answer.
  leaveCommand('', !window.matchMedia('(pointer: coarse)').matches);
  set({ jumps: state.jumps + 1 });
}

/** @param {string} content */
function say(content) {
  if (content === '') return;
  if (content.startsWith('/')) {
    return change({ problem: `There’s no command ${content.split(/\s/)[0]} here. Type / to see the commands.` });
  }
  if (content.length > LONGEST) {
    return change({ problem: `A message can have at most ${LONGEST} characters; this has ${content.length}.` });
  }
  send({ t: 'say', as: state.memberId, channelId: state.channelId, content });
  leaveCommand();
  set({ jumps: state.jumps + 1 });
}
