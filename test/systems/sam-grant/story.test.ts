import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { seasonsOf, type YearEpisode } from '../../../src/systems/sam-grant/story/chronicle.ts';
import { fortunes, tallies } from '../../../src/systems/sam-grant/story/figures.ts';
import { AFTERWARDS, REALLY } from '../../../src/systems/sam-grant/story/history.ts';
import { story } from '../../../src/systems/sam-grant/story/index.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { SIDES } from '../../../src/systems/sam-grant/vocabulary.ts';
import { expectStory, withoutQuotations } from '../../conformance/stories.ts';
import { picker } from '../../dice/sealed.ts';
import { east, west } from './data.ts';
import { position, start } from './position.ts';
import { randomGame } from './random-play.ts';
import { secretsOf } from './secrets.ts';

const AWKWARD = / {2}|null|undefined| ,| \.|\.\.|\b1 (?:points|steps|blocks|battles|game-turns)\b/;
const REASONS = ['The rivers are open, and the forts are not', 'Nashville first.'];

function yearOf(theatre: Theatre, seed: number): readonly YearEpisode[] {
  const steps = [...randomGame(theatre, seed)];
  const [first] = steps;
  if (!first) throw new Error('A year has orders');
  const told = { by: 'Ada', turning: false, worth: null };
  const events = [{ type: 'opened' as const }, { type: 'turn' as const, turn: 1, margin: 0 }];
  const begun = { ...told, order: null, before: first.before, after: first.before, events, reasons: [] };
  return [
    begun,
    ...steps.map(({ before, order, state, events: done }, at) => ({
      ...told,
      order,
      before,
      after: state,
      events: done,
      reasons: at % 20 === 3 ? [{ text: REASONS[at % REASONS.length] ?? '', by: 'Bo' }] : [],
    })),
  ];
}

const years: readonly (readonly [Theatre, readonly YearEpisode[]])[] = [
  [west, yearOf(west, 5)],
  [east, yearOf(east, 16)],
];

describe('a year told afterwards', () => {
  test('keeps its limits, quotes nobody but members, and reads well, from its start to its end', () => {
    for (const [theatre, episodes] of years)
      for (let orders = 1; orders < episodes.length + 9; orders += 9)
        for (const over of [true, false]) {
          const part = episodes.slice(0, orders);
          const told = story(theatre, part, over);
          expectStory(told, part);
          for (const { text } of told.chapters) expect(text.replaceAll(/“[^”]*”/g, 'so')).not.toMatch(AWKWARD);
        }
  });

  test('has a chapter for each third of the year, with what really happened then, and one for the end', () => {
    for (const [theatre, episodes] of years) {
      const { chapters } = story(theatre, episodes, true);
      const months = ['January to April 1862', 'May to August 1862', 'September to December 1862'];
      const { turn } = (episodes.at(-1) as YearEpisode).after;
      expect(chapters.map(({ when }) => when)).toEqual([
        null,
        ...months.slice(0, seasonsOf(theatre, episodes).length),
        `The end, game-turn ${turn}`,
      ]);
      const known: readonly string[] = [...REALLY[theatre.id], AFTERWARDS[theatre.id]];
      for (const { really } of chapters) if (really !== null) expect(known).toContain(really);
    }
  });

  test('no sentence is made to one pattern twice in a story', () => {
    for (const [theatre, episodes] of years) {
      const sentences = story(theatre, episodes, true).chapters.flatMap(({ text }) =>
        withoutQuotations(text, REASONS)
          .replaceAll(/\d+/g, '#')
          .split(/(?<=\.) /),
      );
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });

  test('while it is played it tells what everybody knows: hidden blocks change nothing, and no reason is quoted', () => {
    for (const [theatre, episodes] of years) {
      const { shuffle } = secretsOf(theatre);
      const part = episodes.slice(0, -1);
      const twins = part.map((one, at) => ({
        ...one,
        before: shuffle(one.before, 'public', picker(at)),
        after: shuffle(one.after, 'public', picker(at)),
      }));
      expect(story(theatre, twins, false)).toEqual(story(theatre, part, false));
      expect(JSON.stringify(story(theatre, part, false))).not.toMatch(/[“”]/);
    }
  });

  test('what its battles cost adds up, in the story and in its tables, each battle once', () => {
    let questions = 0;
    for (const [theatre, episodes] of years) {
      const fired = episodes.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === 'fought' ? [event] : [])),
      );
      const [losses, battles] = tallies(theatre, episodes);
      for (const [row, side] of SIDES.entries()) {
        const hit = fired
          .flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'volley' ? step.volley.lost : [])))
          .filter((id) => theatre.block.get(id)?.side === side);
        expect(losses?.rows[row]?.[2]).toBe(hit.length);
        const [, all, ...parts] = (losses?.rows[row] ?? []).map(Number);
        expect(all).toBe(parts.slice(0, 3).reduce((sum, part) => sum + part, 0));
      }
      expect(battles?.rows.length).toBeGreaterThan(0);
      const { each } = fortunes(theatre, episodes);
      const begun = episodes.flatMap(({ events }) => events.filter(({ type }) => type === 'battle'));
      expect(each.length).toBe(begun.length);
      questions += fired.length - begun.length;
      for (const side of SIDES) {
        const hits = fired
          .filter(({ attacker }) => attacker === side)
          .flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'volley' ? [step.volley] : [])))
          .reduce((sum, { block, hits }) => sum + (theatre.block.get(block)?.side === side ? hits : -hits), 0);
        const own = each.filter(({ seat }) => seat === side).reduce((sum, { actual }) => sum + actual, 0);
        expect(own).toBe(hits);
      }
    }
    expect(questions, 'battles that a question broke into two').toBeGreaterThan(0);
  });
});

