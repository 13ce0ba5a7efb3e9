import { LRUCache } from 'lru-cache';
import { outcomes, type Prospect, prospects, SAME_WORTH, type Solution, worthOf } from '../../advisor/index.ts';
import { oddsOf } from '../../council/index.ts';
import { legalOrders, type Order, orderKey, type State, type System } from '../../game/index.ts';
import { councilOf, type GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { orderBallot } from '../table/open-ballots.ts';
import type { PlayedGame } from '../table/played-game.ts';
import { turningPointsByChance } from '../table/turning-points.ts';

/**
 * This file alone decides how much a table sees of the worth of orders. Pictures, messages, ballots, `/odds`, recaps
 * and the points for a “what if” all ask here. While a sealed ballot is open, the worth of the present position stays
 * hidden.
 */

export interface Decided {
  readonly order: Order;
  /** Every legal order, best first. */
  readonly prospects: readonly Prospect[];
  readonly chosen: Prospect;
}

interface Present {
  /** Chance of winning under best play, 0 to 1. */
  readonly worth: number;
  /** Every legal order, best first. */
  readonly prospects: readonly Prospect[];
}

export function ruleAt(table: GameTable): ReturnType<typeof oddsOf> | null {
  const solvable = table.system.play?.solvable;
  return solvable ? oddsOf(councilOf(table.position, solvable.seat)) : null;
}

export function isSealed(table: GameTable): boolean {
  const solvable = table.system.play?.solvable;
  return (solvable && orderBallot(table, solvable.seat)?.rules.sealed) ?? false;
}

/** The chance of winning now, 0 to 1; `null` if it is hidden. */
export function worthNow(table: GameTable): number | null {
  const { system, position, game } = table;
  if (ruleAt(table) !== 'always' || isSealed(table)) return null;
  if (game.ended || system.rules.outcome(position.state)) return null;
  const solution = table.solution();
  return solution && worthOf(system, solution, position.state);
}

/** 1 if the best orders can't lose any more, 0 if no orders can win any more. Null if neither, or if it is hidden. */
export function decidedAs(table: GameTable): 0 | 1 | null {
  const { system, position, game } = table;
  if (game.ended || system.rules.outcome(position.state) || isSealed(table)) return null;
  const worth = worthNow(table) ?? lastDecided(table)?.chosen.worth ?? null;
  if (worth === null) return null;
  return worth < SAME_WORTH ? 0 : 1 - worth < SAME_WORTH ? 1 : null;
}

/** `null` if it is hidden. */
export function present(table: GameTable): Present | null {
  const worth = worthNow(table);
  const found = worth === null ? null : prospectsAt(table, table.position.state);
  return worth === null || !found || found.length === 0 ? null : { worth, prospects: found };
}

/**
 * The last order before a position, the present one or an earlier one. `null` if there is none, or it is hidden.
 * @param table the present table: it decides what is hidden
 */
export function lastDecided(table: GameTable, { before, latest }: GamePosition = table.position): Decided | null {
  const last = latest.at(-1);
  return before && last && last.seat === table.system.play?.solvable?.seat ? decided(table, before, last.order) : null;
}

/** `null` if it is hidden. */
export function decided(table: GameTable, before: State, order: Order): Decided | null {
  const rule = ruleAt(table);
  if (rule === null || rule === 'off') return null;
  const found = prospectsAt(table, before);
  const key = orderKey(order);
  const chosen = found?.find((prospect) => orderKey(prospect.order) === key);
  if (!found || !chosen) return null;
  if (!table.game.ended && givesAwayPresent(table, before, found)) return null;
  return { order, prospects: found, chosen };
}

/**
 * Whether the worth of a past decision gives away the worth of the present position: the position is the same again,
 * or an order without dice leads from one to the other.
 */
function givesAwayPresent(table: GameTable, before: State, found: readonly Prospect[]): boolean {
  const { system, position } = table;
  const solvable = system.play?.solvable;
  const sealed = isSealed(table);
  if (!solvable || (ruleAt(table) === 'always' && !sealed)) return false;
  const now = solvable.key(position.state);
  if (solvable.key(before) === now) return true;
  const leadsToNow = ({ order }: Prospect) =>
    outcomes(system, before, solvable.seat, order).every(({ state }) => solvable.key(state) === now);
  return sealed && found.some(leadsToNow);
}

function prospectsAt(table: GameTable, state: State): readonly Prospect[] | null {
  const solution = table.solution();
  return solution && prospectsIn(table.system, solution, state);
}

export function isBest({ prospects: [best], chosen }: Pick<Decided, 'prospects' | 'chosen'>): boolean {
  return best === undefined || best.worth - chosen.worth < SAME_WORTH;
}

/** The worth that may be shown. `decided`: all but what the last order's dice did, which is the present worth. */
type VisibleWorth = 'all' | 'decided' | 'nothing';

export function visibleWorth(table: GameTable): VisibleWorth {
  if (table.game.ended) return 'all';
  if (isSealed(table)) return 'nothing';
  const rule = ruleAt(table);
  return rule === 'always' ? 'all' : rule === 'after' ? 'decided' : 'nothing';
}

export function isWithheld(table: GameTable): boolean {
  const rule = ruleAt(table);
  return !table.game.ended && rule !== null && rule !== 'off' && isSealed(table);
}

export function solutionFor(table: GameTable): Solution | null {
  return visibleWorth(table) === 'nothing' ? null : table.solution();
}

/** A game without what its last dice did. If the present position has occurred before, no worth is told at all. */
export function withoutLastDice(playedGame: PlayedGame): PlayedGame {
  const { course, states, system } = playedGame;
  const last = course?.moves.at(-1);
  const keys = states.map((state) => system.play?.solvable?.key(state));
  if (!course || !last || keys.indexOf(keys.at(-1)) < keys.length - 1) return { ...playedGame, course: null };
  const moves = [...course.moves.slice(0, -1), { ...last, after: last.chosen }];
  return { ...playedGame, course: { ...course, moves, end: last.chosen }, lastDice: 'untold' };
}

interface OpenPoints {
  /** Indexes of `PlayedGame.states`. */
  readonly places: readonly number[];
  /** Indexes of `PlayedGame.givenOrders`. */
  readonly turning: readonly number[];
}

/** Points that a “what if” may branch from. It shows all chances, so points near the present position are left out. */
export function openPoints(table: GameTable, playedGame: PlayedGame): OpenPoints {
  const { states } = playedGame;
  const visible = visibleWorth(table);
  if (visible === 'nothing') return { places: [], turning: [] };
  if (visible === 'all') return { places: [...states.keys()], turning: turningIn(playedGame) };
  const near = nearNow(playedGame);
  return {
    places: [...states.keys()].filter((place) => !near.has(place)),
    turning: turningIn(withoutLastDice(playedGame)),
  };
}

function turningIn({ course }: PlayedGame): readonly number[] {
  return course ? turningPointsByChance(course) : [];
}

/** Indexes of states whose worth would give away the worth of the last one. */
function nearNow({ system, states, givenOrders }: PlayedGame): ReadonlySet<number> {
  const solvable = system.play?.solvable;
  const now = states.at(-1);
  if (!solvable || !now) return new Set(states.keys());
  const target = solvable.key(now);
  const isNear = new Map([[target, true]]);
  const mayLeadToNow = (state: State): boolean => {
    const key = solvable.key(state);
    const found =
      isNear.get(key) ??
      [...legalOrders(system.rules, state, solvable.seat)].some((order) =>
        outcomes(system, state, solvable.seat, order).some((outcome) => solvable.key(outcome.state) === target),
      );
    isNear.set(key, found);
    return found;
  };
  const near = new Set<number>();
  for (const [place, state] of [...states.entries()].reverse()) {
    const rollsNothing = givenOrders[place]?.entry.throws.length === 0;
    if (mayLeadToNow(state) || (rollsNothing && near.has(place + 1))) near.add(place);
  }
  return near;
}

/** How many lists of prospects are kept, at some kilobytes each. */
const MOST_CACHED = 500;

type ProspectCache = LRUCache<string, { readonly found: readonly Prospect[] | null }>;

const caches = new WeakMap<System, WeakMap<Solution, ProspectCache>>();

function cacheOf(system: System, solution: Solution): ProspectCache {
  const ofSystem = caches.get(system) ?? new WeakMap<Solution, ProspectCache>();
  caches.set(system, ofSystem);
  const cache = ofSystem.get(solution) ?? new LRUCache({ max: MOST_CACHED });
  ofSystem.set(solution, cache);
  return cache;
}

/** Cached, since each order of a member needs the prospects of its position. They are the same at all tables. */
function prospectsIn(system: System, solution: Solution, state: State): readonly Prospect[] | null {
  const cache = cacheOf(system, solution);
  const key = JSON.stringify(state);
  const kept = cache.get(key) ?? { found: prospects(system, solution, state) };
  cache.set(key, kept);
  return kept.found;
}
