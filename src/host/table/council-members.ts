import { type Council, changesInWords, type MemberId } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { Store } from '../../store/index.ts';
import { COUNCIL_ANSWERS } from '../base/voting-words.ts';
import { nameAlone, plainName } from '../base/wording.ts';

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
