import {
  type Order as AnyOrder,
  type Draft,
  isRefusal,
  orderKey,
  type Question,
  type SlotValue,
  walkToOrder,
} from '../../../src/game/index.ts';
import { apply, legality, next, toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import type { State, Variant } from '../../../src/systems/road-to-richmond/state.ts';
import type { RichmondEpisode } from '../../../src/systems/road-to-richmond/story/chronicle.ts';
import type { Event, Order, Side } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { question } from '../../../src/systems/road-to-richmond/words/questions.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { field } from './data.ts';

/** One order of a game played at random. */
export interface Step {
  readonly before: State;
  readonly side: Side;
  readonly order: Order;
  readonly state: State;
  readonly events: readonly Event[];
}

/** Variants of twenty turns. */
const WHOLE: readonly Variant[] = ['standard', 'effectiveness'];

/** A whole game by the list of what is legal, the same for the same seed. Movement goes on for a while before it is ended. */
export function* randomGame(seed: number, variant = WHOLE[seed % WHOLE.length] ?? 'standard'): Generator<Step> {
  const pick = picker(seed);
  const rules = legality(field);
  let state = setUp(field, variant).state;
  for (let at = 0; !state.over; at++) {
    const side = toDecide(state) as Side;
    const restless = state.step === 'move' ? pick(8) : 0;
    let order = walkToOrder(rules, state, side, pick);
    for (let tries = 0; order?.verb === 'done' && tries < restless; tries++)
      order = walkToOrder(rules, state, side, pick);
    if (order === null) throw new Error(`Game ${seed}, order ${at}: nothing can be done`);
    const result = apply(
      field,
      state,
      side,
      order as Order,
      sealedAt(`random ${seed}`, at, orderKey(order as AnyOrder)),
    );
    if (isRefusal(result)) throw new Error(`Game ${seed}, order ${at}: ${orderKey(order)} is refused, ${result.code}`);
    yield { before: state, side, order: order as Order, ...result };
    state = result.state;
  }
}

/** A game as words are tried on: its episodes, and each question that was met on the way to an order. */
interface Played {
  readonly episodes: readonly RichmondEpisode[];
  readonly asked: readonly { readonly episode: number; readonly draft: Draft; readonly question: Question }[];
}

/** Phases end now and then, not half of the time: so armies meet. */
const END_AT_ONCE = 12;

/** A game of members who do anything that is legal, the same for the same seed; it stops after so many orders. */
export function played(seed: number, most: number, variant: Variant = 'standard'): Played {
  const pick = picker(seed);
  const opened = setUp(field, variant);
  let { state } = opened;
  const first = { order: null, before: state, after: state, events: opened.events };
  const episodes: RichmondEpisode[] = [{ ...first, by: null, reasons: [], turning: false, worth: null }];
  const asked: Played['asked'][number][] = [];
  while (episodes.length <= most) {
    const seat = toDecide(state);
    if (seat === null) break;
    let draft: Draft = {};
    for (;;) {
      const open = next(field, state, seat, draft);
      if (open.complete) break;
      const asks = question(field, state, draft, open.question);
      asked.push({ episode: episodes.length, draft, question: asks });
      draft = { ...draft, [asks.slot]: answer(asks, pick) };
    }
    const order = draft as Order;
    const result = apply(field, state, seat, order, sealedAt(`words ${seed}`, episodes.length, JSON.stringify(order)));
    if (isRefusal(result)) throw new Error(`${JSON.stringify(order)} of seed ${seed} is refused: ${result.code}`);
    episodes.push({
      order,
      before: state,
      after: result.state,
      events: result.events,
      by: pick(3) === 0 ? null : 'Ada',
      reasons: pick(4) === 0 ? [{ text: REASONS[pick(REASONS.length)] as string, by: 'Bo' }] : [],
      turning: pick(60) === 0,
      worth: null,
    });
    state = result.state;
  }
  return { episodes, asked };
}

export const REASONS = ['Now, or never.', 'The bridge is ours', 'a', 'Because nobody expects it; and it is low'];

function answer({ slot, choices, several }: Question, pick: (count: number) => number): SlotValue {
  const values = choices.map(({ value }) => value);
  if (several) {
    const count = several.least + pick(several.most - several.least + 1);
    const taken = values.map((value) => ({ value, at: pick(1000) })).sort((a, b) => a.at - b.at);
    const kept = new Set(taken.slice(0, count).map(({ value }) => value));
    return values.filter((value) => kept.has(value));
  }
  const eager = slot === 'verb' && values.length > 1 && pick(END_AT_ONCE) > 0;
  const offered = eager ? values.filter((value) => value !== 'done' && value !== 'cancel') : values;
  return (offered.length > 0 ? offered : values)[pick(offered.length || values.length)] as string;
}
