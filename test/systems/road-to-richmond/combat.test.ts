import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLegal, isRefusal, walkToOrder } from '../../../src/game/index.ts';
import { HEX_GRID } from '../../../src/systems/road-to-richmond/field.ts';
import { CRT, meanSwing, swingOf } from '../../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import { isOpen, mandatoryAttacks } from '../../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { openCombat } from '../../../src/systems/road-to-richmond/rules/combat/fight.ts';
import { lawfulPlan } from '../../../src/systems/road-to-richmond/rules/combat/lawful-plan.ts';
import { apply, defaultOrderOf, legality, toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { mayEnterZone } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { NEW_COMBAT } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import { scoreOf } from '../../../src/systems/road-to-richmond/rules/victory-points.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import {
  COLUMNS,
  type Event,
  type Order,
  otherSide,
  type Result,
  type Side,
  type Where,
} from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { drawnCases } from '../../trials/long.ts';
import { field } from './data.ts';
import { position } from './position.ts';
import { faultsOf } from './soundness.ts';

/** A crowded position in which battle is near: all pieces of both sides round a hex, the phase of one of them about to begin. */
function melee(pick: (count: number) => number): State {
  const hexes = field.hexes;
  const middle = hexes[pick(hexes.length)] as string;
  const near = hexes.filter((hex) => HEX_GRID.distance(hex, middle) <= 2 + pick(3));
  const side: Side = pick(2) === 0 ? 'confederate' : 'union';
  const open = pick(2) === 0;
  // All who arrive later than that have come early; the zone opens in turn 17.
  const more: Partial<State> = {
    turn: open ? 18 : 16,
    side,
    step: 'plan',
    alarm: 1,
    corpsCame: 14,
    variant: pick(2) === 0 ? 'standard' : 'effectiveness',
  };
  const where: Record<string, Where> = {};
  const there = new Map<string, { side: Side; train: boolean; count: number }>();
  const many = 2 + pick(40);
  for (let at = 0; at < many; at++) {
    const piece = field.pieces[pick(8) === 0 ? TRAIN : pick(field.pieces.length)];
    const hex = near[pick(near.length)] as string;
    if (!piece || where[piece.id] !== undefined) continue;
    const train = piece.kind === 'train';
    const stack = there.get(hex);
    if (stack && (stack.side !== piece.side || stack.count > 1 || stack.train || train)) continue;
    if (train && !field.hex.get(hex)?.hasWay) continue;
    if (!mayEnterZone(field, { turn: more.turn as number, trainLeft: null, corpsCame: 14 }, piece.side, hex)) continue;
    where[piece.id] = hex;
    there.set(hex, { side: piece.side, train, count: (stack?.count ?? 0) + 1 });
  }
  const hearts = more.variant === 'effectiveness' ? Object.keys(where).filter(() => pick(5) === 0) : [];
  const own = hearts.filter((id) => field.piece.get(id)?.kind !== 'train');
  return position(where, { ...more, ...NEW_COMBAT, ineffective: own });
}

const TRAIN = field.pieces.findIndex(({ kind }) => kind === 'train');

/** Whether the phase of a position is still going on in another. */
function samePhase(one: State, other: State): boolean {
  const isSameStep = (one.step === 'move') === (other.step === 'move');
  return !other.over && isSameStep && one.side === other.side && one.turn === other.turn;
}

/** Plays a phase from its start: at random for so many orders, then by what is done when time runs out. Everything in between is sound. */
function play(seed: number, atRandom: number, step: 'move' | 'plan' = 'plan'): void {
  const pick = picker(seed);
  const start: State = { ...melee(pick), step };
  let state = step === 'plan' ? openCombat(field, start).state : start;
  for (let orders = 0; samePhase(start, state); orders++) {
    expect(faultsOf(field, state), `after ${orders} orders of ${seed}`).toEqual([]);
    const seat = toDecide(state) as Side;
    const chosen = orders < atRandom ? walkToOrder(legality(field), state, seat, pick) : defaultOrderOf(field, state);
    if (chosen === null) throw new Error(`The list of legal orders leads nowhere in the phase of ${seed}`);
    const order = chosen as Order;
    expect(isLegal(legality(field), state, seat, order), JSON.stringify(order)).toBe(true);
    const applied = apply(field, state, seat, order, sealedAt(`phase ${seed}`, orders, ''));
    if (isRefusal(applied)) throw new Error(`${JSON.stringify(order)} is refused: ${applied.code}`);
    if (step === 'plan') expectCounted(state, applied.state, applied.events);
    state = applied.state;
    if (orders > 400) throw new Error(`The phase of ${seed} does not end`);
  }
  expect(faultsOf(field, state), `after the phase of ${seed}`).toEqual([]);
}

