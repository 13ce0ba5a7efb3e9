import type { MemberId } from '../../../council/index.ts';
import { grouped } from '../../../kit/plain-english.ts';
import type { Moment } from '../record/rated-game.ts';
import { clarity, isApart, type KnownGame, length, mostOf, nearness } from '../record/record-totals.ts';

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
export function seasonTable(games: readonly KnownGame[]): readonly SeasonRow[] {
  const rows = byMember(playedIn(games, () => '')).map(({ member, played, points }) => {
    const times = (score: Score) => played.filter((one) => one.score === score).length;
    return { member, points, won: times('won'), drawn: times('drawn'), lost: times('lost') };
  });
  const sorted = rows.sort((a, b) => b.points - a.points || b.won - a.won || a.lost - b.lost || a.member - b.member);
  return sorted.map((row) => ({
    ...row,
    place: 1 + sorted.findIndex(({ points, won }) => points === row.points && won === row.won),
  }));
}

/** @param sideOf the name of a side: sides of one name are one, whatever their game */
export function champions(
  games: readonly KnownGame[],
  sideOf: (system: string, seat: string) => string,
): readonly Champions[] {
  return grouped(playedIn(games, sideOf), ({ side }) => side).flatMap(([side, all]) => {
    const totals = byMember(all);
    const points = Math.max(...totals.map((one) => one.points));
    const members = totals.flatMap((one) => (one.points === points ? [one.member] : []));
    return points > 0 ? [{ side, points, members }] : [];
  });
}

function playedIn(games: readonly KnownGame[], sideOf: (system: string, seat: string) => string): readonly Played[] {
  return games.flatMap(({ ended: { system }, reckoning: { rated } }) =>
    rated.flatMap(({ seat, rank, players }) => {
      const score = rated.every((other) => other.rank === rank) ? 'drawn' : rank === 1 ? 'won' : 'lost';
      const side = seat === null ? '' : sideOf(system, seat);
      return players.flatMap(({ player }) => (typeof player === 'number' ? [{ member: player, side, score }] : []));
    }),
  );
}

function byMember(all: readonly Played[]) {
  return grouped(all, ({ member }) => String(member)).map(([member, played]) => {
    const points = played.reduce((sum, { score }) => sum + POINTS[score], 0);
    return { member: Number(member), played, points };
  });
}

const MOST_PICKS = 3;

interface Pick {
  readonly moment: Moment;
  readonly game: KnownGame;
}

/** The part of a season's recap that tells of its games. */
export interface RecapPicks {
  readonly bestChoice: Pick | null;
  readonly worstDice: Pick | null;
  readonly games: readonly { readonly why: 'nearest' | 'clearest' | 'longest' | 'also'; readonly game: KnownGame }[];
}

/** @param all games whose channels are read where they are told */
export function recapPicks(all: readonly KnownGame[]): RecapPicks {
  const games = all.filter((game) => !isApart(game));
  const greatest = (part: 'bestChoice' | 'worstDice') => {
    const moments = games.flatMap((game) => {
      const moment = game.reckoning.moments?.[part];
      return moment ? [{ ...game, moment, game }] : [];
    });
    return mostOf(moments, ({ moment }) => moment.size)[0] ?? null;
  };
  const finished = games.filter(({ ended }) => ended.how === 'finished');
  const wanted: RecapPicks['games'] = [
    ...mostOf(games, nearness)
      .map((game) => ({ why: 'nearest', game }) as const)
      .slice(0, 1),
    ...mostOf(games, clarity)
      .map((game) => ({ why: 'clearest', game }) as const)
      .slice(0, 1),
    ...mostOf(games, length)
      .map((game) => ({ why: 'longest', game }) as const)
      .slice(0, 1),
    ...mostOf(finished, length).map((game) => ({ why: 'also', game }) as const),
  ];
  const picked = wanted.filter(({ game }, place) => wanted.findIndex((one) => one.game === game) === place);
  return { bestChoice: greatest('bestChoice'), worstDice: greatest('worstDice'), games: picked.slice(0, MOST_PICKS) };
}
