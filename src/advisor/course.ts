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

/** Whether dice changed the chance of winning. */
function hadDice({ chosen, after }: Move): boolean {
  return Math.abs(after - chosen) >= SAME_WORTH;
}

/** Whether the next order lost a march's gain, or marched back or elsewhere before the march led to anything. */
function isUndone(move: Move, next: Move | undefined): boolean {
  if (!next || hadDice(move)) return false;
  const strayed = wasBest(next) && !hadDice(next) && !isSoonest(next);
  return strayed || next.before - next.chosen > foundBy(move) - SAME_WORTH;
}

/**
 * The index of the best decision: a best order with the largest gain, not undone by the next; `null` if no order
 * mattered. Among equal gains an order whose dice changed something goes first, since a march only prepares the order
 * after it.
 */
export function bestDecision({ moves }: Course): number | null {
  const gains = moves.map((move, place) => (isUndone(move, moves[place + 1]) ? 0 : foundBy(move)));
  const first = greatest(gains);
  if (first === null) return null;
  const most = gains[first] ?? 0;
  const withDice = moves.findIndex((move, place) => most - (gains[place] ?? 0) < SAME_WORTH && hadDice(move));
  return withDice < 0 ? first : withDice;
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
  let from = tenths(start);
  let chance = start;
  /** The cost of decisions so far, exactly, and as the lines so far add it up. */
  let [exactCost, roundedCost] = [0, 0];
  const rough = moves.map((move) => {
    // Equal chances are shown as equal, even if rounding falls between them.
    const end = Math.abs(move.after - chance) < SAME_WORTH ? from : tenths(move.after);
    chance = move.after;
    const cost = wasBest(move) ? 0 : move.chosen - move.before;
    exactCost += cost;
    const fixed = wasBest(move) ? 0 : hadDice(move) ? null : Math.min(0, end - from);
    const decision = fixed ?? Math.min(0, tenths(exactCost) - roundedCost);
    const line = { from, end, decision, isFree: fixed === null, cost };
    roundedCost += decision;
    from = end;
    return line;
  });
  const settled = settle(rough, tenths(exactCost) - roundedCost);
  const decisions = settled.reduce((sum, { decision }) => sum + decision, 0);
  const first = tenths(start);
  return {
    start: first,
    // `+ 0` turns −0 into 0: −0 would be shown with its sign.
    decisions: decisions + 0,
    dice: from - first - decisions + 0,
    end: from,
    moves: settled.map((line) => ({
      decision: line.decision + 0,
      dice: line.end - line.from - line.decision + 0,
      end: line.end,
    })),
  };
}

interface RoughLine {
  readonly from: number;
  readonly end: number;
  readonly decision: number;
  /** The move had a cost and dice, so a tenth can be shifted from one to the other. */
  readonly isFree: boolean;
  /** The exact cost of the decision, 0 or below, as a part of 1. */
  readonly cost: number;
}

/** Spreads the tenths left over by rounding among free lines, each to the one whose cost it brings nearest to exact. */
function settle(lines: readonly RoughLine[], over: number): readonly RoughLine[] {
  const settled = [...lines];
  const step = Math.sign(over);
  const error = ({ decision, cost }: RoughLine) => Math.abs(decision + step - cost * 1000);
  for (let tenth = 0; tenth < Math.abs(over); tenth++) {
    const open = settled.filter(({ isFree, decision }) => isFree && decision + step <= 0);
    if (open.length === 0) break;
    const line = open.reduce((best, other) => (error(other) < error(best) ? other : best));
    settled[settled.indexOf(line)] = { ...line, decision: line.decision + step };
  }
  return settled;
}
