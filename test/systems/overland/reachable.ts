import { type Dice, isRefusal, legalOrders, orderKey, recording } from '../../../src/game/index.ts';
import { apply } from '../../../src/systems/overland/rules/orders.ts';
import { type State, setUp } from '../../../src/systems/overland/state.ts';
import type { Event, Order } from '../../../src/systems/overland/vocabulary.ts';
import { frozen } from '../../conformance/plain.ts';
import { numbers } from './data.ts';
import { legality } from './play.ts';

/** Runs `run` once for every way its dice may fall, and gives each way with what came of it. */
export function* everyThrow<Result>(
  run: (dice: Dice) => Result,
): Generator<{ readonly faces: readonly number[]; readonly result: Result }> {
  let script: number[] = [];
  do {
    const faces: number[] = [];
    const dice = recording({
      face: () => {
        faces.push(script[faces.length] ?? 1);
        return faces.at(-1) as number;
      },
      deal: () => {
        throw new Error('Overland shuffles nothing');
      },
    });
    yield { result: run(dice), faces };
    script = later(faces);
  } while (script.length > 0);
}

/** The next script in order: the last face that can go up goes up, and what came after it is thrown anew. */
function later(faces: readonly number[]): number[] {
  const last = faces.findLastIndex((face) => face < 6);
  return last < 0 ? [] : [...faces.slice(0, last), (faces[last] as number) + 1];
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
