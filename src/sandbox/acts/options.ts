import type { Json } from '../objects.ts';
import type { WorldUser } from '../people.ts';
import { may, Permission } from '../permissions.ts';
import type { PageOption } from '../protocol.ts';
import type { CommandStore, RegisteredCommand } from '../store/commands.ts';
import { type CommandOption, OptionType, type ValueOption } from '../validate/commands.ts';
import { lengthOf } from '../validate/fields.ts';
import type { World, WorldChannel } from '../world.ts';
import { Resolved } from './resolved.ts';

/** An action that Discord itself refuses, so that the bot never hears of it. `message` is for the member. */
export class ActRefused extends Error {}

export interface ResolvedCommand {
  readonly command: RegisteredCommand;
  /** The name with its sub-commands, as the member typed it. */
  readonly fullName: string;
  /** The data of the interaction. */
  readonly data: Json;
}

export interface Who {
  readonly member: WorldUser;
  readonly channel: WorldChannel;
}

/**
 * Turns a typed command into an interaction's data: nests sub-commands, converts and checks values, resolves users,
 * roles and channels. With `draft` (autocomplete) nothing needs to be complete.
 * @throws {ActRefused} if Discord would not let the member send it.
 */
export function resolveCommand(
  world: World,
  commands: CommandStore,
  who: Who,
  typed: { command: string; options: readonly PageOption[] },
  draft: boolean,
): ResolvedCommand {
  const path = typed.command.replace(/^\//, '').trim().split(/\s+/);
  const command = commands.slash(who.channel.guildId, path[0] ?? '');
  if (command === undefined) throw new ActRefused(`There is no command /${path[0] ?? ''} here.`);
  checkAllowed(world, command, who);

  const branch = walkDown(command, path.slice(1));
  const resolver = new Resolver(world, who);
  const leaf = typed.options.map((given) => {
    const option = branch.options.find((each) => each.name === given.name);
    if (option === undefined) throw new ActRefused(`/${path.join(' ')} has no option "${given.name}".`);
    return optionData(option, given, draft, resolver);
  });
  if (!draft) {
    const missing = branch.options.find(
      (each) => each.required && !typed.options.some((one) => one.name === each.name),
    );
    if (missing !== undefined) throw new ActRefused(`The option "${missing.name}" is required.`);
  }
  const options = branch.steps.reduceRight<Json[]>((inner, step) => [{ ...step, options: inner }], leaf);
  const { id, guildId, body } = command;
  return {
    command,
    fullName: path.join(' '),
    data: {
      id,
      name: body.name,
      type: 1,
      ...(guildId === null ? {} : { guild_id: guildId }),
      ...(options.length > 0 ? { options } : {}),
      ...(resolver.found === null ? {} : { resolved: resolver.found }),
    },
  };
}

function checkAllowed(world: World, command: RegisteredCommand, { member, channel }: Who): void {
  const { body } = command;
  const guild = world.guildOf(channel);
  const here = guild === null ? 1 : 0;
  const allowedHere = body.contexts ? body.contexts.includes(here) : here === 0 || (body.dm_permission ?? true);
  if (!allowedHere) throw new ActRefused(`/${body.name} cannot be used here.`);
  if (guild === null) return;
  const permissions = world.permissions(member.id, channel);
  const needed = body.default_member_permissions;
  const enough = needed == null || may(permissions, needed === '0' ? Permission.administrator : BigInt(needed));
  if (!enough || !may(permissions, Permission.useApplicationCommands)) {
    throw new ActRefused(`You do not have permission to use /${body.name} here.`);
  }
}

interface Branch {
  readonly steps: readonly Json[];
  readonly options: readonly ValueOption[];
}

function walkDown(command: RegisteredCommand, names: readonly string[]): Branch {
  const steps: Json[] = [];
  let options: readonly CommandOption[] = command.body.options ?? [];
  for (const name of names) {
    const step = options.find((each) => each.type <= OptionType.subcommandGroup && each.name === name);
    if (step === undefined || !('options' in step)) throw new ActRefused(`/${command.body.name} has no "${name}".`);
    steps.push({ name, type: step.type });
    options = step.options ?? [];
  }
  const values = options.filter((each): each is ValueOption => each.type > OptionType.subcommandGroup);
  if (values.length < options.length) {
    const names = options.map((each) => each.name).join(', ');
    throw new ActRefused(`/${command.body.name} needs one of: ${names}.`);
  }
  return { steps, options: values };
}

function optionData(option: ValueOption, given: PageOption, draft: boolean, resolver: Resolver): Json {
  const { name, type } = option;
  if (given.focused) {
    if (!option.autocomplete) throw new ActRefused(`The option "${name}" does not complete.`);
    return { name, type, value: String(given.value), focused: true };
  }
  const value =
    draft && type !== OptionType.string ? lenientValue(option, given, resolver) : resolver.value(option, given);
  return { name, type, value };
}

/** Does not check options other than the one being typed. */
function lenientValue(option: ValueOption, given: PageOption, resolver: Resolver): unknown {
  try {
    return resolver.value(option, given);
  } catch (error) {
    if (error instanceof ActRefused) return given.value;
    throw error;
  }
}

/** Converts values and collects the objects that their ids refer to. */
class Resolver {
  readonly #resolved: Resolved;

  constructor(world: World, { channel, member }: Who) {
    this.#resolved = new Resolved(world, channel, member);
  }

  get found(): Json | null {
    return this.#resolved.found;
  }

  value(option: ValueOption, given: PageOption): string | number | boolean {
    const { name, type, choices } = option;
    const chosen = choices?.find((each) => each.value === given.value || String(each.value) === String(given.value));
    const named = choices?.find((each) => each.name === given.value);
    if (choices?.length) {
      const pick = chosen ?? named;
      if (pick === undefined) throw new ActRefused(`"${given.value}" is no choice for "${name}".`);
      return pick.value;
    }
    const typed = String(given.value).trim();
    switch (type) {
      case OptionType.string:
        return this.#string(option, String(given.value));
      case OptionType.integer:
      case OptionType.number:
        return this.#number(option, typed);
      case OptionType.boolean:
        if (!/^(true|false)$/i.test(typed)) throw new ActRefused(`"${name}" must be true or false.`);
        return typed.toLowerCase() === 'true';
      case OptionType.user:
        return this.#user(name, typed);
      case OptionType.channel:
        return this.#channelId(option, typed);
      case OptionType.role:
        return this.#role(name, typed);
      case OptionType.mentionable:
        return this.#resolved.role(typed) ?? this.#user(name, typed);
      default:
        throw new ActRefused('The sandbox cannot send files with a command.');
    }
  }

  #string({ name, min_length, max_length }: ValueOption, value: string): string {
    const length = lengthOf(value);
    if (length === 0) throw new ActRefused(`The option "${name}" is empty.`);
    if (length < (min_length ?? 0) || length > (max_length ?? 6000)) {
      throw new ActRefused(`"${name}" must be ${min_length ?? 0} to ${max_length ?? 6000} characters long.`);
    }
    return value;
  }

  #number({ name, type, min_value, max_value }: ValueOption, typed: string): number {
    const value = typed === '' ? Number.NaN : Number(typed);
    const whole = type === OptionType.integer;
    if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) {
      throw new ActRefused(`"${name}" must be a ${whole ? 'whole number' : 'number'}.`);
    }
    if (value < (min_value ?? -(2 ** 53)) || value > (max_value ?? 2 ** 53)) {
      throw new ActRefused(`"${name}" is out of range.`);
    }
    return value;
  }

  #user(option: string, typed: string): string {
    const id = this.#resolved.user(typed);
    if (id === undefined) throw new ActRefused(`"${option}": there is no member "${typed}".`);
    return id;
  }

  #channelId({ name, channel_types }: ValueOption, typed: string): string {
    const id = this.#resolved.channel(typed, channel_types);
    if (id === undefined) throw new ActRefused(`"${name}": there is no channel "${typed}".`);
    return id;
  }

  #role(option: string, typed: string): string {
    const id = this.#resolved.role(typed);
    if (id === undefined) throw new ActRefused(`"${option}": there is no role "${typed}".`);
    return id;
  }
}
