import { ApplicationCommandOptionType as OptionType, PermissionFlagsBits } from 'discord.js';
import * as z from 'zod';
import { type CommandOption, isValue, type RegisteredCommand, type ValueOption } from '../store/commands.ts';
import type { Discord } from '../store/discord.ts';
import type { JsonObject } from '../store/errors.ts';
import { lengthOf } from '../store/field-schemas.ts';
import { resolvedMember } from '../store/objects.ts';
import { fitsDms, fitsServers, may, mayUse } from '../world/permissions.ts';
import { userObject, type World } from '../world/world.ts';
import type { Who } from './interactions.ts';

/** An action that Discord itself refuses, so that the bot never hears of it. `message` is for the member. */
export class ActRefused extends Error {}

const typedOption = z.object({
  name: z.string().max(40),
  value: z.union([z.string().max(6100), z.number(), z.boolean()]),
  focused: z.boolean().optional(),
});

/** A typed command; sub-commands are part of its name, as "name sub" or "name group sub", so options are flat. */
export const typedCommand = { command: z.string().max(120), options: z.array(typedOption).max(25) };

type TypedOption = z.infer<typeof typedOption>;
type TypedCommand = z.infer<z.ZodObject<typeof typedCommand>>;

/**
 * Turns a typed command into an interaction's data: nests sub-commands, converts and checks values, resolves users,
 * roles and channels. With `incomplete` (autocomplete) required options may be missing. The full name has the
 * sub-commands, as the member typed it.
 * @throws {ActRefused} if Discord would not let the member send it.
 */
