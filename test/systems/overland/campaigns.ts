import {
  type Course,
  courseOf,
  prospects,
  SAME_WORTH,
  type Solution,
  solve,
  turningPoints,
} from '../../../src/advisor/index.ts';
import {
  type Dice,
  isFaulty,
  isRefusal,
  legalOrders,
  orderKey,
  type Reason,
  type Story,
  type System,
} from '../../../src/game/index.ts';
import { overland } from '../../../src/systems/overland/index.ts';
import type { State } from '../../../src/systems/overland/state.ts';
import type { OverlandEpisode } from '../../../src/systems/overland/story/scenes.ts';
import type { Event, Order } from '../../../src/systems/overland/vocabulary.ts';
import { frozen } from '../../conformance/plain.ts';
import { scripted } from '../../dice/scripted.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { readFiles } from '../../games/files.ts';
import { order as read } from './play.ts';

const loaded = overland.load(readFiles(new URL('../../../assets', import.meta.url).pathname, overland));
if (isFaulty(loaded)) throw new Error('The data of Overland is refused');
export const system: System = loaded;

const solutions = new Map<string, Solution>();

/** What every position of a variant is worth. */
export function solutionOf(variant: string): Solution {
  const model = system.solvable?.model(variant);
  if (!model) throw new Error('Overland is not solvable');
  const known = solutions.get(variant) ?? solve(model);
  solutions.set(variant, known);
  return known;
}

/** A campaign as it was played: for a story to be told of. */
export interface Played {
  readonly episodes: readonly OverlandEpisode[];
  readonly course: Course;
}

/** How a made-up player chooses: at random, or the best order but one time in so many. */
export type Style = 'random' | 'stubborn' | 'best' | 'fair';

/** A whole game through the real rules. The same arguments give the same game. */
export function randomCampaign(variant: string, number: number, style: Style, most = 400): Played {
  const pick = picker(number);
  const orders: Order[] = [];
  const play = { ...begun(variant), orders };
  for (let turn = 0; turn < most && play.states.at(-1)?.over === null; turn++) {
    const state = play.states.at(-1) as State;
    const open = [...legalOrders(system, state, 'us')] as Order[];
    const order = chosen(state, open, style, pick);
    step(play, order, sealedAt(`${variant} ${number}`, turn, orderKey(order)));
  }
  return told(variant, play);
}

function chosen(state: State, open: readonly Order[], style: Style, pick: (count: number) => number): Order {
  const any = open[pick(open.length)] as Order;
  if (style === 'random' || (style === 'fair' && pick(4) === 0)) return any;
  if (style === 'stubborn') return pick(4) > 0 ? (open[0] as Order) : any;
  // Marches cost nothing, and many of them are worth the same: a battle first, or else any road.
  const among = prospects(system, solutionOf(state.variant), state) ?? [];
  const best = among
    .filter(({ worth }) => worth > (among[0]?.worth ?? 0) - SAME_WORTH)
    .map(({ order }) => order as Order);
  return best.find(({ verb }) => verb !== 'move') ?? (best[pick(best.length)] as Order);
}

interface Play {
  readonly states: State[];
  readonly events: (readonly Event[])[];
  readonly orders: Order[];
}

function begun(variant: string): Play {
  const start = system.start(variant, scripted());
  return { states: [frozen(start.state) as State], events: [start.events as readonly Event[]], orders: [] };
}

function step(play: Play, order: Order, dice: Dice): void {
  const applied = system.apply(play.states.at(-1) as State, 'us', order, dice);
  if (isRefusal(applied)) throw new Error(`${orderKey(order)}: ${system.refusal(applied)}`);
  play.orders.push(order);
  play.states.push(frozen(applied.state) as State);
  play.events.push(frozen(applied.events) as readonly Event[]);
}

/** Orders as `attack grant 5`: the order, then the faces its dice show. */
export function scriptedCampaign(variant: string, lines: readonly string[]): Played {
  const play = begun(variant);
  for (const line of lines) {
    const words = line.split(' ');
    const faces = words.filter((word) => /^\d$/.test(word)).map(Number);
    const dice = scripted(...faces);
    step(play, read(words.filter((word) => !/^\d$/.test(word)).join(' ')), dice);
    dice.spent();
  }
  return told(variant, play);
}

function told(variant: string, { states, events, orders }: Play): Played {
  const course = courseOf(system, solutionOf(variant), orders, states);
  if (!course) throw new Error('The solution does not know a position');
  const turning = turningPoints(course);
  const episodes = events.map(
    (happened, index): OverlandEpisode => ({
      order: orders[index - 1] ?? null,
      before: states[Math.max(0, index - 1)] as State,
      after: states[index] as State,
      events: happened,
      by: index === 0 ? null : 'Ada',
      reasons: [],
      turning: turning.includes(index - 1),
    }),
  );
  return { episodes, course };
}

/** The same campaign with members' reasons for some of its orders, by the number of the order from 1; by vote unless `by` is given. */
export function reasoned({ episodes, course }: Played, reasons: Readonly<Record<number, readonly Reason[]>>): Played {
  return {
    course,
    episodes: episodes.map((episode, index) => ({ ...episode, by: null, reasons: reasons[index] ?? [] })),
  };
}

export function storyOf({ episodes }: Played, over = true): Story {
  const { story } = system;
  if (!story) throw new Error('Overland has no story');
  return story.call(system, episodes, over);
}

/** A story as plain text, for a reader. */
export function printed({ headline, chapters }: Story): string {
  return [
    headline,
    ...chapters.map(({ when, text, really }) => `${when}. ${text}${really ? `\n    [${really}]` : ''}`),
  ].join('\n');
}
