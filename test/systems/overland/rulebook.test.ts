import { describe, expect, test } from 'vitest';
import { testNames } from '../rule-cases.ts';
import { plainRulebook } from '../rulebook.ts';
import { numbers, rulesFile, rulingsFile, topics } from './data.ts';

/** The paragraphs of the rule sheet, as they are cited. */
const SHEET: readonly string[] = [
  ...[...'abcdefghijklmnopqrs'].map((letter) => `I.${letter}`),
  'II',
  'III',
  'IV',
  ...['IV.A', 'IV.B'],
  'V',
  'VI',
  ...['VI.A', 'VI.B', 'VI.C'],
  'VII',
  ...['VII.A', 'VII.B', 'VII.C', 'VII.D'],
  ...['VII.D.1', 'VII.D.2', 'VII.D.3', 'VII.D.3.a', 'VII.D.3.b', 'VII.D.3.c', 'VII.D.4'],
  'VIII',
  'IX',
  ...['IX.A', 'IX.B', 'IX.C'],
  'X',
  ...['X.A', 'X.B', 'X.C', 'X.D', 'X.E'],
  'XI',
  ...['XI.A', 'XI.B', 'XI.C', 'XI.D', 'XI.E'],
  'XII',
  'XII.A',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `XII.A.${number}`),
  'XII.B',
  'XII.C',
  ...['XII.C.1', 'XII.C.2', 'XII.C.2.a', 'XII.C.2.b'],
  'XIII',
];

/** The rulings of the project where the sheet is silent. */
const RULINGS: readonly string[] = Array.from({ length: 13 }, (_, index) => `R${index + 1}`);

const PARAGRAPHS: readonly string[] = [...SHEET, ...RULINGS];

/** The citations of a text: `[VII.D.3]`, `[IX.A, R4]`, `[XII.A.6–7]`; `[text](link)` is none. */
function citedIn(text: string): string[] {
  return [...text.matchAll(/\[([IVXR][^\]]*)\](?!\()/g)].flatMap(([, inside = '']) => inside.split(', ').flatMap(each));
}

function each(cited: string): string[] {
  const [, stem = '', from, to] = /^(.*\.)(\d)–(\d)$/.exec(cited) ?? [];
  if (from === undefined || to === undefined) return [cited];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${stem}${Number(from) + index}`);
}

describe('the rulebook', () => {
  test('has the topics a member looks for', () => {
    expect(topics.map(({ id }) => id)).toEqual(
      'goal setup turn example points areas move attack retreat tma lee counterattack james checks numbers rulings more-rulings'.split(
        ' ',
      ),
    );
  });

  plainRulebook({
    topics,
    paragraphs: new Set(PARAGRAPHS),
    citedIn,
    longest: { paragraph: 420, row: 40 },
    bare: ['numbers'],
  });

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

test('every paragraph and ruling begins the name of a test, and no test is named by another', () => {
  const named = testNames('overland').flatMap((name) => {
    const [numbers = ''] = /^(?:(?:\[[IVX][^\]]*\]|R\d+) )+/.exec(name) ?? [];
    return numbers.match(/[^[\] ]+/g) ?? [];
  });
  expect(PARAGRAPHS.filter((paragraph) => !named.includes(paragraph))).toEqual([]);
  expect(named.filter((cited) => !PARAGRAPHS.includes(cited))).toEqual([]);
});
