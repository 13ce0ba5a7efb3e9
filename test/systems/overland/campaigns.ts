import {
  type BalancedMove,
  balanceOf,
  courseOf,
  type Move,
  prospects,
  SAME_WORTH,
  type Solution,
  solve,
  wasBest,
} from '../../../src/advisor/index.ts';
import {
  type Dice,
  type GivenReason,
  isFaulty,
  isRefusal,
  legalOrders,
  orderKey,
  type System,
} from '../../../src/game/index.ts';
import { turningPointsByChance } from '../../../src/host/table/turning-points.ts';
import { overland } from '../../../src/systems/overland/index.ts';
import { apply, legality } from '../../../src/systems/overland/rules/legality.ts';
import type { Scenario } from '../../../src/systems/overland/scenario.ts';
import { type State, setUp } from '../../../src/systems/overland/state.ts';
import type { OverlandEpisode } from '../../../src/systems/overland/story/story-scenes.ts';
import type { Event, Order } from '../../../src/systems/overland/vocabulary.ts';
import { frozen } from '../../conformance/plain.ts';
import { scripted } from '../../dice/scripted.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { dataFile, numbers, rulesFile } from './data.ts';
import { order as read } from './play.ts';

/** Whole campaigns of Overland as a story is told of them. */

const loaded = overland.load({ 'overland.json': dataFile(), 'rules.md': rulesFile });
if (isFaulty(loaded)) throw new Error('The data of Overland is refused');
const system: System = loaded;

const solutions = new Map<string, Solution>();

function solutionOf(variant: string): Solution {
  if (!system.play?.solvable) throw new Error('Overland can be solved');
  const known = solutions.get(variant) ?? solve(system.play.solvable.model(variant));
  solutions.set(variant, known);
  return known;
}

/**
 * The choices of a made-up player: `random` takes any order, `stubborn` mostly the first of the list, which is an attack
 * of Grant's if he can attack, `fair` mostly the best.
 */
export type Style = 'random' | 'stubborn' | 'fair';
export const STYLES: readonly Style[] = ['random', 'stubborn', 'fair'];

/**
 * A game by the real rules, to its end or to so many orders. The same arguments give the same game. The style `fair`
 * needs a shipped variant.
 */
export function randomCampaign(numbers: Scenario, number: number, style: Style, most = 60): readonly OverlandEpisode[] {
  const pick = picker(number);
  const episodes = [opening(numbers)];
  for (let turn = 0; turn < most; turn++) {
    const { after } = episodes.at(-1) as OverlandEpisode;
    if (after.over !== null) break;
    const order = chosen(numbers, after, style, pick);
    const dice = sealedAt(`${numbers.variant.id} ${style} ${number}`, turn, orderKey(order));
    episodes.push(episode(numbers, after, order, dice));
  }
  return episodes;
}

function chosen(numbers: Scenario, state: State, style: Style, pick: (count: number) => number): Order {
  const open = [...legalOrders(legality(numbers), state, 'us')] as Order[];
  const any = open[pick(open.length)] as Order;
  if (style === 'random' || pick(4) === 0) return any;
  if (style === 'stubborn') return open[0] as Order;
  // Marches cost nothing, and many of them are worth the same: a battle first, or else any road.
  const among = prospects(system, solutionOf(state.variant), state) ?? [];
  const least = (among[0]?.worth ?? 0) - SAME_WORTH;
  const best = among.filter(({ worth }) => worth > least).map(({ order }) => order as Order);
  return best.find(({ verb }) => verb !== 'move') ?? (best[pick(best.length)] as Order);
}

/** A campaign out of a script, orders by commas: `attack grant 5` is an order and the faces its dice show. */
export function scriptedCampaign(variant: string, script: readonly string[]): readonly OverlandEpisode[] {
  const data = numbers(variant);
  const episodes = [opening(data)];
  for (const written of script.flatMap((line) => line.split(', '))) {
    const words = written.split(' ');
    const dice = scripted(...words.filter(isFace).map(Number));
    const { after } = episodes.at(-1) as OverlandEpisode;
    episodes.push(episode(data, after, read(words.filter((word) => !isFace(word)).join(' ')), dice));
    dice.spent();
  }
  return turned(episodes);
}

function isFace(word: string): boolean {
  return /^\d$/.test(word);
}

/** The same with what each order was worth, and those marked at which the chance of winning turned most. */
export function turned(episodes: readonly OverlandEpisode[]): readonly OverlandEpisode[] {
  const orders = episodes.flatMap(({ order }) => order ?? []);
  const states = episodes.map(({ after }) => after);
  const course = courseOf(system, solutionOf((states[0] as State).variant), orders, states);
  if (!course) throw new Error('The solution does not know a position');
  const turning = new Set(turningPointsByChance(course).map((place) => place + 1));
  const balance = balanceOf(course).moves;
  return episodes.map((one, index) => ({
    ...one,
    turning: turning.has(index),
    worth: index === 0 ? null : worthOf(course.moves[index - 1], balance[index - 1]),
  }));
}

function worthOf(move: Move | undefined, balanced: BalancedMove | undefined): OverlandEpisode['worth'] {
  return move && balanced ? { decision: balanced.decision, dice: balanced.dice, best: wasBest(move) } : null;
}

/** The same with members' reasons for some orders, by the number of the order from 1. */
export function reasoned(
  episodes: readonly OverlandEpisode[],
  reasons: Readonly<Record<number, readonly GivenReason[]>>,
): readonly OverlandEpisode[] {
  return episodes.map((one, index) => frozen({ ...one, by: null, reasons: reasons[index] ?? [] }));
}

/** A “what if” that goes out from a campaign after so many orders. */
export function whatIf(episodes: readonly OverlandEpisode[], orders: number): readonly OverlandEpisode[] {
  const { after } = episodes[orders] as OverlandEpisode;
  const start: OverlandEpisode = {
    order: null,
    before: after,
    after,
    events: [],
    by: null,
    reasons: [],
    turning: false,
    worth: null,
  };
  return [frozen(start), ...episodes.slice(orders + 1)];
}

function opening(numbers: Scenario): OverlandEpisode {
  const state = setUp(numbers);
  const events: readonly Event[] = [{ type: 'opened', variant: state.variant, points: state.points }];
  return frozen({
    order: null,
    before: state,
    after: state,
    events,
    by: null,
    reasons: [],
    turning: false,
    worth: null,
  });
}

function episode(numbers: Scenario, before: State, order: Order, dice: Dice): OverlandEpisode {
  const applied = apply(numbers, before, 'us', order, dice);
  if (isRefusal(applied)) throw new Error(`${orderKey(order)} is refused: ${applied.code}`);
  const { state: after, events } = applied;
  return frozen({ order, before, after, events, by: 'Ada', reasons: [], turning: false, worth: null });
}
