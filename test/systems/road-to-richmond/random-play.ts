import { type Order as AnyOrder, isRefusal, orderKey, walkToOrder } from '../../../src/game/index.ts';
import { apply, legality, toDecide } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { setUp } from '../../../src/systems/road-to-richmond/rules/phases.ts';
import type { State, VariantId } from '../../../src/systems/road-to-richmond/state.ts';
import type { Event, Order, Side } from '../../../src/systems/road-to-richmond/vocabulary.ts';
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
const WHOLE: readonly VariantId[] = ['standard', 'effectiveness'];

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

/** The first so many orders of such a game. */
export function firstSteps(seed: number, most: number, variant?: VariantId): Step[] {
  const found: Step[] = [];
  for (const step of randomGame(seed, variant)) {
    found.push(step);
    if (found.length === most) break;
  }
  return found;
}
