import { expect, test } from 'vitest';
import { type Order as AnyOrder, isRefusal, walkToOrder } from '../../../src/game/index.ts';
import { planningOf } from '../../../src/systems/sam-grant/plans/index.ts';
import { asked } from '../../../src/systems/sam-grant/rules/asked.ts';
import { apply, legality } from '../../../src/systems/sam-grant/rules/legality.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { type Order, SIDES } from '../../../src/systems/sam-grant/vocabulary.ts';
import { textAt } from '../../../src/systems/sam-grant/words/place-text.ts';
import { positionText } from '../../../src/systems/sam-grant/words/position-text.ts';
import { picker } from '../../dice/sealed.ts';
import { east, west } from './data.ts';
import { falling } from './position.ts';
import { randomGame } from './random-play.ts';
import { secretsOf } from './secrets.ts';

/** One position of so many in a year is looked at. */
const EVERY = 6;

/** All that a side learns of a position: its view in words, what it may do, and why other orders are refused. */
function learned(theatre: Theatre, state: State, side: 'usa' | 'csa', orders: readonly Order[]): string {
  const rules = legality(theatre);
  const seen = view(theatre, state, side);
  const walks = Array.from({ length: 4 }, (_, seed) => walkToOrder(rules, state, side, picker(seed)));
  const refusals = orders.map((order) => {
    const result = apply(theatre, state, side, order, falling());
    return isRefusal(result) ? result : 'legal';
  });
  return JSON.stringify([
    seen,
    positionText(theatre, seen),
    seen.stacks.map(({ hex }) => textAt(theatre, seen, hex)),
    asked(theatre, state).filter(({ seat }) => seat === side),
    walks,
    planned(theatre, state, side, walks),
    refusals,
  ]);
}

/** What its plans say: of the orders of its list, of lines that it may type in any step, and what its form holds. */
function planned(theatre: Theatre, state: State, side: 'usa' | 'csa', walks: readonly (AnyOrder | null)[]) {
  const planning = planningOf(theatre);
  const typed = [
    '2206: all 2007',
    'build Sherman at Louisville',
    'Hardee for McCook',
    'McCook, Hardee retreat',
    '3',
    'all to Nashville',
  ];
  const lines = [...walks.map((order) => planning.write(state, side, order ? [order] : [])), ...typed];
  return [
    lines.map((line) => planning.read(state, side, line, '')),
    planning.form?.(state, side),
    planning.complete(state, side, ''),
    planning.shortcuts.offered(state, side),
  ];
}

test.each([
  ['West', west, 4],
  ['East', east, 13],
])(
  '14.1, 14.2: in the %s what a side may not know changes nothing that it sees, may do or is refused, to the byte',
  (_name, theatre, seed) => {
    const { shuffle } = secretsOf(theatre);
    const orders: Order[] = [];
    let changed = 0;
    let at = 0;
    for (const { before, order } of randomGame(theatre, seed)) {
      orders.push(order);
      if (at++ % EVERY > 0) continue;
      const some = [
        ...orders.slice(-3),
        { verb: 'build', block: orders[0]?.verb ?? '', hex: '1909' } as AnyOrder as Order,
      ];
      for (const side of SIDES) {
        const twin = shuffle(before, side, picker(at));
        if (JSON.stringify(twin) !== JSON.stringify(before)) changed++;
        expect(
          learned(theatre, twin, side, some) === learned(theatre, before, side, some),
          `${side}, order ${at}`,
        ).toBe(true);
      }
      const twin = shuffle(before, 'public', picker(at));
      const open = [twin, before].map((state) => view(theatre, state, 'public'));
      const [one, other] = open.map((seen) => [seen, positionText(theatre, seen), textAt(theatre, seen, '1406')]);
      expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    }
    expect(changed).toBeGreaterThan(10);
  },
);
