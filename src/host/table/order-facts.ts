import { mattered, SAME_WORTH } from '../../advisor/index.ts';

import { isSecret, orderKey, type State, type Throw } from '../../game/index.ts';
import { capital, listed, shortened } from '../../kit/plain-english.ts';
import type { MemberRecord } from '../../store/index.ts';
import { AUTHOR } from '../base/order-words.ts';
import type { PlayedGame, PlayedOrder } from './played-game.ts';

/**
 * An order as a recap names it: as its button had it, with room for more names. In a game with secret orders each as its side was told of it, so that all read alike, or while it
 * is hidden that one was given.
 */
export function orderGiven(playedGame: PlayedGame, place: number): string {
  const { entry } = playedGame.givenOrders[place] as PlayedOrder;
  const { system, states } = playedGame;
  const { order, seat } = entry;
  if (!system.verbs.some(({ secret }) => secret))
    return system.label(states[place] as State, order, LONGEST_NAMED).text;
  return capital(shortened(system.describe(order, isHidden(playedGame, place) ? 'public' : seat, seat), LONGEST_NAMED));
}

/** Whether only its side was told of an order while the game was played. */
export function orderWasSecret({ system, givenOrders }: PlayedGame, place: number): boolean {
  return isSecret(system, (givenOrders[place] as PlayedOrder).entry.order);
}

/** Letters of an order, which may name many units. */
export const LONGEST_NAMED = 140;

/** What an order threw: "die 5", "dice 2 and 6", "no die". */
export function diceGiven(playedGame: PlayedGame, place: number): string {
  const faces = facesGiven(playedGame, place);
  if (faces.length === 0) return 'no die';
  return `${faces.length === 1 ? 'die' : 'dice'} ${listed(faces)}`;
}

/** Its dice alone; none of an order that is still secret. */
export function facesGiven(playedGame: PlayedGame, place: number): readonly string[] {
  const { entry } = playedGame.givenOrders[place] as PlayedOrder;
  return isHidden(playedGame, place) ? [] : entry.throws.flatMap(face);
}

function face(thrown: Throw): string[] {
  return thrown.kind === 'die' ? [String(thrown.face)] : [];
}

function isHidden(playedGame: PlayedGame, place: number): boolean {
  return playedGame.game.ended === null && orderWasSecret(playedGame, place);
}

/** How many of the votes on an order were for one that was as good as any. Null: there was no vote, or all orders were worth the same. */
export function votesThatSaw(
  playedGame: PlayedGame,
  place: number,
): { readonly saw: number; readonly of: number } | null {
  const move = playedGame.course?.moves[place];
  const vote = playedGame.givenOrders[place]?.vote;
  if (!move || !vote || !mattered(move)) return null;
  const best = new Set(
    move.prospects.filter(({ worth }) => move.before - worth < SAME_WORTH).map(({ order }) => orderKey(order)),
  );
  const saw = vote.votes.filter(({ choice }) => best.has(choice)).length;
  return { saw, of: vote.votes.length };
}

interface Givers {
  /** Those with the most first. */
  readonly members: readonly MemberRecord[];
  /** Orders decided by vote. */
  readonly voted: number;
  /** What else gave some: "the machine", "the clock". */
  readonly others: readonly string[];
}

/** The members, and the clock or bot, that gave orders. */
export function givers({ givenOrders }: PlayedGame): Givers {
  const count = new Map<number, { readonly member: MemberRecord; orders: number }>();
  for (const { by } of givenOrders) {
    if (by === null) continue;
    const known = count.get(by.id) ?? { member: by, orders: 0 };
    known.orders += 1;
    count.set(by.id, known);
  }
  const members = [...count.values()].sort((a, b) => b.orders - a.orders).map(({ member }) => member);
  const causes = new Set(givenOrders.flatMap(({ entry: { cause } }) => cause ?? []));
  const others = (['machine', 'clock'] as const)
    .filter((cause) => causes.has(cause))
    .map((cause) => AUTHOR[cause].toLowerCase());
  return { members, voted: givenOrders.filter(({ vote }) => vote !== null).length, others };
}

/** How many members voted on orders. */
export function votersOf({ givenOrders }: PlayedGame): number {
  return new Set(givenOrders.flatMap(({ vote }) => vote?.votes.map(({ member }) => member) ?? [])).size;
}
