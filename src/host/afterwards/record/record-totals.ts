import { balanceOf, type Course, mattered, SAME_WORTH } from '../../../advisor/index.ts';
import type { MemberId } from '../../../council/index.ts';
import { type Margin, orderKey, type SeatId, type System } from '../../../game/index.ts';
import type { EndedRecord } from '../../../store/index.ts';
import type { GamePosition, OrderEntry } from '../../table/game-position.ts';
import type { LoadedGame } from '../../table/game-tables.ts';
import type { PlayedGame, PlayedOrder } from '../../table/played-game.ts';
import { howMuch } from '../../table/rolls-taken-back.ts';

/** Raised with whatever changes what a reckoning says, or what sums of them say: those made before are then made again. */
export const MADE_BY = '4';

/** What an ended game came to. It is kept as JSON. */
export interface GameResult {
  /** Orders that stand. */
  readonly orders: number;
  /** Null: it was not played out, or the rules do not tell any more. */
  readonly result: {
    /** Whether the seat that was played won; in a game of several, whether any did. */
    readonly won: boolean;
    readonly margin: Margin | null;
  } | null;
  /** Of a game of several seats; null: it has but one. */
  readonly sides: Sides | null;
  /** Null: what its orders were worth is not known. */
  readonly worth: ResultWorth | null;
  /** Rolls, shuffles and reveals that were taken back after they were seen. A game that has any is counted apart. */
  readonly takenBack: number;
  /** Whose order or vote was the best one, where it mattered. */
  readonly choices: readonly DecisionCounts[];
}

export interface Sides {
  /** Null: none has won, or it was not played out. */
  readonly winner: SeatId | null;
  /** Members who ordered or voted for one seat only, if each seat had such a member. */
  readonly players: readonly { readonly member: MemberId; readonly seat: SeatId }[];
}

/** Tenths of a percentage point, as `balanceOf` has them. */
export interface ResultWorth {
  readonly decisions: number;
  readonly dice: number;
  /** The best chance there was before the last order fell, and after how many orders. */
  readonly best: { readonly chance: number; readonly after: number };
}

export interface DecisionCounts {
  readonly member: MemberId;
  /**
   * Decisions in which the best and the worst order differed, and the one chosen cost something: points, a die, or chances of winning.
   * Free marches back and forth are as good as any order, and no merit.
   */
  readonly mattered: number;
  readonly best: number;
}

/** With what its orders were worth. */
export function gameResult(playedGame: PlayedGame): GameResult {
  const { system, position, givenOrders, course } = playedGame;
  const acts = givenOrders.flatMap(({ entry, by, vote }) => {
    const members = vote ? vote.votes.map(({ member }) => member) : by ? [by.id] : [];
    return members.map((member) => ({ member, seat: entry.seat }));
  });
  return {
    ...endOf(system, position, acts),
    worth: course && worthOfCourse(course),
    choices: course ? choicesIn(course, givenOrders) : [],
  };
}

/**
 * What a game's ending alone tells: no order is played again.
 * @param standing its orders that stand
 */
export function plainGameResult(
  { system, position }: LoadedGame,
  standing: readonly OrderEntry[],
  votersOf: (ballot: number) => readonly MemberId[],
): GameResult {
  const acts = standing.flatMap(({ member, ballot, seat }) => {
    const members = member ? [member.id] : ballot === null ? [] : votersOf(ballot);
    return members.map((one) => ({ member: one, seat }));
  });
  return { ...endOf(system, position, acts), worth: null, choices: [] };
}

function endOf(
  system: System,
  { state, turn, takenBack }: GamePosition,
  acts: readonly Sides['players'][number][],
): Pick<GameResult, 'orders' | 'result' | 'sides' | 'takenBack'> {
  const outcome = system.outcome(state);
  return {
    orders: turn,
    takenBack: howMuch(takenBack),
    result: outcome && { won: outcome.winner !== null, margin: system.margin?.(state) ?? null },
    sides:
      system.seats.length > 1 ? { winner: outcome?.winner ?? null, players: playersOnOneSide(system, acts) } : null,
  };
}

function playersOnOneSide({ seats }: System, acts: readonly Sides['players'][number][]): Sides['players'] {
  const played = new Map<MemberId, SeatId | null>();
  for (const { member, seat } of acts) {
    const known = played.get(member);
    played.set(member, known === undefined || known === seat ? seat : null);
  }
  const players = [...played].flatMap(([member, seat]) => (seat === null ? [] : [{ member, seat }]));
  return seats.every(({ id }) => players.some(({ seat }) => seat === id)) ? players : [];
}

