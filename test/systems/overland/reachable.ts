import { type Dice, everyFall, isRefusal, legalOrders, orderKey } from '../../../src/game/index.ts';
import { apply } from '../../../src/systems/overland/rules/legality.ts';
import { type State, setUp } from '../../../src/systems/overland/state.ts';
import type { Event, Order } from '../../../src/systems/overland/vocabulary.ts';
import { frozen } from '../../conformance/plain.ts';
import { numbers } from './data.ts';
import { legality } from './play.ts';

/** The result of `run` for each way its dice can fall, with the faces they show. */
export function everyThrow<Result>(
  run: (dice: Dice) => Result,
): readonly { readonly faces: readonly number[]; readonly result: Result }[] {
  return everyFall((dice) => {
    const faces: number[] = [];
    const roll: Dice['roll'] = (sides, purpose) => faces[faces.push(dice.roll(sides, purpose)) - 1] as number;
    return { result: run({ ...dice, roll }), faces };
  }).map(({ result }) => result);
}

/** One order carried out with one fall of the dice. */
export interface Step {
  readonly before: State;
  readonly order: Order;
  readonly faces: readonly number[];
  readonly after: State;
  readonly events: readonly Event[];
}

/** Every position that can come about in a variant, in the order it is first met, and every step between them. */
export interface Reachable {
  readonly states: readonly State[];
  readonly steps: ReadonlyMap<State, readonly Step[]>;
}

export function reachable(variant: string): Reachable {
  const met = new Map<string, State>();
  const steps = new Map<State, readonly Step[]>();
  const start = frozen(setUp(numbers(variant)));
  met.set(JSON.stringify(start), start);
  for (const state of met.values()) {
    const taken = [...stepsFrom(state)];
    steps.set(state, taken);
    for (const { after } of taken) {
      const key = JSON.stringify(after);
      if (!met.has(key)) met.set(key, frozen(after));
    }
  }
  return { states: [...met.values()], steps };
}

/** Every legal order in a position, with every fall of its dice. */
function* stepsFrom(before: State): Generator<Step> {
  const data = numbers(before.variant);
  for (const legal of legalOrders(legality, before, 'us')) {
    const order = legal as Order;
    for (const { faces, result } of everyThrow((dice) => apply(data, before, 'us', order, dice))) {
      if (isRefusal(result)) throw new Error(`${orderKey(order)} is offered and refused: ${result.code}`);
      yield { before, order, faces, after: result.state, events: result.events };
    }
  }
}
