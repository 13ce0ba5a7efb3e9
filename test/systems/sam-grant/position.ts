import {
  type Order as AnyOrder,
  type Applied,
  arranged,
  type Dice,
  type Draft,
  isRefusal,
  orderKey,
  type Planning,
  type Question,
  type Refusal,
  walkToOrder,
} from '../../../src/game/index.ts';
import { planningOf } from '../../../src/systems/sam-grant/plans/index.ts';
import { openBattle } from '../../../src/systems/sam-grant/rules/battle/battle-plans.ts';
import { apply, deciding, legality, ORDERS } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import type { BlockState, State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import type { View } from '../../../src/systems/sam-grant/view.ts';
import {
  type BattlePlan,
  type Card,
  type EachSide,
  type Event,
  type Order,
  type Side,
  VERBS,
} from '../../../src/systems/sam-grant/vocabulary.ts';
import { question as asked } from '../../../src/systems/sam-grant/words/questions.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { orderOf, placesOf } from '../order-text.ts';
import { east, eastCampaign, west, westCampaign } from './data.ts';

/** Plans of a theatre's own year. */
export function planningFor(theatre: Theatre): Planning<State, View> {
  return planningOf<State, View>(
    theatre,
    (state) => [theatre, state],
    (seen) => [theatre, seen],
  );
}

/** A year whose deck is cut and dealt. */
export function dealt(theatre: Theatre, dice: Dice): Applied<State, Event> {
  return cut(setUp(theatre).state, 7, 12, dice, theatre);
}

/** The start of a year. */
export const start: State = dealt(west, sealedAt('a year', 0, 'start')).state;

/** Where blocks are: a hex, at full strength, or with so many steps. */
export type At = { readonly [block: string]: string | readonly [string, number] };

/** Blocks by their hexes: "2007 c-hardee c-bowen:1, 2107 u-wood", at full strength or with so many steps. Of blocks that came into battle: by where they came from. */
export function standing(text: string): Readonly<Record<string, string>>;
export function standing(text: At | string): At;
export function standing(text: At | string): At {
  return Object.fromEntries(
    Object.entries(placesOf(text)).map(([block, hex]) => {
      const [id = '', steps] = block.split(':');
      return [id, steps === undefined ? hex : [hex as string, Number(steps)]];
    }),
  ) as At;
}

/** The slots of each verb, as tests write orders. */
const SLOTS = Object.fromEntries(
  VERBS.map((verb) => [
    verb,
    ORDERS.slots(verb).map(({ slot, several }) => (several || /^to\d/.test(slot) ? `${slot}*` : slot)),
  ]),
);
/** An order, or as tests write it: `move 2206 2007/2107 u-mccook,u-wood`, a slash before the hex by which they enter. */
type Said = Order | string;

export function read<T extends Draft>(said: T | string): T {
  if (typeof said !== 'string') return said;
  const entered = (value: string) => value.replace('/', ' by ');
  const values = Object.entries(orderOf<Draft>(SLOTS, said)).map(([slot, value]) => {
    const given = value as string | readonly string[];
    return [slot, typeof given === 'string' ? entered(given) : given.map(entered)];
  });
  return Object.fromEntries(values) as T;
}

/** The order that is said: its lists in the order in which they are offered, nobody in those that are left out. */
export function orderIn(state: State, side: Side, said: Said, theatre: Theatre): Order {
  return typeof said === 'string'
    ? (arranged(legality(theatre), state, side, read<AnyOrder>(said)) as unknown as Order)
    : said;
}

/** The theatre that a position is of, by its blocks. */
export function playedIn({ blocks, campaign }: Pick<State, 'blocks' | 'campaign'>): Theatre {
  return theatreOf(Object.keys(blocks), campaign);
}

function theatreOf(blocks: readonly string[], campaign = false): Theatre {
  const isEast = blocks.some((id) => /^e[uc]-/.test(id));
  return campaign ? (isEast ? eastCampaign : westCampaign) : isEast ? east : west;
}

/** A position with these blocks, all others in the pools. Absent in `more`: the Union, Player 1, acts with a 3 in game-turn 2. */
export function position(
  where: At | string,
  more: Partial<State> = {},
  theatre: Theatre = theatreOf(Object.keys(standing(where)), more.campaign),
): State {
  const at = standing(where);
  for (const id of Object.keys(at)) if (!theatre.block.has(id)) throw new Error(`There is no block ${id}`);
  const blocks = Object.fromEntries(
    theatre.blocks.map(({ id, full }): [string, BlockState] => {
      const where = at[id];
      if (where === undefined) return [id, { at: 'pool', steps: 0 }];
      const [hex, steps] = typeof where === 'string' ? [where, full] : where;
      return [id, { at: hex, steps: /^(prisoner|gulf|due)$/.test(hex) ? 0 : steps }];
    }),
  );
  const played: EachSide<readonly Card[]> = { usa: ['3'], csa: ['3'] };
  return { ...start, turn: 2, phase: 'actions', active: 'usa', first: 'usa', played, ...more, blocks };
}

/** Dice that fall as they are told, one after the other; more are 6s. */
export function falling(...faces: readonly number[]): Dice & { left(): number } {
  const next = [...faces];
  return { roll: () => next.shift() ?? 6, shuffle: (cards) => [...cards], left: () => next.length };
}

/** Carries out an order; throws where it is refused. */
export function given(
  state: State,
  side: Side,
  said: Said,
  dice: Dice = falling(),
  theatre = playedIn(state),
): Applied<State, Event> {
  const result = applied(state, side, said, dice, theatre);
  if (isRefusal(result)) throw new Error(`${JSON.stringify(said)}: ${result.code} ${JSON.stringify(result.facts)}`);
  return result;
}

/** What comes of an order, its refusal too. */
export function applied(
  state: State,
  side: Side,
  said: Said,
  dice: Dice = falling(),
  theatre = playedIn(state),
): Applied<State, Event> | Refusal {
  return apply(theatre, state, side, orderIn(state, side, said, theatre), dice);
}

/** "2.5 hexside"; throws where the order is carried out. */
export function whyRefused(state: State, side: Side, said: Said, theatre = playedIn(state)): string {
  const result = applied(state, side, said, falling(), theatre);
  if (!isRefusal(result)) throw new Error(`${JSON.stringify(said)} is carried out`);
  return `${result.rule} ${result.code}`;
}

export function question(state: State, side: Side, said: Draft | string, theatre = playedIn(state)): Question | null {
  const draft = read(said);
  const open = legality(theatre).next(state, side, draft);
  return open.complete ? null : asked(theatre, state, side, draft, open.question);
}
/** The values offered for the next slot. */
export function offered(state: State, side: Side, draft: Draft | string, theatre = playedIn(state)): readonly string[] {
  return (question(state, side, draft, theatre)?.choices ?? []).map(({ value }) => value);
}

/** A group move; nobody else goes. */
export function move(state: State, side: Side, from: string, to: string, ...blocks: readonly string[]): Order {
  const { block } = playedIn(state);
  const ordered = [...blocks].sort((a, b) => (block.get(a)?.index ?? 0) - (block.get(b)?.index ?? 0));
  const draft = { verb: 'move', from, to, blocks: ordered } as const;
  return question(state, side, draft)?.slot === 'to2' ? { ...draft, to2: [] } : draft;
}

/** Both sides end their actions, the one that acts first. */
export function done(state: State): Applied<State, Event> {
  const first = given(state, state.active, { verb: 'done' });
  return first.state.phase === 'actions' ? given(first.state, first.state.active, { verb: 'done' }) : first;
}
/** Both cut the deck, the Union first; `dice` deal it. */
export function cut(state: State, usa: number, csa: number, dice?: Dice, theatre?: Theatre): Applied<State, Event> {
  const one = given(state, 'usa', { verb: 'cut', cards: `${usa}` }, dice, theatre).state;
  return given(one, 'csa', { verb: 'cut', cards: `${csa}` }, dice, theatre);
}
/** A battle that awaits its plans. `entered`: how blocks came in. */
export function battle(
  at: At | string,
  hex: string,
  from: State['entered'] | string,
  more: Partial<State> = {},
  theatre?: Theatre,
): State {
  const entered = standing(from) as State['entered'];
  const state = position(at, { phase: 'battles', entered, ...more }, theatre);
  return openBattle(theatre ?? playedIn(state), state, hex).state;
}

/** Fights a battle out with these plans; both stand where nothing is said. */
export function fight(
  state: State,
  plans: { readonly [side in Side]?: Partial<BattlePlan> },
  dice: Dice = falling(),
  theatre = playedIn(state),
): Applied<State, Event> {
  const first = given(state, 'usa', plan(state, 'usa', plans.usa ?? {}, theatre), dice, theatre);
  return given(first.state, 'csa', plan(first.state, 'csa', plans.csa ?? {}, theatre), dice, theatre);
}

/** A plan as the list has it: what is not named is as by default. */
export function plan(state: State, side: Side, wanted: Partial<BattlePlan> = {}, theatre = playedIn(state)): Order {
  const order: { [slot: string]: string | readonly string[] } = { verb: 'battle-plan' };
  for (;;) {
    const open = question(state, side, order, theatre);
    if (open === null) return order as unknown as Order;
    const named = wanted[open.slot as keyof BattlePlan];
    if (open.slot in order) throw new Error(`${open.slot} can't be ${order[open.slot]}`);
    order[open.slot] = named ?? (open.several ? [] : (open.choices[0]?.value ?? ''));
  }
}

export function at(state: State, block: string): string {
  return state.blocks[block]?.at ?? '';
}
export function steps(state: State, block: string): number {
  return state.blocks[block]?.steps ?? 0;
}
/** The events of one kind. */
export function told<T extends Event['type']>(
  events: readonly Event[],
  type: T,
): readonly Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
}

/** One order of a game played at random. */
export interface Step {
  readonly before: State;
  readonly side: Side;
  readonly order: Order;
  readonly state: State;
  readonly events: readonly Event[];
}

/** A whole year by the list of what is legal, the same for the same seed. Sides do something before they are done. */
export function* randomGame(theatre: Theatre, seed: number): Generator<Step> {
  const pick = picker(seed);
  const rules = legality(theatre);
  let state = setUp(theatre).state;
  for (let at = 0; state.phase !== 'over'; at++) {
    const sides = deciding(state);
    const side = sides[pick(sides.length)] as Side;
    let order = walkToOrder(rules, state, side, pick);
    for (let tries = 0; order?.verb === 'done' && tries < 3; tries++) order = walkToOrder(rules, state, side, pick);
    if (order === null) throw new Error(`Game ${seed}, order ${at}: nothing can be done in ${state.phase}`);
    const dice = sealedAt(`random ${seed}`, at, orderKey(order as AnyOrder));
    const result = apply(theatre, state, side, order as Order, dice);
    if (isRefusal(result)) throw new Error(`Game ${seed}, order ${at}: ${orderKey(order)} is refused, ${result.code}`);
    yield { before: state, side, order: order as Order, ...result };
    state = result.state;
  }
}
