import { describe, expect, test } from 'vitest';
import { rulesFile, rulingsFile, topics } from './data.ts';
import { citedIn, PARAGRAPHS, RULINGS } from './paragraphs.ts';

describe('the rulebook', () => {
  test('has the topics a member looks for', () => {
    expect(topics.map(({ id }) => id)).toEqual([
      'goal',
      'turn',
      'points',
      'areas',
      'move',
      'attack',
      'retreat',
      'tma',
      'lee',
      'counterattack',
      'james',
      'checks',
      'numbers',
    ]);
  });

  test.each(topics.map((topic) => [topic.id, topic] as const))(
    '%s cites paragraphs and rulings that exist',
    (_id, topic) => {
      const cited = citedIn(topic.text);
      expect(cited.filter((one) => !PARAGRAPHS.includes(one))).toEqual([]);
      if (topic.id !== 'numbers') expect(cited).not.toEqual([]);
    },
  );

  test('every ruling of the project is cited where it matters', () => {
    const cited = citedIn(rulesFile);
    expect(RULINGS.filter((ruling) => !cited.includes(ruling))).toEqual([]);
  });

  test.each(topics.map((topic) => [topic.id, topic] as const))(
    '%s is plain to read on a phone',
    (_id, { title, text }) => {
      expect(`${title} ${text}`).not.toMatch(/!| {2}|undefined|\t/);
      for (const paragraph of text.split('\n')) expect(paragraph.length).toBeLessThanOrEqual(420);
    },
  );
});

describe('the rulings page', () => {
  test('has a line for each of R1–R13, in order', () => {
    const lines = [...rulingsFile.matchAll(/^- \*\*(R\d+)\*\* \[[^\]]+\] \S/gm)].map(([, ruling]) => ruling);
    expect(lines).toEqual(RULINGS);
  });

  test('cites paragraphs that exist', () => {
    expect(citedIn(rulingsFile).filter((cited) => !PARAGRAPHS.includes(cited))).toEqual([]);
  });
});
