import { everyWay, type Lot, legalOrders, type Model, type ModelPosition } from '../../../game/index.ts';
import type { Scenario } from '../scenario.ts';
import { type State, setUp } from '../state.ts';
import { type Order, US } from '../vocabulary.ts';
import { FACES, passes, resultsOf } from './attack-odds.ts';
import { carryOut, legality } from './legality.ts';
import { capped, type Faces, isSpent } from './order-progress.ts';

/** A position's key: points and deployment. All won positions share one key, and so do all lost ones. */
export function keyOf(state: State): string {
  if (state.over) return state.over.won ? WON : LOST;
  return keyAt(state.points, deploymentKey(state));
}

const WON = 'won';
const LOST = 'lost';

function keyAt(points: number, deployment: string): string {
  return `${points} ${deployment}`;
}

/** Butler and Sigel are left out, as they never leave their areas [X.A]. */
function deploymentKey({ us: { grant }, csa: { lee, beauregard, breckinridge }, turning }: State): string {
  return `${grant} ${lee} ${beauregard} ${breckinridge}${turning ? ' turning' : ''}`;
}

/** Things by their keys, in the order in which they are first met. A loop over `all` also visits what it adds. */
class Met<T> {
  readonly all: T[] = [];
  readonly #indexes = new Map<string, number>();

  /** The index of the thing with a key, which is made if it is new. */
  indexFor(key: string, make: () => T): number {
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.all.push(make()) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }
}

/**
 * Every reachable position of a scenario. Neither the legal orders nor the effect of a die depend on the points left
 * [IX]. So the rules carry out each order once for a deployment, and the outcomes serve for every number of points.
 */
export function modelOf(numbers: Scenario): Model {
  const deployments = deploymentsOf(numbers);
  const met = new Met<{ readonly key: string; readonly deployment: Deployment | null; readonly points: number }>();
  const ended = (key: string) => met.indexFor(key, () => ({ key, deployment: null, points: 0 }));
  const open = (deployment: Deployment, points: number) => {
    const key = keyAt(points, deployment.key);
    return met.indexFor(key, () => ({ key, deployment, points }));
  };
  const indexAfter = ({ to, change }: Outcome, before: number): number => {
    if (to === null) return ended(WON);
    const points = capped(numbers, before + change);
    return isSpent(points) ? ended(LOST) : open(deployments[to] as Deployment, points);
  };

  open(deployments[0] as Deployment, numbers.actionPoints.start);
  const positions: ModelPosition[] = [];
  for (const { key, deployment, points } of met.all)
    positions.push({
      key,
      worth: deployment ? null : key === WON ? 1 : 0,
      orders: (deployment?.orders ?? []).map((outcomes) =>
        outcomes.map((outcome) => ({ chance: outcome.chance, to: indexAfter(outcome, points) })),
      ),
    });
  return { positions };
}

/** A position without its points: every leader's area, and whether Grant has earned an attempt. */
interface Deployment {
  readonly key: string;
  /** The possible outcomes of each legal order. */
  readonly orders: readonly (readonly Outcome[])[];
}

interface Outcome {
  readonly chance: number;
  /** Index of the deployment it leads to; `null` if the game is won. */
  readonly to: number | null;
  /** Action Points gained or lost, before the maximum applies. */
  readonly change: number;
}

/** Enough points for any order. */
const PLENTY = 100;

/** Every deployment reachable with enough points; the starting one comes first. */
function deploymentsOf(numbers: Scenario): readonly Deployment[] {
  const uncapped: Scenario = { ...numbers, actionPoints: { ...numbers.actionPoints, most: 2 * PLENTY } };
  const rules = legality(numbers);
  const met = new Met<State>();
  const meet = (state: State) => met.indexFor(deploymentKey(state), () => ({ ...state, points: PLENTY }));
  const facesOf = (lot: Lot): Faces => ({
    battle: (battle) => faceOf(lot, resultsOf(numbers, battle)),
    check: (leader) => faceOf(lot, (die) => passes(numbers, leader, die)),
  });
  const outcomesOf = (before: State, order: Order): readonly Outcome[] => {
    const outcomes = new Map<string, Outcome>();
    for (const { chance, result } of everyWay((lot) => carryOut(uncapped, before, order, facesOf(lot)))) {
      const { state } = result;
      // With plenty of points the game can only end in victory.
      const to = state.over ? null : meet(state);
      const change = state.points - before.points;
      const key = `${to} ${change}`;
      outcomes.set(key, { chance: (outcomes.get(key)?.chance ?? 0) + chance, to, change });
    }
    return [...outcomes.values()];
  };
  meet(setUp(numbers));
  const deployments: Deployment[] = [];
  for (const state of met.all) {
    const orders = [...legalOrders(rules, state, US)].map((order) => outcomesOf(state, order as Order));
    deployments.push({ key: deploymentKey(state), orders });
  }
  return deployments;
}

/** Draws a face. Of all faces with the same result only the first can be drawn, with the chance of them all. */
function faceOf(lot: Lot, resultOf: (die: number) => unknown): number {
  const results = FACES.map(resultOf);
  const weights = results.map((result, index) =>
    results.indexOf(result) === index ? results.filter((other) => other === result).length : 0,
  );
  return FACES[lot(weights)] as number;
}
