import { printParseErrorCode, visit } from 'jsonc-parser';
import { capital } from '../../../kit/plain-english.ts';

/** Keys and indices from the root of the JSON. */
export type JsonPath = readonly (string | number)[];

interface JsonFault {
  readonly offset: number;
  readonly path: JsonPath;
  readonly what: string;
}

/** Nested brackets, more than any game’s file has. */
const DEEPEST = 32;
/** A game’s file has thirty bytes and more for each value, and no more bytes than `LARGEST`. */
const MOST_VALUES = 500_000;

class Stop {
  readonly fault: JsonFault | null;

  constructor(fault: JsonFault | null) {
    this.fault = fault;
  }
}

/**
 * Goes through a JSON text up to the first fault: text that is not JSON, a key twice in its object, brackets too deep, too many values, the
 * key `__proto__`.
 * @param meet is called as each value begins; false ends the scan
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
  // If a bracket is missing, the last value seems to go on to the end.
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

/** The offset of the value at each path, or of the nearest value around it. The text is JSON. */
export function offsetsOf(text: string, paths: readonly JsonPath[]): number[] {
  const nearest = paths.map(() => ({ offset: 0, length: -1 }));
  let sought = paths.length;
  if (sought === 0) return [];
  scan(text, (pathOf, offset) => {
    const here = pathOf();
    for (const [index, path] of paths.entries()) {
      const best = nearest[index] as (typeof nearest)[number];
      if (here.length <= best.length || here.length > path.length) continue;
      if (!here.every((key, step) => key === path[step])) continue;
      Object.assign(best, { offset, length: here.length });
      if (best.length === path.length) sought -= 1;
    }
    return sought > 0;
  });
  return nearest.map(({ offset }) => offset);
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

/** The character at an offset: “{”, or its number if it has no shape. */
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
