import { commandsFor, type Offered, readLine, type Suggestions, suggestionsFor } from './line.ts';
import {
  askServer,
  channelHere,
  isConnected,
  type LineDraft,
  memberOf,
  mentionables,
  set,
  state,
  store,
} from './page-state.ts';

/** Milliseconds without typing before the bot is asked for choices. */
const TYPING_PAUSE_MS = 150;

function change(part: Partial<LineDraft>) {
  set({ draft: { ...state.draft, ...part } });
  // Half-typed text survives a reload.
  store('text', state.draft.text);
}

function commandsHere() {
  const [channel, member] = [channelHere(), memberOf(state.memberId)];
  return channel && member ? commandsFor(state.commands, channel, member) : [];
}

export const commandInLine = () => readLine(state.draft.text, commandsHere());

/** The list above the line; `null` if it is closed or has nothing to say. */
export function suggestions(): Suggestions | null {
  const { text, listed, active, offered } = state.draft;
  if (!listed || !/^\/[^\n]*$/.test(text)) return null;
  const list = suggestionsFor(text, commandsHere(), mentionables(), offered);
  return list.items.length === 0 && list.status === '' ? null : { ...list, active: active ?? list.active };
}

export function typeLine(text: string) {
  const offered = text.startsWith('/') ? state.draft.offered : new Map<string, Offered>();
  change({ text, offered, problem: '', listed: true, active: null });
  window.clearTimeout(timer);
  timer = window.setTimeout(askBot, TYPING_PAUSE_MS);
}

/** Puts a text in the line, with the caret at its end. */
export function setLine(text: string) {
  typeLine(text);
  set({ draft: { ...state.draft, toFocus: {} } });
}

export function hideList() {
  window.clearTimeout(timer);
  change({ listed: false });
}

/** After a change of channel or member the text stays. Its problem and its choices go. */
export function changePlace() {
  hideList();
  change({ problem: '', offered: new Map() });
}

let timer = 0;

/** The options as they are sent: choices of the bot as values. The server finds people, places and choices by name. */
function optionsOf({ given }: NonNullable<ReturnType<typeof commandInLine>>) {
  return [...given].map(([name, typed]) => {
    const text = typed.trim();
    const choices = state.draft.offered.get(name)?.choices ?? [];
    return { name, value: choices.find((choice) => choice.name === text)?.value ?? text };
  });
}

async function askBot() {
  const { memberId: as, channelId } = state;
  const typed = commandInLine();
  const at = typed?.at;
  if (!typed || !at?.autocomplete) return;
  const text = typed.given.get(at.name) ?? '';
  // The bot would not find a choice by its whole name.
  if (state.draft.offered.get(at.name)?.choices.some(({ name }) => name === text.trim())) return;
  const others = optionsOf(typed).filter(({ name, value }) => name !== at.name && value !== '');
  const options = [...others, { name: at.name, value: text.trim(), focused: true }];
  const answer = await askServer({ t: 'autocomplete', as, channelId, command: typed.command.name, options });
  if (commandInLine()?.given.get(at.name) !== text) return;
  const failure = answer.t === 'failed' ? `No choices loaded: ${answer.reason}` : '';
  const choices = answer.t === 'choices' ? answer.choices : [];
  change({ offered: new Map(state.draft.offered).set(at.name, { text, failure, choices }) });
}

/** Handles a key if it is for the list, and returns whether it did. */
export function listTakes(event: KeyboardEvent): boolean {
  const list = suggestions();
  if (!list) return false;
  const { active, items } = list;
  const taken = items[active];
  if (event.key === 'Escape') hideList();
  else if (items.length === 0) return false;
  else if (event.key === 'ArrowDown') change({ active: (active + 1) % items.length });
  else if (event.key === 'ArrowUp') change({ active: (Math.max(active, 0) - 1 + items.length) % items.length });
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && taken) setLine(taken.line);
  else return false;
  return true;
}

export function submit() {
  const text = state.draft.text.trim();
  const typed = readLine(`${text} `, commandsHere());
  if (!isConnected()) change({ problem: 'You’re not connected right now. What you typed is still here.' });
  else if (typed?.stray) change({ problem: `/${typed.command.name} has no options. Delete “${typed.stray}”.` });
  else if (typed) void sendCommand(typed);
  else if (text.startsWith('/')) {
    change({ problem: `There’s no command ${text.split(/\s/)[0]} here. Type / to see the commands.` });
  } else if (text !== '') void say(text);
}

/** The command stays in the line until it is answered, so that it can be sent again if it fails. */
async function sendCommand(typed: NonNullable<ReturnType<typeof commandInLine>>): Promise<void> {
  const { memberId: as, channelId, draft } = state;
  if (draft.sending) return;
  hideList();
  change({ problem: '', sending: true });
  set({ jumps: state.jumps + 1 });
  const options = optionsOf(typed).filter(({ value }) => value !== '');
  const answer = await askServer({ t: 'command', as, channelId, command: typed.command.name, options });
  change({ sending: false });
  if (answer.t === 'failed') return change({ problem: answer.reason });
  if (state.draft.text === draft.text) clear();
  if (answer.t === 'modal') set({ modal: { ...answer, as, channelId } });
}

/** Empties the line. With focus, a phone would open its keyboard over the answer. */
function clear() {
  typeLine('');
  if (window.matchMedia('(pointer: coarse)').matches) document.querySelector<HTMLElement>('#line')?.blur();
}

async function say(content: string): Promise<void> {
  const { memberId: as, channelId } = state;
  typeLine('');
  set({ jumps: state.jumps + 1 });
  const answer = await askServer({ t: 'say', as, channelId, content });
  if (answer.t === 'failed') change({ text: state.draft.text || content, problem: answer.reason });
}
