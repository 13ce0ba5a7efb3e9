import type { PageChannel, PageCommand, PageMember } from '../protocol.ts';
import type { CommandOption, ValueOption } from '../store/commands.ts';
import { EVERYONE_PERMISSIONS, fitsPlace, MODERATOR_PERMISSIONS, mayUse } from '../world/permissions.ts';

/** A command as typed: each sub-command is a command of its own, "game start". */
export interface Typable {
  readonly name: string;
  readonly description: string;
  readonly options: readonly ValueOption[];
}

export interface Choice {
  readonly name: string;
  readonly value: string | number | boolean;
}

/** The commands offered to a member in a channel. A guild's own command replaces a global one of the same name. */
export function commandsFor(registered: readonly PageCommand[], channel: PageChannel, member: PageMember): Typable[] {
  const global = registered.filter(({ guildId }) => guildId === null);
  const local = registered.filter(({ guildId }) => guildId !== null && guildId === channel.guild_id);
  const slash = [...global, ...local].map(({ command }) => command).filter(({ type }) => (type ?? 1) === 1);
  return [...new Map(slash.map((command) => [command.name, command])).values()]
    .filter((command) => isOffered(command, channel, member))
    .flatMap(({ name, description, options }) => spread(name, description ?? '', options ?? []))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function isOffered(command: PageCommand['command'], { dmOf }: PageChannel, { moderator }: PageMember): boolean {
  const held = moderator ? EVERYONE_PERMISSIONS | MODERATOR_PERMISSIONS : EVERYONE_PERMISSIONS;
  return fitsPlace(command, dmOf !== undefined) && (dmOf !== undefined || mayUse(command, held));
}

function spread(name: string, description: string, options: readonly CommandOption[]): Typable[] {
  const values = options.filter((option) => option.type > 2) as ValueOption[];
  if (values.length === options.length) return [{ name, description, options: values }];
  return options.flatMap((sub) =>
    spread(`${name} ${sub.name}`, sub.description, ('options' in sub && sub.options) || []),
  );
}

/**
 * The commands that match the text so far (without the slash): names that begin with it, then names and descriptions that
 * contain it.
 */
export function matching(commands: readonly Typable[], typed: string): Typable[] {
  const wanted = typed.toLowerCase();
  const begins = commands.filter(({ name }) => name.startsWith(wanted));
  const contains = commands.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return [...new Set([...begins, ...contains])];
}

/** A typed command and the text after its name; `null` until a command's name is followed by a space. */
export function parseLine(line: string, commands: readonly Typable[]): { command: Typable; text: string } | null {
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => line.toLowerCase().startsWith(`/${name} `));
  return command ? { command, text: line.slice(command.name.length + 2) } : null;
}

interface Mentionables {
  readonly people: readonly Choice[];
  readonly roles: readonly Choice[];
  readonly channels: readonly (Choice & { readonly type: number })[];
}

/** The choices known without asking the bot; `null` if the option is free text or autocompleted by the bot. */
export function fixedChoices(option: ValueOption, { people, roles, channels }: Mentionables): readonly Choice[] | null {
  const { type, channel_types: types, choices } = option;
  const truth = [true, false].map((value) => ({ name: value ? 'True' : 'False', value }));
  const here = channels.filter((channel) => !types?.length || types.includes(channel.type));
  // By Discord's option types.
  const known: Record<number, readonly Choice[]> = { 5: truth, 6: people, 7: here, 8: roles, 9: [...people, ...roles] };
  return known[type] ?? (choices?.length ? choices : null);
}

const bare = (text: string) => text.trim().toLowerCase().replace(/^[@#]/, '');

/** The choices that contain a text, those that begin with it first; all for an empty text. */
export function fitting<C extends { readonly name: string }>(choices: readonly C[], text: string): C[] {
  const wanted = bare(text);
  const begins = choices.filter(({ name }) => bare(name).startsWith(wanted));
  return [...new Set([...begins, ...choices.filter(({ name }) => bare(name).includes(wanted))])];
}
