import { z } from 'zod';
import { type FieldError, type FieldIssue, refuse } from './errors.ts';

/** A broken rule, in Discord's words. */
interface Broken extends FieldError {
  readonly path: (string | number)[];
}

/** @param path the way from the value that is checked to the field */
export const broken = (code: string, message: string, ...path: (string | number)[]): Broken => ({
  code,
  message,
  path,
});

/** A schema with rules about the whole value: what is broken, among falsy values for what is in order. */
export const ruled = <T extends z.ZodType>(
  schema: T,
  rules: (value: z.output<T>) => Iterable<Broken | false | '' | 0 | null | undefined>,
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
export const attachmentUrl = url(['attachment'], 2048);

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

function wrongType(expected: string, shown: string): FieldError {
  switch (expected) {
    case 'string':
      return { code: 'STRING_TYPE_CONVERT', message: `Could not interpret ${shown} as string.` };
    case 'int':
    case 'number':
      return { code: 'NUMBER_TYPE_COERCE', message: `Value ${shown} is not int.` };
    case 'boolean':
      return { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
    case 'array':
      return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' };
    case 'object':
    case 'record':
      return { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' };
    default:
      return INVALID;
  }
}
