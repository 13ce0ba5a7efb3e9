import { locationInWords } from './file-location.ts';
import { type JsonPath, offsetsOf } from './json-scan.ts';
import { capitalized, lineAndColumn } from './replay-words.ts';

/** Something in a file that is not as it should be. */
export interface Finding {
  /** Where, in words: "entry 12, its dice". */
  readonly place: string;
  /** From 1. */
  readonly line: number;
  /** Of the character, from 1; null: it is about all that begins in this line. */
  readonly column: number | null;
  /** A sentence. */
  readonly what: string;
}

/**
 * "Entry 12, its dice (line 310): “Grant attacks” shows 4, and the sealed secret gives 2." or, of a character, "Line 310, column 8
 * (entry 12, its dice): A comma is missing before “4”."
 */
export function findingInWords({ place, line, column, what }: Finding): string {
  return column === null
    ? `${capitalized(place)} (line ${line}): ${what}`
    : `Line ${line}, column ${column} (${place}): ${what}`;
}

/** Findings told one by one; more are only counted. */
const TOLD = 20;

/** What is found in one file, in the order it was looked for. */
export class Findings {
  readonly #text: string;
  /** `offset` null: where the path leads. */
  readonly #first: { readonly path: JsonPath; readonly offset: number | null; readonly what: string }[] = [];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param path of what is wrong, or of the nearest there is */
  add(path: JsonPath, what: string): void {
    this.#put(path, null, what);
  }

  /** Something at a character of the text. */
  addAt(offset: number, path: JsonPath, what: string): void {
    this.#put(path, offset, what);
  }

  #put(path: JsonPath, offset: number | null, what: string): void {
    this.#count += 1;
    if (this.#first.length < TOLD) this.#first.push({ path, offset, what });
  }

  /** Whether something is told of a part already. */
  has(path: JsonPath): boolean {
    const place = locationInWords(path);
    return this.#first.some((finding) => locationInWords(finding.path) === place);
  }

  /** The text is gone through once for all of them. */
  get told(): readonly Finding[] {
    const byPath = this.#first.filter(({ offset }) => offset === null);
    const offsets = offsetsOf(
      this.#text,
      byPath.map(({ path }) => path),
    );
    const found = new Map(byPath.map((finding, index) => [finding, offsets[index] ?? 0]));
    return this.#first.map((finding) => {
      const { path, offset, what } = finding;
      const { line, column } = lineAndColumn(this.#text, offset ?? found.get(finding) ?? 0);
      return { place: locationInWords(path), line, column: offset === null ? null : column, what };
    });
  }

  get count(): number {
    return this.#count;
  }
}
