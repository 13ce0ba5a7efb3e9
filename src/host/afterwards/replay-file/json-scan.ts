import { brief, capitalized, shown } from './replay-words.ts';

/** Where a value stands in JSON: keys and indices from its root. */
export type JsonPath = readonly (string | number)[];

/** What is wrong with a text that should be JSON. */
export interface JsonFault {
  readonly offset: number;
  readonly path: JsonPath;
  /** A sentence. */
  readonly what: string;
}

/** Brackets in one another, more than any game’s file has. */
const DEEPEST = 32;
/** Values in all. A game’s file has thirty bytes and more for each, and no more bytes than `LARGEST`. */
const MOST_VALUES = 500_000;
/** Characters of a number. */
const LONGEST_NUMBER = 40;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS = ['true', 'false', 'null'] as const;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

/** An object or list that is open: its key or index at hand, and the keys it has had. */
interface Frame {
  readonly keys: Set<string> | null;
  at: string | number;
  /** Where the value at it begins. */
  begins: number;
}

type Awaited = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/**
 * Goes through a JSON text as RFC 8259 has it, without recursion, so that nothing in it can exhaust the stack. Stops at the first thing
 * that is not JSON, at a key that stands twice in its object, and at what no file of ours holds: a number beyond `number`, brackets too
 * deep, values too many to be looked at one by one, the key `__proto__`.
 * @param meet told of every value as it begins; false: that is far enough
 * @returns what it stopped at; null: the whole is sound, or it was to go no further
 */
export function scan(
  text: string,
  meet: (path: () => JsonPath, offset: number) => boolean = () => true,
): JsonFault | null {
  return new Scanner(text, meet).run();
}

/** Where the value at each of some paths begins; where there is none, the nearest it would be in. The text is JSON. */
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

/** The innermost value that has begun at an offset. */
export function pathAt(text: string, offset: number): JsonPath {
  let last: JsonPath = [];
  const fault = scan(text, (pathOf, begins) => {
    if (begins > offset) return false;
    last = pathOf();
    return true;
  });
  return fault && fault.offset <= offset ? fault.path : last;
}

class Scanner {
  readonly #text: string;
  readonly #meet: (path: () => JsonPath, offset: number) => boolean;
  readonly #open: Frame[] = [];
  #at = 0;
  #awaited: Awaited = 'value';
  #values = 0;
  #far = false;

  constructor(text: string, meet: (path: () => JsonPath, offset: number) => boolean) {
    this.#text = text;
    this.#meet = meet;
  }

