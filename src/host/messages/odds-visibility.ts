import { outcomes, type Prospect, prospects, SAME_WORTH, type Solution, worthOf } from '../../advisor/index.ts';
import { oddsOf } from '../../council/index.ts';
import { legalOrders, type Order, orderKey, type State, type System } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { orderBallot } from '../table/open-ballots.ts';
import type { PlayedGame } from '../table/played-game.ts';
import { turningPointsByChance } from '../table/turning-points.ts';

/**
 * What a table may be told of the worth of orders, decided here and nowhere else: pictures, messages, ballots, `/odds`, recaps and the
 * points of what-ifs all ask here. In play a position's worth is never told while a sealed ballot is open on it.
 */

/** What was decided, and all that might have been. */
export interface Decided {
  readonly order: Order;
  /** Every order that was legal, the best first. */
  readonly prospects: readonly Prospect[];
  /** The one that was given. */
  readonly chosen: Prospect;
}

/** The present position, and all that may be done in it. */
interface Present {
  /** Chance of winning under best play, 0 to 1. */
  readonly worth: number;
  /** Every legal order, the best first. */
  readonly prospects: readonly Prospect[];
}

/** The rule of the seat that the chances are of; null: the game has none. */
export function ruleAt(table: GameTable): ReturnType<typeof oddsOf> | null {
  const { solvable } = table.system;
  return solvable ? oddsOf(councilOf(table.position, solvable.seat)) : null;
}

/** Whether a sealed ballot on the next order is open. */
export function isSealed(table: GameTable): boolean {
  const { solvable } = table.system;
  return (solvable && orderBallot(table, solvable.seat)?.rules.sealed) ?? false;
}

/** The chance of winning now, for the line and the bar under the map. Null: it is hidden. */
export function worthNow(table: GameTable): number | null {
  const { system, position, game } = table;
  if (ruleAt(table) !== 'always' || isSealed(table)) return null;
  if (game.ended || system.outcome(position.state)) return null;
  const solution = table.solution();
  return solution && worthOf(system, solution, position.state);
}

/**
 * Whether the game cannot be lost any more by the best orders (1), or not be won by any (0), as far as the table is told: an order that
 * was worth nothing left a position worth nothing. Null: it is open, or hidden.
 */
export function decidedAs(table: GameTable): 0 | 1 | null {
  const { system, position, game } = table;
  if (game.ended || system.outcome(position.state) || isSealed(table)) return null;
  const worth = worthNow(table) ?? lastDecided(table)?.chosen.worth ?? null;
  if (worth === null) return null;
  return worth < SAME_WORTH ? 0 : 1 - worth < SAME_WORTH ? 1 : null;
}

/** What each order is worth that may be given now. Null: it is hidden. */
export function present(table: GameTable): Present | null {
  const worth = worthNow(table);
  const found = worth === null ? null : prospectsAt(table, table.position.state);
  return worth === null || !found || found.length === 0 ? null : { worth, prospects: found };
}

/** The last order that stands, with what else might have been ordered. Null: there is none, or it is hidden. */
export function lastDecided(table: GameTable): Decided | null {
  const { before, latest } = table.position;
  const last = latest.at(-1);
  return before && last && last.seat === table.system.solvable?.seat ? decided(table, before, last.order) : null;
}

/** What an order was worth where it was decided. Null: it is hidden. */
export function decided(table: GameTable, before: State, order: Order): Decided | null {
  const rule = ruleAt(table);
  if (rule === null || rule === 'off') return null;
  const found = prospectsAt(table, before);
  const key = orderKey(order);
  const chosen = found?.find((prospect) => orderKey(prospect.order) === key);
  if (!found || !chosen) return null;
  if (!table.game.ended && tellsOfNow(table, before, found)) return null;
  return { order, prospects: found, chosen };
}

/**
 * Whether the worth of a past decision would give away what is hidden about the present position. After a take-back or a detour the table
 * may stand where it was decided; and an order without dice is worth what the position after it is worth.
 */
function tellsOfNow(table: GameTable, before: State, found: readonly Prospect[]): boolean {
  const { system, position } = table;
  const { solvable } = system;
  const sealed = isSealed(table);
  if (!solvable || (ruleAt(table) === 'always' && !sealed)) return false;
  const now = solvable.key(position.state);
  if (solvable.key(before) === now) return true;
  return sealed && found.some(({ order }) => leadsTo(system, before, order) === now);
}

/** The key of the one position that an order leads to, however its dice fall. Null: there are several. */
function leadsTo(system: System, before: State, order: Order): string | null {
  const { solvable } = system;
  if (!solvable) return null;
  const keys = new Set(outcomes(system, before, solvable.seat, order).map(({ state }) => solvable.key(state)));
  const [only = null] = keys;
  return keys.size === 1 ? only : null;
}

function prospectsAt(table: GameTable, state: State): readonly Prospect[] | null {
  const solution = table.solution();
  return solution && prospectsIn(table.system, solution, state);
}

