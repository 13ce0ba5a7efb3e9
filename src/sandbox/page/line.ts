import type { PageChannel, PageCommand, PageMember } from '../protocol.ts';
import type { CommandOption, ValueOption } from '../store/commands.ts';

/** A command as typed: each sub-command is a command of its own, "game start". */
export interface Typable {
  readonly name: string;
  readonly description: string;
  readonly options: readonly ValueOption[];
}

interface Choice {
  readonly name: string;
  readonly value: string | number | boolean;
}

/** The bot's last choices for an option, which it gave for `text`. */
export interface Offered {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Why there are none; empty if the bot answered. */
  readonly failure: string;
}

/** The commands offered to a member in a channel. A guild's own command replaces a global one of the same name. */
export function commandsFor(registered: readonly PageCommand[], channel: PageChannel, member: PageMember): Typable[] {
  const global = registered.filter(({ guildId }) => guildId === null);
  const local = registered.filter(({ guildId }) => guildId !== null && guildId === channel.guild_id);
  const byName = new Map([...global, ...local].map((each) => [each.command.name, each]));
  return [...byName.values()]
    .filter(({ inDms, usableBy }) => (channel.dmOf === undefined ? usableBy.includes(member.id) : inDms))
    .flatMap(({ command: { name, description, options } }) => spread(name, description ?? '', options ?? []))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function spread(name: string, description: string, options: readonly CommandOption[]): Typable[] {
  const values = options.filter((option) => option.type > 2) as ValueOption[];
  if (values.length === options.length) return [{ name, description, options: values }];
  return options.flatMap((sub) =>
    spread(`${name} ${sub.name}`, sub.description, ('options' in sub && sub.options) || []),
  );
}

/** A command in the line: `/attack leader:Grant dice:2`. */
export interface TypedCommand {
  readonly command: Typable;
  /** Option names to the text typed for them, in the order typed. */
  readonly given: ReadonlyMap<string, string>;
  /** The option at the end of the line. */
  readonly at: ValueOption | undefined;
  /** Text that belongs to no option, since the command has none. */
  readonly stray: string;
}

/**
 * The command that a line begins with; `null` until its name is followed by a space. The longest name counts.
 * Text before the first `option:` belongs to the first option.
 */
export function readLine(line: string, commands: readonly Typable[]): TypedCommand | null {
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => line.toLowerCase().startsWith(`/${name} `));
  if (!command) return null;
  const { name, options } = command;
  const names = options.map((option) => option.name);
  // A command without options finds none.
  const anyName = names.join('|') || '(?!)';
  const [loose = '', ...parts] = line.slice(name.length + 2).split(new RegExp(`(?:^|\\s)(${anyName}):`, 'i'));
  const given = new Map<string, string>();
  const [first] = names;
  if (loose.trim() && first) given.set(first, loose);
  for (let at = 0; at < parts.length; at += 2) given.set(parts[at]?.toLowerCase() ?? '', parts[at + 1] ?? '');
  const last = [...given.keys()].at(-1);
  return { command, given, at: options.find(({ name }) => name === last), stray: first ? '' : loose.trim() };
}

/** An entry of the list above the line, which becomes `line` when it is taken. */
interface Suggestion {
  readonly name: string;
  readonly note: string;
  readonly line: string;
}

/** The list above the line. `active`: the entry that Enter takes, or -1; `status` says why the list is empty. */
export interface Suggestions {
  readonly title: string;
  readonly items: readonly Suggestion[];
  readonly status: string;
  readonly active: number;
}