export function resolveCommand(discord: Discord, who: Who, typed: TypedCommand, incomplete: boolean) {
  const { world, commands } = discord;
  if (incomplete && typed.options.filter(({ focused }) => focused).length !== 1) {
    throw new ActRefused('Exactly one option is being typed.');
  }
  const path = typed.command.replace(/^\//, '').trim().split(/\s+/);
  const command = commands.slash(who.channel.guild_id ?? null, path[0] ?? '');
  if (command === undefined) throw new ActRefused(`There is no command /${path[0] ?? ''} here.`);
  checkAllowed(world, command, who);

  const branch = subcommandOf(command, path.slice(1));
  const missing = branch.options.find(
    ({ name, required }) => required && !typed.options.some((given) => given.name === name),
  );
  if (!incomplete && missing) throw new ActRefused(`${missing.name}: Fill this in.`);
  const resolved = createResolver(world, who);
  const leaf = typed.options.map((given) => {
    const option = branch.options.find((each) => each.name === given.name);
    if (option === undefined) throw new ActRefused(`/${path.join(' ')} has no option "${given.name}".`);
    return optionData(option, given, incomplete, resolved);
  });
  const options = branch.steps.reduceRight<JsonObject[]>((inner, step) => [{ ...step, options: inner }], leaf);
  const { id, guildId, body } = command;
  return {
    fullName: path.join(' '),
    data: {
      id,
      name: body.name,
      type: 1,
      ...(guildId !== null && { guild_id: guildId }),
      ...(options.length > 0 && { options }),
      ...(Object.keys(resolved.found).length > 0 && { resolved: resolved.found }),
    },
  };
}

function checkAllowed(world: World, { body }: RegisteredCommand, { member, channel }: Who): void {
  const guild = world.guildOf(channel);
  const fits = guild ? fitsServers(body) : fitsDms(body);
  if (!fits) throw new ActRefused(`/${body.name} cannot be used here.`);
  const permissions = world.permissions(member.id, channel);
  if (guild && !(mayUse(body, permissions) && may(permissions, PermissionFlagsBits.UseApplicationCommands))) {
    throw new ActRefused(`You do not have permission to use /${body.name} here.`);
  }
}

/** The sub-command that some names lead to: its nested steps, outermost first, and its options. */
function subcommandOf({ body }: RegisteredCommand, names: readonly string[]) {
  const steps: JsonObject[] = [];
  let options: readonly CommandOption[] = body.options ?? [];
  for (const name of names) {
    const step = options.find((each) => !isValue(each) && each.name === name);
    if (step === undefined) throw new ActRefused(`/${body.name} has no "${name}".`);
    steps.push({ name, type: step.type });
    options = ('options' in step && step.options) || [];
  }
  const values = options.filter(isValue);
  if (values.length < options.length) {
    throw new ActRefused(`/${body.name} needs one of: ${options.map((each) => each.name).join(', ')}.`);
  }
  return { steps, options: values };
}

function optionData(option: ValueOption, given: TypedOption, incomplete: boolean, resolved: Resolver): JsonObject {
  const { name, type, autocomplete } = option;
  if (given.focused) {
    if (!autocomplete) throw new ActRefused(`The option "${name}" does not complete.`);
    return { name, type, value: String(given.value), focused: true };
  }
  try {
    return { name, type, value: readValue(option, given.value, resolved) };
  } catch (error) {
    // While one option is being typed, the others are not checked.
    if (incomplete && type !== OptionType.String && error instanceof ActRefused)
      return { name, type, value: given.value };
    throw error;
  }
}

function readValue(option: ValueOption, value: TypedOption['value'], resolved: Resolver): string | number | boolean {
  const { name, type, choices, channel_types } = option;
  const typed = String(value).trim();
  const refuse = (words: string): never => {
    throw new ActRefused(`${name}: ${words}`);
  };
  if (choices?.length) {
    const chosen = choices.find((each) => String(each.value) === typed);
    const named = chosen ?? choices.find((each) => each.name.toLowerCase() === typed.toLowerCase());
    return named?.value ?? refuse(`"${value}" is none of the choices.`);
  }
  switch (type) {
    case OptionType.String: {
      const [text, min, max] = [String(value), option.min_length ?? 1, option.max_length ?? 6000];
      const length = lengthOf(text);
      if (length < min) return refuse(`Enter at least ${min} characters.`);
      return length > max ? refuse(`Enter at most ${max} characters; this has ${length}.`) : text;
    }
    case OptionType.Integer:
    case OptionType.Number: {
      const [number, min, max] = [Number(typed || 'none'), option.min_value ?? -(2 ** 53), option.max_value ?? 2 ** 53];
      if (!Number.isFinite(number)) return refuse('Enter a number.');
      if (type === OptionType.Integer && !Number.isInteger(number)) return refuse('Enter a whole number.');
      if (number < min) return refuse(`Enter at least ${min}.`);
      return number > max ? refuse(`Enter at most ${max}.`) : number;
    }
    case OptionType.Boolean:
      return /^(true|false)$/i.test(typed) ? typed.toLowerCase() === 'true' : refuse('Choose true or false.');
    case OptionType.User:
      return resolved.user(typed) ?? refuse(`There is no member "${typed}".`);
    case OptionType.Channel:
      return resolved.channel(typed, channel_types) ?? refuse(`There is no channel "${typed}".`);
    case OptionType.Role:
      return resolved.role(typed) ?? refuse(`There is no role "${typed}".`);
    default:
      return refuse('The sandbox cannot send this kind of option.');
  }
}

export type Resolver = ReturnType<typeof createResolver>;

/**
 * Finds users, roles and channels by mention, id or name, for a member in a place.
 * It collects their objects in `found`, for an interaction's `resolved`.
 */
export function createResolver(world: World, { member, channel: place }: Who) {
  const guild = world.guildOf(place);
  const found: Record<string, JsonObject> = {};

  /** A user's id by mention, id or name; by name only people in this server or direct conversation. */
  function user(typed: string): string | undefined {
    const { users, bot } = world;
    const here = guild?.memberships.map((each) => each.user) ?? [...users.filter(({ id }) => id === place.dmOf), bot];
    // Discord also takes the id or a mention of somebody who isn't in the server.
    const user =
      named(here, typed, /^<@!?(\d+)>$/) ?? users.find(({ id }) => id === /^(?:<@!?)?(\d+)>?$/.exec(typed)?.[1]);
    if (user === undefined) return undefined;
    const membership = guild && world.membership(guild, user.id);
    if (membership) keep('members', user.id, resolvedMember(membership, world.permissions(user.id, place)));
    return keep('users', user.id, userObject(user));
  }

  /** The id of a channel or thread of this server that the member can see, and is of one of `types`, if given. */
  function channel(typed: string, types: readonly number[] | null = null): string | undefined {
    const all = world.channels.filter(({ guild_id }) => guild_id !== undefined && guild_id === guild?.id);
    const channel = named(all, typed.replace(/^#/, ''), /^<#(\d+)>$/);
    if (!channel || (types?.length && !types.includes(channel.type))) return undefined;
    const permissions = world.permissions(member.id, channel);
    if (!may(permissions, PermissionFlagsBits.ViewChannel)) return undefined;
    const { permission_overwrites, ...object } = channel;
    return keep('channels', channel.id, { ...object, permissions: permissions.toString() });
  }

  /** The id of a role of this server. */
  function role(typed: string): string | undefined {
    const role = named(guild?.roles ?? [], typed, /^<@&(\d+)>$/);
    return role && keep('roles', role.id, { ...role });
  }

  function keep(kind: string, id: string, object: JsonObject): string {
    found[kind] = { ...found[kind], [id]: object };
    return id;
  }

  return { found, user, channel, role };
}

/** The one with this id, mention or name, with or without `@`, in any case. */
function named<T extends { readonly id: string; readonly name: string; readonly username?: string }>(
  all: readonly T[],
  typed: string,
  mention: RegExp,
): T | undefined {
  const bare = (text: string) => text.replace(/^@/, '').toLowerCase();
  const wanted = mention.exec(typed)?.[1] ?? bare(typed);
  return all.find(({ id, name, username }) => id === wanted || username === wanted || bare(name) === wanted);
}