/** Whether an order is worth as much as any that might have been given. */
export function isBest({ prospects: [best], chosen }: Pick<Decided, 'prospects' | 'chosen'>): boolean {
  return best === undefined || best.worth - chosen.worth < SAME_WORTH;
}

/**
 * How much may be told of what the orders of a game were worth: all of it once it is over. While it is being played, what its table
 * is told: `decided` is all but the dice of the last order, for with them it would tell what the present position is worth.
 */
type VisibleWorth = 'all' | 'decided' | 'nothing';

export function toldOf(table: GameTable): VisibleWorth {
  if (table.game.ended) return 'all';
  if (isSealed(table)) return 'nothing';
  const rule = ruleAt(table);
  return rule === 'always' ? 'all' : rule === 'after' ? 'decided' : 'nothing';
}

/** Whether chances that the table is told at other times are hidden now, for a sealed ballot is open. */
export function isWithheld(table: GameTable): boolean {
  const rule = ruleAt(table);
  return !table.game.ended && rule !== null && rule !== 'off' && isSealed(table);
}

/** The solution that a game is told by; null: nothing is told of what its orders were worth. */
export function solutionFor(table: GameTable): Solution | null {
  return toldOf(table) === 'nothing' ? null : table.solution();
}

/**
 * A game as far as its decisions go: its last move ends where the order was given, its dice still in the air. Where the present
 * position has been on the table before, what that was worth would tell it, and nothing is told.
 */
export function withoutLastDice(playedGame: PlayedGame): PlayedGame {
  const { course, states, system } = playedGame;
  const last = course?.moves.at(-1);
  const keys = states.map((state) => system.solvable?.key(state));
  if (!course || !last || keys.indexOf(keys.at(-1)) < keys.length - 1) return { ...playedGame, course: null };
  const moves = [...course.moves.slice(0, -1), { ...last, after: last.chosen }];
  return { ...playedGame, course: { ...course, moves, end: last.chosen }, lastDice: 'untold' };
}

/** The points of a game that another may branch from. */
interface OpenPoints {
  /** Places in `Game.states`, in the order of time; the last is where it stands. */
  readonly places: readonly number[];
  /** Those of `Game.givenOrders` that may be told to have turned it. */
  readonly turning: readonly number[];
}

/**
 * Which points of a game a “what if” may branch from. Its members may see all winning chances in it. So while the value of the present
 * position is hidden, it may not begin one order before that position, nor where only orders without dice lie between.
 */
export function openPoints(table: GameTable, playedGame: PlayedGame): OpenPoints {
  const { states } = playedGame;
  const told = toldOf(table);
  if (told === 'nothing') return { places: [], turning: [] };
  if (told === 'all') return { places: [...states.keys()], turning: turningIn(playedGame) };
  const near = nearNow(playedGame);
  return {
    places: [...states.keys()].filter((place) => !near.has(place)),
    turning: turningIn(withoutLastDice(playedGame)),
  };
}

function turningIn({ course }: PlayedGame): readonly number[] {
  return course ? turningPointsByChance(course) : [];
}

/** The places in `states` that tell too much of the last one. */
function nearNow({ system, states, givenOrders }: PlayedGame): ReadonlySet<number> {
  const { solvable } = system;
  const now = states.at(-1);
  if (!solvable || !now) return new Set(states.keys());
  const target = solvable.key(now);
  const known = new Map([[target, true]]);
  const leads = (state: State): boolean => {
    const key = solvable.key(state);
    const found = known.get(key) ?? mayLeadTo(system, state, target);
    known.set(key, found);
    return found;
  };
  const near = new Set<number>();
  for (const [place, state] of [...states.entries()].reverse()) {
    const marches = givenOrders[place]?.entry.throws.length === 0;
    if (leads(state) || (marches && near.has(place + 1))) near.add(place);
  }
  return near;
}

/** Whether an order may lead to the position of a key, if its dice fall so. */
function mayLeadTo(system: System, state: State, key: string): boolean {
  const { solvable } = system;
  if (!solvable) return false;
  return [...legalOrders(system, state, solvable.seat)].some((order) =>
    outcomes(system, state, solvable.seat, order).some((outcome) => solvable.key(outcome.state) === key),
  );
}

/** Positions of a solution whose orders are kept, at most this many: some kilobytes each. */
const KEPT = 500;

type Kept = BoundedCache<readonly Prospect[] | null>;

const known = new WeakMap<System, WeakMap<Solution, Kept>>();

function keptOf(system: System, solution: Solution): Kept {
  const solutions = known.get(system) ?? new WeakMap<Solution, Kept>();
  known.set(system, solutions);
  const kept = solutions.get(solution) ?? new BoundedCache(KEPT);
  solutions.set(solution, kept);
  return kept;
}

/**
 * `prospects`, kept by the position: whatever table it comes about at, its orders are worth the same, and every order of a member asks
 * for what might have been ordered instead.
 */
function prospectsIn(system: System, solution: Solution, state: State): readonly Prospect[] | null {
  const kept = keptOf(system, solution);
  const key = JSON.stringify(state);
  const before = kept.get(key);
  return before === undefined ? kept.keep(key, prospects(system, solution, state), 1) : before;
}
