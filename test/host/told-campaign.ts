import { createHash } from 'node:crypto';
import { courseOf, outcomes, prospects, SAME_WORTH, type Solution, solve } from '../../src/advisor/index.ts';
import {
  type Event,
  isFaulty,
  isRefusal,
  legalOrders,
  type Order,
  orderKey,
  recording,
  type State,
  type System,
  type Throw,
} from '../../src/game/index.ts';
import type { PlayedGame, PlayedOrder } from '../../src/host/table/played-game.ts';
import { NOTHING_SEEN } from '../../src/host/table/rolls-taken-back.ts';
import type { GameRecord, MemberRecord } from '../../src/store/index.ts';
import { overland as module } from '../../src/systems/overland/index.ts';
import { dataFile, rulesFile } from '../systems/overland/data.ts';

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

const ADA: MemberRecord = { id: 1, discordId: '100', name: 'Ada' };

/** A campaign played from a seed. */
export function toldCampaign(seed: string, manner: Manner = {}): PlayedGame {
  const {
    variant = 'standard',
    skill = 7,
    most = 200,
    least = 0,
    untold = false,
    whatIf = false,
    system = overland,
  } = manner;
  let drawn = 0;
  /** A whole number below `count`. */
  const random = (count: number): number =>
    createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE(0) % count;
  const solution = solutionOf(variant);
  const opened = system.rules.start(variant, noDice);
  const states: State[] = [opened.state];
  const deeds: PlayedOrder[] = [];
  while (deeds.length < most) {
    const state = states.at(-1) as State;
    const been = deeds
      .slice(deeds.findLastIndex(({ entry }) => entry.order.verb !== 'move') + 1)
      .map(({ entry }) => orderKey(entry.order));
    const order = chosen(system, solution, state, deeds.length < least, skill, been, random);
    if (order === null) break;
    const dice = recording({
      face: (sides) => random(sides) + 1,
      deal: () => {
        throw new Error('Overland has no cards');
      },
    });
    const applied = system.rules.apply(state, 'us', order, dice);
    if (isRefusal(applied)) throw new Error(system.orderWords.refusal(applied));
    states.push(applied.state);
    deeds.push(deedOf(seed, deeds.length + 2, order, dice.thrown, applied.events));
  }
  const state = states.at(-1) as State;
  const orders = deeds.map(({ entry }) => entry.order);
  return {
    game: gameOf(seed, variant, whatIf, system.rules.outcome(state) !== null),
    system,
    position: {
      before: states.at(-2) ?? null,
      earlier: [],
      seq: deeds.length + 1,
      turn: deeds.length,
      latest: deeds.map(({ entry }) => entry).slice(-1),
      state,
      moment: { order: orders.at(-1) ?? null, events: deeds.at(-1)?.events ?? opened.events },
      councils: {},
      takenBack: NOTHING_SEEN,
      lastSeen: 0,
      chain: '',
      open: null,
    },
    states,
    opening: opened.events,
    givenOrders: deeds,
    takenBack: [],
    course: untold ? null : courseOf(system, solution, orders, states),
    lastDice: 'told',
  };
}

const noDice = recording({
  face: () => {
    throw new Error('A start throws no dice');
  },
  deal: () => {
    throw new Error('A start shuffles nothing');
  },
});

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

function deedOf(
  seed: string,
  seq: number,
  order: Order,
  throws: readonly Throw[],
  events: readonly Event[],
): PlayedOrder {
  const entry = {
    game: seed,
    seq,
    member: ADA,
    at: seq * 60_000,
    kind: 'order',
    seat: 'us',
    order,
    throws,
    reason: null,
    ballot: null,
  } as const;
  return { entry, events, by: ADA, vote: null, reasons: [] };
}

function gameOf(seed: string, variant: string, whatIf: boolean, finished: boolean): GameRecord {
  const secret = createHash('sha256').update(seed).digest('hex');
  return {
    id: 'campaign01',
    channel: 'front',
    guild: 'guild',
    system: 'overland',
    variant,
    dataset: 'overland',
    seal: createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'),
    secret,
    starter: ADA,
    startedAt: 0,
    ended: finished ? { at: 1, how: 'finished' } : null,
    whatIf: whatIf ? { game: 'campaign00', seq: 7 } : null,
  };
}
