import type { z } from 'zod';
import type { Json } from '../../../game/index.ts';
import { textOf } from './export-game.ts';
import { Findings, type JsonPath, pathAt, scan, shown } from './findings.ts';
import { fileSchema, outline, type ReadGame } from './replay-schema.ts';

/** The largest file in bytes. */
export const LARGEST = 10 * 2 ** 20;

/** `game` is null if the bytes are not a game; the reason is among the findings. */
export function readFile(bytes: Uint8Array): { readonly game: ReadGame | null; readonly findings: Findings } {
  const { text, faults, readable } = decode(bytes);
  const findings = new Findings(text);
  for (const { offset, what } of faults) findings.addAt(offset, pathAt(text, offset), what);
  const value = readable ? parsed(text, findings) : undefined;
  return { game: value === undefined ? null : shaped(value, findings), findings };
}

interface Decoded {
  /** Without byte order mark and carriage returns, so that further faults are found. */
  readonly text: string;
  readonly faults: readonly { readonly offset: number; readonly what: string }[];
  readonly readable: boolean;
}

function decode(bytes: Uint8Array): Decoded {
  const lax = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const broken = firstBroken(bytes, lax);
  if (broken !== null) return { text: lax, faults: [broken], readable: false };
  const marked = lax.startsWith('\uFEFF');
  const unmarked = marked ? lax.slice(1) : lax;
  const returns = unmarked.indexOf('\r');
  const faults = [
    ...(marked ? [{ offset: 0, what: 'A byte order mark comes before the game. The bot writes none.' }] : []),
    ...(returns < 0 ? [] : [{ offset: returns, what: carriageReturn(unmarked, returns) }]),
  ];
  return { text: unmarked.replaceAll('\r', ''), faults, readable: true };
}

function carriageReturn(text: string, offset: number): string {
  return text.charAt(offset + 1) === '\n'
    ? 'This line ends with CR and LF. The bot ends its lines with LF alone.'
    : 'The file has a carriage return (CR) here. The bot writes none.';
}

/** The first byte that is not UTF-8, with the offset of its character. */
function firstBroken(bytes: Uint8Array, lax: string): { readonly offset: number; readonly what: string } | null {
  const again = Buffer.from(lax, 'utf8');
  if (again.equals(bytes)) return null;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { offset: 0, what: 'The file is UTF-16. The bot writes UTF-8.' };
  }
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  const offset = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, at)).length;
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return { offset, what: `Byte ${at + 1} of the file (${byte}) is not UTF-8.` };
}

/** Undefined if it is no JSON. JSON that the bot would write in another way is a finding, but is read. */
function parsed(text: string, findings: Findings): Json | undefined {
  if (text.trim() === '') {
    findings.addAt(0, [], 'The file is empty.');
    return undefined;
  }
  const fault = scan(text);
  if (fault) {
    findings.addAt(fault.offset, fault.path, fault.what);
    return undefined;
  }
  const value = JSON.parse(text) as Json;
  const written = textOf(value);
  if (written !== text) {
    const offset = firstDifference(text, written);
    const here = shown(text, offset);
    const due = shown(written, offset);
    const what = here === due ? `The bot writes ${here} another way.` : misplaced(here, due);
    findings.addAt(offset, pathAt(text, offset), what);
  }
  return value;
}

function misplaced(here: string, due: string): string {
  const stands = here === 'the end of the file' ? 'The file ends here' : `The file has ${here} here`;
  return due === 'the end of the file'
    ? `${stands}, after the end of the game.`
    : `${stands} where the bot writes ${due}.`;
}

function firstDifference(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  for (let at = 0; at < least; at++) if (one.charCodeAt(at) !== other.charCodeAt(at)) return at;
  return least;
}

/** Checks the shape of a file's JSON. Returns the JSON itself, since zod would change the order of its keys. */
function shaped(value: Json, findings: Findings): ReadGame | null {
  const whole = outline.safeParse(value);
  const read = whole.success ? fileSchema.safeParse(value) : whole;
  const issues = read.error?.issues ?? [];
  // A misspelt name is unknown, and the right one is missing. The unknown name says more, so it comes first.
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
