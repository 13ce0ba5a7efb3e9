import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rulebookOf } from '../../../src/systems/road-to-richmond/index.ts';
import { CRT } from '../../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import { COLUMNS } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { everyParagraphIsATest } from '../rule-cases.ts';
import { plainRulebook } from '../rulebook.ts';
import { field } from './data.ts';

const asset = (name: string) =>
  readFileSync(new URL(`../../../assets/road-to-richmond/${name}`, import.meta.url), 'utf8');
const rulesFile = asset('rules.md');
const rulingsFile = asset('rulings.md');
const book = rulebookOf(field, rulesFile);
if (book.topics === null) throw new Error(`The rulebook is refused: ${JSON.stringify(book.faults)}`);
const { topics } = book;

/** Paragraphs and rulings that there are. */
const PARAGRAPHS = new Set([
  ...[...rulingsFile.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number),
  ...[...rulingsFile.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number),
  ...[...rulingsFile.matchAll(/^- \*\*([AR]-[A-Z]?\d+)\*\*/gm)].map(([, ruling]) => ruling),
]);

/** What a text cites: `[7.5]`, `[18.2, A-25]`, `[5.15–5.17]`; `[text](link)` is no citation. */
function citedIn(text: string): string[] {
  return [...text.matchAll(/\[((?:\d|[AR]-)[^\]]*)\](?!\()/g)].flatMap(([, inside = '']) => inside.split(/[,–] ?/));
}

function topic(id: string): string {
  const found = topics.find((one) => one.id === id);
  if (!found) throw new Error(`There is no topic ${id}`);
  return found.text;
}

describe('the rulebook', () => {
  test('has the topics a member looks for', () => {
    const ids = topics.map(({ id }) => id);
    expect(ids.slice(0, 5)).toEqual(['goal', 'turn', 'units', 'move', 'terrain']);
    for (const id of ['control', 'arrivals', 'duties', 'table', 'guns', 'train', 'exits', 'points', 'effectiveness'])
      expect(ids).toContain(id);
  });

  plainRulebook({ topics, paragraphs: PARAGRAPHS, citedIn, longest: { paragraph: 480, row: 34 } });
});

describe('the figures of the rulebook are those of the data', () => {
  test('the combat results table', () => {
    const rows = [...topic('table').matchAll(/^(\d-\d) {2}(.*)$/gm)].map(([, column, results]) => [
      column,
      results?.split(' '),
    ]);
    expect(rows).toEqual(COLUMNS.map((column) => [column, [1, 2, 3, 4, 5, 6].map((die) => CRT.resultOf(column, die))]));
  });

  test('terrain costs', () => {
    const text = topic('terrain');
    const cost = (name: string) => Number(new RegExp(`${name}[^*]*\\*\\*(\\d)\\*\\*`).exec(text)?.[1]);
    expect({
      clear: cost('clear'),
      town: cost('town'),
      forest: cost('- forest:'),
      rough: cost('rough:'),
      forest_rough: cost('swamp forest:'),
    }).toEqual(field.toEnter);
    const [, easy, hard] = /trail: \*\*(\d)\*\* into clear or town, \*\*(\d)\*\* into anything else/.exec(text) ?? [];
    const { clear, town, ...others } = field.toEnterByTrail;
    expect([clear, town]).toEqual([Number(easy), Number(easy)]);
    expect(new Set(Object.values(others))).toEqual(new Set([Number(hard)]));
  });

  test('who arrives when and where', () => {
    const [confederate = '', union = ''] = topic('arrivals').split('Union:');
    for (const [side, text] of [
      ['confederate', confederate],
      ['union', union],
    ] as const) {
      const told = [
        ...text.matchAll(/^- turn (\d+) at ([\d, ]+?)(?: \(or (\d+)\))?: (?:(\d+) units?|the Train)$/gm),
      ].map(([, turn, entry, other, units]) => `${turn} ${entry} ${other ?? '-'} ${units ?? 1}`);
      const groups = new Map<string, number>();
      for (const piece of field.pieces) {
        if (piece.side !== side || piece.arrives === null) continue;
        const key = `${piece.arrives} ${piece.entry.join(', ')} ${piece.otherEntry ?? '-'}`;
        groups.set(key, (groups.get(key) ?? 0) + 1);
      }
      expect(told.sort()).toEqual([...groups].map(([key, units]) => `${key} ${units}`).sort());
    }
  });

  test('the short game', () => {
    const text = topic('first-day');
    const farms = [...text.matchAll(/\*\*([^*\d]+)\*\* \((\d{4})\)/g)].map(([, name, hex = '']) => [hex, name]);
    expect(farms).toEqual(field.scoring.farms.map((hex) => [hex, field.hex.get(hex)?.name]));
    expect(text).toContain(`**${field.scoring.farmHeld}** for each`);
    expect(text).toContain(`The Union begins with **${field.firstDayPoints}** points.`);
  });

  test('zones and points', () => {
    const zone = [...topic('zone').matchAll(/(\d{4}) to (\d{4})/g)].flatMap(([, from = '', to = '']) =>
      field.hexes.filter((hex) => hex.slice(0, 2) === from.slice(0, 2) && hex >= from && hex <= to),
    );
    expect(new Set(zone)).toEqual(field.commandZone);
    expect(topic('early')).toContain(`${field.southZone.size} hexes`);
    expect(topic('points')).toContain(`${field.scoring.trainDestroyed} more to the Confederates`);
    expect(topic('points')).toContain(`${field.scoring.trainSaved} more if the Train`);
    expect(topic('points')).toContain(
      `at most ${['', '', '', '', '', '', '', '', '', '', 'ten'][field.scoring.trace]} hexes`,
    );
  });
});

describe('the rulings page', () => {
  test('has the rulings A-01 to A-40 that there are, in order, each with its paragraph', () => {
    const lines = [...rulingsFile.matchAll(/^- \*\*(A-\d+)\*\* \[[^\]]+\] \S/gm)].map(([, ruling]) => ruling);
    expect(lines).toEqual([...lines].sort());
    expect(lines).toHaveLength(35);
    expect(lines.at(0)).toBe('A-01');
    expect(lines.at(-1)).toBe('A-40');
  });

  test('what rulings and the code cite exists', () => {
    const rulings = rulingsFile.slice(rulingsFile.indexOf('## 20.'));
    expect(citedIn(rulings).filter((one) => !PARAGRAPHS.has(one))).toEqual([]);
    const source = new URL('../../../src/systems/road-to-richmond/', import.meta.url);
    for (const name of readdirSync(source, { recursive: true }) as string[]) {
      if (!name.endsWith('.ts')) continue;
      const comments = [...readFileSync(new URL(name, source), 'utf8').matchAll(/\/\*\*[\s\S]*?\*\/|\/\/.*/g)].join(
        '\n',
      );
      const cited = citedIn(comments).filter((one) => /^(\d+\.\d+|A-\d+)$/.test(one));
      expect(
        cited.filter((one) => !PARAGRAPHS.has(one)),
        name,
      ).toEqual([]);
    }
  });
});

everyParagraphIsATest('road-to-richmond', 70);
