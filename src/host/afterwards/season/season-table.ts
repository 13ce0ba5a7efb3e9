import type { MemberId } from '../../../council/index.ts';
import { grouped } from '../../../kit/plain-english.ts';
import type { DecisiveMoment } from '../record/rated-game.ts';
import { clarity, isApart, type KnownGame, length, mostOf, nearness } from '../record/record-totals.ts';

export interface SeasonRow {
  readonly member: MemberId;
  /** 1 for the best. Members who are level share a place. */
  readonly place: number;
  readonly points: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** The members with the most points for a side. */
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

/** Only rated games count. Places go by points, then by victories. */
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

/** @param sideOf the name of a side. Sides of different games may share a name, and are then one. */
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
  return grouped(all, ({ member }) => member).map(([member, played]) => {
    const points = played.reduce((sum, { score }) => sum + POINTS[score], 0);
    return { member, played, points };
  });
}

const MOST_PICKS = 3;

interface MomentOfGame {
  readonly moment: DecisiveMoment;
  readonly game: KnownGame;
}

/** The moments and games that a season's recap tells. */
export interface RecapPicks {
  readonly bestChoice: MomentOfGame | null;
  readonly worstDice: MomentOfGame | null;
  readonly games: readonly { readonly why: 'nearest' | 'clearest' | 'longest' | 'also'; readonly game: KnownGame }[];
}

/** @param all games whose channels can be seen by all who read the recap */
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
  const first = (why: 'nearest' | 'clearest' | 'longest', value: Parameters<typeof mostOf>[1]) =>
    mostOf(games, value)
      .slice(0, 1)
      .map((game) => ({ why, game }));
  const wanted: RecapPicks['games'] = [
    ...first('nearest', nearness),
    ...first('clearest', clarity),
    ...first('longest', length),
    ...mostOf(finished, length).map((game) => ({ why: 'also', game }) as const),
  ];
  const picked = wanted.filter(({ game }, place) => wanted.findIndex((one) => one.game === game) === place);
  return { bestChoice: greatest('bestChoice'), worstDice: greatest('worstDice'), games: picked.slice(0, MOST_PICKS) };
}
