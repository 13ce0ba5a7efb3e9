import type { GivenReason, Story } from '../game/index.ts';

/** A sentence, and the phrase that it was made from. */
interface Said {
  readonly text: string;
  readonly phrase: unknown;
}

/**
 * Sentences to choose from, the best first. Those in a list are equally good: different stories take different ones.
 */
export type Sayings = Iterable<Said | readonly (Said | false | null)[]>;

/** Makes a sentence from a template. The template itself identifies the phrase. */
export function say(phrase: TemplateStringsArray, ...facts: readonly (string | number)[]): Said {
  return { phrase, text: phrase.map((words, at) => `${words}${facts[at] ?? ''}`).join('') };
}

/** Chooses sentences for a story, and uses no phrase twice. */
export class Pen {
  readonly #used = new Set<unknown>();
  readonly #first: number;

  /** @param story a text that differs between stories. It makes them take different phrases where several fit */
  constructor(story: string) {
    this.#first = numberOf(story);
  }

  /** The first sentence whose phrase has not been used; null if none is left. */
  say(sayings: Sayings): string | null {
    for (const group of sayings) {
      const unused = [group].flat().flatMap((said) => (said && !this.#used.has(said.phrase) ? [said] : []));
      const chosen = unused[(this.#first + this.#used.size) % Math.max(1, unused.length)];
      if (!chosen) continue;
      this.#used.add(chosen.phrase);
      return chosen.text;
    }
    return null;
  }
}

/** A hash of a text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** A key that is equal for reasons of the same words, whatever their capitals and punctuation. */
export function sameReason(reason: string): string {
  return reason
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The most characters of a quoted reason. A longer one is left out. */
const LONGEST_REASON = 110;

/** A reason without its last full stop, and the order that was given for it. */
interface Quote extends GivenReason {
  readonly deed: string;
}

/**
 * The first of some reasons that can be quoted; null if none can.
 * @param quoted keys of reasons that were quoted before. None is quoted twice
 * @param deedOf names the order that was given for a reason; null if the reason must not be quoted
 * @param longest the most characters of a quoted reason
 */
export function firstQuote<R extends GivenReason>(
  reasons: readonly R[],
  quoted: Set<string>,
  deedOf: (reason: R) => string | null,
  longest = LONGEST_REASON,
): Quote | null {
  for (const reason of reasons) {
    const { by, text: whole } = reason;
    // In Markdown, a full stop may have a backslash.
    const text = whole.replace(/(?:\\?[.,;:!]|\s)+$/, '');
    const isQuotable = text !== '' && whole.length <= longest && !/[\n«»“”"!]/.test(text + by);
    const deed = isQuotable && !quoted.has(sameReason(whole)) ? deedOf(reason) : null;
    if (deed === null) continue;
    quoted.add(sameReason(whole));
    return { text, by, deed };
  }
  return null;
}

/** 3 is the chapter's subject, 2 detail, 1 colour. If a story is too long, the lowest is cut first. */
type Weight = 1 | 2 | 3;

export interface Sentence {
  readonly text: string;
  readonly weight: Weight;
}

export function sentence(text: string | null, weight: Weight): Sentence[] {
  return text === null ? [] : [{ text, weight }];
}

/** A chapter before the story is shortened. */
export interface ChapterDraft {
  readonly when: string | null;
  readonly lines: readonly Sentence[];
  readonly really: string | null;
  /** The note on history is special to this chapter, and is cut after those of other chapters. */
  readonly ownHistory?: boolean;
}

/** Makes the chapters a little shorter in one way; null if nothing is left to cut. */
type Shortening = (drafts: readonly ChapterDraft[]) => readonly ChapterDraft[] | null;

const ROOM = 1200;

/**
 * Shortens a story until it fits, by one way after another, each as often as needed.
 * @param ways the ways to shorten. Each is used while the story is longer than its `room` in characters
 */
export function fitted(
  headline: string,
  drafts: readonly ChapterDraft[],
  ways: readonly { readonly shorter: Shortening; readonly room?: number }[],
): Story {
  let now = drafts;
  for (const { shorter, room = ROOM } of ways) {
    while (sizeOf(headline, now) > room) {
      const less = shorter(now);
      if (less === null) break;
      now = less;
    }
  }
  return { headline, chapters: now.map(({ when, lines, really }) => ({ when, text: textOf(lines), really })) };
}

/**
 * Makes a story with an opening sentence. If it is too long, colour goes first, then detail, then history. Each chapter
 * keeps its first sentence.
 */
export function inChapters(headline: string, opening: string | null, chapters: readonly ChapterDraft[]): Story {
  const withoutLater = (weight: Weight) => ({ shorter: withoutLine(weight, (lines) => lines.slice(1)) });
  return fitted(
    headline,
    [{ when: null, lines: sentence(opening, 3), really: null }, ...chapters],
    [withoutLater(1), withoutLater(2), { shorter: withoutHistory }, withoutLater(3)],
  );
}

/** Cuts the longest sentence of a weight, among those that may go. */
export function withoutLine(weight: Weight, canGo: (lines: readonly Sentence[]) => readonly Sentence[]): Shortening {
  return (drafts) => {
    const lines = drafts.flatMap(({ lines }) => canGo(lines)).filter((one) => one.weight === weight);
    const [longest] = [...lines].sort((a, b) => b.text.length - a.text.length);
    if (!longest) return null;
    return drafts.map((draft) => ({ ...draft, lines: draft.lines.filter((one) => one !== longest) }));
  };
}

/** Cuts the last note on history. Notes that are special to their chapter go last. */
export function withoutHistory(drafts: readonly ChapterDraft[]): readonly ChapterDraft[] | null {
  const shared = drafts.findLastIndex(({ really, ownHistory }) => really !== null && !ownHistory);
  const last = shared < 0 ? drafts.findLastIndex(({ really }) => really !== null) : shared;
  return last < 0 ? null : drafts.map((draft, index) => (index === last ? { ...draft, really: null } : draft));
}

/** Cuts a sentence of the longest chapter, but never its first or last. */
export function withoutMiddle(drafts: readonly ChapterDraft[]): readonly ChapterDraft[] | null {
  const most = Math.max(...drafts.map(({ lines }) => lines.length));
  if (most < 3) return null;
  const place = drafts.findIndex(({ lines }) => lines.length === most);
  return drafts.map((draft, index) => (index === place ? { ...draft, lines: draft.lines.toSpliced(1, 1) } : draft));
}

/** Cuts a chapter, but never the first or last. */
export function withoutChapter(drafts: readonly ChapterDraft[]): readonly ChapterDraft[] | null {
  return drafts.length > 2 ? drafts.toSpliced(1, 1) : null;
}

function sizeOf(headline: string, drafts: readonly ChapterDraft[]): number {
  return drafts.reduce(
    (sum, { when, lines, really }) => sum + (when?.length ?? 0) + textOf(lines).length + (really?.length ?? 0),
    headline.length,
  );
}

function textOf(lines: readonly Sentence[]): string {
  return lines.map(({ text }) => text).join(' ');
}

const LONGEST_TITLE = 60;

/**
 * The title of a battle, such as "Gregg and Branch against 1107 at 2-1". It has as many names of attackers as have
 * room, or else their number.
 */
export function battleTitle(names: (most: number) => string, attackers: number, where: string): string {
  const ways = [3, 2, 1].map((most) => `${names(most)} ${where}`);
  return ways.find((text) => text.length <= LONGEST_TITLE) ?? `${attackers} units ${where}`;
}
