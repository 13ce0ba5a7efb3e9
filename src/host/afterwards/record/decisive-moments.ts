import { balanceOf, type Course, foundBy, tenths } from '../../../advisor/index.ts';
import type { MemberId } from '../../../council/index.ts';
import { diceGiven, orderGiven, type PlayedGame } from '../../table/played-game.ts';
import { type ChosenBy, giversOf } from './rated-game.ts';

/** An order that changed a game. */
export interface Moment {
  /** The number of its entry in the log. */
  readonly entry: number;
  /** Tenths of a percentage point of the chance of winning, above 0. */
  readonly size: number;
  /** "Grant attacks", without names of members. */
  readonly words: string;
  /** The members who gave it, or voted for it. */
  readonly members: readonly MemberId[];
}

/** Of a game for whose orders the worth is known. */
export interface DecisiveMoments {
  /** The best order that gained most over the next best. */
  readonly bestChoice: Moment | null;
  readonly worstDice: Moment | null;
  /** Orders that cost most, the worst first. */
  readonly costly: readonly Moment[];
}

const MOST_COSTLY = 3;

export function decisiveMoments(playedGame: PlayedGame, course: Course, chosenBy: ChosenBy): DecisiveMoments {
  const { moves } = balanceOf(course);
  const momentsBy = (sizeOf: (place: number) => number, wordsOf: (place: number) => string): Moment[] =>
    playedGame.givenOrders
      .map((given, place) => ({ given, place, size: sizeOf(place) }))
      .filter(({ size }) => size > 0)
      .sort((a, b) => b.size - a.size || a.place - b.place)
      .slice(0, MOST_COSTLY)
      .map(({ given, place, size }) => ({
        entry: given.entry.seq,
        size,
        words: wordsOf(place),
        members: giversOf(given.entry, chosenBy),
      }));
  const named = (place: number) => orderGiven(playedGame, place);
  const gained = (place: number) => {
    const move = course.moves[place];
    return move ? tenths(foundBy(move)) : 0;
  };
  const [bestChoice = null] = momentsBy(gained, named);
  const unlucky = (place: number) => `${named(place)}, ${diceGiven(playedGame, place)}`;
  const [worstDice = null] = momentsBy((place) => -(moves[place]?.dice ?? 0), unlucky);
  return { bestChoice, worstDice, costly: momentsBy((place) => -(moves[place]?.decision ?? 0), named) };
}
