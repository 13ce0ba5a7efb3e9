import { z } from 'zod';
import { type ApiError, type FieldIssue, refuse } from '../errors.ts';

/** An issue for zod's `ctx.addIssue`, in Discord's words. */
export function complaint(code: string, message: string, path: (string | number)[] = []) {
  return { code: 'custom' as const, message, path, params: { code } };
}

function lengthComplaint(min: number, max: number) {
  return min > 0
    ? complaint('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
    : complaint('BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
}

/** Length as Discord counts it: in code points. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A string of `min` to `max` characters. */
export const text = (min: number, max: number) =>
  z.string().superRefine((value, ctx) => {
    const length = lengthOf(value);
    if (length < min || length > max) ctx.addIssue(lengthComplaint(min, max));
  });

/** A list of `min` to `max` entries. */
export const list = <T extends z.ZodType>(item: T, min: number, max: number) =>
  z.array(item).superRefine((value, ctx) => {
    if (value.length < min || value.length > max) ctx.addIssue(lengthComplaint(min, max));
  });

export const integer = (min: number, max: number) => z.int().min(min).max(max);

export const oneOf = (values: readonly number[]) =>
  z.int().superRefine((value, ctx) => {
    if (!values.includes(value)) {
      ctx.addIssue(complaint('BASE_TYPE_CHOICES', `Value must be one of {${values.join(', ')}}.`));
    }
  });

/** An id; a number is accepted too, as by Discord. */
export const snowflake = z
  .union([z.string(), z.int().nonnegative()])
  .transform(String)
  .superRefine((value, ctx) => {
    if (!/^(0|[1-9][0-9]{0,19})$/.test(value)) {
      ctx.addIssue(complaint('NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`));
    }
  });

/** A URL with one of the given schemes, of at most `max` characters. */
const url = (schemes: readonly string[], max: number) =>
  text(1, max).superRefine((value, ctx) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed === null) {
      ctx.addIssue(complaint('URL_TYPE_INVALID_URL', 'Not a well formed URL.'));
    } else if (!schemes.includes(parsed.protocol.slice(0, -1))) {
      const named = schemes.map((scheme) => `'${scheme}'`).join(', ');
      const scheme = parsed.protocol.slice(0, -1);
      ctx.addIssue(complaint('URL_TYPE_INVALID_SCHEME', `Scheme "${scheme}" must be one of (${named}).`));
    }
  });

export const webUrl = (max: number) => url(['http', 'https'], max);
export const mediaUrl = (max: number) => url(['http', 'https', 'attachment'], max);

/**
 * Parses a client's value. `path` is the value's path within the request's body.
 * @throws {ApiError} 50035 with Discord's tree of errors.
 */
export function check<T extends z.ZodType>(schema: T, value: unknown, path: readonly (string | number)[] = []) {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw formError(result.error.issues, path);
  return result.data;
}

function formError(issues: readonly z.core.$ZodIssue[], prefix: readonly (string | number)[]): ApiError {
  return refuse.invalidForm(
    issues.map((issue): FieldIssue => {
      const path = [...prefix, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))];
      return { path, ...wording(issue) };
    }),
  );
}

function wording(issue: z.core.$ZodIssue): { code: string; message: string } {
  switch (issue.code) {
    case 'custom': {
      const code: unknown = issue.params?.code;
      return { code: typeof code === 'string' ? code : 'BASE_TYPE_INVALID', message: issue.message };
    }
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return issue.input === undefined
        ? REQUIRED
        : { code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${issue.values.map(String).join(', ')}}.` };
    case 'invalid_union': {
      if (issue.input === undefined) return REQUIRED;
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : null;
      return options !== null
        ? {
            code: 'UNION_TYPE_CHOICES',
            message: `Value of field "${issue.discriminator ?? 'type'}" must be one of (${options.join(', ')}).`,
          }
        : { code: 'BASE_TYPE_INVALID', message: 'Not a valid value.' };
    }
    case 'too_big':
      return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${issue.minimum}.` };
    default:
      return { code: 'BASE_TYPE_INVALID', message: 'Not a valid value.' };
  }
}

const REQUIRED = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

function wrongType(expected: string, input: unknown): { code: string; message: string } {
  if (input === undefined) return REQUIRED;
  const shown = JSON.stringify(input);
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
      return { code: 'BASE_TYPE_INVALID', message: 'Not a valid value.' };
  }
}
