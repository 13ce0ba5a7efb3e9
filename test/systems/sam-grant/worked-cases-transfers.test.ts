import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../src/game/index.ts';
import { applyWar, type War, warMargin } from '../../../src/systems/sam-grant/rules/two-theatre-war.ts';
import type { BlockState, State } from '../../../src/systems/sam-grant/state.ts';
import { viewWar } from '../../../src/systems/sam-grant/view.ts';
import type { Front, Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { theatres } from './data.ts';
import { type At, falling } from './position.ts';
import { acting, dealt, given } from './war-position.ts';

/**
 * Cases of transfers between the theatres of Grant and Lee, worked out on paper from rulings 20.3, 2.3, 5.6 to 5.8, 7.10, 8.4, 9.3, 10.1 and 19.2, the maps
 * and `war.json`. Hexes of the East are those of `map.json` with rows 22 higher [20.1].
 */

const LOUISVILLE = '2203';
const CINCINNATI = '2501';
const CUMBERLAND = '0525';
const TO_HARRISBURG = '1523';
const TO_VIRGINIA = '2808';
const TO_TENNESSEE = '0139';

/** A theatre's blocks: these where they are named, all others in the pools or away, as at the start. */
function placed(front: Front, where: At): State['blocks'] {
  const blocks = Object.entries(dealt[front].blocks).map(([id, block]): [string, BlockState] => {
    const named = where[id];
    if (named === undefined) return [id, /^\d/.test(block.at) ? { at: 'pool', steps: 0 } : block];
    const [at, steps] = typeof named === 'string' ? [named, theatres.both.block.get(id)?.full ?? 1] : named;
    return [id, { at, steps: /^\d/.test(at) ? steps : 0 }];
  });
  return Object.fromEntries(blocks);
}

interface Setting {
  readonly west?: At;
  readonly east?: At;
  readonly side?: Side;
  readonly first?: Side;
}

/** A game-turn at the actions of a theatre, in which a side, Player 1, acts with a 3; the other theatre has no block but those named. */
function war(now: Front, turn: number, { west = {}, east = {}, side = 'usa' }: Setting): War {
  const both = {
    ...dealt,
    // The West is played first: while the East acts, it has ended the same game-turn; the East has ended the one before.
    west: { ...dealt.west, turn, phase: 'over', blocks: placed('west', west) },
    east: { ...dealt.east, turn: now === 'west' ? turn - 1 : turn, phase: 'over', blocks: placed('east', east) },
  } as War;
  return acting(both, now, turn, { active: side, first: side });
}

function rail(from: string, to: string, ...blocks: readonly string[]): Order {
  return { verb: 'strategic', mode: 'rail', from, to, blocks };
}
function refused(state: War, side: Side, order: Order): string {
  const done = applyWar(theatres, state, side, order, falling(), (ids) => ids);
  return isRefusal(done) ? `${done.rule} ${done.code}` : 'carried out';
}
/** Both sides end their actions; Player 1 first. */
function over(state: War): War {
  const { active } = state[state.now];
  const one = given(state, active, { verb: 'done' }).state;
  return given(one, active === 'usa' ? 'csa' : 'usa', { verb: 'done' }).state;
}
const block = (state: War, front: Front, id: string) => state[front].blocks[id];

describe('transfers between the theatres', () => {
  const UNION = { 'u-hq': LOUISVILLE, 'u-nelson': CINCINNATI, 'u-wood': LOUISVILLE } as const;

  test('case 1, 20.3, 5.6: Cincinnati leads to Cumberland and Louisville to Harrisburg, not the other way round; each costs a step', () => {
    const start = war('west', 3, { west: UNION });
    // No railroad joins the two cities.
    expect(refused(start, 'usa', rail(CINCINNATI, CUMBERLAND, 'u-nelson'))).toBe('carried out');
    expect(refused(start, 'usa', rail(LOUISVILLE, TO_HARRISBURG, 'u-wood'))).toBe('carried out');
    for (const to of [CUMBERLAND, CINCINNATI, TO_TENNESSEE])
      expect(refused(start, 'usa', rail(LOUISVILLE, to, 'u-wood'))).not.toBe('carried out');
    const one = given(start, 'usa', rail(CINCINNATI, CUMBERLAND, 'u-nelson')).state;
    const two = given(one, 'usa', rail(LOUISVILLE, TO_HARRISBURG, 'u-wood')).state;
    expect(block(two, 'west', 'u-hq')).toEqual({ at: LOUISVILLE, steps: 2 });
    expect(two.underWay.map(({ to, turn }) => [to, turn])).toEqual([
      [CUMBERLAND, 4],
      [TO_HARRISBURG, 4],
    ]);
  });

  test('case 2, 20.3: sent in game-turn 3 from the West, they are not in the East’s third game-turn but in its fourth, and can act there', () => {
    const east = { 'eu-hq': '1429', 'ec-winder': '1237' };
    const sent = given(war('west', 3, { west: UNION, east }), 'usa', rail(CINCINNATI, CUMBERLAND, 'u-nelson')).state;
    const third = over(sent);
    expect([third.now, third.east.turn, block(third, 'east', 'u-nelson')?.at]).toEqual(['east', 3, 'away']);
    const fourthWest = over(acting(third, 'east', 3));
    expect([fourthWest.now, fourthWest.west.turn, fourthWest.underWay.length]).toEqual(['west', 4, 1]);
    const fourth = over(acting(fourthWest, 'west', 4));
    expect([fourth.now, fourth.east.turn, fourth.underWay.length]).toEqual(['east', 4, 0]);
    expect(block(fourth, 'east', 'u-nelson')).toEqual({ at: CUMBERLAND, steps: 4 });
    const moved = acting(fourth, 'east', 4);
    const march = given(moved, 'usa', {
      ...{ verb: 'move', from: CUMBERLAND, to: '0625', blocks: ['u-nelson'] },
      // Others came in there with it [5.11].
      to2: [],
    }).state;
    expect(block(march, 'east', 'u-nelson')?.at).toBe('0625');
  });

  test('case 3, 20.3, 10.1: the other way, from the East in game-turn 3, they come in as the West begins its fourth', () => {
    const setting = { east: { 'eu-hq': '1429', 'eu-kelley': ['0525', 1] as const }, west: { 'u-hq': '1103' } };
    const sent = given(war('east', 3, setting), 'usa', rail(CUMBERLAND, CINCINNATI, 'eu-kelley')).state;
    expect(sent.underWay).toEqual([{ side: 'usa', to: CINCINNATI, turn: 4, blocks: [['eu-kelley', 1]] }]);
    const next = over(sent);
    expect([next.now, next.west.turn]).toEqual(['west', 4]);
    // It keeps the step that it had.
    expect(block(next, 'west', 'eu-kelley')).toEqual({ at: CINCINNATI, steps: 1 });
    expect(block(next, 'east', 'eu-kelley')?.at).toBe('away');
  });

  test('case 4, 20.3, 2.3: with the enemy in the gateway they wait, game-turn after game-turn, and come in as soon as it is theirs again', () => {
    const east = { 'eu-hq': '1429', 'ec-winder': '1237', 'ec-ashby': CUMBERLAND };
    const sent = given(war('west', 3, { west: UNION, east }), 'usa', rail(CINCINNATI, CUMBERLAND, 'u-nelson')).state;
    const at4 = over(acting(over(acting(over(sent), 'east', 3)), 'west', 4));
    expect([at4.now, at4.east.turn, at4.underWay.length]).toEqual(['east', 4, 1]);
    expect(block(at4, 'east', 'u-nelson')?.at).toBe('away');
    // Ashby rides away; the empty hex is home to the Union.
    const csa = acting(at4, 'east', 4, { active: 'csa', first: 'csa' });
    const gone = given(csa, 'csa', { verb: 'move', from: CUMBERLAND, to: '0625', blocks: ['ec-ashby'] }).state;
    expect(gone.underWay).toHaveLength(1);
    const at5 = over(acting(over(gone), 'west', 5));
    expect([at5.now, at5.east.turn, at5.underWay.length]).toEqual(['east', 5, 0]);
    expect(block(at5, 'east', 'u-nelson')).toEqual({ at: CUMBERLAND, steps: 4 });
  });

  test('case 5, 20.3, 5.6: no gateway for the other side, over broken rail, by a headquarters with one step, or to march', () => {
    const csa = { 'c-hq': '2609', 'c-hardee': '2609', 'c-buckner': LOUISVILLE } as const;
    const south = war('west', 3, { west: csa, side: 'csa' });
    expect(refused(south, 'csa', rail('2609', TO_TENNESSEE, 'c-hardee'))).toBe('carried out');
    expect(refused(south, 'csa', rail(LOUISVILLE, TO_HARRISBURG, 'c-buckner'))).not.toBe('carried out');
    // Knoxville’s line runs over 2709; a Union block there breaks it.
    const broken = war('west', 3, { west: { ...csa, 'u-wood': '2709' }, side: 'csa' });
    expect(refused(broken, 'csa', rail('2609', TO_TENNESSEE, 'c-hardee'))).not.toBe('carried out');
    const weak = war('west', 3, { west: { ...csa, 'c-hq': ['2609', 1] }, side: 'csa' });
    expect(refused(weak, 'csa', rail('2609', TO_TENNESSEE, 'c-hardee'))).toBe('5.6 hq');
    const atGate = war('west', 3, { west: { ...csa, 'c-hardee': TO_VIRGINIA }, side: 'csa' });
    const march = { verb: 'move', from: TO_VIRGINIA, to: TO_TENNESSEE, blocks: ['c-hardee'] } as const;
    expect(refused(atGate, 'csa', march)).not.toBe('carried out');
  });

  test('case 6, 20.3, 7.10, 9.3: a block lost where it went is a prisoner there, and comes back to the pool there', () => {
    const east = { 'eu-hq': '1429', 'ec-winder': '1237', 'u-nelson': 'prisoner', 'ec-ashby': 'prisoner' };
    const winter = over(war('east', 6, { east, west: { 'u-hq': '1103', 'u-nelson': 'away' } }));
    expect([winter.now, winter.east.phase]).toEqual(['east', 'exchange']);
    const { first } = winter.east;
    const [give, take] = first === 'usa' ? [['ec-ashby'], ['u-nelson']] : [['u-nelson'], ['ec-ashby']];
    const offered = given(winter, first, { verb: 'offer', give, take }).state;
    const back = given(offered, first === 'usa' ? 'csa' : 'usa', { verb: 'accept' }).state;
    expect(block(back, 'east', 'u-nelson')).toEqual({ at: 'pool', steps: 0 });
    expect(block(back, 'west', 'u-nelson')?.at).toBe('away');
  });

  test('case 7, 20.3, 19.2: sent in the Winter of 1862 they come in as 1863 begins, in its first game-turn', () => {
    const east = { 'eu-hq': '1429', 'ec-winder': '1237' };
    const sent = given(war('west', 6, { west: UNION, east }), 'usa', rail(CINCINNATI, CUMBERLAND, 'u-nelson')).state;
    const cutting = over(acting(over(sent), 'east', 6));
    expect([cutting.now, cutting.west.phase, cutting.east.phase]).toEqual(['west', 'cut', 'cut']);
    expect(cutting.underWay).toHaveLength(1);
    const bothCut = (state: War) =>
      given(given(state, 'usa', { verb: 'cut', cards: '3' }).state, 'csa', { verb: 'cut', cards: '4' }).state;
    const eastern = bothCut(over(acting(bothCut(cutting), 'west', 7)));
    expect([eastern.now, eastern.east.turn, eastern.underWay.length]).toEqual(['east', 7, 0]);
    expect(block(eastern, 'east', 'u-nelson')).toEqual({ at: CUMBERLAND, steps: 4 });
  });

  test('case 8, 20.3: a headquarters that sends itself commands nobody, neither where it was nor where it came', () => {
    const west = { 'u-hq': LOUISVILLE, 'u-nelson': CINCINNATI, 'u-wood': LOUISVILLE };
    const sent = given(
      war('west', 3, { west, east: { 'ec-winder': '1237' } }),
      'usa',
      rail(LOUISVILLE, TO_HARRISBURG, 'u-hq'),
    );
    expect(sent.state.underWay[0]?.blocks).toEqual([['u-hq', 3]]);
    expect(refused(sent.state, 'usa', rail(CINCINNATI, CUMBERLAND, 'u-nelson'))).toBe('5.6 hq');
    const at4 = over(acting(over(acting(over(sent.state), 'east', 3)), 'west', 4));
    expect(block(at4, 'east', 'u-hq')).toEqual({ at: TO_HARRISBURG, steps: 3 });
    const east = acting(at4, 'east', 4);
    expect(refused(east, 'usa', rail(TO_HARRISBURG, '1427', 'u-hq'))).toBe('5.6 hq');
  });

  test('case 9, 20.3, 20.5, 14.2: leaving a captured city gives up its points at once; the enemy learns how many went where, not who', () => {
    const west = { 'c-hq': '2609', 'c-hardee': CINCINNATI, 'c-buckner': '2609', 'c-bowen': '2609' };
    const start = war('west', 3, { west, side: 'csa' });
    const margin = warMargin(theatres, start);
    const done = given(start, 'csa', rail('2609', TO_TENNESSEE, 'c-buckner', 'c-bowen'));
    expect(warMargin(theatres, done.state)).toBe(margin);
    expect(viewWar(theatres, done.state, 'usa').trains.csa).toEqual([
      { to: TO_TENNESSEE, turn: 4, count: 2, blocks: null },
    ]);
    expect(viewWar(theatres, done.state, 'csa').trains.csa[0]?.blocks).toEqual(['c-buckner', 'c-bowen']);
    const north = war('west', 3, { west: { 'u-hq': LOUISVILLE, 'u-nelson': '2609' } });
    const held = warMargin(theatres, north);
    const home = given(north, 'usa', { verb: 'move', from: '2609', to: '2608', blocks: ['u-nelson'] }).state;
    // Knoxville counts 2, and falls back to the South as soon as it is empty.
    expect(warMargin(theatres, home)).toBe(held - 2);
  });

  test('case 10, 20.3, 2.3: blocks that stand in a gateway of the enemy’s cannot use it, and a train ends at its other end', () => {
    const west = { 'u-hq': LOUISVILLE, 'u-cin': CINCINNATI, 'u-carter': TO_VIRGINIA };
    const state = war('west', 2, { west });
    expect(refused(state, 'usa', rail(TO_VIRGINIA, TO_TENNESSEE, 'u-carter'))).toBe('5.6 no-rail');
    expect(refused(state, 'usa', rail(CINCINNATI, '0625', 'u-cin'))).toBe('5.6 no-rail');
  });

  test('case 11, 20.3, 8.4, 5.7: lost to hunger in the West, a block of the East is built in the West alone', () => {
    const west = { 'u-hq': LOUISVILLE, 'eu-kelley': ['2711', 1] as const };
    const east = { 'eu-hq': '1429', 'ec-winder': '1237', 'eu-kelley': 'away' };
    const hungry = given(over(war('west', 3, { west, east })), 'usa', { verb: 'lose', blocks: ['eu-kelley'] }).state;
    expect(block(hungry, 'west', 'eu-kelley')).toEqual({ at: 'pool', steps: 0 });
    const eastern = acting(hungry, 'east', 3);
    expect(refused(eastern, 'usa', { verb: 'build', block: 'eu-kelley', hex: '1627' })).toBe('5.7 not-in-pool');
    const western = acting(over(eastern), 'west', 4);
    expect(refused(western, 'usa', { verb: 'build', block: 'eu-kelley', hex: LOUISVILLE })).toBe('carried out');
  });
});
