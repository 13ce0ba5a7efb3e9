import { type Course, courseOf, type Solution } from '../../advisor/index.ts';
import { type Line, type StandingVote, standingVotes, tally } from '../../council/index.ts';
import type { Event, SeatId, State, System, Throw } from '../../game/index.ts';
import type { BallotRecord, EntryRecord, GameRecord, MemberRecord, Store, VoteRecord } from '../../store/index.ts';
import type { GamePosition, OrderEntry } from './game-position.ts';
import type { PlayedLog } from './game-tables.ts';
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
 * @param log the game's, played through
 * @param solution of the game's rules data and variant; null: the value of orders is hidden
 */
export function playedGameOf(
  store: Store,
  game: GameRecord,
  { system, position, standing, steps }: PlayedLog,
  solution: Solution | null,
): PlayedGame {
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
