import { expect } from 'vitest';
import type { Episode, Story } from '../../src/game/index.ts';
import { expectWords } from './words.ts';

/** Characters of a whole story, of its headline, and how many chapters it has at most. */
const WHOLE = 1200;
const HEADLINE = 80;
const CHAPTERS = 5;

/** Expects a story to keep to its limits, to say something everywhere, and to put no words into anybody's mouth. */
export function expectStory({ headline, chapters }: Story, episodes: readonly Episode[]): void {
  expectWords(headline, HEADLINE, 'the headline');
  expect(headline, 'a headline has no stop').not.toMatch(/[.\s]$/);
  const [first, ...later] = chapters;
  expect(first, 'a story has chapters').toBeDefined();
  const headed = chapters.filter(({ when }) => when !== null);
  expect(headed.length, 'chapters').toBeLessThanOrEqual(CHAPTERS);
  for (const { when } of later) expect(when, 'only the first may stand without a heading').not.toBeNull();
  const reasons = episodes.flatMap((episode) => episode.reasons.map(({ text }) => text));
  for (const { when, text, really } of chapters) {
    if (when !== null) expectWords(when, 60, 'the days of a chapter');
    expectWords(withoutQuotations(text, reasons), WHOLE, 'a chapter');
    if (really !== null) expectWords(really, WHOLE, 'what really happened');
    expect(`${headline} ${text} ${really}`, 'a line of its own').not.toContain('\n');
  }
  expect(lengthOf({ headline, chapters }), `all of “${headline}”`).toBeLessThanOrEqual(WHOLE);
}

/** A text with `so` for what members said, which may be anything; fails where anything else stands in quotation marks. */
export function withoutQuotations(text: string, reasons: readonly string[]): string {
  const known = [...reasons].sort((a, b) => b.length - a.length);
  const rest = known.reduce((left, reason) => left.replaceAll(quotation(reason), 'so'), text);
  expect(rest, 'words that nobody wrote, in quotation marks').not.toMatch(/[«»“”"]/);
  return rest;
}

/** A reason as it is quoted, without the stop of its own that the sentence takes the place of. */
function quotation(reason: string): RegExp {
  const bare = reason.replace(/(?:\\?[.,;:]|\s)+$/, '');
  return new RegExp(`“${bare.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}[.,]?”`, 'g');
}

export function lengthOf({ headline, chapters }: Story): number {
  return chapters.reduce(
    (sum, { when, text, really }) => sum + (when?.length ?? 0) + text.length + (really?.length ?? 0),
    headline.length,
  );
}
