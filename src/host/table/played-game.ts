import { type Course, courseOf, mattered, SAME_WORTH, type Solution } from '../../advisor/index.ts';
import { type BallotLine, type StandingVote, standingVotes, tally } from '../../council/index.ts';
import { type Event, isSecret, orderKey, type SeatId, type State, type System, type Throw } from '../../game/index.ts';
import { capital, grouped, listed, shortened } from '../../kit/plain-english.ts';
import type { BallotRecord, EntryRecord, GameRecord, MemberRecord, Store, VoteRecord } from '../../store/index.ts';
import { AUTHOR } from '../base/order-words.ts';
import { type GamePosition, isChange, type OrderEntry } from './game-position.ts';
import type { PlayedLog } from './game-tables.ts';
import { isSecretBallot, isStillSecret } from './open-ballots.ts';
import type { LogStep } from './replay-log.ts';
import { howMuch, type Seen, seenIn, throwsFor } from './rolls-taken-back.ts';

/** A game for the recap: its standing orders and their worth, and the dice of orders taken back. */
export interface PlayedGame {
  readonly game: GameRecord;
  readonly system: System;
  readonly position: GamePosition;
  /** The start and the state after each order. */
  readonly states: readonly State[];
  readonly opening: readonly Event[];
  readonly givenOrders: readonly PlayedOrder[];
  /** Orders taken back that had rolled or revealed something, in the order of their undoing. */
  readonly takenBack: readonly TakenBackOrder[];
  /** The worth of each order; null if there is no solution, or it is hidden. */
  readonly course: Course | null;
  /** `untold`: `course` ends before the last order's dice. */
  readonly lastDice: 'told' | 'untold';
}

interface TakenBackOrder {
  readonly entry: OrderEntry;
  readonly throws: readonly Throw[];
  readonly seen: Seen;
  readonly by: MemberRecord | null;
  /** The side that agreed, with `by` its member. */
  readonly agreed: SeatId | null;
  readonly reason: string | null;
}

export interface PlayedOrder {
  readonly entry: OrderEntry;
  /** The last entry before the order was first given, if it was changed face down. Otherwise the one before `entry`. */
  readonly after: number;
  readonly events: readonly Event[];
  /** Null if the council voted. */
  readonly by: MemberRecord | null;
  readonly vote: DecidedVote | null;
  /** Members' own words, the best supported first. */
  readonly reasons: readonly { readonly text: string; readonly by: MemberRecord; readonly votes: number }[];
}

interface DecidedVote {
  readonly ballot: BallotRecord;
  readonly votes: readonly StandingVote[];
  readonly lines: readonly BallotLine[];
  readonly members: ReadonlyMap<number, MemberRecord>;
  /** The first voter for each choice: the proposer of a plan. */
  readonly proposers: ReadonlyMap<string, MemberRecord>;
}

/** Computes a value once for each played game, and forgets it with the game. */
export function oncePerGame<Value>(work: (playedGame: PlayedGame) => Value): (playedGame: PlayedGame) => Value {
  const known = new WeakMap<PlayedGame, { readonly value: Value }>();
  return (playedGame) => {
    const { value } = known.get(playedGame) ?? { value: work(playedGame) };
    known.set(playedGame, { value });
    return value;
  };
}

/** @param solution null if the worth of orders is hidden */
export function playedGameOf(
  store: Store,
  game: GameRecord,
  { system, position, standing, steps }: PlayedLog,
  solution: Solution | null,
): PlayedGame {
  const stands = new Set(standing.map(({ seq }) => seq));
  const given: { entry: OrderEntry; after: number; events: readonly Event[]; state: State }[] = [];
  for (const { entry, events, state } of steps) {
    if (entry.kind !== 'order' || !stands.has(entry.seq)) continue;
    // An order that was changed face down counts as one. Until the game ends, it is told as it was first given.
    const changed = isChange(system, entry) ? given.pop() : undefined;
    const after = changed?.after ?? entry.seq - 1;
    given.push(changed && game.ended === null ? { ...changed, state } : { entry, after, events, state });
  }
  const states = [...steps.slice(0, 1), ...given].map(({ state }) => state);
  const orders = given.map(({ entry }) => entry.order);
  const ballots = new Map(store.ballotsOf(game.id).map((ballot) => [ballot.id, ballot]));
  const votes = votesByBallot(store.votesOf(game.id));
  return {
    game,
    system,
    position,
    states,
    opening: steps[0]?.events ?? [],
    givenOrders: given.map(({ state: _, ...order }) => playedOrderOf({ game, system }, order, ballots, votes)),
    takenBack: steps.flatMap(({ entry }) => takenBackBy(system, entry, steps)),
    course: solution && courseOf(system, solution, orders, states),
    lastDice: 'told',
  };
}

