/** A sentence for what happened; null: it does not fit these facts. */
export type Phrase<Facts> = (facts: Facts) => string | null;

/** Puts facts into words, and no phrase to paper twice in one story. */
export class Pen {
  readonly #used = new Set<unknown>();

  /** The first phrase that fits the facts and has not been used; null: there is none left. */
  write<Facts>(phrases: readonly Phrase<Facts>[], facts: Facts): string | null {
    for (const phrase of phrases) {
      const text = this.#used.has(phrase) ? null : phrase(facts);
      if (text === null) continue;
      this.#used.add(phrase);
      return text;
    }
    return null;
  }
}

/** A sentence of a chapter. What matters least gives way first where a story grows too long. */
export interface Line {
  readonly text: string;
  readonly weight: Weight;
}

/** 3: the story cannot be understood without it; 2: it tells what happened; 1: colour. */
export type Weight = 1 | 2 | 3;

export function line(text: string | null, weight: Weight): Line[] {
  return text === null ? [] : [{ text, weight }];
}
