import {
  type Balance,
  balanceOf,
  bestDecision,
  type Course,
  foundBy,
  type Move,
  type Prospect,
  SAME_WORTH,
  tenths,
} from '../../../advisor/index.ts';
import { percent, percentagePoints } from '../../../kit/plain-english.ts';
import { plainName } from '../../base/wording.ts';
import { diceGiven, type PlayedGame, votesThatSaw } from '../../table/played-game.ts';
import { costliestIn } from './episodes.ts';
import { planOf, type ShownOrder } from './plan.ts';
import { chancesInWords, fromTo, orderNamed, partsInWords, RECAP, votedForBest, votesForBest } from './recap-words.ts';

/** Winning chances in sentences, in Markdown; null values are left out. */
export interface ChancesInWords {
  readonly totals: string;
  readonly turning: readonly string[];
  readonly best: string | null;
  readonly costliest: string | null;
  readonly votes: string | null;
}

/**
 * Returns null if the worth of orders is hidden. The figures are those of the balance, as in every table and picture of the game.
 * @param name escapes the name of a member
 */
export function gameChances(playedGame: PlayedGame, name: (name: string) => string = plainName): ChancesInWords | null {
  const { course } = playedGame;
  if (course === null || course.moves.length === 0) return null;
  const balance = balanceOf(course);
  return {
    totals: totals(playedGame, course, balance),
    turning: turned(playedGame),
    best: best(playedGame, course, name),
    costliest: costliest(playedGame, course, balance),
    votes: votes(playedGame),
  };
}

function totals(playedGame: PlayedGame, course: Course, { start, decisions, dice, end }: Balance): string {
  const [first, last] = [percent(course.start, start), percent(course.end, end)];
  return `${chancesInWords({ start: first, decisions, dice, end: last }, when(playedGame))}.`;
}

function when({ game, lastDice }: PlayedGame): string {
  if (game.ended) return game.ended.how === 'abandoned' ? 'when it was abandoned' : 'at the end';
  return lastDice === 'untold' ? 'before the last order’s dice' : 'now';
}

function turned(playedGame: PlayedGame): string[] {
  return planOf(playedGame).orders.flatMap(({ turning, number, worth }) =>
    turning && worth
      ? [
          `${named(playedGame, number - 1)} (${diceGiven(playedGame, number - 1)}): ${fromTo(worth)}, ${partsInWords(worth)}`,
        ]
      : [],
  );
}

function best(playedGame: PlayedGame, course: Course, name: (name: string) => string): string | null {
  const place = bestDecision(course);
  if (place === null) return null;
  const move = course.moves[place] as Move;
  const { by = null } = playedGame.givenOrders[place] ?? {};
  const next = move.prospects.find(({ worth }) => move.before - worth >= SAME_WORTH);
  const whose = by === null ? '' : `, by ${name(by.name)}`;
  return RECAP.bestBy(
    `${named(playedGame, place)}${whose}`,
    difference(tenths(foundBy(move))),
    next?.label.text ?? '',
    seen(playedGame, place),
  );
}

function costliest(playedGame: PlayedGame, course: Course, balance: Balance): string {
  const place = costliestIn(course, balance);
  if (place === null) return RECAP.noneCostly;
  const decision = balance.moves[place]?.decision ?? 0;
  const better = ((course.moves[place] as Move).prospects[0] as Prospect).label.text;
  return RECAP.costliestBy(named(playedGame, place), difference(decision), better, seen(playedGame, place));
}

function difference(rounded: number): string {
  return rounded === 0 ? 'less than 0.1' : percentagePoints(rounded);
}

function seen(playedGame: PlayedGame, place: number): string {
  const found = votesThatSaw(playedGame, place);
  return found === null ? '' : votedForBest(found);
}

function votes(playedGame: PlayedGame): string | null {
  const found = playedGame.givenOrders.flatMap((_, place) => votesThatSaw(playedGame, place) ?? []);
  if (found.length === 0) return null;
  const [saw, of] = [sum(found.map((one) => one.saw)), sum(found.map((one) => one.of))];
  return votesForBest(saw, of, found.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function named(playedGame: PlayedGame, place: number): string {
  return orderNamed(place + 1, (planOf(playedGame).orders[place + 1] as ShownOrder).words);
}
