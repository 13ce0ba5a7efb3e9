import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLegal, isRefusal } from '../../../../src/game/index.ts';
import { isOpen, mandatoryAttacks } from '../../../../src/systems/road-to-richmond/rules/combat/contact.ts';
import { openCombat } from '../../../../src/systems/road-to-richmond/rules/combat/fight.ts';
import { lawfulPlan } from '../../../../src/systems/road-to-richmond/rules/combat/lawful-plan.ts';
import { apply, defaultOrderOf, legality, toDecide } from '../../../../src/systems/road-to-richmond/rules/legality.ts';
import { scoreOf } from '../../../../src/systems/road-to-richmond/rules/victory-points.ts';
import type { State } from '../../../../src/systems/road-to-richmond/state.ts';
import { type Event, type Order, otherSide } from '../../../../src/systems/road-to-richmond/vocabulary.ts';
import { picker, sealedAt } from '../../../dice/sealed.ts';
import { field } from '../data.ts';
import { faultsOf } from '../soundness.ts';
import { anyOrder, melee, samePhase } from './melee.ts';

/** Plays a phase: at random for so many orders, then by what is done when time runs out. Everything in between is sound. */
function play(seed: number, atRandom: number): void {
  const pick = picker(seed);
  const start = melee(pick);
  let { state } = openCombat(field, start);
  let orders = 0;
  while (samePhase(start, state)) {
    expect(faultsOf(field, state), `after ${orders} orders of ${seed}`).toEqual([]);
    const order = orders < atRandom ? anyOrder(state, pick) : (defaultOrderOf(field, state) as Order);
    expect(isLegal(legality(field), state, toDecide(state) as string, order), JSON.stringify(order)).toBe(true);
    const applied = apply(field, state, toDecide(state) as string, order, sealedAt(`phase ${seed}`, orders, ''));
    if (isRefusal(applied)) throw new Error(`${JSON.stringify(order)} is refused: ${applied.code}`);
    expectCounted(state, applied.state, applied.events);
    state = applied.state;
    orders++;
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

describe('combat phases out of crowded positions', () => {
  test('7.5: there always is a lawful plan, and it is accepted', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const start = melee(picker(seed));
        const { state } = openCombat(field, start);
        if (!samePhase(start, state) || state.pending.length > 0) return;
        const battles = lawfulPlan(field, state);
        expect(isOpen(mandatoryAttacks(field, state, battles))).toBe(false);
        const planned = { ...state, battles };
        expect(faultsOf(field, planned)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('what is done when time runs out ends every phase, however it has begun', () => {
    fc.assert(
      fc.property(seeds, fc.nat(12), (seed, atRandom) => {
        play(seed, atRandom);
      }),
      { numRuns: 40 },
    );
  });

  test('phases at random break nothing, and end', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        play(seed, 300);
      }),
      { numRuns: 40 },
    );
  });
});
