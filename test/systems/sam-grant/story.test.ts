import { describe, expect, test } from 'vitest';
import { cityPoints } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { fortunes, seasonsOf, tallies, type YearEpisode } from '../../../src/systems/sam-grant/story/chronicle.ts';
import { story } from '../../../src/systems/sam-grant/story/index.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { SIDES } from '../../../src/systems/sam-grant/vocabulary.ts';
import { wordsOf } from '../../../src/systems/sam-grant/words/names.ts';
import { expectStory, withoutQuotations } from '../../conformance/stories.ts';
import { picker } from '../../dice/sealed.ts';
import { east, west, withLevels } from './data.ts';
import { position, randomGame, start } from './position.ts';
import { secretsOf } from './secrets.ts';

const AWKWARD = / {2}|null|undefined| ,| \.|\.\.|\b1 (?:points|steps|blocks|battles|game-turns)\b/;
const REASONS = ['The rivers are open, and the forts are not', 'Nashville first.'];

const BARE = { by: null, order: null, reasons: [], turning: false, worth: null };

/** The episode with which a game begins, in a game-turn. */
function begun(state: State, turn: number, ...events: YearEpisode['events']): YearEpisode {
  return {
    ...BARE,
    before: state,
    after: state,
    events: [{ type: 'opened' }, { type: 'turn', turn, margin: 0 }, ...events],
  };
}

function yearOf(theatre: Theatre, seed: number): readonly YearEpisode[] {
  const steps = [...randomGame(theatre, seed)];
  const [first] = steps;
  if (!first) throw new Error('A year has orders');
  return [
    begun(first.before, 1),
    ...steps.map(({ before, order, state, events: done }, at) => ({
      ...BARE,
      order,
      before,
      after: state,
      events: done,
      by: 'Ada',
      reasons: at % 20 === 3 ? [{ text: REASONS[at % REASONS.length] ?? '', by: 'Bo' }] : [],
    })),
  ];
}

const years: readonly (readonly [Theatre, readonly YearEpisode[]])[] = [
  [west, yearOf(west, 13)],
  [east, yearOf(east, 11)],
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
      const history = wordsOf(theatre).story;
      const known = [...history.turns, history.afterwards.year.slice(0, -1)].map((fact) => fact.toLowerCase());
      for (const { really } of chapters)
        for (const fact of really?.slice(0, -1).split('; ') ?? []) expect(known).toContain(fact.toLowerCase());
    }
  });

  test('what really happened stands under its own months, and what came after 1862 only under a year that was played out', () => {
    const months = /January|February|March|April|May|June|July|August|September|October|November|December/g;
    const all = Array.from({ length: 12 }, (_, month) =>
      new Date(Date.UTC(1862, month)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }),
    );
    for (const [theatre, episodes] of years)
      for (let orders = 1; orders <= episodes.length; orders++)
        for (const { when, really } of story(theatre, episodes.slice(0, orders), true).chapters) {
          if (when?.startsWith('The end')) expect(really === null || when.endsWith('game-turn 6')).toBe(true);
          else
            for (const month of really?.match(months) ?? []) {
              const [from = '', to = ''] = when?.match(months) ?? [];
              expect(all.indexOf(month), `${when}: ${really}`).toBeGreaterThanOrEqual(all.indexOf(from));
              expect(all.indexOf(month), `${when}: ${really}`).toBeLessThanOrEqual(all.indexOf(to));
            }
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
      const { each } = fortunes(
        theatre,
        episodes.flatMap(({ events }) => events),
      );
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
    return story(west, [begun(after, turn)], true);
  };
  expect(ended(6, 0).headline).toMatch(/^The Confederates hold the West, \d+ points? ahead$/);
  expect(ended(6, cities.length).headline).toBe('The Confederates sweep the West');
  expect(JSON.stringify(ended(6, cities.length))).not.toContain('at once');
  expect(ended(5, cities.length).headline).toBe('The Confederates sweep the West in game-turn 5');
  expect(JSON.stringify(ended(5, cities.length))).toContain(
    'at the end of game-turn 5, and a lead of 12 at the end of a game-turn wins at once',
  );
});