function worthOfCourse(course: Course): ResultWorth {
  const { start, decisions, dice, moves } = balanceOf(course);
  const chances = [start, ...moves.slice(0, -1).map(({ end }) => end)];
  const chance = Math.max(...chances);
  return { decisions, dice, best: { chance, after: chances.lastIndexOf(chance) } };
}

function choicesIn({ moves }: Course, deeds: readonly PlayedOrder[]): DecisionCounts[] {
  const choices = new Map<MemberId, DecisionCounts>();
  for (const [index, deed] of deeds.entries()) {
    const move = moves[index];
    if (!move || !mattered(move)) continue;
    for (const { member, order } of chosenBy(deed)) {
      const chosen = move.prospects.find((prospect) => orderKey(prospect.order) === order);
      const wasBest = chosen !== undefined && move.before - chosen.worth < SAME_WORTH;
      if (wasBest && chosen.free) continue;
      const { mattered, best } = choices.get(member) ?? { mattered: 0, best: 0 };
      choices.set(member, { member, mattered: mattered + 1, best: best + Number(wasBest) });
    }
  }
  return [...choices.values()];
}

/** Who chose what: each voter their own order, whatever was decided; otherwise the member who gave the order. */
function chosenBy({ entry, by, vote }: PlayedOrder): { readonly member: MemberId; readonly order: string }[] {
  if (vote) return vote.votes.map(({ member, choice }) => ({ member, order: choice }));
  return by ? [{ member: by.id, order: orderKey(entry.order) }] : [];
}

/** An ended game, and what it came to. */
export interface CountedGame {
  readonly ended: EndedRecord;
  readonly reckoning: GameResult;
}

/** How many games came to what. */
export interface GameCounts {
  readonly played: number;
  /** Of games with one seat. */
  readonly won: number;
  readonly lost: number;
  /** Of games with several: what each of them won, the seat that won most first, and how often none did. */
  readonly sides: readonly { readonly system: string; readonly seat: string; readonly won: number }[];
  readonly drawn: number;
  readonly abandoned: number;
  /** Played out, and never to be reckoned. */
  readonly unknown: number;
}

/** The sums of some games. They are kept as JSON, and games that end are added to them. */
export interface RecordTotals {
  readonly all: GameCounts;
  /** Games in which rolls or reveals were taken back: they stand in nothing else of this but `last`; `null` if there is none. */
  readonly apart: GameCounts | null;
  /** Most played first. */
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
  } | null;
  /** Members by the share of their choices that were the best, of equals who chose more often first. */
  readonly standings: readonly MemberDecisions[];
  /** Members of games of several sides, those who won most of theirs first. */
  readonly players: readonly RecordPlayer[];
}

export type MemberDecisions = DecisionCounts;

export interface RecordPlayer {
  readonly member: MemberId;
  /** Games played out between members, for one side alone. */
  readonly played: number;
  readonly won: number;
}

const LAST = 5;

/** Whether rolls or reveals were taken back in a game. */
export function isApart({ reckoning }: CountedGame): boolean {
  return reckoning.takenBack > 0;
}

/** Of some games, in any order. */
export function summed(ended: readonly CountedGame[]): RecordTotals {
  const games = ended.filter((one) => !isApart(one));
  const apart = ended.filter(isApart);
  return {
    all: added(games.map(countsOf)),
    apart: apart.length > 0 ? added(apart.map(countsOf)) : null,
    byVariant: ranked(games.map((one) => ({ ...one.ended, tally: countsOf(one) }))),
    clearest: most(games, clarity),
    nearest: most(games, nearness),
    longest: most(games, length),
    last: latest(ended),
    worth: worthOf(
      games.flatMap(({ reckoning: { worth, result, sides } }) =>
        worth && result && (result.won || !sides) ? { games: 1, ...worth } : [],
      ),
    ),
    standings: standingsOf(games.flatMap(({ reckoning }) => reckoning.choices)),
    players: playersOf(games.flatMap(playersIn)),
  };
}

/** Of games of which some were summed up before. */
export function together(one: RecordTotals, other: RecordTotals): RecordTotals {
  const both = <Part extends keyof RecordTotals>(part: Part) =>
    [one[part], other[part]].filter((value) => value !== null) as NonNullable<RecordTotals[Part]>[];
  const apart = both('apart');
  return {
    all: added(both('all')),
    apart: apart.length > 0 ? added(apart) : null,
    byVariant: ranked(both('byVariant').flat()),
    clearest: most(both('clearest'), clarity),
    nearest: most(both('nearest'), nearness),
    longest: most(both('longest'), length),
    last: latest(both('last').flat()),
    worth: worthOf(both('worth')),
    standings: standingsOf(both('standings').flat()),
    players: playersOf(both('players').flat()),
  };
}

