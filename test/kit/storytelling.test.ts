import { describe, expect, test } from 'vitest';
import {
  type ChapterDraft,
  fitted,
  Pen,
  say,
  withoutChapter,
  withoutHistory,
  withoutLine,
  withoutMiddle,
} from '../../src/kit/storytelling.ts';

const draft = (when: string | null, really: string | null, ...lines: ChapterDraft['lines']): ChapterDraft => ({
  when,
  really,
  lines,
});
const core = { text: 'Core.', weight: 3 } as const;
const long = { text: 'Colour, and much of that.', weight: 1 } as const;
const short = { text: 'Colour.', weight: 1 } as const;
const drafts = [
  draft(null, null, core),
  draft('May', 'So it was.', core, short, long),
  draft('June', 'It was not so.', { ...core }, { ...core }, { ...core }),
];
const all = (lines: ChapterDraft['lines']) => lines;

describe('a story that is too long', () => {
  test('loses the longest line of what matters least', () => {
    expect(withoutLine(1, all)(drafts)?.[1]?.lines).toEqual([core, short]);
    expect(withoutLine(2, all)(drafts)).toBeNull();
    expect(withoutLine(3, (lines) => lines.slice(1))(drafts)?.[2]?.lines).toHaveLength(2);
  });

  test('loses history from its end, sentences from its middle, and chapters', () => {
    expect(withoutHistory(drafts)?.map(({ really }) => really)).toEqual([null, 'So it was.', null]);
    expect(withoutMiddle(drafts)?.[1]?.lines).toEqual([core, long]);
    expect(withoutMiddle([draft(null, null, core)])).toBeNull();
    expect(withoutChapter(drafts)).toEqual([drafts[0], drafts[2]]);
    expect(withoutChapter(drafts.slice(0, 2))).toBeNull();
  });

  test('gives way in the order that is asked for, no further than it must', () => {
    const kinds = [
      { shorter: withoutLine(1, all), room: 60 },
      { shorter: withoutHistory, room: 40 },
    ];
    expect(fitted('Lost', drafts, kinds)).toEqual({
      headline: 'Lost',
      chapters: [
        { when: null, text: 'Core.', really: null },
        { when: 'May', text: 'Core.', really: null },
        { when: 'June', text: 'Core. Core. Core.', really: null },
      ],
    });
    expect(fitted('Lost', drafts, []).chapters[1]).toEqual({
      when: 'May',
      text: 'Core. Colour. Colour, and much of that.',
      really: 'So it was.',
    });
  });
});

test('a pen writes no phrase twice', () => {
  const pen = new Pen('a story');
  const phrases = (n: number) => [[n > 1 && say`${n} attacks`], say`attacked ${n} times`];
  expect([2, 2, 2].map((n) => pen.say(phrases(n)))).toEqual(['2 attacks', 'attacked 2 times', null]);
  expect(new Pen('a story').say(phrases(1))).toBe('attacked 1 times');
});
