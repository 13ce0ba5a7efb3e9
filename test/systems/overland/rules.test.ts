import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../src/game/index.ts';
import { apply } from '../../../src/systems/overland/rules/legality.ts';
import { combatResult, dateOf } from '../../../src/systems/overland/scenario.ts';
import { contested, type State } from '../../../src/systems/overland/state.ts';
import { AREAS, type Area, CSA_LEADERS, US_LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { refusal } from '../../../src/systems/overland/words/orders.ts';
import { tell } from '../../../src/systems/overland/words/sentences.ts';
import { withDice } from '../../dice/scripted.ts';
import { type Played, ruleCases } from '../rule-cases.ts';
import { numbers } from './data.ts';
import { order, orders, play, position, settingOf, whereIs } from './play.ts';

const GAME: Played<State> = {
  position: (said) => position(settingOf(said)),
  give(state, said, dice) {
    const [, seat = 'us', text = said] = /^(\w+): (.*)$/.exec(said) ?? [];
    const data = numbers(state.variant);
    return withDice(dice, (thrown) => {
      const result = apply(data, state, seat, order(text), thrown);
      if (isRefusal(result)) return { state, told: [refusal(data, result)] };
      return { state: result.state, told: result.events.map((event) => tell(data, event)) };
    });
  },
  choices: (state, draft) => orders(state).flatMap((one) => (one.startsWith(draft) ? [{ value: one }] : [])),
  fact(state, name) {
    const [first = '', more = ''] = name.split(' ');
    if (first === 'contested') return `${more} ${contested(state, more as Area) ? 'contested' : 'uncontested'}`;
    if (first === 'result') return combatResult(numbers(), Number(more));
    if (first === 'date') return dateOf(numbers(state.variant), state.points);
    const leader = [...US_LEADERS, ...CSA_LEADERS].find((one) => one === first);
    return leader ? (whereIs(state, leader) ?? 'out of the game') : state[first as keyof State];
  },
};

ruleCases(new URL('cases.md', import.meta.url), GAME);

describe('on the map', () => {
  test('[I.d] ten areas, and no line leads into Richmond', () => {
    expect(AREAS).toHaveLength(10);
    expect(Object.values(numbers().lines).flat()).not.toContain('richmond');
    expect(numbers().lines.richmond).toEqual([]);
  });

  test('[I.m] every line runs both ways', () => {
    const { lines } = numbers();
    for (const from of AREAS) for (const to of lines[from]) expect(lines[to], `${from} – ${to}`).toContain(from);
  });

  test('[I.p] no die shows a seven', () => {
    expect(() => play(position(), 'attack butler', 7)).toThrow(/6 sides/);
  });

  test('R3 where an owner’s data have Sigel start, he attacks Richmond from there', () => {
    const butler = position({ grant: 'spotsylvania', lee: 'north-anna', breckinridge: 'gone' });
    expect(orders({ ...butler, us: { ...butler.us, sigel: 'ashland' } })).toContain('attack sigel');
  });
});
