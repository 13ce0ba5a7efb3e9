import { describe, expect, test } from 'vitest';
import { numbers, rulesFile, rulingsFile, topics } from './data.ts';
import { citedIn, PARAGRAPHS, RULINGS } from './paragraphs.ts';

describe('the rulebook', () => {
  test('has the topics a member looks for', () => {
    expect(topics.map(({ id }) => id)).toEqual([
      'goal',
      'setup',
      'turn',
      'example',
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
      'rulings',
      'more-rulings',
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

  test('shows every ruling R1–R13, and says what an R and a number is', () => {
    const shown = topics.flatMap(({ text }) =>
      [...text.matchAll(/^- \*\*(R\d+)\*\* \[[^\]]+\] \S/gm)].map(([, ruling]) => ruling),
    );
    expect(shown).toEqual(RULINGS);
    expect(topics.find(({ id }) => id === 'numbers')?.text).toMatch(/\*\*R1\*\* to \*\*R13\*\* are our rulings/);
  });

  test('calls other topics by the titles that the list shows', () => {
    const titles = topics.map(({ title }) => title);
    expect(rulesFile).not.toMatch(/topic `/);
    for (const [, named = ''] of rulesFile.matchAll(/under \*([^*]+)\* and/g)) expect(titles).toContain(named);
  });

  test('says by when, and where everybody starts', () => {
    const text = (id: string) => topics.find((topic) => topic.id === id)?.text ?? '';
    for (const said of ['thirty days', '3 June', 'Short rations', 'twenty-four days'])
      expect(text('goal')).toContain(said);
    const { areas, leaders } = numbers();
    for (const { name, rating, start } of Object.values(leaders)) {
      const line = text('setup')
        .split('\n')
        .find((one) => one.includes(areas[start].name));
      expect(line).toMatch(new RegExp(`${name} \\((rating )?${rating}\\)`));
    }
    expect(text('lee')).toMatch(/Beauregard[\s\S]*Drury’s Bluff[\s\S]*Richmond[\s\S]*Breckinridge[\s\S]*Valley/);
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
