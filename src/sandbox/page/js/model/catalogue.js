/** @import { PageChannel, PageCommand, PageMember } from '../../../protocol.ts' */
/** @import { Command, CommandOption } from '../shapes.d.ts' */

/**
 * A command as typed: each sub-command is a command of its own, "game start".
 *
 * @typedef {{ name: string, description: string, options: CommandOption[] }} Typable
 */

const SUB_COMMAND = 1;
const SUB_COMMAND_GROUP = 2;
const CHAT_INPUT = 1;
const CONTEXT_GUILD = 0;
const CONTEXT_BOT_DM = 1;

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
  const needed = command.default_member_permissions;
  if (needed === null || needed === undefined) return true;
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
  const contains = commands.filter(
    (command) => !begins.includes(command) && `${command.name} ${command.description}`.toLowerCase().includes(wanted),
  );
  return [...begins, ...contains];
}
