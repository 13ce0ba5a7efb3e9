import type { Reason, Story } from '../game/index.ts';

/** A sentence, and the phrase that it's made from. */
interface Said {
  readonly text: string;
  readonly phrase: unknown;
}

/** Sentences in the order in which they are tried. Those of a list within it are as good as each other: one story takes one, another the next. */
export type Sayings = Iterable<Said | readonly (Said | false | null)[]>;

/** Tags the text of a sentence: its phrase is the place in the source where it stands. */
export function say(phrase: TemplateStringsArray, ...facts: readonly (string | number)[]): Said {
  return { phrase, text: phrase.map((words, at) => `${words}${facts[at] ?? ''}`).join('') };
}

/** Puts facts into words, and no phrase to paper twice in one story. */
export class Pen {
  readonly #used = new Set<unknown>();
  readonly #turn: number;

  /** @param story what tells one story from another: stories of different ones take different phrases where several fit */
  constructor(story: string) {
    this.#turn = numberOf(story);
  }

  /** The first sentence whose phrase has not been used; null if none is left. */
  say(sayings: Sayings): string | null {
    for (const group of sayings) {
      const fitting = [group].flat().flatMap((said) => (said && !this.#used.has(said.phrase) ? [said] : []));
      const chosen = fitting[(this.#turn + this.#used.size) % Math.max(1, fitting.length)];
      if (!chosen) continue;
      this.#used.add(chosen.phrase);
      return chosen.text;
    }
    return null;
  }
}

/** A number that differs from text to text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** A key by which reasons of the same words are equal, whatever their capitals and punctuation. */
export function sameReason(reason: string): string {
  return reason
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Longest a reason is quoted; a longer one is left out rather than cut. */
const LONGEST_REASON = 110;

/** A reason without its last stop, and what was ordered for it. */
interface Quote extends Reason {
  readonly deed: string;
}

/**
 * The first of some reasons that can be quoted; null if none can.
 * @param quoted reasons that have been: the same words are not quoted twice
 * @param deedOf the order given for a reason; null if it is not quoted
 * @param longest letters of the longest that is quoted
 */
export function firstQuote<R extends Reason>(
  reasons: readonly R[],
  quoted: Set<string>,
  deedOf: (reason: R) => string | null,
  longest = LONGEST_REASON,
): Quote | null {
  for (const reason of reasons) {
    const { by, text: whole } = reason;
    // A stop in Markdown has a backslash.
    const text = whole.replace(/(?:\\?[.,;:!]|\s)+$/, '');
    const isQuotable = text !== '' && whole.length <= longest && !/[\n«»“”"!]/.test(text + by);
    const deed = isQuotable && !quoted.has(sameReason(whole)) ? deedOf(reason) : null;
    if (deed === null) continue;
    quoted.add(sameReason(whole));
    return { text, by, deed };
  }
  return null;
}

/** 3: the chapter's subject; 2: detail; 1: colour. The lowest weight is cut first if a story is too long. */
type Weight = 1 | 2 | 3;

export interface Sentence {
  readonly text: string;
  readonly weight: Weight;
}

export function sentence(text: string | null, weight: Weight): Sentence[] {
  return text === null ? [] : [{ text, weight }];
}

/** A chapter before it is cut to length. */
export interface ChapterDraft {
  readonly when: string | null;
  readonly lines: readonly Sentence[];
  readonly really: string | null;
  /** Its history is cut before that of other chapters. */
  readonly ownHistory?: boolean;
}

/** Cuts something of one kind from the chapters; null if none is left. */
export type Shortening = (drafts: readonly ChapterDraft[]) => readonly ChapterDraft[] | null;

/** Characters a whole story may have. */
const ROOM = 1200;

/** Shortens a story until it fits: each kind of cut in turn, as often as needed. `room`: the length in characters above which a kind is cut. */
export function fitted(
  headline: string,
  drafts: readonly ChapterDraft[],
  kinds: readonly { readonly shorter: Shortening; readonly room?: number }[],
): Story {
  let now = drafts;
  for (const { shorter, room = ROOM } of kinds) {
    for (;;) {
      const less = sizeOf(headline, now) > room ? shorter(now) : null;
      if (less === null) break;
      now = less;
    }
  }
  return { headline, chapters: now.map(({ when, lines, really }) => ({ when, text: textOf(lines), really })) };
}

/** A story with an opening sentence. If it is too long, colour goes first, then detail, then history; each chapter keeps its first sentence. */
export function inChapters(headline: string, opening: string | null, chapters: readonly ChapterDraft[]): Story {
  const behindFirst = (weight: Weight) => ({ shorter: withoutLine(weight, (lines) => lines.slice(1)) });
  return fitted(
    headline,
    [{ when: null, lines: sentence(opening, 3), really: null }, ...chapters],
    [behindFirst(1), behindFirst(2), { shorter: withoutHistory }, behindFirst(3)],
  );
}

/** Drops the longest line of a weight that may go. */
export function withoutLine(weight: Weight, canGo: (lines: readonly Sentence[]) => readonly Sentence[]): Shortening {
  return (drafts) => {
    const lines = drafts.flatMap(({ lines }) => canGo(lines)).filter((one) => one.weight === weight);
    const [longest] = [...lines].sort((a, b) => b.text.length - a.text.length);
    if (!longest) return null;
    return drafts.map((draft) => ({ ...draft, lines: draft.lines.filter((one) => one !== longest) }));
  };
}

/** Drops a historical note, from the end; a chapter's own history last. */
export function withoutHistory(drafts: readonly ChapterDraft[]): readonly ChapterDraft[] | null {
  const shared = drafts.findLastIndex(({ really, ownHistory }) => really !== null && !ownHistory);
  const last = shared < 0 ? drafts.findLastIndex(({ really }) => really !== null) : shared;
  return last < 0 ? null : drafts.map((draft, index) => (index === last ? { ...draft, really: null } : draft));
}

/** Drops a sentence of the longest chapter; the first and the last of a chapter stay. */
export function withoutMiddle(drafts: readonly ChapterDraft[]): readonly ChapterDraft[] | null {
  const most = Math.max(...drafts.map(({ lines }) => lines.length));
  if (most < 3) return null;
  const place = drafts.findIndex(({ lines }) => lines.length === most);
  return drafts.map((draft, index) => (index === place ? { ...draft, lines: draft.lines.toSpliced(1, 1) } : draft));
}

/** Drops a chapter; the first and the last stay. */
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

/** Characters of a battle's title. */
const LONGEST_TITLE = 60;

/** "Gregg and Branch against 1107 at 2-1": a battle's title with as many of its attackers' names as have room, or else their number. */
export function battleTitle(names: (most: number) => string, attackers: number, where: string): string {
  const ways = [3, 2, 1].map((most) => `${names(most)} ${where}`);
  return ways.find((text) => text.length <= LONGEST_TITLE) ?? `${attackers} units ${where}`;
}
