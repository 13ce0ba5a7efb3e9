import { type Order, orderKey, type State, type System } from '../game/index.ts';
import { type Prospect, prospects, SAME_WORTH, worthOf } from './prospects.ts';
import type { Solution } from './solve.ts';

/** An order that was given, and what it was worth. Chances of winning, 0 to 1. */
export interface Move {
  readonly order: Order;
  /** Before it, under best play: what the best order was worth. */
  readonly before: number;
  /** What the order given was worth, before its dice. Never above `before`. */
  readonly chosen: number;
  /** When its dice had fallen. */
  readonly after: number;
  /** All that might have been ordered, the best first. */
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
 * What each order that stands was worth. Null: there is no solution, or it does not know one of the positions.
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
 * How much worse the next best order was, where the best was given: what choosing well was worth. Of orders worth the same only those that
 * may win soonest count: a march to and fro is as good as any for a while, and finds nothing. 0: there was no choice, or no difference.
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

/** Places in `moves` of the orders at which the chance of winning moved most, up or down, in the order of time: at most `most`. */
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
export function hadNoDice({ chosen, after }: Move): boolean {
  return Math.abs(after - chosen) < SAME_WORTH;
}

/** Whether the next order gave away what a march had found, or marched back or elsewhere before anything came of it. */
function isUndone(move: Move, next: Move | undefined): boolean {
  if (!next || !hadNoDice(move)) return false;
  const strayed = wasBest(next) && hadNoDice(next) && !isSoonest(next);
  return strayed || next.before - next.chosen > foundBy(move) - SAME_WORTH;
}

/**
 * The place of the best decision, where the best order was given, mattered most and was not undone by the next; null: none mattered. Of
 * several that mattered as much, one whose dice changed something: a march to where the next order is given finds no more than that order.
 */
export function bestDecision({ moves }: Course): number | null {
  const found = moves.map((move, place) => (isUndone(move, moves[place + 1]) ? 0 : foundBy(move)));
  const first = greatest(found);
  if (first === null) return null;
  const most = found[first] ?? 0;
  const thrown = moves.findIndex((move, place) => most - (found[place] ?? 0) < SAME_WORTH && !hadNoDice(move));
  return thrown < 0 ? first : thrown;
}

/** The place of the costliest decision; null: none cost anything. */
export function costliestDecision({ moves }: Course): number | null {
  return greatest(moves.map(({ before, chosen }) => before - chosen));
}

function greatest(values: readonly number[]): number | null {
  const most = Math.max(...values, 0);
  return most < SAME_WORTH ? null : values.indexOf(most);
}
