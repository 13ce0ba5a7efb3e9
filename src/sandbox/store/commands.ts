import { ApplicationCommandOptionType as OptionType } from 'discord.js';
import * as z from 'zod';
import { apiError, broken, type JsonObject, withoutNulls } from './errors.ts';
import * as schema from './field-schemas.ts';

/** A registered command; `guildId` is null for a global one. */
export interface RegisteredCommand {
  readonly id: string;
  readonly version: string;
  readonly guildId: string | null;
  readonly body: CommandBody;
}

export type CommandStore = ReturnType<typeof createCommandStore>;

export function createCommandStore(nextId: () => string, onChange: () => void) {
  let all: readonly RegisteredCommand[] = [];

  function inScope(guildId: string | null): readonly RegisteredCommand[] {
    return all.filter((each) => each.guildId === guildId);
  }

  /** The slash command of a name in a guild, or with `null` in a DM. A guild's own goes before a global one. */
  function slash(guildId: string | null, name: string): RegisteredCommand | undefined {
    const named = ({ body }: RegisteredCommand) => kindOf(body) === 1 && body.name === name;
    return inScope(guildId).find(named) ?? inScope(null).find(named);
  }

  /**
   * Replaces all commands of a scope; a command that keeps its name keeps its id.
   * @throws {ApiError} 50240 if that would remove the application's entry point
   */
  function replace(guildId: string | null, bodies: readonly CommandBody[]): readonly RegisteredCommand[] {
    const before = inScope(guildId);
    const isEntry = ({ type }: CommandBody) => type === ENTRY_POINT;
    if (before.some(({ body }) => isEntry(body)) && !bodies.some(isEntry)) throw apiError.entryPointLeftOut();
    const next = bodies.map((body): RegisteredCommand => {
      const old = before.find((each) => each.body.name === body.name && kindOf(each.body) === kindOf(body));
      const same = old !== undefined && JSON.stringify(old.body) === JSON.stringify(body);
      return { id: old?.id ?? nextId(), version: same ? old.version : nextId(), guildId, body };
    });
    all = [...all.filter((each) => each.guildId !== guildId), ...next];
    onChange();
    return next;
  }

  /** Forgets a scope's commands, as Discord does a guild's after the bot has left it. */
  function forget(guildId: string | null): void {
    all = all.filter((each) => each.guildId !== guildId);
    onChange();
  }

  return { all: () => all, in: inScope, slash, replace, forget };
}

export function commandObject({ id, version, guildId, body }: RegisteredCommand, application_id: string): JsonObject {
  const defaults = {
    ...{ name_localizations: null, description_localizations: null, default_member_permissions: null, contexts: null },
    ...{ description: '', dm_permission: true, integration_types: [0], nsfw: false },
  };
  const { options, ...given } = withoutNulls(body) as JsonObject & { options?: readonly unknown[] };
  const scope = guildId === null ? {} : { guild_id: guildId };
  return { type: 1, ...defaults, ...given, id, version, application_id, ...(options?.length && { options }), ...scope };
}

const MAX_COMMANDS = 100;
const MAX_SIZE = 8000;

/** Letters and digits of any script, `_`, `-` and `'`, without capitals. */
const isName = (name: string): boolean =>
  /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u.test(name) && name === name.toLowerCase();

const localizations = z.record(z.string(), z.string().nullable()).nullish();
const localized = { name_localizations: localizations, description_localizations: localizations };
const described = {
  ...localized,
  // `textField` has an error of its own for a bad length.
  name: schema.ruled(schema.textField(1, 32), (name) => [
    name !== '' && schema.lengthOf(name) <= 32 && !isName(name) && broken('APPLICATION_COMMAND_INVALID_NAME'),
  ]),
  description: schema.textField(1, 100),
};

const choice = z.object({
  name: schema.textField(1, 100),
  name_localizations: localizations,
  value: z.union([schema.textField(0, 100), z.number()]),
});

const valueOption = schema.ruled(
  z.object({
    ...described,
    type: schema.oneOfNumbers([3, 4, 5, 6, 7, 8, 9, 10, 11]),
    required: schema.optionalBoolean,
    choices: schema.list(choice, 0, 25).nullish(),
    autocomplete: schema.optionalBoolean,
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: schema.integer(0, 6000).nullish(),
    max_length: schema.integer(1, 6000).nullish(),
    channel_types: z.array(z.int()).nullish(),
  }),
  ({ type, autocomplete, choices, min_value, max_value, min_length, max_length }) => {
    const typed = [OptionType.String, OptionType.Integer, OptionType.Number].includes(type);
    const fits = (value: string | number) => {
      if (type === OptionType.Integer) return Number.isInteger(value);
      return typeof value === (type === OptionType.String ? 'string' : 'number');
    };
    const given = choices ?? [];
    return [
      autocomplete &&
        (given.length > 0 || !typed) &&
        broken('APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID', 'autocomplete'),
      given.length > 0 && !typed && broken('APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID', 'choices'),
      ...given.map(({ value }, at) => typed && !fits(value) && broken('BASE_TYPE_INVALID', 'choices', at, 'value')),
      ...schema
        .repeats(given.map(({ name }) => name))
        .map((at) => broken('APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS', 'choices', at)),
      (min_value ?? -Infinity) > (max_value ?? Infinity) &&
        broken('APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID', 'min_value'),
      (min_length ?? 0) > (max_length ?? 6000) && broken('APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID', 'min_length'),
    ];
  },
);

