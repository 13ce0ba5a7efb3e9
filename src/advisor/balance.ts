import type { Course } from './course.ts';

/**
 * What became of the chance of winning, in tenths of a percentage point. Whole numbers that add up to the last digit:
 * `start + decisions + dice = end`, and the same for the moves.
 */
export interface Balance {
  readonly start: number;
  /** What orders cost that were not the best: 0 or below. */
  readonly decisions: number;
  /** What the dice gave or took. */
  readonly dice: number;
  readonly end: number;
  readonly moves: readonly BalancedMove[];
}

export interface BalancedMove {
  readonly decision: number;
  readonly dice: number;
  /** The chance of winning after it. */
  readonly end: number;
}

/** Tenths of a percentage point of a chance from 0 to 1. */
export function tenths(chance: number): number {
  return Math.round(chance * 1000);
}

/**
 * The balance of a course. Each running sum is rounded, not each summand: so no error grows, an order that cost nothing stays at nothing,
 * and every line adds up.
 */
export function balanceOf({ start, moves, end }: Course): Balance {
  let cost = 0;
  let decided = 0;
  let before = tenths(start);
  const balanced = moves.map((move): BalancedMove => {
    cost += Math.min(0, move.chosen - move.before);
    // + 0: never −0, which is shown with its sign.
    const decision = Math.round(cost * 1000) - decided + 0;
    const now = tenths(move.after);
    const dice = now - before - decision + 0;
    decided += decision;
    before = now;
    return { decision, dice, end: now };
  });
  const [first, last] = [tenths(start), tenths(end)];
  return { start: first, decisions: decided, dice: last - first - decided + 0, end: last, moves: balanced };
}
