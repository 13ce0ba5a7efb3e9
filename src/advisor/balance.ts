import { type Course, hadNoDice, wasBest } from './course.ts';
import { SAME_WORTH } from './orders-to-win.ts';

/**
 * The chance of winning as it rose and fell, in tenths of a percentage point. The numbers are whole and add up exactly:
 * `start + decisions + dice = end`, also move by move.
 */
export interface Balance {
  readonly start: number;
  /** The cost of orders that were not the best: 0 or below. */
  readonly decisions: number;
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
 * Rounds a course so that every line adds up. The total cost of decisions is rounded from its exact sum. A best order costs nothing, an
 * order without dice has no luck, and a tenth left over by rounding goes to an order that cost something and threw dice.
 */
export function balanceOf({ start, moves }: Course): Balance {
  let before = tenths(start);
  let worth = start;
  let cost = 0;
  let decided = 0;
  const rough = moves.map((move) => {
    // Equal chances are shown as equal, even if rounding falls between them.
    const now = Math.abs(move.after - worth) < SAME_WORTH ? before : tenths(move.after);
    worth = move.after;
    const own = wasBest(move) ? 0 : move.chosen - move.before;
    cost += own;
    const fixed = wasBest(move) ? 0 : hadNoDice(move) ? Math.min(0, now - before) : null;
    const decision = fixed ?? Math.min(0, Math.round(cost * 1000) - decided);
    const line = { from: before, end: now, decision, isFree: fixed === null, own };
    decided += decision;
    before = now;
    return line;
  });
  const settled = settle(rough, Math.round(cost * 1000) - decided);
  const decisions = settled.reduce((sum, { decision }) => sum + decision, 0);
  const first = tenths(start);
  return {
    start: first,
    // `+ 0` turns −0 into 0: −0 would be shown with its sign.
    decisions: decisions + 0,
    dice: before - first - decisions + 0,
    end: before,
    moves: settled.map(({ from, end, decision }) => ({ decision: decision + 0, dice: end - from - decision + 0, end })),
  };
}

interface RoughLine {
  readonly from: number;
  readonly end: number;
  readonly decision: number;
  /** The move had a cost and dice, so a tenth can be shifted from one to the other. */
  readonly isFree: boolean;
  readonly own: number;
}

/** Spreads the tenths left over by rounding among free lines, each to the one whose cost it brings nearest to exact. */
function settle(lines: readonly RoughLine[], over: number): readonly RoughLine[] {
  const settled = [...lines];
  for (let left = Math.abs(over); left > 0; left--) {
    const by = Math.sign(over);
    const error = ({ decision, own }: RoughLine) => Math.abs(decision + by - own * 1000);
    const open = [...settled.keys()].filter((place) => {
      const { isFree, decision } = settled[place] as RoughLine;
      return isFree && decision + by <= 0;
    });
    if (open.length === 0) break;
    const place = open.reduce((best, other) =>
      error(settled[other] as RoughLine) < error(settled[best] as RoughLine) ? other : best,
    );
    const line = settled[place] as RoughLine;
    settled[place] = { ...line, decision: line.decision + by };
  }
  return settled;
}
