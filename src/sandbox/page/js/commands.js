/** @import { PageChannel, PageCommand, PageMember, PageRole } from '../../protocol.ts' */
/** @import { Command, CommandOption } from './discord-objects.d.ts' */

/**
 * A command as typed: each sub-command is a command of its own, "game start".
 *
 * @typedef {{ name: string, description: string, options: CommandOption[] }} Typable
 * @typedef {{ name: string, value: string | number | boolean }} Choice
 * @typedef {{ people: { id: string, name: string }[], roles: PageRole[], channels: PageChannel[] }} Mentionables
 */

const SUB_COMMAND = 1;
const SUB_COMMAND_GROUP = 2;
const CHAT_INPUT = 1;
const CONTEXT_GUILD = 0;
const CONTEXT_BOT_DM = 1;

/** Discord's option types. */
export const OPTION = /** @type {const} */ ({
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
});

/** @param {bigint[]} bits */
const flags = (...bits) => bits.reduce((all, bit) => all | (1n << bit), 0n);
/** Everyone's permissions: react, see, send, embed, attach, history, nickname, commands, open threads and write in them. */
const EVERYONE = flags(6n, 10n, 11n, 14n, 15n, 16n, 26n, 31n, 35n, 38n);
/** A moderator's further permissions: manage channels, messages and threads, mention everyone, moderate members. */
const MODERATOR = EVERYONE | flags(4n, 13n, 17n, 34n, 40n);

/**
 * The commands offered to a member in a channel. A guild's own command replaces a global one of the same name.
 *
 * @param {readonly PageCommand[]} registered
 * @param {PageChannel} channel
 * @param {PageMember} member
 * @returns {Typable[]}
 */
export function commandsFor(registered, channel, member) {
  /** @type {Map<string, Command>} */
  const byName = new Map();
  const global = registered.filter(({ guildId }) => guildId === null);
  const local = registered.filter(({ guildId }) => guildId !== null && guildId === channel.guildId);
  for (const { command } of [...global, ...local]) {
    const known = /** @type {Command} */ (command);
    if (known.name && (known.type ?? CHAT_INPUT) === CHAT_INPUT) byName.set(known.name, known);
  }
  return [...byName.values()]
    .filter((command) => isOffered(command, channel, member))
    .flatMap((command) => spread(command.name ?? '', command))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * @param {Command} command
 * @param {PageChannel} channel
 * @param {PageMember} member
 */
function isOffered(command, channel, member) {
  if (channel.guildId === null) {
    return command.contexts ? command.contexts.includes(CONTEXT_BOT_DM) : command.dm_permission !== false;
  }
  if (command.contexts && !command.contexts.includes(CONTEXT_GUILD)) return false;
  const needed = command.default_member_permissions ?? null;
  if (needed === null) return true;
  // "0" allows only administrators, of whom the page has none.
  return needed !== '0' && (BigInt(needed) & ~(member.moderator ? MODERATOR : EVERYONE)) === 0n;
}

/**
 * @param {string} name
 * @param {CommandOption} command
 * @returns {Typable[]}
 */
function spread(name, command) {
  const options = command.options ?? [];
  const subs = options.filter(({ type }) => type === SUB_COMMAND || type === SUB_COMMAND_GROUP);
  if (subs.length === 0) return [{ name, description: command.description ?? '', options }];
  return subs.flatMap((sub) => spread(`${name} ${sub.name ?? ''}`, sub));
}

/**
 * The commands that match the text so far (without the slash): names that begin with it, then names and descriptions that
 * contain it.
 *
 * @param {readonly Typable[]} commands
 * @param {string} typed
 */
export function matching(commands, typed) {
  const wanted = typed.toLowerCase();
  const begins = commands.filter(({ name }) => name.startsWith(wanted));
  const contains = commands.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return [...new Set([...begins, ...contains])];
}

/**
 * Parses a typed command: "/attack leader: Grant". Without any "name:", the text is the first option's.
 *
 * @param {string} line
 * @param {readonly Typable[]} commands
 * @returns {{ command: Typable, texts: Map<string, string> } | null} `null` until a command's name is followed by a space
 */
export function parseLine(line, commands) {
  if (!line.startsWith('/')) return null;
  const rest = line.slice(1);
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => rest.toLowerCase().startsWith(`${name} `));
  if (!command) return null;
  const names = command.options.map(({ name }) => name ?? '');
  return { command, texts: splitOptions(rest.slice(command.name.length + 1), names, names[0] ?? '') };
}

/**
 * Splits text with "name: value" pairs. Text before the first pair belongs to the option being typed.
 *
 * @param {string} text
 * @param {readonly string[]} names the options of the command
 * @param {string} current the option being typed
 * @returns {Map<string, string>} option name to its text; later pairs win
 */
