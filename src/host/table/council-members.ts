import { type Council, changesInWords, type MemberId, OPEN_COUNCIL, withoutMembers } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { BallotRecord, Store } from '../../store/index.ts';
import { COUNCIL_ANSWERS } from '../base/voting-words.ts';
import { nameAlone, plainName } from '../base/wording.ts';
import { councilOf } from './game-position.ts';
import type { CouncilTable } from './game-tables.ts';
import { isGone } from './seat-rules.ts';

type Members = Pick<Store, 'memberById'>;

/** Whether one of these members has the Discord id. */
export function isAmong(store: Members, members: readonly MemberId[], discordId: string): boolean {
  return members.some((member) => store.memberById(member)?.discordId === discordId);
}

/** A member's name, safe in Markdown. */
export function memberName(store: Members, member: MemberId): string {
  return plainName(store.memberById(member)?.name ?? '');
}

/** A member's name for where no Markdown is known. */
export function memberNameAlone(store: Members, member: MemberId): string {
  return nameAlone(store.memberById(member)?.name ?? '');
}

/** Changes of a council as clauses, members’ names bold. `side`: whose; null: the table’s. `actor`: the member who makes them. */
export function councilChanges(
  store: Members,
  before: Council,
  after: Council,
  side: string | null,
  actor: MemberId | null = null,
): string[] {
  return changesInWords(before, after, (member) => `**${memberName(store, member)}**`, actor, side);
}

/** Advice for a side whose vote waits out its window and whose turn takes many orders; empty for any other. */
export function manyBallots({ seats }: Pick<System, 'seats'>, { mode, ballot }: Council): string[] {
  return mode === 'vote' && ballot.early === null && seats.length > 1 ? [COUNCIL_ANSWERS.manyBallots] : [];
}

/** The council as a vote on it would make it now: the proposal, applied to what has changed meanwhile. */
export function proposedNow(
  store: Store,
  { game, position }: CouncilTable,
  { seat, seq }: BallotRecord,
  proposed: Council,
): Council {
  const then = store.councilAt(game.id, seat, seq) ?? OPEN_COUNCIL;
  const now = councilOf(position, seat);
  const rules = merged(then.ballot, proposed.ballot, now.ballot);
  const council = {
    ...merged(then, proposed, now),
    ballot: {
      ...rules,
      // Each of two changes may fit the council alone: no ballot closes early below its quorum.
      early: rules.early === null ? null : Math.max(rules.early, rules.quorum),
      voters: merged(then.ballot.voters, proposed.ballot.voters, now.ballot.voters),
    },
  };
  return withoutMembers(council, (member) => isGone(store, member));
}

/** Every field as it is proposed where that differs from what was, and as it is now elsewhere. */
function merged<Rules extends object>(then: Rules, proposed: Rules, now: Rules): Rules {
  const keys = Object.keys(proposed) as (keyof Rules)[];
  const fields = keys.map((key) => [key, same(then[key], proposed[key]) ? now[key] : proposed[key]] as const);
  return Object.fromEntries(fields) as Rules;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
