import { placeOf } from './place.ts';
import { offsetOf, type Path } from './scan.ts';
import { capital, lineAndColumn } from './words.ts';

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
    ? `${capital(place)} (line ${line}): ${what}`
    : `Line ${line}, column ${column} (${place}): ${what}`;
}

/** Findings told one by one; more are only counted. */
const TOLD = 20;

/** What is found in one file, in the order it was looked for. */
export class Findings {
  readonly #text: string;
  readonly #told: Finding[] = [];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param path of what is wrong, or of the nearest there is */
  add(path: Path, what: string): void {
    this.#count += 1;
    if (this.#told.length < TOLD) {
      const { line } = lineAndColumn(this.#text, offsetOf(this.#text, path));
      this.#told.push({ place: placeOf(path), line, column: null, what });
    }
  }

  /** Something at a character of the text. */
  addAt(offset: number, path: Path, what: string): void {
    this.#count += 1;
    if (this.#told.length < TOLD) {
      this.#told.push({ place: placeOf(path), ...lineAndColumn(this.#text, offset), what });
    }
  }

  /** Whether something is told of a part already. */
  has(path: Path): boolean {
    const place = placeOf(path);
    return this.#told.some((finding) => finding.place === place);
  }

  get told(): readonly Finding[] {
    return this.#told;
  }

  get count(): number {
    return this.#count;
  }
}
