import { createHash } from 'node:crypto';
import { courseOf, outcomes, prospects, SAME_WORTH, type Solution, solve } from '../../src/advisor/index.ts';
import {
  isFaulty,
  legalOrders,
  type Order,
  orderKey,
  recording,
  type State,
  type System,
} from '../../src/game/index.ts';
import type { PlayedGame } from '../../src/host/table/played-game.ts';
import { overland as module } from '../../src/systems/overland/index.ts';
import { dataFile, rulesFile } from '../systems/overland/data.ts';
import { playedThrough } from './long-campaign.ts';

/** Campaigns of Overland to make pictures of: played through by the rules, with dice and orders that are the same in every run. */

const loaded = module.load({ 'overland.json': dataFile(), 'rules.md': rulesFile });
if (isFaulty(loaded)) throw new Error('The data of Overland is refused');
export const overland: System = loaded;

const solutions = new Map<string, Solution>();

export function solutionOf(variant = 'standard'): Solution {
  const known = solutions.get(variant);
  if (known) return known;
  if (!overland.play?.solvable) throw new Error('Overland can be solved');
  const solution = solve(overland.play.solvable.model(variant));
  solutions.set(variant, solution);
  return solution;
}

export interface Manner {
  readonly variant?: string;
  /** Of ten orders, so many are the best there is; the others are any. */
  readonly skill?: number;
  /** Stops after so many orders, the campaign unfinished. */
  readonly most?: number;
  /** So many orders, if it can be: marches to and fro, that cost nothing, are given where there are any. */
  readonly least?: number;
  /** What orders were worth is not told. */
  readonly untold?: boolean;
  readonly whatIf?: boolean;
  /** The system's own words and pictures, changed. */
  readonly system?: System;
}

/** A campaign played from a seed. */
export function toldCampaign(seed: string, manner: Manner = {}): PlayedGame {
  const { variant = 'standard', skill = 7, most = 200, least = 0, system = overland } = manner;
  let drawn = 0;
  /** A whole number below `count`. */
  const random = (count: number): number =>
    createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE(0) % count;
  const solution = solutionOf(variant);
  const secret = createHash('sha256').update(seed).digest('hex');
  const campaign = playedThrough(system, {
    game: { id: 'campaign01', variant, secret, whatIf: manner.whatIf ? { game: 'campaign00', seq: 7 } : null },
    most,
    dice: () =>
      recording({
        face: (sides) => random(sides) + 1,
        deal: () => {
          throw new Error('Overland has no cards');
        },
      }),
    choose(state, _seat, given) {
      const orders = given.map(({ entry }) => entry.order);
      const been = orders.slice(orders.findLastIndex(({ verb }) => verb !== 'move') + 1).map(orderKey);
      return chosen(system, solution, state, given.length < least, skill, been, random);
    },
  });
  const orders = campaign.givenOrders.map(({ entry }) => entry.order);
  return manner.untold ? campaign : { ...campaign, course: courseOf(system, solution, orders, campaign.states) };
}

function chosen(
  system: System,
  solution: Solution,
  state: State,
  dawdle: boolean,
  skill: number,
  been: readonly string[],
  random: (count: number) => number,
): Order | null {
  const legal = [...legalOrders(system.rules, state, 'us')];
  if (dawdle) {
    const free = legal.filter((order) => order.verb === 'move' && staysFree(system, state, order));
    if (free.length > 0) return free[random(free.length)] ?? null;
  }
  if (random(10) < skill) {
    const all = prospects(system, solution, state) ?? [];
    const best = all.filter(({ worth }) => (all[0]?.worth ?? 0) - worth < SAME_WORTH).map(({ order }) => order);
    // Marching to and fro costs nothing, and so is as good as anything.
    return best.find(({ verb }) => verb !== 'move') ?? best.find((order) => !been.includes(orderKey(order))) ?? null;
  }
  return legal[random(legal.length)] ?? null;
}

/** Whether Grant may march on from where a march takes him, however the dice fall. */
function staysFree(system: System, state: State, order: Order): boolean {
  return outcomes(system, state, 'us', order).every((then) =>
    [...legalOrders(system.rules, then.state, 'us')].some(({ verb }) => verb === 'move'),
  );
}