test('a city that changes hands and a battle are told with their names', () => {
  const taken: State = {
    ...start,
    turn: 2,
    blocks: { ...start.blocks, ...emptied('1909'), 'u-mccook': { at: '1909', steps: 3 } },
  };
  const volley = { block: 'u-mccook', dice: [1], hits: 1, lost: ['c-hardee'] };
  const events: YearEpisode['events'] = [
    { type: 'battle', hex: '1909', attacker: 'usa', attackers: 1, defenders: 2 },
    { type: 'fought', hex: '1909', attacker: 'usa', steps: [{ kind: 'volley', volley }] },
    { type: 'won', hex: '1909', winner: 'usa' },
  ];
  const fought: YearEpisode = {
    ...BARE,
    order: { verb: 'battle-plan', stance: 'stand' },
    before: start,
    after: taken,
    events,
  };
  const { chapters } = story(west, [begun(start, 1), fought], false);
  expect(chapters[1]?.text).toContain(
    'One battle cost the Union nothing and the Confederates 1 step. At Nashville one Union block',
  );
  expect(chapters[1]?.text).toContain('Union block attacked two Confederate blocks, won the field and took the city.');
});

/** A story in which a game-turn begins with one position and nothing but these events leads to another. */
function ofChange(before: State, after: State, events: YearEpisode['events'] = [], theatre = west) {
  return story(theatre, [begun(before, before.turn), { ...BARE, before, after, events }], after.result !== null);
}

test('the end says who won, though the Union was ahead, and where the points came from; months not played are not named', () => {
  const ended = (at: Parameters<typeof position>[0], turn: number, level: string, winner: 'usa' | 'csa' | null) => {
    const after = position(at, { turn, phase: 'over', result: { winner, level, sudden: turn < 6 } });
    // Levels by which the Union can be ahead and still not win.
    const harder = withLevels(west, [13, 8, 3, -2]);
    const { headline, chapters } = ofChange({ ...after, result: null, phase: 'actions' }, after, [], harder);
    const [, season, last] = chapters;
    return { headline, when: season?.when, season: season?.text, end: last?.text };
  };
  const ahead = { 'u-wood': '1909', 'u-thomas': '2515' };
  const points = cityPoints(west, position(ahead), 'usa');
  const short = ended(ahead, 6, 'CSA win', 'csa');
  expect(short.headline).toBe('The Confederates hold on in the West');
  expect(short.end).toContain(
    `The Union ended ${points - 6} points ahead, but needed to be at least 3 points ahead for a draw`,
  );
  expect(short.end).toContain(': a Confederate victory.');
  expect(short.end).toContain(
    `the Union ${points} points and the Confederates none. Each game-turn brought the Confederates 1.`,
  );
  expect(short.when).toBe('September to December 1862');
  const early = ended({ 'c-price': '1103', 'c-hardee': '2203', 'c-floyd': '1406' }, 3, 'CSA decisive', 'csa');
  expect(early.when).toBe('May and June 1862');
  expect(early.end).toContain('The Confederates led by 15 points at the end of game-turn 3, and a lead of 12');
  for (const { season, end } of [short, early]) {
    expect(season).not.toContain('ahead');
    expect(end).not.toContain('margin');
  }
});

test('a reason given in a battle is told as one for what was ordered in it', () => {
  const before: State = { ...start, turn: 1, battle: { hex: '1909' } as NonNullable<State['battle']> };
  const text = (order: YearEpisode['order']) => {
    const reasons = [{ text: 'Save the guns', by: 'Bo' }];
    const given = { ...BARE, order, reasons, before, after: before, events: [] };
    return story(west, [begun(before, 1), given], true).chapters[1]?.text;
  };
  expect(text({ verb: 'battle-plan', stance: 'leave' })).toContain('about the plan for the battle at Nashville');
  expect(text({ verb: 'move', blocks: ['u-wood'], from: '1909', to: '1910' } as never)).toContain(
    'about the Union march from Nashville',
  );
  expect(text({ verb: 'fire', leave: [] })).toContain('about fighting on at Nashville');
  expect(text({ verb: 'fire', leave: ['u-wood'] })).toContain('about the retreat from Nashville');
});

test('a block lost on a forced march counts as a prisoner', () => {
  const marched = {
    type: 'marched',
    side: 'usa',
    block: 'u-wood',
    to: '1608',
    die: 1,
    lost: true,
    captured: true,
  } as const;
  const [losses] = tallies(west, [begun(start, 1, marched)]);
  expect(losses?.rows[0]?.slice(1)).toEqual([1, 0, 0, 1, 1]);
});

test('a story before the first game-turn names none', () => {
  const before: State = { ...start, turn: 0 };
  const told = story(west, [{ ...BARE, before, after: before, events: [{ type: 'opened' }] }], false);
  expect(told.headline).toMatch(/^The West before the first game-turn: /);
  expect(told.chapters.at(-1)?.when).toBe('Before the first game-turn');
});

/** A hex without the blocks that stand there at the start. */
function emptied(hex: string): State['blocks'] {
  const there = Object.entries(start.blocks).filter(([, { at }]) => at === hex);
  return Object.fromEntries(there.map(([id]) => [id, { at: 'pool', steps: 0 }]));
}