/** The order that an entry takes back, if it had rolled or revealed something. Log entries are numbered from 0. */
function takenBackBy(system: System, entry: EntryRecord, steps: readonly LogStep[]): TakenBackOrder[] {
  if (entry.kind !== 'undo') return [];
  const step = steps[entry.takesBack];
  if (step?.entry.kind !== 'order') return [];
  const throws = throwsFor(step.entry, steps[entry.takesBack - 1]?.entry ?? null);
  const seen = seenIn(throws, system.knowledge.reveals?.(step.events) ?? 0);
  const { member: by, agreed = null, reason = null } = entry;
  return howMuch(seen) === 0 ? [] : [{ entry: step.entry, throws, seen, by, agreed, reason }];
}

export function votesByBallot(
  votes: readonly (VoteRecord & { readonly ballot: number })[],
): ReadonlyMap<number, readonly VoteRecord[]> {
  return new Map(grouped(votes, ({ ballot }) => ballot));
}

function playedOrderOf(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  given: Pick<PlayedOrder, 'entry' | 'after' | 'events'>,
  ballots: ReadonlyMap<number, BallotRecord>,
  votes: ReadonlyMap<number, readonly VoteRecord[]>,
): PlayedOrder {
  const { entry } = given;
  const ballot = entry.ballot === null ? undefined : ballots.get(entry.ballot);
  if (!ballot?.closed?.decision) {
    const { reason, member, order } = entry;
    const isShown = reason !== null && member !== null && !isStillSecret({ game, system }, order);
    return { ...given, by: member, vote: null, reasons: isShown ? [{ text: reason, by: member, votes: 1 }] : [] };
  }
  // A side's votes are its own until the game is over.
  const presses = isSecretBallot({ game, system }, ballot) ? [] : (votes.get(ballot.id) ?? []);
  const standing = standingVotes(presses);
  const members = new Map(presses.map(({ by }) => [by.id, by]));
  const proposers = new Map(
    presses.toReversed().flatMap(({ choice, by }) => (choice === null ? [] : [[choice, by] as const])),
  );
  const lines = tally(presses);
  const line = lines.find(({ choice }) => choice === ballot.closed?.decision?.choice);
  const reasons = (line?.reasons ?? []).flatMap(({ text, by, votes: sharing }) => {
    const member = members.get(by);
    return member ? [{ text, by: member, votes: sharing }] : [];
  });
  return { ...given, by: null, vote: { ballot, votes: standing, lines, members, proposers }, reasons };
}

/**
 * An order as the recap names it: its button's label with more room. In a game with secret orders, its description as
 * the side was told. While the order is hidden, the public description says only that one was given.
 */
export function orderGiven(playedGame: PlayedGame, place: number): string {
  const { entry } = playedGame.givenOrders[place] as PlayedOrder;
  const { system, states } = playedGame;
  const { order, seat } = entry;
  if (!system.about.verbs.some(({ secret }) => secret))
    return system.orderWords.label(states[place] as State, order, LONGEST_NAMED).text;
  return capital(
    shortened(system.orderWords.describe(order, isHidden(playedGame, place) ? 'public' : seat, seat), LONGEST_NAMED),
  );
}

/** Whether only its side knew an order during the game. */
export function orderWasSecret({ system, givenOrders }: PlayedGame, place: number): boolean {
  return isSecret(system.about, (givenOrders[place] as PlayedOrder).entry.order);
}

export const LONGEST_NAMED = 140;

/** "die 5", "dice 2 and 6", "no die" */
export function diceGiven(playedGame: PlayedGame, place: number): string {
  const faces = facesGiven(playedGame, place);
  if (faces.length === 0) return 'no die';
  return `${faces.length === 1 ? 'die' : 'dice'} ${listed(faces)}`;
}

/** None for an order that is still secret. */
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

/** How many votes were for one of the best orders; null without a vote, or if all orders were equal. */
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
  return { saw: vote.votes.filter(({ choice }) => best.has(choice)).length, of: vote.votes.length };
}

/** The authors of the orders of a game. */
interface Givers {
  /** The member with the most orders first. */
  readonly members: readonly MemberRecord[];
  /** The number of orders that were voted on. */
  readonly voted: number;
  /** "the bot", "the clock" */
  readonly others: readonly string[];
}

export function givers({ givenOrders }: PlayedGame): Givers {
  const byMember = grouped(
    givenOrders.flatMap(({ by }) => by ?? []),
    ({ id }) => id,
  );
  const members = byMember
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([, [member]]) => member ?? []);
  const causes = new Set(givenOrders.flatMap(({ entry: { cause } }) => cause ?? []));
  const others = (['machine', 'clock'] as const)
    .filter((cause) => causes.has(cause))
    .map((cause) => AUTHOR[cause].toLowerCase());
  return { members, voted: givenOrders.filter(({ vote }) => vote !== null).length, others };
}

export function votersOf({ givenOrders }: PlayedGame): number {
  return new Set(givenOrders.flatMap(({ vote }) => vote?.votes.map(({ member }) => member) ?? [])).size;
}