/** Whoever is lost is told of, with his points, and nobody comes back or goes anywhere untold. */
function expectCounted(before: State, after: State, events: readonly Event[]): void {
  const lost = events.flatMap((event) => (event.type === 'lost' ? event.pieces : []));
  const gone = field.pieces.filter(({ id }) => before.where[id] !== 'lost' && after.where[id] === 'lost');
  expect(lost.toSorted()).toEqual(gone.map(({ id }) => id).sort());
  const scored = { ...scoreOf(field, { ...before, over: false }) };
  for (const event of events) if (event.type === 'lost') scored[otherSide(event.side)] += event.points;
  expect(scoreOf(field, { ...after, over: false })).toEqual(scored);
  const went = new Set(events.flatMap((event) => ('piece' in event ? [event.piece] : [])));
  for (const { id } of field.pieces)
    if (before.where[id] !== after.where[id] && !went.has(id)) expect(after.where[id]).toBe('lost');
}

const seeds = fc.nat(1_000_000);

describe('phases out of crowded positions', () => {
  test('7.5: there always is a lawful plan, and it is accepted', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const start = melee(picker(seed));
        const { state } = openCombat(field, start);
        if (!samePhase(start, state) || state.pending.length > 0) return;
        const battles = lawfulPlan(field, state, []);
        expect(isOpen(mandatoryAttacks(field, state, battles))).toBe(false);
        const planned = { ...state, battles };
        expect(faultsOf(field, planned)).toEqual([]);
      }),
      { numRuns: drawnCases(60) },
    );
  });

  test('what is done when time runs out ends every phase, however it has begun', () => {
    fc.assert(
      fc.property(seeds, fc.nat(12), (seed, atRandom) => {
        play(seed, atRandom);
      }),
      { numRuns: drawnCases(40) },
    );
  });

  test('combat at random breaks nothing, and ends', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        play(seed, 300);
      }),
      { numRuns: drawnCases(40) },
    );
  });

  test('5.1: however units crowd, a movement phase can always be ended, and then no hex holds more than two', () => {
    fc.assert(
      fc.property(seeds, fc.nat(60), (seed, atRandom) => {
        play(seed, atRandom, 'move');
      }),
      { numRuns: drawnCases(40) },
    );
  });
});

/** The table as it stands in the rules, a die a line. */
const PRINTED = `
Ar Ar Dr Dr Dr Dr De De De De
Ar Ar Ar Dr Dr Dr Dr Dr De De
Ar Ar Ar Ar Dr Dr Dr Dr Dr De
Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr
Ae Ae Ar Ar Ar Ar Dr Ex Ex Dr
Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex`;

describe('the combat results table', () => {
  test('7.8: gives what is printed', () => {
    const rows = PRINTED.trim()
      .split('\n')
      .map((line) => line.split(' '));
    for (const [row, results] of rows.entries())
      for (const [at, column] of COLUMNS.entries()) expect(CRT.resultOf(column, row + 1)).toBe(results[at]);
    expect(() => CRT.resultOf('1-1', 7)).toThrow();
  });

  test('case 15: odds are rounded for the defender, from 1-5 to 6-1', () => {
    expect(CRT.oddsOf(13, 4)).toBe('3-1');
    expect(CRT.oddsOf(1, 7)).toBe('1-5');
    expect(CRT.oddsOf(40, 5)).toBe('6-1');
    expect(CRT.resultOf('3-1', 6)).toBe('Ex');
    expect(CRT.resultOf('1-5', 1)).toBe('Ar');
  });

  test('7.7: a column is what the strengths come to, never more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 120 }), (attack, defence) => {
        const [a, d] = CRT.oddsOf(attack, defence).split('-').map(Number) as [number, number];
        if (attack < defence) expect(a === 1 && (attack * d >= defence || d === 5)).toBe(true);
        else expect(d === 1 && attack >= a * defence && (attack < (a + 1) * defence || a === 6)).toBe(true);
      }),
    );
  });

  test('7.8: the column of the odds and every lower one may be named, the highest first', () => {
    expect(CRT.columnsFrom('1-2')).toEqual(['1-2', '1-3', '1-4', '1-5']);
    expect(CRT.columnsFrom('6-1')).toEqual(COLUMNS.toReversed());
  });

  test('the faces of every column are six', () => {
    for (const column of COLUMNS) expect([...CRT.resultsOf(column).values()].reduce((a, b) => a + b)).toBe(6);
    expect([...CRT.resultsOf('3-1')]).toEqual([
      ['De', 1],
      ['Dr', 4],
      ['Ex', 1],
    ]);
  });

  test('what a result costs: guns that bombard are no part of it, an exchange the least that reaches the sum', () => {
    const stakes = { attackers: [8, 7, 4], defenders: [5, 7] };
    const swing = (result: Result) => swingOf(result, stakes);
    expect([swing('De'), swing('Dr'), swing('Ex'), swing('Ar'), swing('Ae')]).toEqual([12, 0, 0, 0, -19]);
    expect(swingOf('Ex', { attackers: [8, 7], defenders: [4] })).toBe(-3);
    expect(swingOf('Ex', { attackers: [2], defenders: [9] })).toBe(7);
    expect(swingOf('Ex', { attackers: [], defenders: [9] })).toBe(9);
    expect(swingOf('Ae', { attackers: [], defenders: [9] })).toBe(0);
    expect(meanSwing('3-1', { attackers: [8, 7], defenders: [4] })).toBeCloseTo((4 + (4 - 7)) / 6);
    expect(meanSwing('1-5', stakes)).toBe((3 * -19) / 6);
  });
});
