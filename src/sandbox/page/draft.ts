import type { FromPage } from '../protocol.ts';
import { type Choice, commandsFor, fitting, fixedChoices, matching, parseLine, type Typable } from './commands.ts';
import {
  ask,
  channelHere,
  type Draft,
  type Field,
  isOpen,
  memberOf,
  mentionables,
  type Suggestions,
  set,
  state,
  store,
} from './store.ts';

type PageOption = Extract<FromPage, { t: 'command' }>['options'][number];

/** The pause in typing after which the bot is asked for choices. */
const REST_MS = 150;

/** The selector of a field. */
export const fieldAt = (at: number) => `#option-${at}`;

function change(part: Partial<Draft>) {
  const draft = { ...state.draft, ...part };
  set({ draft });
  // Half-typed text survives a reload.
  store('text', draft.command ? `/${draft.command.name}` : draft.text);
}

const changeField = (at: number, part: Partial<Field>) =>
  change({ fields: state.draft.fields.map((field, index) => (index === at ? { ...field, ...part } : field)) });

const isEmpty = ({ text }: Field) => text.trim() === '';
const needsFilling = (field: Field) => field.option.required === true && isEmpty(field);

function commandsHere(): Typable[] {
  const [channel, member] = [channelHere(), memberOf(state.memberId)];
  return channel && member ? commandsFor(state.commands, channel, member) : [];
}

export function typeLine(text: string) {
  change({ text, problem: '' });
  const commands = commandsHere();
  const parsed = parseLine(text, commands);
  if (parsed) return choose(parsed.command, parsed.text);
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

/** @param select selects the first item, so that Enter takes it */
function show(title: string, items: Suggestions['items'], status: string, select: boolean) {
  const active = select && items.length > 0 ? 0 : -1;
  change({ list: items.length === 0 && status === '' ? null : { title, items, status, active } });
}

export function hideList() {
  stopAsking();
  change({ list: null });
}

/** @param typed the text of the first option */
function choose(command: Typable, typed = '') {
  hideList();
  const fields = command.options.map((option, at): Field => {
    return { option, text: at === 0 ? typed : '', offered: [], wrong: false };
  });
  const next = Math.max(0, typed === '' ? fields.findIndex(needsFilling) : 0);
  change({ problem: '', command, fields, at: null, focus: { on: fields.length === 0 ? '.send' : fieldAt(next) } });
}

/** Begins a command as if typed. */
export function typeCommand(name: string) {
  const command = commandsHere().find((each) => each.name === name);
  if (command) return choose(command);
  leaveCommand(`/${name}`);
  typeLine(`/${name}`);
}

export function leaveCommand(text = '', focus = true) {
  hideList();
  change({
    text,
    problem: '',
    command: null,
    sending: false,
    fields: [],
    at: null,
    ...(focus && { focus: { on: '#line' } }),
  });
}

/** After a change of channel or member, keeps the text typed, unless it is a command not offered there. */
export function keepDraft() {
  const { command } = state.draft;
  change({ problem: '' });
  if (command && !commandsHere().some(({ name }) => name === command.name)) leaveCommand();
}

export function enterField(at: number) {
  change({ at });
  suggest(at, false);
}

export function typeField(at: number, text: string) {
  change({ problem: '' });
  changeField(at, { text, wrong: false });
  suggest(at, true);
}

/** A field as it is sent: the server reads names of people, places and choices, but not those that the bot has offered. */
const optionOf = ({ option: { name }, text, offered }: Field): PageOption => {
  return { name, value: offered.find((choice) => choice.name === text)?.value ?? text };
};

let latest = 0;
let timer = 0;

/** Drops the pending question for choices. */
function stopAsking() {
  window.clearTimeout(timer);
  latest += 1;
}

/** @param rest whether to wait for a pause in typing, so that the bot is not asked at every letter */
export function suggest(at: number, rest: boolean) {
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
  const askBot = async () => {
    const { memberId: as, channelId } = state;
    const options = state.draft.fields.flatMap((each, index) => {
      if (index === at) return [{ name: each.option.name, value: each.text, focused: true }];
      return isEmpty(each) ? [] : [optionOf(each)];
    });
    const answer = await ask({ t: 'autocomplete', as, channelId, command: command.name, options });
    if (asked !== latest || state.draft.at !== at) return;
    const choices = answer.t === 'choices' ? answer.choices : [];
    changeField(at, { offered: choices });
    const failed = answer.t === 'failed' ? `No choices loaded: ${answer.reason}` : '';
    offer(at, choices, failed || (choices.length === 0 ? 'No match.' : ''));
  };
  timer = window.setTimeout(askBot, rest ? REST_MS : 0);
}

function offer(at: number, choices: readonly Choice[], status: string) {
  const field = state.draft.fields[at];
  if (!field) return;
  const items = choices.map((choice) => ({ name: choice.name, take: () => pick(at, choice) }));
  show(field.option.name, items, status, field.option.required === true || !isEmpty(field));
}

function pick(at: number, choice: Choice) {
  hideList();
  change({ problem: '' });
  changeField(at, { text: choice.name, wrong: false });
  const next = state.draft.fields.findIndex(needsFilling);
  change({ focus: { on: fieldAt(next >= 0 ? next : at) } });
}

/** Handles a key if it is for the list, and returns whether it did. */
export function listTakes(event: KeyboardEvent): boolean {
  const { list } = state.draft;
  if (!list) return false;
  const { active, items } = list;
  const move = (to: number) => change({ list: { ...list, active: to } });
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
  else if (command) void give(command);
  else void say(text.trim());
}

/** Sends a command, which stands in the line until it is answered. If it fails, it can be sent again. */
async function give(command: Typable): Promise<void> {
  const { memberId: as, channelId, draft } = state;
  if (draft.sending) return;
  hideList();
  change({ problem: '', sending: true });
  set({ jumps: state.jumps + 1 });
  const options = draft.fields.filter((field) => !isEmpty(field)).map(optionOf);
  const answer = await ask({ t: 'command', as, channelId, command: command.name, options });
  const stands = state.draft.command === command;
  if (answer.t === 'failed') {
    const at = draft.fields.findIndex(({ option }) => option.name === answer.option);
    change({ problem: answer.reason, sending: false });
    if (stands && at >= 0) {
      changeField(at, { wrong: true });
      change({ focus: { on: fieldAt(at) } });
    }
    return;
  }
  // With focus, a phone would open its keyboard over the answer.
  if (stands) leaveCommand('', !window.matchMedia('(pointer: coarse)').matches);
  if (answer.t === 'modal') set({ modal: { ...answer, as, channelId } });
}

async function say(content: string): Promise<void> {
  if (content === '') return;
  if (content.startsWith('/')) {
    return change({ problem: `There’s no command ${content.split(/\s/)[0]} here. Type / to see the commands.` });
  }
  const { memberId: as, channelId } = state;
  leaveCommand();
  set({ jumps: state.jumps + 1 });
  const answer = await ask({ t: 'say', as, channelId, content });
  if (answer.t === 'failed') change({ text: state.draft.text || content, problem: answer.reason });
}
