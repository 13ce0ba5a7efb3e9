import { expect, test } from 'vitest';
import { type Order as AnyOrder, isRefusal } from '../../../src/game/index.ts';
import { machineOf } from '../../../src/systems/sam-grant/machine/index.ts';
import { apply } from '../../../src/systems/sam-grant/rules/apply.ts';
import { deciding } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/set-up.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import type { Order, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { east } from './data.ts';

/** A year of machines, each position with who orders what; every order must be legal, and only the last of a list may throw dice. */
function* year(theatre: Theatre, seed: string): Generator<{ state: State; side: Side; orders: readonly Order[] }> {
  const machine = machineOf(theatre);
  let { state } = setUp(theatre);
  for (let at = 0; state.phase !== 'over'; at++) {
    const side = deciding(state)[0] as Side;
    const orders = machine.orders(view(theatre, state, side), side, sealedAt(seed, at, 'machine'));
    yield { state, side, orders };
    for (const [number, order] of orders.entries()) {
      const dice = sealedAt(seed, at, `${number} ${order.verb}`);
      const applied = apply(theatre, state, side, order, dice);
      if (isRefusal(applied)) throw new Error(`${JSON.stringify(order as AnyOrder)} is refused: ${applied.code}`);
      state = applied.state;
      if (number < orders.length - 1) {
        expect(dice.thrown, 'dice before the last order').toEqual([]);
        expect(deciding(state)).toEqual([side]);
      }
    }
  }
}

test('the machine plays a year in the East to its end, by orders that are legal', () => {
  const verbs = new Set<string>();
  for (const { orders } of year(east, 'a year of machines')) for (const { verb } of orders) verbs.add(verb);
  expect([...verbs]).toEqual(expect.arrayContaining(['cut', 'card', 'move', 'done']));
});
