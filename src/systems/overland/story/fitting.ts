import type { Story } from '../../../game/index.ts';
import type { Line } from './pen.ts';

/** A chapter before it is known how much of it there is room for. */
export interface Draft {
  readonly when: string;
  readonly lines: readonly Line[];
  readonly really: string | null;
}

/** Characters of a whole story: fewer than the 1,200 it may have, so that a message has room for what it was worth beside it. */
const ROOM = 1060;

/** The story, without what it has no room for: first colour, then detail, both from the middle of the campaign, then history. */
export function fitted(headline: string, drafts: readonly Draft[]): Story {
  let now = drafts;
  for (const shorter of shortenings()) {
    for (;;) {
      if (sizeOf(headline, now) <= ROOM) return storyOf(headline, now);
      const less = shorter(now);
      if (less === null) break;
      now = less;
    }
  }
  return storyOf(headline, now);
}

type Shortening = (drafts: readonly Draft[]) => readonly Draft[] | null;

function shortenings(): readonly Shortening[] {
  return [
    (drafts) => withoutLine(drafts, 1),
    (drafts) => withoutLine(drafts, 2),
    withoutHistory,
    withoutCore,
    withoutChapter,
  ];
}

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
  return drafts.length > 1 ? drafts.toSpliced(Math.min(1, drafts.length - 2), 1) : null;
}

function sizeOf(headline: string, drafts: readonly Draft[]): number {
  return drafts.reduce(
    (sum, { when, lines, really }) => sum + when.length + textOf(lines).length + (really?.length ?? 0),
    headline.length,
  );
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join(' ');
}

function storyOf(headline: string, drafts: readonly Draft[]): Story {
  return { headline, chapters: drafts.map(({ when, lines, really }) => ({ when, text: textOf(lines), really })) };
}
