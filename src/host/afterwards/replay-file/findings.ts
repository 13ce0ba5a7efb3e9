import { findNodeAtLocation, type Node, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { capital } from '../../../kit/plain-english.ts';

/** A fault in a file. Lines and columns count from 1. */
export interface Finding {
  readonly place: string;
  readonly line: number;
  /** Null if the finding is about a whole part, which begins on this line. */
  readonly column: number | null;
  readonly what: string;
}

/** "Entry 12, its dice (line 310): “Grant…” shows 4", or "Line 310, column 8 (entry 12, its dice): A comma is…" */
export function findingInWords({ place, line, column, what }: Finding): string {
  return column === null
    ? `${capital(place)} (line ${line}): ${what}`
    : `Line ${line}, column ${column} (${place}): ${what}`;
}

/** How many findings are shown. Further ones are only counted. */
const MOST_SHOWN = 20;

interface Found {
  readonly path: JsonPath;
  readonly offset: number | null;
  readonly what: string;
}

export class Findings {
  readonly #text: string;
  readonly #all: Found[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** @param path leads to the fault, or to a place near it */
  add(path: JsonPath, what: string): void {
    this.#all.push({ path, offset: null, what });
  }

  addAt(offset: number, path: JsonPath, what: string): void {
    this.#all.push({ path, offset, what });
  }

  /**
   * The findings to show, causes before their effects.
   * @param openings for each ballot, the entry after which it opened
   */
  causesFirst(openings: readonly number[]): readonly Finding[] {
    const first = this.#all
      .map((found) => ({ ...found, cause: causeOf(found), entry: entryOf(found, openings) }))
      .sort((one, other) => one.cause - other.cause || one.entry - other.entry)
      .slice(0, MOST_SHOWN);
    // Findings without an offset are about JSON that `scan` has accepted, so its tree is not deep.
    // With half a million values, the most that `scan` takes, it takes seconds. Only `npm run replay` asks for it.
    const root = first.some(({ offset }) => offset === null) ? parseTree(this.#text) : undefined;
    return first.map(({ path, offset, what }) => {
      const { line, column } = lineAndColumn(this.#text, offset ?? offsetOf(root, path));
      return { place: locationInWords(path), line, column: offset === null ? null : column, what };
    });
  }

  get count(): number {
    return this.#all.length;
  }
}

/** Ranks possible causes: faults of JSON, then the game's facts, then log and ballots, then all else. */
function causeOf({ path: [part], offset }: Found): number {
  if (offset !== null) return 0;
  const cause = CAUSES.findIndex((parts) => parts.includes(String(part)));
  return cause < 0 ? CAUSES.length : cause + 1;
}

const CAUSES: readonly (readonly string[])[] = [
  ['format', 'version', 'system', 'variant', 'dataset', 'seal', 'secret'],
  ['log', 'ballots'],
];

/** The place of a finding in the log. A ballot comes after the entry before it, a whole list after its parts. */
function entryOf({ path: [part, index] }: Found, openings: readonly number[]): number {
  if (part !== 'log' && part !== 'ballots') return part === 'digests' ? 1 : 0;
  if (typeof index !== 'number') return Number.MAX_VALUE;
  return part === 'ballots' ? (openings[index] ?? index) + 0.5 : index;
}

/** "entry 12, its dice", "ballot 3, vote 2", "the rules data" */
function locationInWords(path: JsonPath): string {
  const [part, index, ...rest] = path;
  if (part === undefined || typeof part === 'number') return 'the file';
  switch (part) {
    case 'log':
      return typeof index === 'number' ? detailed(`entry ${index}`, rest, ENTRY) : 'the log';
    case 'ballots':
      return typeof index === 'number' ? detailed(`ballot ${index + 1}`, rest, BALLOT) : 'the ballots';
    case 'digests':
      return digest(path.slice(1));
    case 'dataset':
      return data(path.slice(1));
    default:
      return named(HEAD, part);
  }
}

function digest([of, part]: JsonPath): string {
  if (of === 'fingerprint') return 'the fingerprint';
  if (of === undefined || part === undefined) return 'the digests';
  return `the digest of ${locationInWords(of === 'head' ? [part] : [of, part])}`;
}

/** "the rules data, overland.json at areas.ashland.defense" */
function data([of, file, ...at]: JsonPath): string {
  if (of === 'hash') return 'the hash of the rules data';
  if (file === undefined) return 'the rules data';
  return `the rules data, ${brief(String(file))}${at.length > 0 ? ` at ${brief(at.join('.'))}` : ''}`;
}

function detailed(whole: string, [part, index]: JsonPath, names: Names): string {
  if (part === undefined) return whole;
  if (part === 'votes' && typeof index === 'number') return `${whole}, vote ${index + 1}`;
  if (part === 'inherited' && typeof index === 'number') return `${whole}, taken-over order ${index + 1}`;
  return `${whole}, ${named(names, part)}`;
}

type Names = Readonly<Record<string, string>>;

function named(names: Names, part: string | number): string {
  return (Object.hasOwn(names, part) ? names[part] : undefined) ?? `“${brief(String(part))}”`;
}

const HEAD: Names = {
  format: 'the format',
  version: 'the version',
  about: 'the words about the file',
  game: 'the name of the game',
  system: 'the game’s system',
  variant: 'the variant',
  seal: 'the seal',
  secret: 'the secret',
  startedBy: 'who started it',
  startedAt: 'when it was started',
  whatIf: 'what it branches from',
  ended: 'how it ended',
  summary: 'how it stands',
  councils: 'how its sides decide',
};

const ENTRY: Names = {
  seq: 'its number',
  at: 'its time',
  by: 'who made it',
  told: 'what everybody was told',
  kind: 'its kind',
  seat: 'its side',
  order: 'its order',
  said: 'its order in words',
  throws: 'its dice',
  inherited: 'the orders it takes over',
  reason: 'its reason',
  ballot: 'its ballot',
  takenBackBy: 'what takes it back',
  takesBack: 'what it takes back',
  council: 'how the side decides',
  cause: 'its cause',
  decision: 'its decision',
};

const BALLOT: Names = {
  number: 'its number',
  seat: 'its side',
  after: 'the entry it opened after',
  subject: 'its subject',
  proposed: 'what it proposes',
  openedBy: 'who opened it',
  openedAt: 'when it opened',
  rules: 'its rules',
  casting: 'whose vote breaks a tie',
  closes: 'when it closes',
  extended: 'whether it was extended',
  closed: 'how it closed',
  voters: 'its voters',
  tally: 'its tally',
  votes: 'its votes',
};

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let begins = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', begins)) {
    line += 1;
    begins = next + 1;
  }
  return { line, column: [...text.slice(begins, offset)].length + 1 };
}

/** Keys and indices from the root of the JSON. */
export type JsonPath = readonly (string | number)[];

interface JsonFault {
  readonly offset: number;
  readonly path: JsonPath;
  readonly what: string;
}

/** No game’s file has more nested brackets. */
const DEEPEST = 32;
/** No game’s file has more values: it has at most `LARGEST` bytes, and at least thirty for each value. */
const MOST_VALUES = 500_000;

/** Thrown to end a scan. */
class Stop {
  readonly fault: JsonFault | null;

  constructor(fault: JsonFault | null) {
    this.fault = fault;
  }
}

/**
 * Reads a JSON text up to its first fault. Faults are: no JSON, a key twice in an object, brackets too deep, too many
 * values, and the key `__proto__`.
 * @param meet called where each value begins; returns false to end the scan
 */
export function scan(
  text: string,
  meet: (path: () => JsonPath, offset: number) => boolean = () => true,
): JsonFault | null {
  /** For each open bracket, the offset of its last value and the keys of its object so far. */
  const open: { last: number; readonly keys: Set<string> }[] = [];
  let values = 0;
  let here: () => JsonPath = () => [];
  const stop = (offset: number, what: string) => {
    throw new Stop({ offset, path: here(), what });
  };
  const begin = (offset: number, path: () => JsonPath) => {
    here = path;
    const around = open.at(-1);
    if (around) around.last = offset;
    values += 1;
    if (values > MOST_VALUES) stop(offset, 'The file is longer than any game’s file.');
    if (!meet(path, offset)) throw new Stop(null);
  };
  const descend = (offset: number, _length: number, _line: number, _column: number, path: () => JsonPath) => {
    begin(offset, path);
    if (open.length >= DEEPEST) stop(offset, `More than ${DEEPEST} brackets are open here at once.`);
    open.push({ last: offset, keys: new Set() });
  };
  // If a bracket is missing, the fault is told where the last value begins.
  const ascend = (offset: number) => {
    const ended = open.pop();
    if (ended && offset >= text.length) stop(ended.last, UNENDED);
  };
  try {
    visit(
      text,
      {
        onObjectBegin: descend,
        onArrayBegin: descend,
        onObjectEnd: ascend,
        onArrayEnd: ascend,
        onLiteralValue: (_value, offset, _length, _line, _column, path) => begin(offset, path),
        onObjectProperty: (key, offset) => {
          const keys = open.at(-1)?.keys;
          if (keys?.has(key)) stop(offset, `“${brief(key)}” appears here a second time.`);
          if (key === '__proto__') stop(offset, 'No part of a game is called “__proto__”.');
          keys?.add(key);
        },
        onError: (code, offset) => {
          if (offset >= text.length) ascend(offset);
          stop(offset, (FAULTS[printParseErrorCode(code)] ?? NO_VALUE)(shown(text, offset)));
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof Stop) return error.fault;
    throw error;
  }
  return null;
}

const UNENDED = 'What begins here never ends: a bracket is missing, or the file is cut off.';
const NO_VALUE = (found: string) => `The file has ${found} where a value should be.`;
const FAULTS: Readonly<Record<string, (found: string) => string>> = {
  PropertyNameExpected: (found) => `A name in quotation marks is missing before ${found}.`,
  ColonExpected: (found) => `A colon is missing before ${found}.`,
  CommaExpected: (found) => `A comma is missing before ${found}.`,
  EndOfFileExpected: (found) => `${capital(found)} comes after the end of the game.`,
  UnexpectedEndOfString: () => 'A quotation mark is opened here and never closed.',
  UnexpectedEndOfNumber: () => 'This isn’t a number.',
  InvalidUnicode: () => 'In these quotation marks, a backslash can’t be used as it is.',
  InvalidEscapeCharacter: () => 'In these quotation marks, a backslash can’t be used as it is.',
  InvalidCharacter: () => 'These quotation marks hold a character that isn’t allowed in them.',
};

/** The offset of the value at a path, or of the innermost value around it. */
function offsetOf(root: Node | undefined, path: JsonPath): number {
  if (!root) return 0;
  const places = path.map((_, index) => path.slice(0, path.length - index));
  return places.map((place) => findNodeAtLocation(root, [...place])).find((node) => node)?.offset ?? root.offset;
}

/** The path of the innermost value that has begun at an offset. */
export function pathAt(text: string, offset: number): JsonPath {
  let last: JsonPath = [];
  const fault = scan(text, (pathOf, begins) => {
    if (begins > offset) return false;
    last = pathOf();
    return true;
  });
  return fault && fault.offset <= offset ? fault.path : last;
}

/** The character at an offset: “{”, or its code point if it can't be shown. */
export function shown(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return 'the end of the file';
  if (code === 0x0a) return 'a line break';
  if (code === 0x20) return 'a space';
  const character = String.fromCodePoint(code);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}”` : name;
}

/** Makes any text short and harmless enough for a sentence. */
export function brief(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '·');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}
