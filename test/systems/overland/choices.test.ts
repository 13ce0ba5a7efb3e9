import { expect, test } from 'vitest';
import { attackBy } from '../../../src/systems/overland/rules/attack-odds.ts';
import { next } from '../../../src/systems/overland/rules/legality.ts';
import { attackChoice } from '../../../src/systems/overland/words/order-choices.ts';
import { numbers } from './data.ts';
import { position } from './position.ts';

test('what an order is offered as is written once for all positions that offer it alike', () => {
  const offered = (points: number) => {
    const asked = next(numbers(), position({ points }), 'us', { verb: 'attack' });
    return asked.complete ? [] : asked.question.choices;
  };
  const [one] = offered(9);
  expect(one).toBeDefined();
  expect(offered(3)[0]).toBe(one);
  // And not for another scenario: its numbers may be others.
  const other = { ...numbers() };
  const battle = attackBy(other, position({}), 'grant');
  expect(battle).not.toBe(attackBy(numbers(), position({}), 'grant'));
  expect(attackChoice(other, battle)).not.toBe(one);
  expect(attackChoice(other, battle)).toEqual(one);
});
