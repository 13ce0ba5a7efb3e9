import { type Order as AnyOrder, isRefusal, orderKey, walkToOrder } from '../../../src/game/index.ts';
import { apply, deciding, legality } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import type { Event, Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';

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
