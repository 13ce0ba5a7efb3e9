import { type Council, changesInWords, type MemberId } from '../../council/index.ts';
import type { Store } from '../../store/index.ts';
import { nameAlone, plainName } from '../base/wording.ts';

type Members = Pick<Store, 'memberById'>;

export function isAmong(store: Members, members: readonly MemberId[], discordId: string): boolean {
  return members.some((member) => store.memberById(member)?.discordId === discordId);
}

export function memberName(store: Members, member: MemberId): string {
  return plainName(store.memberById(member)?.name ?? '');
}

/** For places without Markdown. */
export function memberNameAlone(store: Members, member: MemberId): string {
  return nameAlone(store.memberById(member)?.name ?? '');
}

/** Changes of a council as clauses with members’ names in bold. `side`: null for the table. `actor`: the member who makes them. */
export function councilChanges(
  store: Members,
  before: Council,
  after: Council,
  side: string | null,
  actor: MemberId | null = null,
): string[] {
  return changesInWords(before, after, (member) => `**${memberName(store, member)}**`, actor, side);
}
