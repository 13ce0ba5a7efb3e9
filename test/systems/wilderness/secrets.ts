import { type Counter, isOnMap, type State } from '../../../src/systems/wilderness/state.ts';
import { unitOf } from '../../../src/systems/wilderness/theatre.ts';
import type { View } from '../../../src/systems/wilderness/view.ts';
import { SIDES, type Side } from '../../../src/systems/wilderness/vocabulary.ts';
import type { Secrets } from '../../conformance/table.ts';
import { theatre } from './data.ts';

type Pick = (count: number) => number;

/**
 * Hidden are the unit and the strength of each face-down counter, a side's reinforcement points, and a whole set-up.
 * Everybody sees which counters are face up, on a train, lost or still to come.
 */
export const WILDERNESS_SECRETS: Secrets<State> = {
  shuffle: (state, viewer, pick) =>
    SIDES.filter((side) => side !== viewer).reduce((dealt, side) => dealtAnew(dealt, side, pick), state),
  sealed: (state, order) =>
    (order.verb === 'place' && state.step === 'setup') ||
    (order.verb === 'reinforce' && isDown(state, order.unit)) ||
    // A unit that gives all it has leaves, which is seen.
    (order.verb === 'transfer' &&
      isDown(state, order.from) &&
      isDown(state, order.to) &&
      state.counters.some(({ unit, strength }) => unit === order.from && strength > Number(order.points))),
  faces: (seen) => {
    const { stacks, gone } = seen as View;
    const up = stacks.flatMap((stack) => [`where the ${stack.side} stands`, ...stack.up.map(({ unit }) => unit)]);
    return [...up, ...gone];
  },
};

/** Everybody sees the strength of a unit that is face up. */
function isDown(state: State, id: unknown): boolean {
  return state.counters.some(({ unit, up }) => unit === id && !up);
}

function dealtAnew(state: State, side: Side, pick: Pick): State {
  const isHidden = ({ unit, up, hex }: Counter) => unitOf(theatre, unit).side === side && !up && hex !== 'coming';
  const hidden = state.counters.filter(isHidden);
  const units = mixed(hidden, pick);
  const hexes = state.step === 'setup' ? mixed(hidden, pick) : hidden;
  let at = 0;
  const counters = state.counters.map((counter) => {
    if (!isHidden(counter)) return counter;
    const { unit, original } = units[at] as Counter;
    const { hex } = hexes[at] as Counter;
    at++;
    const isFoot = unitOf(theatre, unit).kind === 'infantry';
    const strength = isFoot && isOnMap(hex) ? 1 + pick(15) : 0;
    return { ...counter, unit, original, hex, strength, spent: pick(7), held: pick(3) === 0, halved: pick(2) === 0 };
  });
  return { ...state, counters, pool: { ...state.pool, [side]: pick(9) } };
}

function mixed<T>(things: readonly T[], pick: Pick): T[] {
  const undrawn = [...things];
  return things.map(() => undrawn.splice(pick(undrawn.length), 1)[0] as T);
}
