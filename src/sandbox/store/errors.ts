import { z } from 'zod';

/** A JSON object of Discord's API. */
export type Json = Record<string, unknown>;

/** A JSON value without what is null or undefined in it. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
}

/** An error of a field, in Discord's words. */
interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** Discord's nested `errors` object: keys lead to a field, whose errors are in `_errors`. */
interface ErrorTree {
  [key: string]: ErrorTree | readonly FieldError[];
}

export interface FieldIssue extends FieldError {
  readonly path: readonly (string | number)[];
}

/** An error answer of the REST API. `code` is Discord's JSON error code. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: ErrorTree | null;

  constructor(status: number, code: number, message: string, errors: ErrorTree | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  toJSON(): { message: string; code: number; errors?: ErrorTree } {
    return { message: this.message, code: this.code, ...(this.errors === null ? {} : { errors: this.errors }) };
  }
}

/** Discord's refusals, with its status, code and words. */
export const refuse = {
  notFound: () => new ApiError(404, 0, '404: Not Found'),
  methodNotAllowed: () => new ApiError(405, 0, '405: Method Not Allowed'),
  unauthorized: () => new ApiError(401, 0, '401: Unauthorized'),
  unknownChannel: () => new ApiError(404, 10003, 'Unknown Channel'),
  unknownMessage: () => new ApiError(404, 10008, 'Unknown Message'),
  unknownWebhook: () => new ApiError(404, 10015, 'Unknown Webhook'),
  unknownInteraction: () => new ApiError(404, 10062, 'Unknown interaction'),
  unknownTag: () => new ApiError(404, 10087, 'Unknown tag'),
  notYourApplication: () =>
    new ApiError(403, 20012, 'You are not authorized to perform this action on this application'),
  tooManyCommands: () => new ApiError(400, 30032, 'Maximum number of application commands reached (100).'),
  tagsNotUnique: () => new ApiError(400, 40061, 'Tag names must be unique'),
  tagRequired: () => new ApiError(400, 40067, 'A tag is required to create a forum post in this channel'),
  entityTooLarge: () => new ApiError(413, 40005, 'Request entity too large'),
  alreadyAcknowledged: () => new ApiError(400, 40060, 'Interaction has already been acknowledged.'),
  missingAccess: () => new ApiError(403, 50001, 'Missing Access'),
  notYourMessage: () => new ApiError(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: () => new ApiError(400, 50006, 'Cannot send an empty message'),
  cannotSendToUser: () => new ApiError(403, 50007, 'Cannot send messages to this user'),
  notATextChannel: () => new ApiError(400, 50008, 'Cannot send messages in a non-text channel'),
  missingPermissions: () => new ApiError(403, 50013, 'Missing Permissions'),
  invalidWebhookToken: () => new ApiError(401, 50027, 'Invalid Webhook Token'),
  invalidRecipients: () => new ApiError(400, 50033, 'Invalid Recipient(s)'),
  wrongChannelType: () => new ApiError(400, 50024, 'Cannot execute action on this channel type'),
  threadArchived: () => new ApiError(400, 50083, 'Thread is archived'),
  replyNeedsHistory: () => new ApiError(403, 160002, 'Cannot reply without permission to read message history'),
  threadExists: () => new ApiError(400, 160004, 'A thread has already been created for this message'),
  threadLocked: () => new ApiError(400, 160005, 'Thread is locked'),
  tooManyThreads: () => new ApiError(400, 160006, 'Maximum number of active threads reached'),
  badJson: () => new ApiError(400, 50109, 'The request body contains invalid JSON.'),
  entryPointLeftOut: () =>
    new ApiError(
      400,
      50240,
      "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
    ),
  invalidForm: (issues: readonly FieldIssue[]) => new ApiError(400, 50035, 'Invalid Form Body', errorTree(issues)),
  invalidField: (...issue: Parameters<typeof broken>) => refuse.invalidForm([broken(...issue)]),
  tooMany: (most: number, ...path: string[]) =>
    refuse.invalidForm([{ path, code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${most} or fewer in length.` }]),
} as const;

/** Nests errors by their paths. */
export function errorTree(issues: readonly FieldIssue[]): ErrorTree {
  const tree = emptyTree();
  for (const issue of issues) {
    let node = tree;
    for (const key of issue.path) {
      const next = node[key];
      const inner = next === undefined || Array.isArray(next) ? emptyTree() : (next as ErrorTree);
      node[key] = inner;
      node = inner;
    }
    const before = node._errors;
    const error = { code: issue.code, message: issue.message };
    node._errors = Array.isArray(before) ? [...before, error] : [error];
  }
  return tree;
}

/** Has no prototype, because a client chooses the keys. */
function emptyTree(): ErrorTree {
  return Object.create(null) as ErrorTree;
}

/** Discord's words for rules about a whole value, by code. */
const WORDS = {
  APPLICATION_COMMAND_INVALID_NAME: 'Command name is invalid',
  APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID: 'Context menu commands cannot have description',
  APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID: 'Context menu commands cannot have options',
  APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID:
    'Autocomplete cannot be set to true if choices are present or the type has none',
  APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID: 'Choices cannot be set for this type of option',
  APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS: 'Choice names must be unique',
  APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID: 'The minimum must not be greater than the maximum',
  APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS: 'Option name already exists at this level',
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: 'Required options must be placed before non-required options',
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID:
    'Sub-command and sub-command group option types are mutually exclusive to all other types',
  APPLICATION_COMMAND_TOO_LARGE: 'Command exceeds maximum size (8000)',
  APPLICATION_COMMANDS_DUPLICATE_NAME: 'Application command names must be unique',
  BASE_TYPE_INVALID: 'Not a valid value.',
  BASE_TYPE_REQUIRED: 'This field is required',
  BUTTON_COMPONENT_CUSTOM_ID_AND_URL: 'A custom id and url cannot both be specified',
  BUTTON_COMPONENT_CUSTOM_ID_REQUIRED: 'A custom id is required',
  BUTTON_COMPONENT_LABEL_REQUIRED: 'A label or an emoji is required',
  BUTTON_COMPONENT_URL_REQUIRED: 'A url is required',
  COMPONENT_CUSTOM_ID_DUPLICATED: 'Component custom id cannot be duplicated',
  COMPONENT_ID_DUPLICATED: 'Component id cannot be duplicated',
  COMPONENT_INVALID_EMOJI: 'Invalid emoji',
  COMPONENT_LAYOUT_WIDTH_EXCEEDED: 'The specified component exceeds the maximum width',
  CONTENT_TYPE_INVALID: 'Expected "Content-Type" to be application/json.',
  DATE_TIME_TYPE_PARSE: 'Could not parse the time. Should be ISO8601.',
  MAX_EMBED_SIZE_EXCEEDED: 'Embed size exceeds maximum size of 6000',
  MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE: 'parse and lists of ids are mutually exclusive.',
  MESSAGE_ATTACHMENT_NOT_FOUND: 'Attachment data not found',
  MESSAGE_FLAGS_INVALID: 'These flags cannot be set here.',
  MULTIPART_INVALID: 'The multipart body could not be read.',
  REPLIES_UNKNOWN_MESSAGE: 'Unknown message',
  SELECT_COMPONENT_MIN_GREATER_THAN_MAX: 'Minimum number of values must not be greater than the maximum',
  SELECT_COMPONENT_OPTION_VALUE_DUPLICATED: 'The specified option value is already used',
  SELECT_COMPONENT_TOO_FEW_OPTIONS: 'Fewer options than the minimum number of values',
  SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS: 'The number of default options exceeds the maximum number of values',
  TEXT_INPUT_COMPONENT_MIN_GREATER_THAN_MAX: 'min_length must not be greater than max_length',
} as const;

/** A broken rule. @param path the way from the value that is checked to the field */
export const broken = (code: keyof typeof WORDS, ...path: (string | number)[]): FieldIssue => {
  return { code, message: WORDS[code], path };
};

/** A schema with rules about the whole value: what is broken, among falsy values for what is in order. */
export const ruled = <T extends z.ZodType>(
  schema: T,
  rules: (value: z.output<T>) => Iterable<FieldIssue | false | '' | 0 | null | undefined>,
) =>
  schema.superRefine((value, ctx) => {
    for (const each of rules(value)) {
      if (each)
        ctx.addIssue({ code: 'custom', message: each.message, path: [...each.path], params: { code: each.code } });
    }
  });

/** The positions of values that an earlier one equals. Empty values do not count. */
export const repeats = (values: readonly unknown[]): number[] =>
  values.flatMap((value, at) => (value && values.indexOf(value) < at ? [at] : []));

const badLength = (length: number, min: number, max: number): FieldIssue | false => {
  if (length >= min && length <= max) return false;
  if (min === 0) return { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.`, path: [] };
  return { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${min} and ${max} in length.`, path: [] };
};

/** Length as Discord counts it: in code points. */
export const lengthOf = (text: string): number => [...text].length;

/** A string of `min` to `max` characters. */
export const text = (min: number, max: number) => ruled(z.string(), (value) => [badLength(lengthOf(value), min, max)]);

/** A list of `min` to `max` entries. */
export const list = <T extends z.ZodType>(item: T, min: number, max: number) =>
  ruled(z.array(item), ({ length }) => [badLength(length, min, max)]);

export const integer = (min: number, max: number) => z.int().min(min).max(max);

export const oneOf = (values: readonly number[]) => z.literal(values);

/** A bit field of which only the `allowed` bits may be set. */
export const flags = (allowed: number) =>
  ruled(integer(0, 0x7fffffff), (value) => [value & ~allowed && broken('MESSAGE_FLAGS_INVALID')]);

export const yes = z.boolean().nullish();

/** Digits; a number is accepted too, as by Discord. */
const digits = (pattern: RegExp, kind: string) =>
  ruled(z.union([z.string(), z.int().nonnegative()]).transform(String), (value) => [
    !pattern.test(value) && { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not ${kind}.`, path: [] },
  ]);

export const snowflake = digits(/^(0|[1-9][0-9]{0,19})$/, 'snowflake');
export const bits = digits(/^\d{1,20}$/, 'int');

/** A URL with one of the given schemes, of at most `max` characters. */
const url = (schemes: readonly string[], max: number) =>
  ruled(text(1, max), (value) => {
    if (!URL.canParse(value)) return [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.', path: [] }];
    const scheme = new URL(value).protocol.slice(0, -1);
    const message = `Scheme "${scheme}" must be one of ('${schemes.join("', '")}').`;
    return [!schemes.includes(scheme) && { code: 'URL_TYPE_INVALID_SCHEME', message, path: [] }];
  });

export const webUrl = (max: number) => url(['http', 'https'], max).nullish();
export const mediaUrl = (max: number) => url(['http', 'https', 'attachment'], max);

/**
 * Parses a client's value. `path` is the value's path within the request's body.
 * @throws {ApiError} 50035 with Discord's tree of errors.
 */
export function check<T extends z.ZodType>(schema: T, value: unknown, path: FieldIssue['path'] = []): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw refuse.invalidForm(
    result.error.issues.map((issue) => ({ path: [...path, ...(issue.path as FieldIssue['path'])], ...wording(issue) })),
  );
}

/** An issue of zod in Discord's words. */
function wording(issue: z.core.$ZodIssue): FieldError {
  if (issue.code === 'custom') return { code: String(issue.params?.code), message: issue.message };
  if (issue.input === undefined) return { code: 'BASE_TYPE_REQUIRED', message: WORDS.BASE_TYPE_REQUIRED };
  const shown = JSON.stringify(issue.input);
  const number = { code: 'NUMBER_TYPE_COERCE', message: `Value ${shown} is not int.` };
  const dictionary = { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' };
  const types: Record<string, FieldError> = {
    string: { code: 'STRING_TYPE_CONVERT', message: `Could not interpret ${shown} as string.` },
    int: number,
    number,
    boolean: { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' },
    array: { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
    object: dictionary,
    record: dictionary,
  };
  const invalid = { code: 'BASE_TYPE_INVALID', message: WORDS.BASE_TYPE_INVALID };
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? invalid;
    case 'invalid_value':
      return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${issue.values.map(String).join(', ')}}.` };
    case 'invalid_union':
      if (!('options' in issue) || !Array.isArray(issue.options)) return invalid;
      return {
        code: 'UNION_TYPE_CHOICES',
        message: `Value of field "${issue.discriminator ?? 'type'}" must be one of (${issue.options.join(', ')}).`,
      };
    case 'too_big':
      return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${issue.minimum}.` };
    default:
      return invalid;
  }
}