/** Rules of one level's options as a whole: no name twice, required options first. */
function* levelRules(options: readonly { name: string; required?: boolean | null | undefined }[], ...path: string[]) {
  for (const at of schema.repeats(options.map(({ name }) => name))) {
    yield broken('APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', ...path, at, 'name');
  }
  const firstOptional = options.findIndex(({ required }) => !required);
  for (const [at, { required }] of options.entries()) {
    if (required && firstOptional >= 0 && at > firstOptional) {
      yield broken('APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', ...path, at);
    }
  }
}

const subcommand = z.object({
  ...described,
  type: z.literal(OptionType.Subcommand),
  options: schema.ruled(schema.list(valueOption, 0, 25), levelRules).nullish(),
});
const group = z.object({
  ...described,
  type: z.literal(OptionType.SubcommandGroup),
  options: schema.ruled(schema.list(subcommand, 1, 25), levelRules),
});

/** Only the schema of the type that is given judges an option. */
const option = z.unknown().transform((value, ctx): CommandOption => {
  const { type } = typeof value === 'object' && value !== null ? (value as { type?: unknown }) : {};
  const chosen = type === 1 ? subcommand : type === 2 ? group : valueOption;
  const result = chosen.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) ctx.issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue);
  return z.NEVER;
});

export type ValueOption = z.infer<typeof valueOption>;
export type CommandOption = ValueOption | z.infer<typeof subcommand> | z.infer<typeof group>;

/** The type of the entry point command, which Discord makes for an application with activities. */
const ENTRY_POINT = 4;

const command = schema.ruled(
  z.object({
    id: schema.snowflake.nullish(),
    type: schema.oneOfNumbers([1, 2, 3, ENTRY_POINT]).nullish(),
    name: schema.textField(1, 32),
    ...localized,
    description: schema.textField(0, 100).nullish(),
    options: schema.list(option, 0, 25).nullish(),
    default_member_permissions: schema.bits.nullish(),
    dm_permission: schema.optionalBoolean,
    contexts: schema.list(schema.oneOfNumbers([0, 1, 2]), 1, 3).nullish(),
    integration_types: schema.list(schema.oneOfNumbers([0, 1]), 1, 2).nullish(),
    nsfw: schema.optionalBoolean,
    handler: schema.oneOfNumbers([1, 2]).nullish(),
  }),
  ({ type, name, description, options: given }) => {
    const options = given ?? [];
    if (type === ENTRY_POINT) return [];
    if ((type ?? 1) !== 1) {
      return [
        description && broken('APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID', 'description'),
        options.length > 0 && broken('APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID', 'options'),
      ];
    }
    const values = options.filter(isValue);
    const onlyValues = values.length === options.length;
    return [
      !isName(name) && broken('APPLICATION_COMMAND_INVALID_NAME', 'name'),
      !description && broken('BASE_TYPE_REQUIRED', 'description'),
      !onlyValues && values.length > 0 && broken('APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'options'),
      ...levelRules(onlyValues ? values : options.map(({ name }) => ({ name })), 'options'),
      sizeOf(name, description, options) > MAX_SIZE && broken('APPLICATION_COMMAND_TOO_LARGE'),
    ];
  },
);

export const isValue = (each: CommandOption): each is ValueOption => each.type > OptionType.SubcommandGroup;

export type CommandBody = z.infer<typeof command>;

/** The characters that count towards Discord's limit for a command: names, descriptions and values of choices. */
function sizeOf(name: string, description: string | null | undefined, options: readonly CommandOption[]): number {
  const head = schema.lengthOf(name) + schema.lengthOf(description ?? '');
  return options.reduce((sum, each) => {
    const choices = 'choices' in each ? (each.choices ?? []) : [];
    const chosen = choices.reduce(
      (total, one) => total + schema.lengthOf(one.name) + schema.lengthOf(String(one.value)),
      0,
    );
    return sum + chosen + sizeOf(each.name, each.description, 'options' in each ? (each.options ?? []) : []);
  }, head);
}

/** Discord's command type: a slash command (1) unless another is given. */
const kindOf = ({ type }: CommandBody): number => type ?? 1;

const overwrite = schema.ruled(z.array(command), (commands) =>
  schema
    .repeats(commands.map((each) => `${kindOf(each)} ${each.name}`))
    .map((at) => broken('APPLICATION_COMMANDS_DUPLICATE_NAME', at, 'name')),
);

/** The list of a bulk overwrite. @throws {ApiError} 50035 for an invalid one or a repeated name, 30032 for too many. */
export function checkCommands(value: unknown): CommandBody[] {
  const commands = schema.check(overwrite, value);
  if (commands.filter((each) => kindOf(each) === 1).length > MAX_COMMANDS) throw apiError.tooManyCommands();
  return commands;
}
