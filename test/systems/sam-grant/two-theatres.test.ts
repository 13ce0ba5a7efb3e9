import { expect, test } from 'vitest';
import { ALL, type Applied, type Draft, type System } from '../../../src/game/index.ts';
import type { HexId } from '../../../src/kit/hex/hex-grid.ts';
import { onSheet as hexOnSheet } from '../../../src/systems/sam-grant/data-file.ts';
import { grantAndLee } from '../../../src/systems/sam-grant/index.ts';
import { picture } from '../../../src/systems/sam-grant/map/map-picture.ts';
import { openWaters } from '../../../src/systems/sam-grant/rules/supply/supply-lines.ts';
import { startWar, type War, warMargin } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import { usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { warStory } from '../../../src/systems/sam-grant/story/index.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { frontOf } from '../../../src/systems/sam-grant/two-theatres.ts';
import { onSheet, positionFromView, type View, view, viewWar } from '../../../src/systems/sam-grant/view.ts';
import { type Event, FRONTS, type Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { findPlace } from '../../../src/systems/sam-grant/words/names.ts';
import { tell } from '../../../src/systems/sam-grant/words/sentences.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { readFiles } from '../../games/files.ts';
import { east, eastCampaign, theatres, west } from './data.ts';
import { dealt as dealtIn } from './position.ts';
import { acting, cut, dealt, ended, given } from './war-position.ts';

test('20.1: each hex, city and block of both maps is one place, and named in one theatre', () => {
  const { both } = theatres;
  expect(both.hexes).toHaveLength(west.hexes.length + east.hexes.length);
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  for (const some of [names(both.blocks), names([...both.city.values()])]) expect(new Set(some).size).toBe(some.length);
  expect([findPlace(both, 'Richmond'), findPlace(both, 'Nashville')]).toEqual(['1237', '1909']);
  expect(['1237', '1909'].map(frontOf)).toEqual(['east', 'west']);
  // A step from map to map there is none.
  for (const hex of both.hexes)
    for (const { to } of both.hex.get(hex)?.sides ?? []) expect(frontOf(to)).toBe(frontOf(hex));
});

test('20.2: each theatre has its own deck and hands; the East plays its game-turn after the West', () => {
  expect([dealt.now, dealt.west.turn, dealt.east.phase, dealt.east.turn]).toEqual(['west', 1, 'cut', 0]);
  expect(dealt.west.hands.usa).toHaveLength(6);
  const after = ended(acting(dealt, 'west', 1)).state;
  expect([after.now, after.west.phase, after.east.phase]).toEqual(['east', 'over', 'cut']);
  const eastern = cut(after);
  expect([eastern.now, eastern.east.turn, eastern.east.hands.csa.length]).toEqual(['east', 1, 6]);
  const next = ended(acting(eastern, 'east', 1));
  expect([next.state.now, next.state.west.turn, next.state.west.phase]).toEqual(['west', 2, 'cards']);
  expect(next.events.find(({ type }) => type === 'turn')).toMatchObject({
    front: 'west',
    margin: warMargin(theatres, next.state),
  });
});

test('20.2: after the East’s Winter a new year begins in both theatres at once', () => {
  const over = { ...dealt, west: { ...dealt.west, turn: 6, phase: 'over' } } as War;
  const { state, events } = ended(acting(over, 'east', 6));
  expect([state.now, state.west.phase, state.east.phase]).toEqual(['west', 'cut', 'cut']);
  const told = events.filter(({ type }) => type === 'year');
  expect(told.map((event) => tell(theatres.both, event, 'public')?.slice(0, 21))).toEqual(
    ['West. 1862 is over. Th', 'East. 1862 is over. Th'].map((words) => words.slice(0, 21)),
  );
});

test('13.2, 20.2: in the war ships leave the Chesapeake as they do in the East alone', () => {
  const shared = (theatre: Theatre, blocks: State['blocks']) =>
    openWaters(theatre, { blocks }).map((water) => [...water].sort());
  const alone = dealtIn(eastCampaign, sealedAt('ships', 0, 'start')).state;
  const there = shared(eastCampaign, alone.blocks).map((water) => water.map(hexOnSheet));
  const eastern = shared(theatres.east, dealt.east.blocks).filter(([hex]) => frontOf(hex as HexId) === 'east');
  expect(eastern.toSorted()).toEqual(there.toSorted());
});

/** A theatre's blocks with one in a hex that none of a side holds. */
function alone(blocks: State['blocks'], id: string, hex: string, enemy: string): State['blocks'] {
  const held = Object.entries({ ...blocks, [id]: { at: hex, steps: 2 } });
  const isGone = (one: string, at: string) => at === hex && one.startsWith(enemy);
  return Object.fromEntries(held.map(([one, at]) => [one, isGone(one, at.at) ? { at: 'pool', steps: 0 } : at]));
}

/** The West with these two at Louisville. */
const AT_LOUISVILLE = {
  ...dealt.west.blocks,
  'u-nelson': { at: '2203', steps: 4 },
  'u-buell-a': { at: '2203', steps: 3 },
} as State['blocks'];
const GOES = { verb: 'strategic', mode: 'rail', from: '2203', to: '1523', blocks: ['u-nelson', 'u-buell-a'] } as const;

/** Nelson and Buell's artillery have left Louisville for Harrisburg in game-turn 2. */
function sent(): Applied<War, Event> {
  return given(acting(dealt, 'west', 2, { blocks: AT_LOUISVILLE }), 'usa', GOES);
}

test('20.3: blocks go by rail over a gateway, cost the headquarters a step, and are in neither theatre', () => {
  const { state, events } = sent();
  expect(state.underWay).toEqual([
    {
      side: 'usa',
      to: '1523',
      turn: 3,
      blocks: [
        ['u-nelson', 4],
        ['u-buell-a', 3],
      ],
    },
  ]);
  expect(state.west.blocks['u-hq']?.steps).toBe(3);
  for (const front of FRONTS) expect(state[front].blocks['u-nelson']).toEqual({ at: 'away', steps: 0 });
  expect(tell(theatres.both, events[0] as Event, 'csa')).toBe(
    'The Union moves by rail from 2203 Louisville: 2 blocks to 1523 Harrisburg road.',
  );
  const trains = (viewer: Side) => viewWar(theatres, state, viewer).trains.usa;
  expect(trains('usa')).toEqual([{ to: '1523', turn: 3, count: 2, blocks: ['u-nelson', 'u-buell-a'] }]);
  expect(trains('csa')).toEqual([{ to: '1523', turn: 3, count: 2, blocks: null }]);
});

test('20.3: they come in as the other theatre begins the next game-turn, not in the one they left in', () => {
  const played = { ...sent().state, east: { ...dealt.east, turn: 1, phase: 'over' } } as War;
  const { state } = given(given(played, 'usa', { verb: 'done' }).state, 'csa', { verb: 'done' });
  expect([state.now, state.east.turn, state.underWay.length]).toEqual(['east', 2, 1]);
  const later = { ...state, west: { ...state.west, turn: 3, phase: 'over' } } as War;
  const third = ended(acting(later, 'east', 2)).state;
  const waiting = ended(acting({ ...third, now: 'west' }, 'west', 3));
  expect(waiting.state.underWay).toEqual([]);
  expect(waiting.state.east.blocks['u-nelson']).toEqual({ at: '1523', steps: 4 });
  expect(waiting.events.findLast(({ type }) => type === 'reinforced')).toMatchObject({
    front: 'east',
    hex: '1523',
    side: 'usa',
  });
  // The East reads its own side’s blocks from its view, the newcomers too.
  const seen = viewWar(theatres, waiting.state, 'usa').east;
  expect(positionFromView(theatres.east, seen, 'usa').blocks['u-nelson']).toEqual({ at: '1523', steps: 4 });
  expect(
    positionFromView(theatres.west, viewWar(theatres, waiting.state, 'usa').west, 'usa').blocks['u-nelson']?.at,
  ).toBe('away');
});

test('20.3: they wait while the enemy holds the hex', () => {
  const empty = alone(dealt.east.blocks, 'ec-hq', '1523', 'eu');
  const { state } = sent();
  const late = {
    ...state,
    west: { ...state.west, turn: 3 },
    east: { ...dealt.east, turn: 2, phase: 'over', blocks: empty },
  } as War;
  const after = ended(late).state;
  expect([after.now, after.east.turn, after.underWay.length]).toEqual(['east', 3, 1]);
});

test('20.3: the other side and other railroads do not lead over a gateway', () => {
  const next = (war: War, side: Side, draft: Draft) =>
    (
      grantAndLee.load(readFiles(new URL('../../../assets', import.meta.url).pathname, grantAndLee)) as System
    ).rules.next(war, side, draft);
  const targets = (war: War, side: Side, from: string) => {
    const open = next(war, side, { verb: 'strategic', mode: 'rail', from });
    const hexes = open.complete ? [] : open.question.choices.map(({ value }) => value);
    return hexes.filter((hex) => frontOf(hex) === 'east').sort();
  };
  const war = acting(dealt, 'west', 2, { blocks: AT_LOUISVILLE });
  expect(['2203', '2206', '2501', '1406', '0804'].map((from) => targets(war, 'usa', from))).toEqual([
    ['1523'],
    ['1523'],
    ['0525'],
    ['0525'],
    [],
  ]);
  expect(targets(acting(war, 'west', 2, { active: 'csa' }), 'csa', '1909')).toEqual(['0139', '1242']);
});

test('20.4: what came from the other theatre is left to the players', () => {
  for (const id of ['u-howard', 'c-longstreet']) expect(theatres.both.block.has(id)).toBe(false);
  for (const id of ['u-logan', 'ec-hoke']) expect(theatres.both.block.get(id)?.comes?.turn).toBeGreaterThan(6);
});

test('20.5: the margins of both theatres add up; a capital ends the war once the East has played', () => {
  const blocks = alone(dealt.east.blocks, 'eu-hq', '1237', 'ec');
  const war = { ...dealt, west: { ...dealt.west, phase: 'over' }, east: { ...dealt.east, blocks } } as War;
  expect(warMargin(theatres, war)).toBe(usaMargin(theatres.west, war.west) + usaMargin(theatres.east, war.east));
  const { state, events } = ended(acting(war, 'east', 1));
  expect(state.result).toMatchObject({ winner: 'usa', sudden: true, city: '1237' });
  expect(events.at(-1)).toMatchObject({ type: 'ended', margin: warMargin(theatres, state) });
});

test('20.1: the whole sheet names its halves, the West above the East; a map of one theatre does not', () => {
  const namesOn = (theatre: Theatre, seen: View) =>
    picture(theatre, seen, null, { at: ALL }).scene.items.flatMap((item) =>
      item.kind === 'text' && ['The West', 'The East'].includes(item.text) ? [item] : [],
    );
  const [upper, lower] = namesOn(theatres.both, onSheet(viewWar(theatres, dealt, 'public')));
  expect([upper?.text, lower?.text]).toEqual(['The West', 'The East']);
  expect(upper?.y).toBeLessThan(lower?.y ?? 0);
  expect(namesOn(west, view(west, dealt.west, 'public'))).toEqual([]);
});

test('20.6, 14.1: the sheet shows both theatres; the recap begins before the first order', () => {
  const seen = viewWar(theatres, dealt, 'public');
  expect(new Set(onSheet(seen).stacks.map(({ hex }) => frontOf(hex)))).toEqual(new Set(FRONTS));
  expect(onSheet(seen).stacks.flatMap(({ known }) => known)).toEqual([]);
  const { state, events } = startWar(theatres);
  const begun = {
    order: null,
    before: state,
    after: state,
    events,
    by: null,
    reasons: [],
    turning: false,
    worth: null,
  };
  expect(warStory(theatres, [begun], false).chapters.map(({ when }) => when)).toEqual([
    null,
    'Before the first game-turn',
  ]);
});