test('the Confederates sweep nothing by the Union’s failure alone, and the last game-turn ends no game early', () => {
  const cities = [...west.city.values()].filter(({ hex }) => west.home.get(hex) === 'usa');
  const blocks = west.blocks.filter(({ side }) => side === 'csa');
  const ended = (turn: number, taken: number) => {
    const at = Object.fromEntries(cities.slice(0, taken).map(({ hex }, index) => [blocks[index]?.id ?? '', hex]));
    const result = { winner: 'csa' as const, level: 'CSA decisive', sudden: taken > 0 };
    const after = position(at, { turn, phase: 'over', result });
    const told = { by: null, turning: false, worth: null, order: null, reasons: [] };
    const events = [{ type: 'opened' as const }, { type: 'turn' as const, turn, margin: 0 }];
    return story(west, [{ ...told, before: after, after, events }], true);
  };
  expect(ended(6, 0).headline).toBe('The Confederates hold the West');
  expect(ended(6, cities.length).headline).toBe('The Confederates sweep the West');
  expect(JSON.stringify(ended(6, cities.length))).not.toContain('early');
  expect(ended(5, cities.length).headline).toBe('The Confederates sweep the West in game-turn 5');
  expect(JSON.stringify(ended(5, cities.length))).toContain('ends the game early, in game-turn 5');
});

test('a city that changes hands and a battle are told with their names', () => {
  const taken: State = {
    ...start,
    turn: 2,
    blocks: { ...start.blocks, ...emptied('1909'), 'u-mccook': { at: '1909', steps: 3 } },
  };
  const events = [
    { type: 'battle' as const, hex: '1909', attacker: 'usa' as const, attackers: 1, defenders: 2 },
    {
      type: 'fought' as const,
      hex: '1909',
      attacker: 'usa' as const,
      steps: [{ kind: 'volley' as const, volley: { block: 'u-mccook', dice: [1], hits: 1, lost: ['c-hardee'] } }],
    },
    { type: 'won' as const, hex: '1909', winner: 'usa' as const },
  ];
  const told = { by: null, reasons: [], turning: false, worth: null };
  const begun = [{ type: 'opened' as const }, { type: 'turn' as const, turn: 1, margin: -4 }];
  const { chapters } = story(
    west,
    [
      { ...told, order: null, before: start, after: start, events: begun },
      { ...told, order: { verb: 'battle-plan', stance: 'stand' }, before: start, after: taken, events },
    ],
    false,
  );
  expect(chapters[1]?.text).toContain(
    'One battle cost the Union nothing and the Confederates 1 step. At Nashville, in game-turn 1, ',
  );
  expect(chapters[1]?.text).toContain('one Union block attacked two Confederate blocks and won the field');
  expect(chapters[1]?.text).toContain('The Union took Nashville.');
});

/** A hex without the blocks that stand there at the start. */
function emptied(hex: string): State['blocks'] {
  const there = Object.entries(start.blocks).filter(([, { at }]) => at === hex);
  return Object.fromEntries(there.map(([id]) => [id, { at: 'pool', steps: 0 }]));
}
