import { openInWords, type StandingVote, standingVotes } from '../../council/index.ts';
import { isSecret, type Order, type SeatId, type System } from '../../game/index.ts';
import type { BallotRecord, GameRecord, Store, VoteRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { type Reply, reply } from '../base/reply.ts';
import { BALLOT_ANSWERS, NOTICES } from '../base/voting-words.ts';

/** A ballot with every press that has been made in it. */
export interface OpenBallot extends BallotRecord {
  readonly votes: readonly VoteRecord[];
  /** Where only those in command vote, on the council: how many they are. Null: the rules say who votes. */
  readonly electors: number | null;
}

interface WithBallots {
  readonly ballots: readonly OpenBallot[];
}

/** The open ballots on the next order, one a seat at most. */
export function orderBallots({ ballots }: WithBallots): OpenBallot[] {
  return ballots.filter(({ subject }) => subject.kind === 'order');
}

/** The open ballot on a seat's next order. */
export function orderBallot(table: WithBallots, seat: SeatId | null): OpenBallot | undefined {
  return orderBallots(table).find((ballot) => ballot.seat === seat);
}

/**
 * Whether only the members of its side see what a ballot is about: others see that it is open, and in the end what everybody may know of
 * what it decided. In a game that hides orders every ballot on them has this rule from its opening.
 */
export function isSecretBallot(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  { rules, subject }: Pick<BallotRecord, 'rules' | 'subject'>,
): boolean {
  return game.ended === null && rules.secret && subject.kind === 'order' && system.seats.length > 1;
}

/** Whether an order is still its side's own. So is its reason, which would give it away: both are told once the game is over. */
export function isStillSecret(
  { game, system }: { readonly game: GameRecord; readonly system: System },
  order: Order,
): boolean {
  return game.ended === null && isSecret(system, order);
}

/** What was typed within this time after a ballot closed was typed for that ballot. Milliseconds. */
const TYPING_MS = 5000;
/** Discord takes no answer to an interaction later than three seconds: what seems to have been longer on its way is a wrong clock. */
const LONGEST_WAY_MS = 15_000;

/**
 * Whether an order that was typed, and so names no ballot, was typed for one that has just closed. It goes to the next ballot, and the
 * member is told so. If none is open it is not carried out. A member who closed the ballot knows what comes next.
 */
export function justClosed(store: Store, game: GameRecord, seat: SeatId, caller: Caller): boolean {
  const last = store.lastClosed(game.id, seat);
  if (!last?.closed) return false;
  const since = sentAt(caller) - last.closed.at;
  // A clock that was set back is no reason to refuse an order.
  if (since >= TYPING_MS || since < -LONGEST_WAY_MS) return false;
  const me = caller.member.discordId;
  if (last.closed.by?.discordId === me) return false;
  return !(last.closed.why === 'early' && store.lastVoter(last.id) === me);
}

/** When an interaction was sent, which its id tells (https://discord.com/developers/docs/reference#snowflakes). */
function sentAt({ interaction, at }: Caller): number {
  if (!/^\d{17,20}$/.test(interaction)) return at;
  const sent = Number((BigInt(interaction) >> 22n) + 1_420_070_400_000n);
  return sent <= at && at - sent <= LONGEST_WAY_MS ? sent : at;
}

/** A word to a member who hasn’t voted in a ballot. */
export function notVoted({ subject }: OpenBallot): string {
  return subject.kind === 'council' ? BALLOT_ANSWERS.notVotedOnCouncil : BALLOT_ANSWERS.notVoted;
}

/** A member’s vote as it stands. Null: they have none. */
export function standingOf({ votes }: OpenBallot, { member }: Caller): StandingVote | null {
  const id = votes.find(({ by }) => by.discordId === member.discordId)?.by.id;
  return standingVotes(votes).find((vote) => vote.member === id) ?? null;
}

/** What the channel reads of a ballot that is still open, as replies to its message. */

/** Votes are still missing. */
export function reminder({ rules, clockwork: { closes }, message }: OpenBallot, voters: number): Reply {
  const role = rules.reminder?.role ?? null;
  const call = role === null ? '' : `<@&${role}> `;
  const text = `${call}${NOTICES.votesMissing(rules.quorum - voters, closes ?? 0)}`;
  return reply('channel', text, {
    pings: { roles: role === null ? [] : [role], users: [] },
    replyTo: message?.id ?? null,
  });
}

/** Too few have voted: the ballot gets more time. */
export function extension({ rules, clockwork, message }: OpenBallot, voters: number): Reply {
  const text = NOTICES.tooFewVoted(openInWords(rules, clockwork, voters));
  return reply('channel', text, { replyTo: message?.id ?? null });
}

/** It stays open until somebody votes. */
export function waiting({ rules, clockwork, message }: OpenBallot, voters: number): Reply {
  return reply('channel', openInWords(rules, clockwork, voters), { replyTo: message?.id ?? null });
}

/** Somebody has voted in a ballot that was waiting for it. */
export function restarted({ rules, clockwork, message, votes }: OpenBallot): Reply {
  const text = NOTICES.someoneVoted(openInWords(rules, clockwork, standingVotes(votes).length));
  return reply('channel', text, { replyTo: message?.id ?? null });
}
