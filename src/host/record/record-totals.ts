import type { MemberId } from '../../council/index.ts';
import type { EndedRecord } from '../../store/index.ts';
import type { DecisionCounts, GameResult } from './game-result.ts';

/** An ended game; its reckoning null: it has not been made yet. */
export interface CountedGame {
  readonly ended: EndedRecord;
  readonly reckoning: GameResult | null;
}

/** How many games came to what. */
export interface GameCounts {
  readonly played: number;
  /** Of games with one seat. */
  readonly won: number;
  readonly lost: number;
  /** Of games with several: what each of them won, and how often none did. */
  readonly sides: readonly { readonly system: string; readonly seat: string; readonly won: number }[];
  readonly drawn: number;
  readonly abandoned: number;
  /** Played out, and not reckoned yet or never to be. */
  readonly unknown: number;
}

export interface RecordTotals {
  readonly all: GameCounts;
  /** Games in which rolls were taken back: they stand in nothing else of this but `last`. Null: there is none. */
  readonly apart: GameCounts | null;
  readonly byVariant: readonly { readonly system: string; readonly variant: string; readonly tally: GameCounts }[];
  /** Won most clearly. */
  readonly clearest: CountedGame | null;
  /** Lost, and stood best at some time. */
  readonly nearest: CountedGame | null;
  readonly longest: CountedGame | null;
  /** The last first. */
  readonly last: readonly CountedGame[];
  /** Over the games played out of which it is known what orders were worth; null: of none. Tenths of a percentage point. */
  readonly worth: {
    readonly games: number;
    readonly dice: number;
    readonly decisions: number;
    /** What the numbers rest on, each once. */
    readonly bases: readonly string[];
  } | null;
  /** Members by the share of their choices that were the best, of equals who chose more often first. */
  readonly standings: readonly MemberDecisions[];
  /** Members of games of several sides, those who won most of theirs first. */
  readonly players: readonly RecordPlayer[];
  /** Games still to be reckoned. */
  readonly pending: number;
}

export type MemberDecisions = DecisionCounts;

export interface RecordPlayer {
  readonly member: MemberId;
  /** Games played out between members, for one side alone. */
  readonly played: number;
  readonly won: number;
}

const LAST = 5;

/** Whether rolls were taken back in a game. */
export function isApart({ reckoning }: CountedGame): boolean {
  return reckoning !== null && reckoning.rollsTakenBack > 0;
}

/** @param ended the last first */
export function summed(ended: readonly CountedGame[]): RecordTotals {
  const games = ended.filter((one) => !isApart(one));
  const apart = ended.filter(isApart);
  const variants = new Map<string, CountedGame[]>();
  for (const one of games) {
    const kind = JSON.stringify([one.ended.system, one.ended.variant]);
    variants.set(kind, [...(variants.get(kind) ?? []), one]);
  }
  const won = games.filter(({ reckoning }) => reckoning?.result?.won === true);
  const lost = games.filter(({ reckoning }) => reckoning?.result?.won === false && !reckoning.sides);
  return {
    all: tallyOf(games),
    apart: apart.length > 0 ? tallyOf(apart) : null,
    byVariant: [...variants.values()]
      .map((of) => {
        const { system, variant } = (of[0] as CountedGame).ended;
        return { system, variant, tally: tallyOf(of) };
      })
      .sort((a, b) => b.tally.played - a.tally.played),
    clearest: most(won, ({ reckoning }) => reckoning?.result?.margin?.size ?? null),
    nearest: most(lost, ({ reckoning }) => reckoning?.worth?.best.chance ?? null),
    longest: most(games, ({ reckoning }) => reckoning?.orders || null),
    last: ended.slice(0, LAST),
    worth: worthOf([...won, ...lost]),
    standings: standingsOf(games),
    players: playersOf(games),
    pending: games.filter(({ reckoning }) => reckoning === null).length,
  };
}

function tallyOf(games: readonly CountedGame[]): GameCounts {
  const count = (is: (one: CountedGame) => boolean) => games.filter(is).length;
  const alone = games.filter(({ reckoning }) => reckoning?.sides === null);
  const sided = games.filter(({ reckoning }) => reckoning?.sides && reckoning.result);
  return {
    played: games.length,
    won: alone.filter(({ reckoning }) => reckoning?.result?.won === true).length,
    lost: alone.filter(({ reckoning }) => reckoning?.result?.won === false).length,
    sides: wonBySide(sided),
    drawn: sided.filter(({ reckoning }) => reckoning?.sides?.winner === null).length,
    abandoned: count(({ ended }) => ended.how === 'abandoned'),
    unknown: count(({ ended, reckoning }) => ended.how === 'finished' && !reckoning?.result),
  };
}

/** The seat that won most first. */
function wonBySide(games: readonly CountedGame[]): GameCounts['sides'] {
  const sides = new Map<string, GameCounts['sides'][number]>();
  for (const { ended, reckoning } of games) {
    const seat = reckoning?.sides?.winner ?? null;
    if (seat === null) continue;
    const key = JSON.stringify([ended.system, seat]);
    sides.set(key, { system: ended.system, seat, won: (sides.get(key)?.won ?? 0) + 1 });
  }
  return [...sides.values()].sort((a, b) => b.won - a.won);
}

function playersOf(games: readonly CountedGame[]): RecordPlayer[] {
  const players = new Map<MemberId, RecordPlayer>();
  for (const { reckoning } of games) {
    if (!reckoning?.sides || !reckoning.result) continue;
    for (const { member, seat } of reckoning.sides.players) {
      const { played, won } = players.get(member) ?? { played: 0, won: 0 };
      players.set(member, { member, played: played + 1, won: won + Number(seat === reckoning.sides.winner) });
    }
  }
  return [...players.values()].sort(
    (a, b) => b.won * a.played - a.won * b.played || b.played - a.played || a.member - b.member,
  );
}

/** The one with the greatest value, of equals the last to end. */
function most(games: readonly CountedGame[], value: (one: CountedGame) => number | null): CountedGame | null {
  let found: { readonly one: CountedGame; readonly value: number } | null = null;
  for (const one of games) {
    const its = value(one);
    if (its !== null && (found === null || its > found.value)) found = { one, value: its };
  }
  return found?.one ?? null;
}

function worthOf(finished: readonly CountedGame[]): RecordTotals['worth'] {
  const worths = finished.flatMap(({ reckoning }) => reckoning?.worth ?? []);
  if (worths.length === 0) return null;
  return {
    games: worths.length,
    dice: worths.reduce((sum, { dice }) => sum + dice, 0),
    decisions: worths.reduce((sum, { decisions }) => sum + decisions, 0),
    bases: [...new Set(worths.map(({ basis }) => basis))].sort(),
  };
}

function standingsOf(games: readonly CountedGame[]): MemberDecisions[] {
  const standings = new Map<number, MemberDecisions>();
  for (const { member, mattered, best } of games.flatMap(({ reckoning }) => reckoning?.choices ?? [])) {
    const so = standings.get(member) ?? { member, mattered: 0, best: 0 };
    standings.set(member, { member, mattered: so.mattered + mattered, best: so.best + best });
  }
  return [...standings.values()].sort(
    (a, b) => b.best * a.mattered - a.best * b.mattered || b.mattered - a.mattered || a.member - b.member,
  );
}
