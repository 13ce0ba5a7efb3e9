import type { Story } from '../../../game/index.ts';
import type { Line } from './pen.ts';

/** A chapter before it is known how much of it there is room for. */
export interface Draft {
  readonly when: string | null;
  readonly lines: readonly Line[];
  readonly really: string | null;
}

/** Characters a whole story may have. */
const ROOM = 1200;
/** What it has at most if all but its core can give way: a message has what the orders were worth beside it. */
const COMFORT = 1120;

/** The story, without what it has no room for: first colour, then detail; if it must be, history, and of the middle even the core. */
export function fitted(headline: string, drafts: readonly Draft[]): Story {
  let now = drafts;
  for (const { shorter, room } of SHORTENINGS) {
    for (;;) {
      const less = sizeOf(headline, now) > room ? shorter(now) : null;
      if (less === null) break;
      now = less;
    }
  }
  return storyOf(headline, now);
}

type Shortening = (drafts: readonly Draft[]) => readonly Draft[] | null;

const SHORTENINGS: readonly { readonly shorter: Shortening; readonly room: number }[] = [
  { shorter: (drafts) => withoutLine(drafts, 1), room: COMFORT },
  { shorter: (drafts) => withoutLine(drafts, 2), room: COMFORT },
  { shorter: withoutHistory, room: ROOM },
  { shorter: withoutCore, room: ROOM },
  { shorter: withoutChapter, room: ROOM },
];

/** Without the longest line of a weight, of a chapter that has another. */
function withoutLine(drafts: readonly Draft[], weight: number): readonly Draft[] | null {
  const lines = drafts.flatMap(({ lines }) => (lines.length > 1 ? lines : [])).filter((line) => line.weight === weight);
  const [longest] = [...lines].sort((a, b) => b.text.length - a.text.length);
  if (!longest) return null;
  return drafts.map((draft) => ({ ...draft, lines: draft.lines.filter((line) => line !== longest) }));
}

function withoutHistory(drafts: readonly Draft[]): readonly Draft[] | null {
  const place = drafts.findLastIndex(({ really }) => really !== null);
  return place < 0 ? null : drafts.map((draft, index) => (index === place ? { ...draft, really: null } : draft));
}

/** Without a sentence of the chapter that has most of them; the first and the last of a chapter stay. */
function withoutCore(drafts: readonly Draft[]): readonly Draft[] | null {
  const most = Math.max(...drafts.map(({ lines }) => lines.length));
  if (most < 3) return null;
  const place = drafts.findIndex(({ lines }) => lines.length === most);
  return drafts.map((draft, index) => (index === place ? { ...draft, lines: draft.lines.toSpliced(1, 1) } : draft));
}

function withoutChapter(drafts: readonly Draft[]): readonly Draft[] | null {
  return drafts.length > 2 ? drafts.toSpliced(1, 1) : null;
}

function sizeOf(headline: string, drafts: readonly Draft[]): number {
  return drafts.reduce(
    (sum, { when, lines, really }) => sum + (when?.length ?? 0) + textOf(lines).length + (really?.length ?? 0),
    headline.length,
  );
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join(' ');
}

function storyOf(headline: string, drafts: readonly Draft[]): Story {
  return { headline, chapters: drafts.map(({ when, lines, really }) => ({ when, text: textOf(lines), really })) };
}
