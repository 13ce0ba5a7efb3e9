import {
  everyWay,
  type Lot,
  legalOrders,
  type Model,
  type ModelOutcome,
  type ModelPosition,
} from '../../../game/index.ts';
import type { Scenario } from '../scenario.ts';
import { type State, setUp } from '../state.ts';
import { type Order, US } from '../vocabulary.ts';

import { FACES, passes, resultsOf } from './attack-odds.ts';
import { carryOut, legality } from './legality.ts';
import { capped, type Faces, isSpent } from './order-progress.ts';

/** A position's key: points and stand. All won positions share one key, and so do all lost ones. */
export function keyOf(state: State): string {
  if (state.over) return state.over.won ? WON : LOST;
  return keyAt(state.points, standKey(state));
}

const WON = 'won';
const LOST = 'lost';

function keyAt(points: number, stand: string): string {
  return `${points} ${stand}`;
}

/** Butler and Sigel are left out, as they never leave their areas [X.A]. */
function standKey({ us: { grant }, csa: { lee, beauregard, breckinridge }, turning }: State): string {
  return `${grant} ${lee} ${beauregard} ${breckinridge}${turning ? ' turning' : ''}`;
}

/**
 * Every reachable position of a scenario. Neither the legal orders nor the effect of a die depend on the points left
 * [IX]. So the rules carry out each order once for a stand, and the outcomes serve for every number of points.
 */
export function modelOf(numbers: Scenario): Model {
  const stands = standsOf(numbers);
  const met: { readonly key: string; readonly stand: Stand | null; readonly points: number }[] = [];
  const places = new Map<string, number>();
  const meet = (key: string, stand: Stand | null = null, points = 0): number => {
    const place = places.get(key);
    if (place !== undefined) return place;
    places.set(key, met.length);
    return met.push({ key, stand, points }) - 1;
  };
  const arrive = ({ to, change }: Way, before: number): number => {
    if (to === null) return meet(WON);
    const points = capped(numbers, before + change);
    const stand = stands[to] as Stand;
    return isSpent(points) ? meet(LOST) : meet(keyAt(points, stand.key), stand, points);
  };

  const { start } = numbers.actionPoints;
  const first = stands[0] as Stand;
  meet(keyAt(start, first.key), first, start);
  const positions: ModelPosition[] = [];
  for (const { key, stand, points } of met) {
    const ended = key === WON ? 1 : 0;
    const orders = stand?.orders ?? [];
    positions.push({
      key,
      worth: stand ? null : ended,
      orders: orders.map((ways) => ways.map((way): ModelOutcome => ({ chance: way.chance, to: arrive(way, points) }))),
    });
  }
  return { positions };
}

/** A position without its points: every leader's area, and whether Grant has earned an attempt. */
interface Stand {
  readonly key: string;
  /** The possible outcomes of each legal order. */
  readonly orders: readonly (readonly Way[])[];
}

interface Way {
  readonly chance: number;
  /** Index of the stand it leads to; `null` if the game is won. */
  readonly to: number | null;
  /** Action Points gained or lost, before the maximum applies. */
  readonly change: number;
}

/** Enough points for any order. */
const PLENTY = 100;

/** Every stand reachable with enough points; the starting one comes first. */
function standsOf(numbers: Scenario): readonly Stand[] {
  const uncapped: Scenario = { ...numbers, actionPoints: { ...numbers.actionPoints, most: 2 * PLENTY } };
  const rules = legality(numbers);
  const met: State[] = [];
  const places = new Map<string, number>();
  const meet = (state: State): number => {
    const key = standKey(state);
    const place = places.get(key);
    if (place !== undefined) return place;
    places.set(key, met.length);
    return met.push({ ...state, points: PLENTY }) - 1;
  };
  const waysOf = (before: State, order: Order): readonly Way[] => {
    const ways = new Map<string, Way>();
    for (const { chance, result } of everyWay((lot) => carryOut(uncapped, before, order, drawnBy(lot)))) {
      const { state } = result;
      const to = state.over ? null : meet(state);
      const change = state.points - before.points;
      const way = `${to} ${change}`;
      ways.set(way, { chance: (ways.get(way)?.chance ?? 0) + chance, to, change });
    }
    return [...ways.values()];
  };
  const drawnBy = (lot: Lot): Faces => ({
    battle: (battle) => faceOf(lot, resultsOf(numbers, battle)),
    check: (leader) => faceOf(lot, (die) => passes(numbers, leader, die)),
  });
  meet(setUp(numbers));
  const stands: Stand[] = [];
  for (const state of met) {
    const orders = [...legalOrders(rules, state, US)].map((order) => waysOf(state, order as Order));
    stands.push({ key: standKey(state), orders });
  }
  return stands;
}

/** Draws a face. Of all faces with the same result only the first can be drawn, with the chance of them all. */
function faceOf(lot: Lot, comesTo: (die: number) => unknown): number {
  const results = FACES.map(comesTo);
  const weights = results.map((result, place) =>
    results.indexOf(result) === place ? results.filter((other) => other === result).length : 0,
  );
  return FACES[lot(weights)] as number;
}
