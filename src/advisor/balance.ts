import { type Course, type Move, wasBest } from './course.ts';
import { SAME_WORTH } from './distance.ts';

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
 * The balance of a course. The sum of what decisions cost is rounded, not each of them: so no error grows, and every line adds up. An
 * order as good as any cost nothing, and one without dice had no luck, to the last digit.
 */
export function balanceOf({ start, moves }: Course): Balance {
  let cost = 0;
  let decided = 0;
  let before = tenths(start);
  let worth = start;
  const balanced = moves.map((move): BalancedMove => {
    // What is the same is shown as the same, wherever rounding would fall between.
    const now = Math.abs(move.after - worth) < SAME_WORTH ? before : tenths(move.after);
    worth = move.after;
    if (!wasBest(move)) cost += move.chosen - move.before;
    const decision = wasBest(move)
      ? 0
      : hadNoDice(move)
        ? Math.min(0, now - before)
        : Math.min(0, Math.round(cost * 1000) - decided);
    // + 0: never −0, which is shown with its sign.
    const dice = now - before - decision + 0;
    decided += decision;
    before = now;
    return { decision: decision + 0, dice, end: now };
  });
  const first = tenths(start);
  return { start: first, decisions: decided + 0, dice: before - first - decided + 0, end: before, moves: balanced };
}

/** Nothing was thrown, or nothing came of it. */
function hadNoDice({ chosen, after }: Move): boolean {
  return Math.abs(after - chosen) < SAME_WORTH;
}
