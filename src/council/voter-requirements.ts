import { DAY, type Electorate } from './council.ts';

/** What Discord says of a member when they vote. Times are milliseconds since 1970. */
export interface Standing {
  /** Ids of their roles in the server. */
  readonly roles: readonly string[];
  /** When they joined the server; null: it does not say. */
  readonly joinedAt: number | null;
  readonly accountSince: number;
}

/**
 * Why a member's vote does not count: they lack the role, or are too new. `from`: ballots that open at that time or later count it,
 * milliseconds since 1970; null: Discord does not say since when the member is there.
 */
export type Excluded =
  | { readonly why: 'role'; readonly role: string }
  | { readonly why: 'joined' | 'account'; readonly days: number; readonly from: number | null };

/** Why a member may not vote in a ballot that opened at `opened`; null: they may. */
export function excluded(
  { role, memberDays, accountDays }: Electorate,
  opened: number,
  { roles, joinedAt, accountSince }: Standing,
): Excluded | null {
  if (role !== null && !roles.includes(role)) return { why: 'role', role };
  const account = accountSince + accountDays * DAY;
  if (memberDays > 0) {
    const joined = joinedAt === null ? null : joinedAt + memberDays * DAY;
    // A member who is too new in both ways waits for the later date.
    const from = joined === null || accountDays === 0 ? joined : Math.max(joined, account);
    if (joined === null || joined > opened) return { why: 'joined', days: memberDays, from };
  }
  if (accountDays > 0 && account > opened) return { why: 'account', days: accountDays, from: account };
  return null;
}
