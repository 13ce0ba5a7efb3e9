import { balanceOf, type Course, mattered, SAME_WORTH } from '../../../advisor/index.ts';
import type { MemberId } from '../../../council/index.ts';
import { type Margin, orderKey, type SeatId, type System } from '../../../game/index.ts';
import { grouped } from '../../../kit/plain-english.ts';
import type { EndedRecord } from '../../../store/index.ts';
import type { OrderEntry } from '../../table/game-position.ts';
import type { LoadedGame } from '../../table/game-tables.ts';
import type { PlayedGame } from '../../table/played-game.ts';
import { howMuch } from '../../table/rolls-taken-back.ts';
import { type ChosenBy, type DecisiveMoments, decisiveMoments, type RatedSide } from './rated-game.ts';

/** Raise this when results or totals change: those stored under another number are made anew. */
export const MADE_BY = '5';

/** The result of an ended game, stored as JSON. */
export interface GameResult {
  /** The number of standing orders. */
  readonly orders: number;
  /** Null if the game was not played out, or its log no longer fits the rules. */
  readonly result: {
    /** In a game of several seats, whether any of them won. */
    readonly won: boolean;
    readonly margin: Margin | null;
  } | null;
  /** Null for a game of one seat. */
  readonly sides: Sides | null;
  /** Null if the worth of its orders is not known. */
  readonly worth: ResultWorth | null;
  /** How many rolls, shuffles and reveals were taken back. A game with any is counted separately. */
  readonly takenBack: number;
  readonly choices: readonly DecisionCounts[];
  /** Null if the worth of its orders is not known. */
  readonly moments: DecisiveMoments | null;
  /** Empty if the game is not rated. */
  readonly rated: readonly RatedSide[];
}

interface Sides {
  readonly winner: SeatId | null;
  /** Members who ordered or voted for only one seat. Empty unless each seat had such a member. */
  readonly players: readonly { readonly member: MemberId; readonly seat: SeatId }[];
}

/** Tenths of a percentage point, as `balanceOf` has them. */
export interface ResultWorth {
  readonly decisions: number;
  readonly dice: number;
  /** The best chance of winning before the last order, and after how many orders it was. */
  readonly best: { readonly chance: number; readonly after: number };
}

export interface DecisionCounts {
  readonly member: MemberId;
  /** Choices between orders of different worth. A best order that cost nothing, such as a march back, doesn't count. */
  readonly mattered: number;
  /** How many of these were the best. */
  readonly best: number;
}

/**
 * @param standing the orders that were not taken back
 * @param playedGame null if the game was not replayed: the worth of orders is then unknown
 */
export function gameResult(
  { system, position }: LoadedGame,
  standing: readonly OrderEntry[],
  chosenBy: ChosenBy,
  rated: GameResult['rated'],
  playedGame: PlayedGame | null,
): GameResult {
  const { state, turn, takenBack } = position;
  const { about, rules, afterwards } = system;
  const outcome = rules.outcome(state);
  const course = playedGame?.course ?? null;
  const players = () => playersOnOneSide(about.seats, standing, chosenBy);
  return {
    orders: turn,
    takenBack: howMuch(takenBack),
    result: outcome && { won: outcome.winner !== null, margin: afterwards?.margin?.(state) ?? null },
    sides: about.seats.length > 1 ? { winner: outcome?.winner ?? null, players: players() } : null,
    worth: course && worthOfCourse(course),
    choices: course ? decisionsIn(course, standing, chosenBy) : [],
    moments: playedGame && course && decisiveMoments(playedGame, course, chosenBy),
    rated,
  };
}