/** Suggestions for a line that begins with a slash: commands, choices of the option at its end, other options. */
export function suggestionsFor(
  line: string,
  commands: readonly Typable[],
  here: Mentionables,
  offered: ReadonlyMap<string, Offered>,
): Suggestions {
  const typed = readLine(line, commands);
  if (!typed) {
    const items = matching(commands, line.slice(1)).map((command) => {
      return { name: `/${command.name}`, note: command.description, line: lineOf(command, new Map()) };
    });
    const none = commands.length === 0 ? 'The bot has no commands here yet.' : 'No matching command.';
    return { title: 'Commands', items, status: items.length === 0 ? none : '', active: items.length > 0 ? 0 : -1 };
  }
  const { command, given, at } = typed;
  const text = (at && given.get(at.name)) ?? '';
  const fixed = at && fixedChoices(at, here);
  const known = at && offered.get(at.name);
  const choices = fixed ?? known?.choices ?? [];
  const isChosen = /\s$/.test(text) && choices.some(({ name }) => name === text.trim());
  if (at && !isChosen && (fixed || at.autocomplete)) {
    // Until the bot answers, only earlier choices that fit the text are shown, so that Enter takes no wrong one.
    const isAnswered = known?.text === text;
    const fit = isAnswered ? choices : fitting(choices, text);
    const items = fit.map(({ name }) => {
      return { name, note: '', line: lineOf(command, new Map(given).set(at.name, name)) };
    });
    let none = isAnswered ? known.failure || 'No match.' : LOADING;
    if (fixed) none = fixed.length === 0 ? 'There is none here.' : 'The list has no such name.';
    const takesFirst = items.length > 0 && (at.required || text.trim() !== '');
    return { title: at.name, items, status: items.length > 0 ? '' : none, active: takesFirst ? 0 : -1 };
  }
  const remaining = at && text.trim() === '' ? [] : command.options.filter(({ name }) => !given.has(name));
  const items = remaining.map((option) => {
    const { name, required, description } = option;
    return { name, note: required ? `required. ${description}` : description, line: lineOf(command, given, option) };
  });
  return { title: 'Options', items, status: '', active: remaining.findIndex(({ required }) => required) };
}

export const LOADING = 'Loading choices …';

/** A line with a command, the given options and the name of the next one: by default a required one. */
function lineOf(
  command: Typable,
  given: ReadonlyMap<string, string>,
  next = command.options.find(({ name, required }) => required && !given.has(name)),
): string {
  const parts = [...given].map(([name, text]) => `${name}:${text.trim()} `);
  return `/${command.name} ${parts.join('')}${next ? `${next.name}:` : ''}`;
}

/** Commands whose name begins with a text, then those whose name or description contains it. */
function matching(commands: readonly Typable[], typed: string): Typable[] {
  const wanted = typed.toLowerCase();
  const begins = commands.filter(({ name }) => name.startsWith(wanted));
  const contains = commands.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return [...new Set([...begins, ...contains])];
}

export interface Mentionables {
  readonly people: readonly Choice[];
  readonly roles: readonly Choice[];
  readonly channels: readonly (Choice & { readonly type: number })[];
}

/** The choices known without the bot; undefined if the option is free text, or the bot completes it. */
function fixedChoices(option: ValueOption, { people, roles, channels }: Mentionables): readonly Choice[] | undefined {
  const { type, channel_types: types, choices } = option;
  const truth = [true, false].map((value) => ({ name: value ? 'True' : 'False', value }));
  const here = channels.filter((channel) => !types?.length || types.includes(channel.type));
  // By Discord's option types.
  const known: Record<number, readonly Choice[]> = { 5: truth, 6: people, 7: here, 8: roles, 9: [...people, ...roles] };
  return known[type] ?? (choices?.length ? choices : undefined);
}

const bare = (text: string) => text.trim().toLowerCase().replace(/^[@#]/, '');

/** The choices that contain a text, those that begin with it first; all for an empty text. */
function fitting<C extends { readonly name: string }>(choices: readonly C[], text: string): C[] {
  const wanted = bare(text);
  const begins = choices.filter(({ name }) => bare(name).startsWith(wanted));
  return [...new Set([...begins, ...choices.filter(({ name }) => bare(name).includes(wanted))])];
}
