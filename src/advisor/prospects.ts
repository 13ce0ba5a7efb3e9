import { type Label, legalOrders, type Order, type State, type System } from '../game/index.ts';
import { outcomes } from './outcomes.ts';
import type { Solution } from './solve.ts';

/** An order that may be given, and what it is worth. */
export interface Prospect {
  readonly order: Order;
  readonly label: Label;
  /** The chance of winning once it is given and before its dice fall, under best play from then on: 0 to 1. */
  readonly worth: number;
}

/** Chances closer than this are the same: the solution is exact to 1e-12, and nobody is told more than tenths of a percent. */
export const SAME_WORTH = 1e-9;

/**
 * The chance of winning from a position, under best play. Null: the solution does not know it (it cannot be reached from the start
 * by these rules), or there is no solution of the kind.
 */
export function worthOf(system: System, solution: Solution, state: State): number | null {
  return solution.get(system.solvable?.key(state) ?? '') ?? null;
}

/** Every legal order of the solved seat, the best first; orders of equal worth as they are listed. Null as `worthOf` is. */
export function prospects(system: System, solution: Solution, state: State): readonly Prospect[] | null {
  const { solvable } = system;
  if (!solvable) return null;
  const found: Prospect[] = [];
  for (const order of legalOrders(system, state, solvable.seat)) {
    let worth = 0;
    for (const outcome of outcomes(system, state, solvable.seat, order)) {
      const then = worthOf(system, solution, outcome.state);
      if (then === null) return null;
      worth += outcome.chance * then;
    }
    found.push({ order, label: system.label(state, order), worth });
  }
  return found.sort((a, b) => (Math.abs(a.worth - b.worth) < SAME_WORTH ? 0 : b.worth - a.worth));
}