function playersOnOneSide(
  seats: System['about']['seats'],
  standing: readonly OrderEntry[],
  chosenBy: ChosenBy,
): Sides['players'] {
  const played = new Map<MemberId, SeatId | null>();
  for (const entry of standing)
    for (const { member } of chosenBy(entry)) {
      const known = played.get(member);
      played.set(member, known === undefined || known === entry.seat ? entry.seat : null);
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

/** Counts what each member voted for, whatever was decided. */
function decisionsIn({ moves }: Course, standing: readonly OrderEntry[], chosenBy: ChosenBy): DecisionCounts[] {
  const choices = new Map<MemberId, DecisionCounts>();
  for (const [index, given] of standing.entries()) {
    const move = moves[index];
    if (!move || !mattered(move)) continue;
    for (const { member, choice } of chosenBy(given)) {
      const chosen = move.prospects.find((prospect) => orderKey(prospect.order) === choice);
      const wasBest = chosen !== undefined && move.before - chosen.worth < SAME_WORTH;
      if (wasBest && chosen.free) continue;
      const { mattered, best } = choices.get(member) ?? { mattered: 0, best: 0 };
      choices.set(member, { member, mattered: mattered + 1, best: best + Number(wasBest) });
    }
  }
  return [...choices.values()];
}

export interface CountedGame {
  readonly ended: EndedRecord;
  readonly reckoning: GameResult;
}

export interface KnownGame extends CountedGame {
  readonly ended: CountedGame['ended'] & { readonly channel: string };
}

export interface GameCounts {
  readonly played: number;
  /** Games of one seat are won or lost. */
  readonly won: number;
  readonly lost: number;
  /** Games of several seats are won by one of them, or drawn; the seat that won most comes first. */
  readonly sides: readonly { readonly system: string; readonly seat: string; readonly won: number }[];
  readonly drawn: number;
  readonly abandoned: number;
  /** Games played out whose log no longer fits the rules. */
  readonly unknown: number;
}

/** Totals are stored as JSON, and games that end are added to them. */
export interface RecordTotals {
  readonly all: GameCounts;
  /** Games in which rolls or reveals were taken back. Besides here they are only in `last`. Null if there are none. */
  readonly apart: GameCounts | null;
  /** Most played first. */
  readonly byVariant: readonly { readonly system: string; readonly variant: string; readonly tally: GameCounts }[];
  readonly clearest: CountedGame | null;
  /** The lost game that once had the best chances. */
  readonly nearest: CountedGame | null;
  readonly longest: CountedGame | null;
  /** The last first. */
  readonly last: readonly CountedGame[];
  /** Sums over finished games whose orders have a known worth, in tenths of a percentage point. */
  readonly worth: {
    readonly games: number;
    readonly dice: number;
    readonly decisions: number;
  } | null;
  /** Members by their share of best choices. Of equals, those who chose more often come first. */
  readonly standings: readonly DecisionCounts[];
  /** Members of games of several sides by their share of wins. */
  readonly players: readonly RecordPlayer[];
}

export interface RecordPlayer {
  readonly member: MemberId;
  /** Finished games between members in which this one played a single side. */
  readonly played: number;
  readonly won: number;
}

const LAST = 5;

export function isApart({ reckoning }: CountedGame): boolean {
  return reckoning.takenBack > 0;
}

export function totalsOfGames(games: readonly CountedGame[]): RecordTotals {
  return mergedTotals(games.map(totalsOf));
}

function totalsOf(game: CountedGame): RecordTotals {
  const { ended, reckoning } = game;
  const { result, sides, worth, choices } = reckoning;
  if (isApart(game)) return { ...NOTHING, apart: countsOf(game), last: [game] };
  const isWorthKnown = worth !== null && result !== null && (result.won || !sides);
  return {
    all: countsOf(game),
    apart: null,
    byVariant: [{ system: ended.system, variant: ended.variant, tally: countsOf(game) }],
    clearest: mostOf([game], clarity)[0] ?? null,
    nearest: mostOf([game], nearness)[0] ?? null,
    longest: mostOf([game], length)[0] ?? null,
    last: [game],
    worth: isWorthKnown ? { games: 1, dice: worth.dice, decisions: worth.decisions } : null,
    standings: choices,
    players: playersIn(game),
  };
}

const NO_GAMES: GameCounts = { played: 0, won: 0, lost: 0, sides: [], drawn: 0, abandoned: 0, unknown: 0 };

const NOTHING: RecordTotals = {
  all: NO_GAMES,
  apart: null,
  byVariant: [],
  clearest: null,
  nearest: null,
  longest: null,
  last: [],
  worth: null,
  standings: [],
  players: [],
};

export function mergedTotals(totals: readonly RecordTotals[]): RecordTotals {
  const parts = <Part extends keyof RecordTotals>(part: Part) =>
    totals.map((one) => one[part]).filter((value) => value !== null) as NonNullable<RecordTotals[Part]>[];
  const apart = parts('apart');
  const [worth, ...worths] = parts('worth');
  return {
    all: summedCounts(parts('all')),
    apart: apart.length > 0 ? summedCounts(apart) : null,
    byVariant: variantsOf(parts('byVariant').flat()),
    clearest: mostOf(parts('clearest'), clarity)[0] ?? null,
    nearest: mostOf(parts('nearest'), nearness)[0] ?? null,
    longest: mostOf(parts('longest'), length)[0] ?? null,
    last: parts('last').flat().toSorted(byEnd).slice(0, LAST),
    worth: worth ? summed([worth, ...worths]) : null,
    standings: standingsOf(parts('standings').flat()),
    players: playersOf(parts('players').flat()),
  };
}

/** Adds rows up: numbers are summed, except under `keys`. Everything else is the first row's. */
function summed<Row extends object>(rows: readonly [Row, ...Row[]], keys: readonly (keyof Row)[] = []): Row {
  const [first] = rows;
  const sums = (Object.keys(first) as (keyof Row)[]).map((name) => {
    const isSum = typeof first[name] === 'number' && !keys.includes(name);
    return [name, isSum ? rows.reduce((sum, row) => sum + Number(row[name]), 0) : first[name]];
  });
  return Object.fromEntries(sums) as Row;
}

/** Adds up the rows that have the same values under `keys`. */
function summedBy<Row extends object>(rows: readonly Row[], ...keys: readonly (keyof Row)[]): Row[] {
  const groups = grouped(rows, (row) => keys.map((key) => row[key]).join(' '));
  return groups.map(([, group]) => summed(group as [Row, ...Row[]], keys));
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

function summedCounts(counts: readonly GameCounts[]): GameCounts {
  const wins = counts.flatMap(({ sides }) => sides);
  const sides = summedBy(wins, 'system', 'seat').sort((a, b) => b.won - a.won);
  return { ...summed([NO_GAMES, ...counts]), sides };
}

function variantsOf(rows: RecordTotals['byVariant']): RecordTotals['byVariant'] {
  return grouped(rows, ({ system, variant }) => `${system} ${variant}`)
    .map(([, same]) => ({ ...(same[0] as (typeof rows)[number]), tally: summedCounts(same.map(({ tally }) => tally)) }))
    .sort((a, b) => b.tally.played - a.tally.played);
}

/** How clear a victory was; null if none. */
export function clarity({ reckoning: { result } }: CountedGame): number | null {
  return result?.won ? (result.margin?.size ?? null) : null;
}

/** How near a lost game came to being won; null if that is unknown. */
export function nearness({ reckoning: { result, sides, worth } }: CountedGame): number | null {
  return result?.won === false && !sides ? (worth?.best.chance ?? null) : null;
}

export function length({ reckoning: { orders } }: CountedGame): number | null {
  return orders || null;
}

/** The games that have a value, the highest first. Of equals, the last to end comes first. */
export function mostOf<Game extends CountedGame>(
  games: readonly Game[],
  value: (one: Game) => number | null,
): readonly Game[] {
  return games.filter((one) => value(one) !== null).sort((a, b) => (value(b) ?? 0) - (value(a) ?? 0) || byEnd(a, b));
}

function byEnd({ ended: a }: CountedGame, { ended: b }: CountedGame): number {
  return b.endedAt - a.endedAt || (a.game < b.game ? -1 : 1);
}

function playersIn({ reckoning: { result, sides } }: CountedGame): RecordPlayer[] {
  if (!sides || !result) return [];
  return sides.players.map(({ member, seat }) => ({ member, played: 1, won: Number(seat === sides.winner) }));
}

function playersOf(rows: readonly RecordPlayer[]): RecordPlayer[] {
  return summedBy(rows, 'member').sort(
    (a, b) => b.won * a.played - a.won * b.played || b.played - a.played || a.member - b.member,
  );
}

function standingsOf(rows: readonly DecisionCounts[]): DecisionCounts[] {
  return summedBy(rows, 'member').sort(
    (a, b) => b.best * a.mattered - a.best * b.mattered || b.mattered - a.mattered || a.member - b.member,
  );
}
