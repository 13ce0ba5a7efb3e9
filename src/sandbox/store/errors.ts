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
  unknownGuild: () => new ApiError(404, 10004, 'Unknown Guild'),
  unknownMember: () => new ApiError(404, 10007, 'Unknown Member'),
  unknownMessage: () => new ApiError(404, 10008, 'Unknown Message'),
  unknownUser: () => new ApiError(404, 10013, 'Unknown User'),
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
  invalidField: (path: readonly (string | number)[], code: string, message: string) =>
    refuse.invalidForm([{ path, code, message }]),
} as const;

/** Nests errors by their paths. */
export function errorTree(issues: readonly FieldIssue[]): ErrorTree {
  const tree = emptyTree();
  for (const issue of issues) {
    let node = tree;
    for (const key of issue.path) {
      const next = node[key];
      if (next === undefined || Array.isArray(next)) {
        const made = emptyTree();
        node[key] = made;
        node = made;
      } else {
        node = next as ErrorTree;
      }
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

/** A broken rule, in Discord's words. @param path the way from the value that is checked to the field */
export const broken = (code: string, message: string, ...path: (string | number)[]) => ({ code, message, path });

/** A schema with rules about the whole value: what is broken, among falsy values for what is in order. */
export const ruled = <T extends z.ZodType>(
  schema: T,
  rules: (value: z.output<T>) => Iterable<ReturnType<typeof broken> | false | '' | 0 | null | undefined>,
) =>
  schema.superRefine((value, ctx) => {
    for (const each of rules(value)) {
      if (each) ctx.addIssue({ code: 'custom', message: each.message, path: each.path, params: { code: each.code } });
    }
  });

/** The positions of values that an earlier one equals. Empty values do not count. */
export const repeats = (values: readonly unknown[]): number[] =>
  values.flatMap((value, at) => (value && values.indexOf(value) < at ? [at] : []));

const badLength = (length: number, min: number, max: number) =>
  (length < min || length > max) &&
  (min > 0
    ? broken('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
    : broken('BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`));

/** Length as Discord counts it: in code points. */
export const lengthOf = (text: string): number => [...text].length;

/** A string of `min` to `max` characters. */
export const text = (min: number, max: number) => ruled(z.string(), (value) => [badLength(lengthOf(value), min, max)]);

/** A list of `min` to `max` entries. */
export const list = <T extends z.ZodType>(item: T, min: number, max: number) =>
  ruled(z.array(item), ({ length }) => [badLength(length, min, max)]);

export const integer = (min: number, max: number) => z.int().min(min).max(max);

export const oneOf = (values: readonly number[]) =>
  ruled(z.int(), (value) => [
    !values.includes(value) && broken('BASE_TYPE_CHOICES', `Value must be one of {${values.join(', ')}}.`),
  ]);

/** A bit field of which only the `allowed` bits may be set. */
export const flags = (allowed: number) =>
  ruled(integer(0, 0x7fffffff), (value) => [
    value & ~allowed && broken('MESSAGE_FLAGS_INVALID', `The flags ${value & ~allowed} cannot be set here.`),
  ]);

export const yes = z.boolean().nullish();

/** Digits; a number is accepted too, as by Discord. */
const digits = (pattern: RegExp, kind: string) =>
  ruled(z.union([z.string(), z.int().nonnegative()]).transform(String), (value) => [
    !pattern.test(value) && broken('NUMBER_TYPE_COERCE', `Value "${value}" is not ${kind}.`),
  ]);

export const snowflake = digits(/^(0|[1-9][0-9]{0,19})$/, 'snowflake');
export const bits = digits(/^\d{1,20}$/, 'int');

/** A URL with one of the given schemes, of at most `max` characters. */
const url = (schemes: readonly string[], max: number) =>
  ruled(text(1, max), (value) => {
    if (!URL.canParse(value)) return [broken('URL_TYPE_INVALID_URL', 'Not a well formed URL.')];
    const scheme = new URL(value).protocol.slice(0, -1);
    const named = schemes.map((each) => `'${each}'`).join(', ');
    const message = `Scheme "${scheme}" must be one of (${named}).`;
    return [!schemes.includes(scheme) && broken('URL_TYPE_INVALID_SCHEME', message)];
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

function wording(issue: z.core.$ZodIssue): FieldError {
  if (issue.code === 'custom') return { code: String(issue.params?.code), message: issue.message };
  if (issue.input === undefined) return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, JSON.stringify(issue.input));
    case 'invalid_value':
      return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${issue.values.map(String).join(', ')}}.` };
    case 'invalid_union':
      if (!('options' in issue) || !Array.isArray(issue.options)) return INVALID;
      return {
        code: 'UNION_TYPE_CHOICES',
        message: `Value of field "${issue.discriminator ?? 'type'}" must be one of (${issue.options.join(', ')}).`,
      };
    case 'too_big':
      return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${issue.minimum}.` };
    default:
      return INVALID;
  }
}

const INVALID: FieldError = { code: 'BASE_TYPE_INVALID', message: 'Not a valid value.' };
const NO_DICT: FieldError = { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' };

/** By the type that zod expects; `shown` is the value. */
function wrongType(expected: string, shown: string): FieldError {
  const number = { code: 'NUMBER_TYPE_COERCE', message: `Value ${shown} is not int.` };
  const known: Record<string, FieldError> = {
    string: { code: 'STRING_TYPE_CONVERT', message: `Could not interpret ${shown} as string.` },
    int: number,
    number,
    boolean: { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' },
    array: { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
    object: NO_DICT,
    record: NO_DICT,
  };
  return known[expected] ?? INVALID;
}
