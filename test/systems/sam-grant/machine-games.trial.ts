import { expect, test } from 'vitest';
import { isRefusal } from '../../../src/game/index.ts';
import { machineOf } from '../../../src/systems/sam-grant/machine/index.ts';
import { apply, deciding } from '../../../src/systems/sam-grant/rules/legality.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import type { Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { east } from './data.ts';

test('the machine plays a year in the East to its end: every order is legal, and only the last of a list rolls dice', () => {
  const seed = 'a year of machines';
  const machine = machineOf(east);
  const verbs = new Set<string>();
  let { state } = setUp(east);
  for (let at = 0; state.phase !== 'over'; at++) {
    const side = deciding(state)[0] as Side;
    const orders = machine.orders(view(east, state, side), side, sealedAt(seed, at, 'machine'));
    for (const [number, order] of orders.entries()) {
      const dice = sealedAt(seed, at, `${number} ${order.verb}`);
      const applied = apply(east, state, side, order, dice);
      if (isRefusal(applied)) throw new Error(`${JSON.stringify(order)} is refused: ${applied.code}`);
      verbs.add(order.verb);
      state = applied.state;
      if (number < orders.length - 1) {
        expect(dice.thrown, 'dice before the last order').toEqual([]);
        expect(deciding(state)).toEqual([side]);
      }
    }
  }
  expect([...verbs]).toEqual(expect.arrayContaining(['cut', 'card', 'move', 'done']));
});