export function splitOptions(text, names, current) {
  const marks = [...text.matchAll(/(?:^|\s)([\p{Ll}\p{N}_-]+):/gu)]
    .map((match) => ({ name: match[1] ?? '', start: match.index, from: match.index + match[0].length }))
    .filter(({ name }) => names.includes(name));
  if (marks.length === 0) return new Map([[current, text]]);
  const before = text.slice(0, marks[0]?.start).trim();
  /** @type {Map<string, string>} */
  const texts = new Map(before === '' ? [] : [[current, before]]);
  marks.forEach(({ name, from }, at) => {
    texts.set(name, text.slice(from, marks[at + 1]?.start).replace(/^ /, ''));
  });
  return texts;
}

const TEXT_CHANNEL = 0;
const PUBLIC_THREAD = 11;
const FORUM = 15;

/** @param {PageChannel} channel @param {number[] | null} [types] those an option takes; all if there are none */
const isOneOf = ({ parent, forum }, types) =>
  !types?.length || types.includes(parent ? PUBLIC_THREAD : forum ? FORUM : TEXT_CHANNEL);

/**
 * The choices known without asking the bot; `null` if the option is free text or autocompleted by the bot.
 *
 * @param {CommandOption} option
 * @param {Mentionables} mentionables
 * @returns {Choice[] | null}
 */
export function fixedChoices(option, mentionables) {
  const people = mentionables.people.map(({ id, name }) => ({ name, value: id }));
  const roles = mentionables.roles.map(({ id, name }) => ({ name: roleName(name), value: id }));
  switch (option.type) {
    case OPTION.boolean:
      return [
        { name: 'True', value: true },
        { name: 'False', value: false },
      ];
    case OPTION.user:
      return people;
    case OPTION.role:
      return roles;
    case OPTION.mentionable:
      return [...people, ...roles];
    case OPTION.channel:
      return mentionables.channels
        .filter((channel) => isOneOf(channel, option.channel_types))
        .map(({ id, name }) => ({ name: `#${name}`, value: id }));
    default:
      return option.choices?.length ? option.choices.map(({ name = '', value = '' }) => ({ name, value })) : null;
  }
}

/**
 * Reads a non-empty text as an option's value; `wrong` is a sentence for the reader.
 *
 * @param {CommandOption} option
 * @param {string} text
 * @param {readonly Choice[]} offered the bot's last choices for this option
 * @param {Mentionables} mentionables
 * @returns {{ value: string | number | boolean } | { wrong: string }}
 */
export function readOption(option, text, offered, mentionables) {
  const choices = fixedChoices(option, mentionables);
  if (choices) {
    const chosen = choices.find(({ name, value }) => bare(name) === bare(text) || String(value) === text.trim());
    return chosen ? { value: chosen.value } : { wrong: 'Choose one from the list.' };
  }
  if (option.type === OPTION.attachment) return { wrong: 'You can’t send files from the practice channel.' };
  const match = option.autocomplete ? offered.find(({ name }) => bare(name) === bare(text)) : undefined;
  if (match) return { value: match.value };
  if (option.type === OPTION.integer || option.type === OPTION.number) return readNumber(option, text);
  const { min_length: least = 0, max_length: most = 6000 } = option;
  if (text.length < least) return { wrong: `At least ${least} characters.` };
  if (text.length > most) return { wrong: `At most ${most} characters; this has ${text.length}.` };
  return { value: text };
}

/** @param {CommandOption} option @param {string} text */
function readNumber({ type, min_value: least = -Infinity, max_value: most = Infinity }, text) {
  const value = Number(text.trim().replace(',', '.'));
  if (Number.isNaN(value)) return { wrong: 'Enter a number.' };
  if (type === OPTION.integer && !Number.isInteger(value)) return { wrong: 'Enter a whole number.' };
  if (value < least) return { wrong: `Enter at least ${least}.` };
  if (value > most) return { wrong: `Enter at most ${most}.` };
  return { value };
}

/** A role's name in a list of people and roles, with one `@`. @param {string} name */
export const roleName = (name) => `@${name.replace(/^@/, '')}`;

/** @param {string} text */
const bare = (text) => text.trim().toLowerCase().replace(/^[@#]/, '');

/**
 * The choices that contain a text, those that begin with it first; all for an empty text.
 *
 * @template {{ name: string }} C
 * @param {readonly C[]} choices
 * @param {string} text
 */
export function fitting(choices, text) {
  const wanted = bare(text);
  const begins = choices.filter(({ name }) => bare(name).startsWith(wanted));
  return [...new Set([...begins, ...choices.filter(({ name }) => bare(name).includes(wanted))])];
}
