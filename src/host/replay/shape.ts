import type { z } from 'zod';
import type { Json } from '../../game/index.ts';
import type { Findings } from './findings.ts';
import type { Path } from './scan.ts';
import { file, outline, type ReadGame } from './schema.ts';
import { brief } from './words.ts';

/** A file's JSON as a game, in the very order of its members; null: it is none, and why is found. */
export function shaped(value: Json, findings: Findings): ReadGame | null {
  const whole = outline.safeParse(value);
  const read = whole.success ? file.safeParse(value) : whole;
  for (const issue of read.error?.issues ?? []) for (const [path, what] of inWords(issue)) findings.add(path, what);
  return read.success ? (value as unknown as ReadGame) : null;
}

function inWords(issue: z.core.$ZodIssue): (readonly [path: Path, what: string])[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => [
        path,
        `It holds “${brief(key)}”, which this copy of Council of War does not know. A newer one may.`,
      ]);
    case 'invalid_type':
      return [
        [path, missing(issue.message) ? 'It is missing.' : `It must be ${KINDS[issue.expected] ?? issue.expected}.`],
      ];
    case 'invalid_value':
      if (issue.message.startsWith('is not')) return [[path, `It ${issue.message}.`]];
      return [[path, `It must be ${issue.values.map((one) => `“${String(one)}”`).join(' or ')}.`]];
    case 'invalid_union':
      return [[path, 'It is none of what may stand here.']];
    case 'too_big':
      return [[path, `It must not be more than ${issue.maximum}.`]];
    case 'too_small':
      return [[path, `It must not be less than ${issue.minimum}.`]];
    default:
      return [[path, `It ${issue.message}.`]];
  }
}

const KINDS: Readonly<Partial<Record<string, string>>> = {
  string: 'a text',
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
