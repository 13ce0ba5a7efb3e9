import { z } from 'zod';
import { type FieldIssue, refuse } from '../errors.ts';
import { check, complaint, integer, lengthOf, list, oneOf, snowflake, text } from './fields.ts';

/** Discord's option types. */
export const OptionType = {
  subcommand: 1,
  subcommandGroup: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

const MAX_COMMANDS = 100;
const MAX_SIZE = 8000;

/** Letters and digits of any script, `_`, `-` and `'`; capitals are checked apart. */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const name = text(1, 32).superRefine((value, ctx) => {
  if (lengthOf(value) <= 32 && value !== '' && (!NAME.test(value) || value !== value.toLowerCase())) {
    ctx.addIssue(complaint('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid'));
  }
});
const localizations = z.record(z.string(), z.string().nullable()).nullish();
const described = {
  name,
  name_localizations: localizations,
  description: text(1, 100),
  description_localizations: localizations,
};

const choice = z.object({
  name: text(1, 100),
  name_localizations: localizations,
  value: z.union([text(0, 100), z.number()]),
});

const valueOption = z
  .object({
    ...described,
    type: oneOf([3, 4, 5, 6, 7, 8, 9, 10, 11]),
    required: z.boolean().nullish(),
    choices: list(choice, 0, 25).nullish(),
    autocomplete: z.boolean().nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: integer(0, 6000).nullish(),
    max_length: integer(1, 6000).nullish(),
    channel_types: z.array(z.int()).nullish(),
  })
  .superRefine((option, ctx) => {
    const { string, integer: whole, number } = OptionType;
    const typed = option.type === string || option.type === whole || option.type === number;
    if (option.autocomplete && (option.choices?.length || !typed)) {
      const words = 'Autocomplete cannot be set to true if choices are present or the type has none';
      ctx.addIssue(complaint('APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID', words, ['autocomplete']));
    }
    if (option.choices?.length && !typed) {
      const words = 'Choices cannot be set for this type of option';
      ctx.addIssue(complaint('APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID', words, ['choices']));
    }
    const names = new Set<string>();
    for (const [index, each] of (option.choices ?? []).entries()) {
      const fits =
        option.type === string
          ? typeof each.value === 'string'
          : typeof each.value === 'number' && (option.type !== whole || Number.isInteger(each.value));
      if (typed && !fits) {
        const words = `Value ${JSON.stringify(each.value)} does not fit the option's type.`;
        ctx.addIssue(complaint('BASE_TYPE_INVALID', words, ['choices', index, 'value']));
      }
      if (names.has(each.name)) {
        const words = 'Choice names must be unique';
        ctx.addIssue(complaint('APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS', words, ['choices', index]));
      }
      names.add(each.name);
    }
    if ((option.min_value ?? -Infinity) > (option.max_value ?? Infinity)) {
      const words = 'min_value must not be greater than max_value';
      ctx.addIssue(complaint('APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID', words, ['min_value']));
    }
    if ((option.min_length ?? 0) > (option.max_length ?? 6000)) {
      const words = 'min_length must not be greater than max_length';
      ctx.addIssue(complaint('APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID', words, ['min_length']));
    }
  });

/** Errors of one level's options as a whole: repeated names, required options after optional ones. */
function orderComplaints(options: readonly { name: string; required?: boolean | null | undefined }[]) {
  const complaints: ReturnType<typeof complaint>[] = [];
  const names = new Set<string>();
  let optional = false;
  for (const [index, each] of options.entries()) {
    if (names.has(each.name)) {
      const words = 'Option name already exists at this level';
      complaints.push(complaint('APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', words, [index, 'name']));
    }
    names.add(each.name);
    if (each.required && optional) {
      const words = 'Required options must be placed before non-required options';
      complaints.push(complaint('APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', words, [index]));
    }
    optional ||= !each.required;
  }
  return complaints;
}

function checkOrder(
  options: readonly { name: string; required?: boolean | null | undefined }[],
  ctx: z.RefinementCtx,
): void {
  for (const each of orderComplaints(options)) ctx.addIssue(each);
}

const valueOptions = list(valueOption, 0, 25).superRefine(checkOrder).nullish();
const subcommand = z.object({ ...described, type: z.literal(OptionType.subcommand), options: valueOptions });
const group = z.object({
  ...described,
  type: z.literal(OptionType.subcommandGroup),
  options: list(subcommand, 1, 25).superRefine(checkOrder),
});

const option = z.unknown().transform((value, ctx): ValueOption | Subcommand | Group => {
  const type: unknown = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : undefined;
  const schema = type === 1 ? subcommand : type === 2 ? group : valueOption;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) ctx.issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue);
  return z.NEVER;
});