  run(): JsonFault | null {
    for (;;) {
      this.#space();
      if (this.#at >= this.#text.length) {
        if (this.#awaited === 'nothing') return null;
        // Where a bracket is missing all that follows has been taken for a part of this, to the end.
        return this.#fault('What begins here never ends: a bracket is missing, or the file is cut off.', this.#begun());
      }
      const fault = this.#step(this.#text.charAt(this.#at));
      if (fault || this.#far) return fault;
    }
  }

  /** Reads on from a character that is no space. */
  #step(next: string): JsonFault | null {
    switch (this.#awaited) {
      case 'nothing':
        return this.#fault(`${this.#here()} comes after the end of the game.`);
      case 'colon':
        return next === ':' ? this.#go('value') : this.#fault(`A colon is missing before ${this.#here()}.`);
      case 'comma or end':
        if (this.#ends(next)) return this.#close();
        return next === ',' ? this.#comma() : this.#fault(`A comma is missing before ${this.#here()}.`);
      case 'key or end':
        return next === '}' ? this.#close() : this.#key(next);
      case 'key':
        return this.#key(next);
      case 'value or end':
        return next === ']' ? this.#close() : this.#value(next);
      case 'value':
        return this.#value(next);
      default:
        return this.#awaited satisfies never;
    }
  }

  #key(next: string): JsonFault | null {
    if (next !== '"') return this.#fault(`A name in quotation marks is missing before ${this.#here()}.`);
    const begins = this.#at;
    const key = this.#string();
    if (typeof key !== 'string') return key;
    const frame = this.#open.at(-1) as Frame;
    frame.at = key;
    if (frame.keys?.has(key)) return this.#fault(`“${brief(key)}” appears here a second time.`, begins);
    if (key === '__proto__') return this.#fault('No part of a game is called “__proto__”.', begins);
    frame.keys?.add(key);
    this.#awaited = 'colon';
    return null;
  }

  #value(next: string): JsonFault | null {
    if (!this.#meet(() => this.#path(), this.#at)) {
      this.#far = true;
      return null;
    }
    const frame = this.#open.at(-1);
    this.#values += 1;
    if (this.#values > MOST_VALUES) return this.#fault('The file is longer than any game’s file.');
    if (frame) frame.begins = this.#at;
    if (next === '{' || next === '[') return this.#descend(next === '{');
    if (next === '"') {
      const text = this.#string();
      return typeof text === 'string' ? this.#after() : text;
    }
    if (next === '-' || (next >= '0' && next <= '9')) return this.#number();
    const word = WORDS.find((one) => this.#text.startsWith(one, this.#at));
    if (word === undefined) return this.#fault(`The file has ${this.#here()} where a value should be.`);
    this.#at += word.length;
    return this.#after();
  }

  #descend(object: boolean): JsonFault | null {
    if (this.#open.length >= DEEPEST) return this.#fault(`More than ${DEEPEST} brackets are open here at once.`);
    this.#open.push({ keys: object ? new Set() : null, at: object ? '' : 0, begins: this.#at });
    return this.#go(object ? 'key or end' : 'value or end');
  }

  #number(): JsonFault | null {
    let end = this.#at;
    while (end - this.#at <= LONGEST_NUMBER && /[-+.\deE]/.test(this.#text.charAt(end))) end++;
    const digits = this.#text.slice(this.#at, end);
    if (digits.length > LONGEST_NUMBER) return this.#fault('This number is longer than any in a game’s file.');
    if (!NUMBER.test(digits)) return this.#fault(`“${digits}” isn’t a number.`);
    if (!Number.isFinite(Number(digits))) return this.#fault(`${digits} is larger than any number in a game’s file.`);
    this.#at = end;
    return this.#after();
  }

  /** The string that begins here, read. */
  #string(): string | JsonFault {
    const begins = this.#at;
    let at = begins + 1;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (Number.isNaN(code)) return this.#fault('A quotation mark is opened here and never closed.', begins);
      if (code === QUOTE) break;
      if (code < 0x20) return this.#fault(`${shown(this.#text, at)} isn’t allowed inside quotation marks.`, at);
      const escaped = code === BACKSLASH ? ESCAPE.exec(this.#text.slice(at, at + 6)) : null;
      if (code === BACKSLASH && !escaped) {
        return this.#fault(`A backslash can’t be used before ${shown(this.#text, at + 1)}.`, at);
      }
      at += escaped?.[0].length ?? 1;
    }
    this.#at = at + 1;
    return JSON.parse(this.#text.slice(begins, at + 1)) as string;
  }

  #ends(next: string): boolean {
    return next === (this.#open.at(-1)?.keys ? '}' : ']');
  }

  #close(): null {
    this.#open.pop();
    this.#at += 1;
    return this.#after();
  }

  #comma(): null {
    const frame = this.#open.at(-1) as Frame;
    if (typeof frame.at === 'number') frame.at += 1;
    return this.#go(frame.keys ? 'key' : 'value');
  }

  #go(awaited: Awaited): null {
    this.#at += 1;
    this.#awaited = awaited;
    return null;
  }

  #after(): null {
    this.#awaited = this.#open.length > 0 ? 'comma or end' : 'nothing';
    return null;
  }

  #space(): void {
    while (this.#at < this.#text.length && ' \t\n\r'.includes(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #path(): JsonPath {
    return this.#open.map(({ at }) => at);
  }

  #begun(): number {
    return this.#open.at(-1)?.begins ?? 0;
  }

  #here(): string {
    return shown(this.#text, this.#at);
  }

  #fault(what: string, offset = this.#at): JsonFault {
    return { offset, path: this.#path(), what: capitalized(what) };
  }
}
