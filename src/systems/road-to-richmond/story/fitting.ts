import type { Story } from '../../../game/index.ts';

/** A sentence, and how much it is missed: 1 colour, 2 detail, 3 what the chapter is about. */
export interface Line {
  readonly text: string;
  readonly weight: 1 | 2 | 3;
}

/** A chapter before it is known how much of it there is room for. Its first line stays. */
export interface Draft {
  readonly when: string | null;
  readonly lines: readonly Line[];
  readonly really: string | null;
}

/** Characters of a whole story, at most. */
const ROOM = 1200;

/** As much as there is room for: colour gives way first, then detail, then history, and at last all but the first sentences. */
export function fitted(headline: string, drafts: readonly Draft[]): Story {
  let now = drafts;
  const over = () => sizeOf(headline, now) - ROOM;
  for (const shorter of [without(1), without(2), withoutHistory, without(3)]) {
    for (let next = over() > 0 ? shorter(now) : null; next !== null; next = over() > 0 ? shorter(now) : null)
      now = next;
  }
  return { headline, chapters: now.map(({ when, lines, really }) => ({ when, text: textOf(lines), really })) };
}

/** Without the longest line of a weight that is not the first of its chapter; null: there is none. */
function without(weight: Line['weight']) {
  return (drafts: readonly Draft[]): readonly Draft[] | null => {
    const lines = drafts.flatMap((draft) => draft.lines.slice(1)).filter((line) => line.weight === weight);
    if (lines.length === 0) return null;
    const longest = lines.reduce((most, line) => (line.text.length > most.text.length ? line : most));
    return drafts.map((draft) => ({ ...draft, lines: draft.lines.filter((line) => line !== longest) }));
  };
}

function withoutHistory(drafts: readonly Draft[]): readonly Draft[] | null {
  const last = drafts.findLastIndex(({ really }) => really !== null);
  return last < 0 ? null : drafts.map((draft, index) => (index === last ? { ...draft, really: null } : draft));
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join(' ');
}

function sizeOf(headline: string, drafts: readonly Draft[]): number {
  return drafts.reduce(
    (sum, { when, lines, really }) => sum + (when?.length ?? 0) + textOf(lines).length + (really?.length ?? 0),
    headline.length,
  );
}