/** One row for each key, the first time it comes. */
function joined<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  add: (one: Row, other: Row) => Row,
): Row[] {
  const found = new Map<string | number, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = found.get(key);
    found.set(key, before === undefined ? row : add(before, row));
  }
  return [...found.values()];
}

function countsOf({ ended: { system, how }, reckoning: { result, sides } }: CountedGame): GameCounts {
  const alone = sides === null ? result : null;
  const winner = (result && sides?.winner) ?? null;
  return {
    played: 1,
    won: Number(alone?.won === true),
    lost: Number(alone?.won === false),
    sides: winner === null ? [] : [{ system, seat: winner, won: 1 }],
    drawn: Number(result !== null && sides?.winner === null),
    abandoned: Number(how === 'abandoned'),
    unknown: Number(how === 'finished' && result === null),
  };
}

function added(counts: readonly GameCounts[]): GameCounts {
  const sum = (of: (one: GameCounts) => number) => counts.reduce((total, one) => total + of(one), 0);
  const sides = joined(
    counts.flatMap((one) => one.sides),
    ({ system, seat }) => `${system} ${seat}`,
    (one, { won }) => ({ ...one, won: one.won + won }),
  );
  return {
    played: sum(({ played }) => played),
    won: sum(({ won }) => won),
    lost: sum(({ lost }) => lost),
    sides: sides.sort((a, b) => b.won - a.won),
    drawn: sum(({ drawn }) => drawn),
    abandoned: sum(({ abandoned }) => abandoned),
    unknown: sum(({ unknown }) => unknown),
  };
}

function ranked(kinds: RecordTotals['byVariant']): RecordTotals['byVariant'] {
  return joined(
    kinds,
    ({ system, variant }) => `${system} ${variant}`,
    (one, { tally }) => ({ ...one, tally: added([one.tally, tally]) }),
  )
    .map(({ system, variant, tally }) => ({ system, variant, tally }))
    .sort((a, b) => b.tally.played - a.tally.played);
}

function clarity({ reckoning: { result } }: CountedGame): number | null {
  return result?.won ? (result.margin?.size ?? null) : null;
}

function nearness({ reckoning: { result, sides, worth } }: CountedGame): number | null {
  return result?.won === false && !sides ? (worth?.best.chance ?? null) : null;
}

function length({ reckoning: { orders } }: CountedGame): number | null {
  return orders || null;
}

/** The one with the greatest value, of equals the last to end. */
function most(games: readonly CountedGame[], value: (one: CountedGame) => number | null): CountedGame | null {
  const rated = games.flatMap((one) => {
    const its = value(one);
    return its === null ? [] : [{ one, its }];
  });
  return rated.sort((a, b) => b.its - a.its || byEnd(a.one, b.one))[0]?.one ?? null;
}

function latest(games: readonly CountedGame[]): CountedGame[] {
  return games.toSorted(byEnd).slice(0, LAST);
}

function byEnd({ ended: a }: CountedGame, { ended: b }: CountedGame): number {
  return b.endedAt - a.endedAt || (a.game < b.game ? -1 : 1);
}

function worthOf(worths: readonly NonNullable<RecordTotals['worth']>[]): RecordTotals['worth'] {
  if (worths.length === 0) return null;
  const sum = (of: (one: (typeof worths)[number]) => number) => worths.reduce((total, one) => total + of(one), 0);
  return {
    games: sum(({ games }) => games),
    dice: sum(({ dice }) => dice),
    decisions: sum(({ decisions }) => decisions),
  };
}

function playersIn({ reckoning: { result, sides } }: CountedGame): RecordPlayer[] {
  if (!sides || !result) return [];
  return sides.players.map(({ member, seat }) => ({ member, played: 1, won: Number(seat === sides.winner) }));
}

function playersOf(rows: readonly RecordPlayer[]): RecordPlayer[] {
  return joined(
    rows,
    ({ member }) => member,
    (one, { played, won }) => ({ ...one, played: one.played + played, won: one.won + won }),
  ).sort((a, b) => b.won * a.played - a.won * b.played || b.played - a.played || a.member - b.member);
}

function standingsOf(rows: readonly MemberDecisions[]): MemberDecisions[] {
  return joined(
    rows,
    ({ member }) => member,
    (one, { mattered, best }) => ({ ...one, mattered: one.mattered + mattered, best: one.best + best }),
  ).sort((a, b) => b.best * a.mattered - a.best * b.mattered || b.mattered - a.mattered || a.member - b.member);
}