export type ValueOption = z.infer<typeof valueOption>;
export type Subcommand = z.infer<typeof subcommand>;
export type Group = z.infer<typeof group>;
export type CommandOption = ValueOption | Subcommand | Group;

const bits = z
  .union([z.string(), z.int()])
  .transform(String)
  .superRefine((value, ctx) => {
    if (!/^\d{1,20}$/.test(value)) {
      ctx.addIssue(complaint('NUMBER_TYPE_COERCE', `Value "${value}" is not int.`));
    }
  });

/** The type of the entry point command, which Discord makes for an application with activities. */
export const ENTRY_POINT = 4;

const command = z
  .object({
    id: snowflake.nullish(),
    type: oneOf([1, 2, 3, ENTRY_POINT]).nullish(),
    name: text(1, 32),
    name_localizations: localizations,
    description: text(0, 100).nullish(),
    description_localizations: localizations,
    options: list(option, 0, 25).nullish(),
    default_member_permissions: bits.nullish(),
    dm_permission: z.boolean().nullish(),
    contexts: list(oneOf([0, 1, 2]), 1, 3).nullish(),
    integration_types: list(oneOf([0, 1]), 1, 2).nullish(),
    nsfw: z.boolean().nullish(),
    handler: oneOf([1, 2]).nullish(),
  })
  .superRefine((value, ctx) => {
    if (value.type === ENTRY_POINT) return;
    const options = value.options ?? [];
    if ((value.type ?? 1) !== 1) {
      if (value.description) {
        const words = 'Context menu commands cannot have description';
        ctx.addIssue(complaint('APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID', words, ['description']));
      }
      if (options.length > 0) {
        const words = 'Context menu commands cannot have options';
        ctx.addIssue(complaint('APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID', words, ['options']));
      }
      return;
    }
    if (!NAME.test(value.name) || value.name !== value.name.toLowerCase()) {
      ctx.addIssue(complaint('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid', ['name']));
    }
    if (!value.description) {
      ctx.addIssue(complaint('BASE_TYPE_REQUIRED', 'This field is required', ['description']));
    }
    const nested = options.filter((each) => each.type <= OptionType.subcommandGroup).length;
    if (nested > 0 && nested < options.length) {
      const words = 'Sub-command and sub-command group option types are mutually exclusive to all other types';
      ctx.addIssue(complaint('APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', words, ['options']));
    }
    for (const each of orderComplaints(nested > 0 ? options.map(({ name }) => ({ name })) : options.filter(isValue))) {
      ctx.addIssue({ ...each, path: ['options', ...each.path] });
    }
    if (sizeOf(value.name, value.description, options) > MAX_SIZE) {
      const words = `Command exceeds maximum size (${MAX_SIZE})`;
      ctx.addIssue(complaint('APPLICATION_COMMAND_TOO_LARGE', words));
    }
  });

const isValue = (each: CommandOption): each is ValueOption => each.type > OptionType.subcommandGroup;

export type CommandBody = z.infer<typeof command>;

/** The characters that count towards Discord's limit for a command: names, descriptions and values of choices. */
function sizeOf(name: string, description: string | null | undefined, options: readonly CommandOption[]): number {
  let size = lengthOf(name) + lengthOf(description ?? '');
  for (const each of options) {
    size += sizeOf(each.name, each.description, 'options' in each ? (each.options ?? []) : []);
    if ('choices' in each) {
      for (const one of each.choices ?? []) size += lengthOf(one.name) + lengthOf(String(one.value));
    }
  }
  return size;
}

/** @throws {ApiError} 50035 for a command that Discord would refuse. */
export function checkCommand(value: unknown): CommandBody {
  return check(command, value);
}

/** The list of a bulk overwrite. @throws {ApiError} 50035 if one is invalid, a name is repeated or there are too many. */
export function checkCommands(value: unknown): CommandBody[] {
  const commands = check(z.array(command), value);
  const issues: FieldIssue[] = [];
  const seen = new Set<string>();
  commands.forEach((each, index) => {
    const key = `${each.type ?? 1} ${each.name}`;
    if (seen.has(key)) {
      const message = 'Application command names must be unique';
      issues.push({ path: [index, 'name'], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message });
    }
    seen.add(key);
  });
  if (issues.length > 0) throw refuse.invalidForm(issues);
  if (commands.filter((each) => (each.type ?? 1) === 1).length > MAX_COMMANDS) throw refuse.tooManyCommands();
  return commands;
}

export { MAX_COMMANDS };
