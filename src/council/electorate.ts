import { DAY, type Electorate } from './council.ts';

/** What Discord says of a member when they vote. Times are milliseconds since 1970. */
export interface Standing {
  /** Ids of their roles in the server. */
  readonly roles: readonly string[];
  /** When they joined the server; null: it does not say. */
  readonly joinedAt: number | null;
  readonly accountSince: number;
}

/** Why a member's vote does not count: they lack the role, or are too new. */
export type Excluded =
  | { readonly why: 'role'; readonly role: string }
  | { readonly why: 'joined'; readonly days: number }
  | { readonly why: 'account'; readonly days: number };

/** Why a member may not vote in a ballot that opened at `opened`; null: they may. */
export function excluded(
  { role, memberDays, accountDays }: Electorate,
  opened: number,
  { roles, joinedAt, accountSince }: Standing,
): Excluded | null {
  if (role !== null && !roles.includes(role)) return { why: 'role', role };
  if (memberDays > 0 && (joinedAt === null || joinedAt > opened - memberDays * DAY))
    return { why: 'joined', days: memberDays };
  if (accountDays > 0 && accountSince > opened - accountDays * DAY) return { why: 'account', days: accountDays };
  return null;
}
