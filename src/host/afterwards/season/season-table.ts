import type { MemberId } from '../../../council/index.ts';
import { grouped } from '../../../kit/plain-english.ts';
import type { EndedRecord } from '../../../store/index.ts';
import type { GameResult } from '../record/record-totals.ts';

/** A game that ended in a season. */
export interface SeasonGame {
  readonly ended: EndedRecord & { readonly channel: string };
  readonly reckoning: GameResult;
}

export interface SeasonRow {
  readonly member: MemberId;
  /** 1 is best; members who are level share a place. */
  readonly place: number;
  readonly points: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** The best of a side, by the side's name. */
export interface Champions {
  readonly side: string;
  readonly points: number;
  readonly members: readonly MemberId[];
}

export const POINTS = { won: 2, drawn: 1, lost: 0 } as const;
type Score = keyof typeof POINTS;

interface Played {
  readonly member: MemberId;
  readonly side: string;
  readonly score: Score;
}

/** Rated games alone count. Places go by points, then by victories. */
export function seasonTable(games: readonly SeasonGame[]): readonly SeasonRow[] {
  const rows = byMember(playedIn(games, () => '')).map(({ member, played }) => {
    const times = (score: Score) => played.filter((one) => one.score === score).length;
    return { member, points: pointsOf(played), won: times('won'), drawn: times('drawn'), lost: times('lost') };
  });
  const sorted = rows.sort((a, b) => b.points - a.points || b.won - a.won || a.lost - b.lost || a.member - b.member);
  const isAhead = (one: (typeof rows)[number], other: (typeof rows)[number]) =>
    one.points > other.points || (one.points === other.points && one.won > other.won);
  return sorted.map((row) => ({ ...row, place: 1 + sorted.filter((other) => isAhead(other, row)).length }));
}

/** @param sideOf the name of a side: sides of one name are one, whatever their game */
export function champions(
  games: readonly SeasonGame[],
  sideOf: (system: string, seat: string) => string,
): readonly Champions[] {
  return grouped(playedIn(games, sideOf), ({ side }) => side).flatMap(([side, all]) => {
    const totals = byMember(all).map(({ member, played }) => ({ member, points: pointsOf(played) }));
    const points = Math.max(...totals.map((one) => one.points));
    const members = totals.flatMap((one) => (one.points === points ? [one.member] : []));
    return points > 0 ? [{ side, points, members }] : [];
  });
}

function playedIn(games: readonly SeasonGame[], sideOf: (system: string, seat: string) => string): readonly Played[] {
  return games.flatMap(({ ended: { system }, reckoning: { rated } }) =>
    rated.flatMap(({ seat, rank, players }) => {
      const score = rated.every((other) => other.rank === rank) ? 'drawn' : rank === 1 ? 'won' : 'lost';
      const side = seat === null ? '' : sideOf(system, seat);
      return players.flatMap(({ player }) => (typeof player === 'number' ? [{ member: player, side, score }] : []));
    }),
  );
}

function byMember(all: readonly Played[]): { readonly member: MemberId; readonly played: readonly Played[] }[] {
  return grouped(all, ({ member }) => String(member)).map(([member, played]) => ({ member: Number(member), played }));
}

function pointsOf(played: readonly Played[]): number {
  return played.reduce((sum, { score }) => sum + POINTS[score], 0);
}
