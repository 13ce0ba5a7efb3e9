import type { z } from 'zod';
import type { Json } from '../../../game/index.ts';
import type { Findings } from './findings.ts';
import type { JsonPath } from './json-scan.ts';
import { fileSchema, outline, type ReadGame } from './replay-schema.ts';

/** A file's JSON as a game, in the very order of its members; null: it is none, and why is found. */
export function shaped(value: Json, findings: Findings): ReadGame | null {
  const whole = outline.safeParse(value);
  const read = whole.success ? fileSchema.safeParse(value) : whole;
  const issues = read.error?.issues ?? [];
  // A member under a wrong name is missing under its own: the wrong name says more.
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys';
  for (const issue of [...issues.filter(isUnknown), ...issues.filter((one) => !isUnknown(one))]) {
    for (const [path, what] of inWords(issue)) findings.add(path, what);
  }
  return read.success ? (value as unknown as ReadGame) : null;
}

function inWords(issue: z.core.$ZodIssue): (readonly [path: JsonPath, what: string])[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => [
        [...path, key],
        'This copy of Council of War doesn’t know this name. A newer one may.',
      ]);
    case 'invalid_type':
      return [
        [path, missing(issue.message) ? 'It is missing.' : `It must be ${KINDS[issue.expected] ?? issue.expected}.`],
      ];
    case 'invalid_value':
      if (issue.message.startsWith('is not')) return [[path, `It ${issue.message}.`]];
      return [[path, `It must be ${issue.values.map((one) => `“${String(one)}”`).join(' or ')}.`]];
    case 'invalid_union':
      return [[path, 'It isn’t one of the values allowed here.']];
    case 'too_big':
      return [[path, `It must not ${amount(issue.origin)} more than ${issue.maximum}.`]];
    case 'too_small':
      return [[path, `It must not ${amount(issue.origin)} less than ${issue.minimum}.`]];
    default:
      return [[path, `It ${issue.message}.`]];
  }
}

/** What is more or less than it may be: the letters of text, the members of a list, or a number itself. */
function amount(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have a length of' : 'be';
}

const KINDS: Readonly<Partial<Record<string, string>>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function missing(message: string): boolean {
  return message.endsWith('received undefined');
}
