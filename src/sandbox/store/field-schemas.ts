import { z } from 'zod';
import { apiError, broken, type FieldError, type FieldIssue } from './errors.ts';

/** A schema with rules about the whole value. Each gives an issue if it is broken, or else something falsy. */
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

/** The positions of repeated values. Empty values do not count. */
export const repeats = (values: readonly unknown[]): number[] =>
  values.flatMap((value, at) => (value && values.indexOf(value) < at ? [at] : []));

const badLength = (length: number, min: number, max: number): FieldIssue | false => {
  if (length >= min && length <= max) return false;
  const message = `Must be between ${min} and ${max} in length.`;
  return { code: min > 0 ? 'BASE_TYPE_BAD_LENGTH' : 'BASE_TYPE_MAX_LENGTH', message, path: [] };
};

/** Length as Discord counts it: in code points. */
export const lengthOf = (text: string): number => [...text].length;

/** A string of `min` to `max` characters. */
export const textField = (min: number, max: number) =>
  ruled(z.string(), (value) => [badLength(lengthOf(value), min, max)]);

/** A list of `min` to `max` entries. */
export const list = <T extends z.ZodType>(item: T, min: number, max: number) =>
  ruled(z.array(item), ({ length }) => [badLength(length, min, max)]);

export const integer = (min: number, max: number) => z.int().min(min).max(max);

export const oneOfNumbers = (values: readonly number[]) => z.literal(values);

/** A bit field of which only the `allowed` bits may be set. */
export const flags = (allowed: number) =>
  ruled(integer(0, 0x7fffffff), (value) => [value & ~allowed && broken('MESSAGE_FLAGS_INVALID')]);

export const optionalBoolean = z.boolean().nullish();

/** Digits; a number is accepted too, as by Discord. */
const digits = (pattern: RegExp) =>
  ruled(z.union([z.string(), z.int().nonnegative()]).transform(String), (value) => [
    !pattern.test(value) && broken('NUMBER_TYPE_COERCE'),
  ]);

export const snowflake = digits(/^(0|[1-9][0-9]{0,19})$/);
export const bits = digits(/^\d{1,20}$/);

/** A URL with one of the given schemes, of at most `max` characters. */
const url = (schemes: readonly string[], max: number) =>
  ruled(textField(1, max), (value) => {
    if (!URL.canParse(value)) return [broken('URL_TYPE_INVALID_URL')];
    return [!schemes.includes(new URL(value).protocol.slice(0, -1)) && broken('URL_TYPE_INVALID_SCHEME')];
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
  throw apiError.invalidForm(
    result.error.issues.map((issue) => ({
      path: [...path, ...(issue.path as FieldIssue['path'])],
      ...fieldError(issue),
    })),
  );
}

/** Discord's codes for values of another type than the one that zod expects, and for zod's other issues. */
const CODES: Record<string, string> = {
  string: 'STRING_TYPE_CONVERT',
  int: 'NUMBER_TYPE_COERCE',
  number: 'NUMBER_TYPE_COERCE',
  boolean: 'BOOLEAN_TYPE_CONVERT',
  array: 'LIST_TYPE_CONVERT',
  object: 'DICT_TYPE_CONVERT',
  record: 'DICT_TYPE_CONVERT',
  invalid_value: 'BASE_TYPE_CHOICES',
  too_big: 'NUMBER_TYPE_MAX',
  too_small: 'NUMBER_TYPE_MIN',
};

/** Discord's code for an issue of zod, with zod's words. */
function fieldError(issue: z.core.$ZodIssue): FieldError {
  const { code, input, message } = issue;
  if (code === 'custom') return { code: String(issue.params?.code), message };
  if (input === undefined) return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
  const union = code === 'invalid_union' && 'options' in issue ? 'UNION_TYPE_CHOICES' : undefined;
  const known = CODES[code === 'invalid_type' ? issue.expected : code] ?? union;
  return { code: known ?? 'BASE_TYPE_INVALID', message };
}
