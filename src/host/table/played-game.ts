import { type Course, courseOf, mattered, SAME_WORTH, type Solution } from '../../advisor/index.ts';
import { type Line, type StandingVote, standingVotes, tally } from '../../council/index.ts';
import { type Event, isSecret, orderKey, type SeatId, type State, type System, type Throw } from '../../game/index.ts';
import { capital, listed, shortened } from '../../kit/plain-english.ts';
import type { BallotRecord, EntryRecord, GameRecord, MemberRecord, Store, VoteRecord } from '../../store/index.ts';
import { AUTHOR } from '../base/order-words.ts';
import type { GamePosition, OrderEntry } from './game-position.ts';
import type { GameTables } from './game-tables.ts';
import { isSecretBallot, isStillSecret } from './open-ballots.ts';
import type { LogStep } from './replay-log.ts';
import { howMuch, type Seen, seenIn, throwsFor } from './rolls-taken-back.ts';

/** A game as it is told afterwards: the orders that stand, and what they were worth. Of orders taken back it has the dice alone. */
export interface PlayedGame {
  readonly game: GameRecord;
  readonly system: System;
  readonly position: GamePosition;
  /** Where it stood at its start, and after each order: one more than there are orders. */
  readonly states: readonly State[];
  readonly opening: readonly Event[];
  readonly givenOrders: readonly PlayedOrder[];
  /** Orders that were taken back although they had rolled or revealed something, in the order of their undoing. */
  readonly takenBack: readonly TakenBackOrder[];
  /** What the orders were worth, one move an order; null: there is no solution, or it is hidden. */
  readonly course: Course | null;
  /** Whether `course` knows what the dice of the last order did; `untold`: it ends where that order was given. */
  readonly lastDice: 'told' | 'untold';
}

/** An order that was taken back with its dice, or with what it had revealed. */
export interface TakenBackOrder {
  readonly entry: OrderEntry;
  /** All that was thrown for it. */
  readonly throws: readonly Throw[];
  readonly seen: Seen;
  readonly by: MemberRecord | null;
  /** The side that agreed to it, whose member `by` is. */
  readonly agreed: SeatId | null;
  readonly reason: string | null;
}

/** An order that stands, and how it came about. */
export interface PlayedOrder {
  readonly entry: OrderEntry;
  readonly events: readonly Event[];
  /** Null: the council, by vote. */
  readonly by: MemberRecord | null;
  /** The ballot that decided it; null: none did. */
  readonly vote: DecidedVote | null;
  /** Why, in members' own words as they wrote them, the best supported first. */
  readonly reasons: readonly { readonly text: string; readonly by: MemberRecord; readonly votes: number }[];
}

interface DecidedVote {
  readonly ballot: BallotRecord;
  /** One for each member whose vote counted. */
  readonly votes: readonly StandingVote[];
  /** What the votes came to. */
  readonly lines: readonly Line[];
  /** Everybody who pressed, by id. */
  readonly members: ReadonlyMap<number, MemberRecord>;
  /** By a choice, who voted for it first: of a plan, who proposed it. */
  readonly proposers: ReadonlyMap<string, MemberRecord>;
}

/**
 * @param solution of the game's rules data and variant; null: the value of orders is hidden
 * @throws IncompatibleLog where the rules no longer accept the log
 */
export function playedGameOf(
  store: Store,
  tables: GameTables,
  game: GameRecord,
  solution: Solution | null,
): PlayedGame {
  const { system, position, standing, steps } = tables.played(game);
  const stand = new Set(standing.map(({ seq }) => seq));
  const given = steps.flatMap(({ entry, events, state }) =>
    entry.kind === 'order' && stand.has(entry.seq) ? [{ entry, events, state }] : [],
  );
  const states = [...steps.slice(0, 1), ...given].map(({ state }) => state);
  const orders = given.map(({ entry }) => entry.order);
  const ballots = new Map(store.ballotsOf(game.id).map((ballot) => [ballot.id, ballot]));
  const votes = votesByBallot(store, game);
  return {
    game,
    system,
    position,
    states,
    opening: steps[0]?.events ?? [],
    givenOrders: given.map(({ entry, events }) => playedOrderOf({ game, system }, entry, events, ballots, votes)),
    takenBack: steps.flatMap(({ entry }) => takenBackBy(system, entry, steps)),
    course: solution && courseOf(system, solution, orders, states),
    lastDice: 'told',
  };
}

/** The order that an entry takes back, if it had rolled or revealed something. A log has an entry for each number from 0 on. */
function takenBackBy(system: System, entry: EntryRecord, steps: readonly LogStep[]): TakenBackOrder[] {
  if (entry.kind !== 'undo') return [];
  const step = steps[entry.takesBack];
  if (step?.entry.kind !== 'order') return [];
  const throws = throwsFor(step.entry, steps[entry.takesBack - 1]?.entry ?? null);
  const seen = seenIn(throws, system.reveals?.(step.events) ?? 0);
  const { member: by, agreed = null, reason = null } = entry;
  return howMuch(seen) === 0 ? [] : [{ entry: step.entry, throws, seen, by, agreed, reason }];
}

function votesByBallot(store: Store, game: GameRecord): ReadonlyMap<number, readonly VoteRecord[]> {
  const votes = new Map<number, VoteRecord[]>();
  for (const { ballot, ...vote } of store.votesOf(game.id)) {
    const known = votes.get(ballot);
    if (known) known.push(vote);
    else votes.set(ballot, [vote]);
  }
  return votes;
}

function playedOrderOf(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  entry: OrderEntry,
  events: readonly Event[],
  ballots: ReadonlyMap<number, BallotRecord>,
  votes: ReadonlyMap<number, readonly VoteRecord[]>,
): PlayedOrder {
  const ballot = entry.ballot === null ? undefined : ballots.get(entry.ballot);
  if (!ballot?.closed?.decision) {
    const { reason, member, order } = entry;
    const told = reason !== null && member !== null && !isStillSecret({ game, system }, order);
    return { entry, events, by: member, vote: null, reasons: told ? [{ text: reason, by: member, votes: 1 }] : [] };
  }
  // What a side voted on is its own affair until the game is over.
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
  return { entry, events, by: null, vote: { ballot, votes: standing, lines, members, proposers }, reasons };
}

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
