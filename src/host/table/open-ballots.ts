import { type StandingVote, standingVotes } from '../../council/index.ts';
import { isSecret, type Order, type SeatId, type System } from '../../game/index.ts';
import type { BallotRecord, GameRecord, Store, VoteRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { BALLOT_ANSWERS } from '../base/voting-words.ts';

export interface OpenBallot extends BallotRecord {
  readonly votes: readonly VoteRecord[];
  /** The number of commanders, if only they vote; otherwise null. */
  readonly electors: number | null;
}

interface WithBallots {
  readonly ballots: readonly OpenBallot[];
}

/** At most one a seat. */
export function orderBallots({ ballots }: WithBallots): OpenBallot[] {
  return ballots.filter(({ subject }) => subject.kind === 'order');
}

export function orderBallot(table: WithBallots, seat: SeatId | null): OpenBallot | undefined {
  return orderBallots(table).find((ballot) => ballot.seat === seat);
}

/**
 * Whether only its side sees a ballot's content. Others see that it is open, and later the public part of its
 * decision. In games with secret orders, all ballots on orders are opened with `rules.secret`.
 */
export function isSecretBallot(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  { rules, subject }: Pick<BallotRecord, 'rules' | 'subject'>,
): boolean {
  return game.ended === null && rules.secret && subject.kind === 'order' && system.about.seats.length > 1;
}

/** A secret order and its reason are told once the game is over. */
export function isStillSecret(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  order: Order,
): boolean {
  return game.ended === null && isSecret(system.about, order);
}

/** An order sent up to this long after a ballot closed was meant for that ballot. */
const TYPING_MS = 5000;
/** Discord takes no answer after three seconds. A delay far longer than that means a wrong clock. */
const LONGEST_DELAY_MS = 15_000;

/** Whether an order was meant for a ballot that has just closed. Then it is a vote in the next ballot, or dropped. */
export function justClosed(store: Store, game: GameRecord, seat: SeatId, caller: Caller): boolean {
  const last = store.lastClosed(game.id, seat);
  if (!last?.closed) return false;
  const since = sentAt(caller) - last.closed.at;
  // A time far before the closing means that this computer's clock was set back.
  if (since >= TYPING_MS || since < -LONGEST_DELAY_MS) return false;
  const me = caller.member.discordId;
  if (last.closed.by?.discordId === me) return false;
  return !(last.closed.why === 'early' && store.lastVoter(last.id) === me);
}

/** The time in an interaction's id (https://discord.com/developers/docs/reference#snowflakes). */
function sentAt({ interaction, at }: Caller): number {
  if (!/^\d{17,20}$/.test(interaction)) return at;
  const sent = Number((BigInt(interaction) >> 22n) + 1_420_070_400_000n);
  return sent <= at && at - sent <= LONGEST_DELAY_MS ? sent : at;
}

export function notVotedInWords({ subject }: OpenBallot): string {
  return subject.kind === 'council' ? BALLOT_ANSWERS.notVotedOnCouncil : BALLOT_ANSWERS.notVoted;
}

export function standingOf({ votes }: OpenBallot, { member }: Caller): StandingVote | null {
  const id = votes.find(({ by }) => by.discordId === member.discordId)?.by.id;
  return standingVotes(votes).find((vote) => vote.member === id) ?? null;
}
