import { type Order, orderKey, type State, type System } from '../game/index.ts';
import { type Prospect, prospects, worthOf } from './prospects.ts';
import { SAME_WORTH, type Solution } from './solve.ts';

/** An order that was given, with the chances of winning around it, 0 to 1. */
export interface Move {
  readonly order: Order;
  /** The chance before the order, under best play: the worth of the best order. */
  readonly before: number;
  /** The worth of the order given, before its dice. Never above `before`. */
  readonly chosen: number;
  /** The chance after its dice. */
  readonly after: number;
  /** All orders that could have been given, the best first. */
  readonly prospects: readonly Prospect[];
}

/** A game, order by order, in chances of winning. */
export interface Course {
  /** At the start, under best play. */
  readonly start: number;
  readonly moves: readonly Move[];
  /** After the last order: 1 or 0 where the game is over. */
  readonly end: number;
}

/**
 * The worth of every order of a game; `null` if there is no solution or it lacks one of the positions.
 * @param states the position at the start, and after each order
 */
export function courseOf(
  system: System,
  solution: Solution,
  orders: readonly Order[],
  states: readonly State[],
): Course | null {
  const worths = states.map((state) => worthOf(system, solution, state));
  const [start, end] = [worths[0], worths[orders.length]];
  if (start === null || start === undefined || end === null || end === undefined) return null;
  const moves: Move[] = [];
  for (const [index, order] of orders.entries()) {
    const state = states[index];
    const after = worths[index + 1];
    const among = state ? prospects(system, solution, state) : null;
    const key = orderKey(order);
    const chosen = among?.find((prospect) => orderKey(prospect.order) === key);
    if (!among || !chosen || after === null || after === undefined) return null;
    const before = Math.max(...among.map(({ worth }) => worth));
    moves.push({ order, before, chosen: chosen.worth, after, prospects: among });
  }
  return { start, moves, end };
}

/** Whether it made a difference which order was given. */
export function mattered({ before, prospects }: Move): boolean {
  return prospects.some(({ worth }) => before - worth >= SAME_WORTH);
}

/** Whether the order given was as good as any. */
export function wasBest({ before, chosen }: Move): boolean {
  return before - chosen < SAME_WORTH;
}

/**
 * The gain of a best order over the next best; 0 if there was no choice or no difference. Of orders with the same
 * worth only those that may win soonest count: a march to and fro keeps the chance of winning for a while, but gains
 * nothing.
 */
export function foundBy(move: Move): number {
  if (!wasBest(move) || !isSoonest(move)) return 0;
  const next = move.prospects.find(({ worth }) => move.before - worth >= SAME_WORTH);
  return next ? move.before - next.worth : 0;
}

function isSoonest({ order, prospects }: Move): boolean {
  const [first] = prospects;
  const key = orderKey(order);
  const given = prospects.find((prospect) => orderKey(prospect.order) === key);
  return given !== undefined && first !== undefined && given.orders <= first.orders;
}

/** Indices into `moves` of the `most` largest changes of the chance of winning, up or down, in the order of play. */
export function biggestSwings({ moves }: Course, most: number): readonly number[] {
  return moves
    .map(({ before, after }, index) => ({ index, by: Math.abs(after - before) }))
    .filter(({ by }) => by >= SAME_WORTH)
    .sort((a, b) => b.by - a.by || a.index - b.index)
    .slice(0, most)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/** No die was rolled, or the roll changed nothing. */
function hadNoDice({ chosen, after }: Move): boolean {
  return Math.abs(after - chosen) < SAME_WORTH;
}

/** Whether the next order lost a march's gain, or marched back or elsewhere before the march led to anything. */
function isUndone(move: Move, next: Move | undefined): boolean {
  if (!next || !hadNoDice(move)) return false;
  const strayed = wasBest(next) && hadNoDice(next) && !isSoonest(next);
  return strayed || next.before - next.chosen > foundBy(move) - SAME_WORTH;
}

/**
 * The index of the best decision: a best order with the largest gain, not undone by the next; `null` if no order
 * mattered. Among equal gains an order whose dice changed something goes first, since a march only prepares the order
 * after it.
 */
export function bestDecision({ moves }: Course): number | null {
  const found = moves.map((move, place) => (isUndone(move, moves[place + 1]) ? 0 : foundBy(move)));
  const first = greatest(found);
  if (first === null) return null;
  const most = found[first] ?? 0;
  const thrown = moves.findIndex((move, place) => most - (found[place] ?? 0) < SAME_WORTH && !hadNoDice(move));
  return thrown < 0 ? first : thrown;
}

/** The index of the costliest decision; `null` if none cost anything. */
export function costliestDecision({ moves }: Course): number | null {
  return greatest(moves.map(({ before, chosen }) => before - chosen));
}

function greatest(values: readonly number[]): number | null {
  const most = Math.max(...values, 0);
  return most < SAME_WORTH ? null : values.indexOf(most);
}

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
 * Rounds a course so that every line adds up. The total cost of decisions is rounded from its exact sum. A best order
 * costs nothing, an order without dice has no luck, and a tenth left over by rounding goes to an order that cost
 * something and threw dice.
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
