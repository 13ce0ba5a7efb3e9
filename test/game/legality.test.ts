import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arranged,
  ask,
  COMPLETE,
  type Draft,
  isLegal,
  type Legality,
  legalOrders,
  type Order,
  orderKey,
  someLegalOrders,
  walkToOrder,
} from '../../src/game/index.ts';
import { picker } from '../dice/sealed.ts';

/** A made-up list: how many guns there are, and how many may fire at once. */
interface Guns {
  readonly guns: number;
  readonly least: number;
  readonly most: number;
}

/** `rest`; `fire` at a hill or a wood, at the wood with several guns. Only the gunner gives orders. */
const battery: Legality<Guns> = {
  next({ guns, least, most }, seat, draft) {
    const verbs = guns > 0 ? ['fire', 'rest'] : ['rest'];
    if (draft.verb === undefined) return question('verb', seat === 'gunner' ? verbs : []);
    if (draft.verb === 'rest') return COMPLETE;
    if (draft.verb !== 'fire') return question('verb', []);
    if (draft.at === undefined) return question('at', ['hill', 'wood']);
    if (draft.at === 'hill' || draft.guns !== undefined) return COMPLETE;
    const names = Array.from({ length: guns }, (_, index) => `gun-${index + 1}`);
    return question('guns', names, { least, most });
  },
};

function question(slot: string, values: readonly string[], several?: { least: number; most: number }) {
  const choices = values.map((value) => ({ value, label: value }));
  return ask({ slot, prompt: `${slot}?`, choices, ...(several && { several }) });
}

const three: Guns = { guns: 3, least: 1, most: 2 };
const all = (state: Guns, draft?: Draft) => [...legalOrders(battery, state, 'gunner', draft)];
const legal = (order: Draft, state = three, seat = 'gunner') => isLegal(battery, state, seat, order as Order);

describe('the list of what may be done', () => {
  test('is walked in the order of the choices', () => {
    expect(all(three)).toEqual([
      { verb: 'fire', at: 'hill' },
      { verb: 'fire', at: 'wood', guns: ['gun-1', 'gun-2'] },
      { verb: 'fire', at: 'wood', guns: ['gun-1', 'gun-3'] },
      { verb: 'fire', at: 'wood', guns: ['gun-1'] },
      { verb: 'fire', at: 'wood', guns: ['gun-2', 'gun-3'] },
      { verb: 'fire', at: 'wood', guns: ['gun-2'] },
      { verb: 'fire', at: 'wood', guns: ['gun-3'] },
      { verb: 'rest' },
    ]);
  });

  test('says whether there are more than were asked for', () => {
    expect(someLegalOrders(battery, three, 'gunner', 8)).toEqual({ orders: all(three), more: false });
    expect(someLegalOrders(battery, three, 'gunner', 7)).toEqual({ orders: all(three).slice(0, 7), more: true });
    expect(someLegalOrders(battery, three, 'gunner', 0)).toEqual({ orders: [], more: true });
    expect(someLegalOrders(battery, three, 'driver', 0)).toEqual({ orders: [], more: false });
  });
});

describe('an order is legal', () => {
  test('only with every slot named and none more, each with values that are offered, several in their order', () => {
    const fire = { verb: 'fire', at: 'wood' };
    const several = ['gun-1', [], ['gun-4'], ['gun-1', 'gun-1'], ['gun-2', 'gun-1'], ['gun-1', 'gun-2', 'gun-3']];
    const illegal: Draft[] = [
      ...[{}, { verb: 'charge' }, { verb: 'fire' }, { verb: 'fire', at: 'moon' }, fire, { verb: 'rest', at: 'hill' }],
      ...several.map((guns) => ({ ...fire, guns })),
    ];
    expect(illegal.filter((order) => legal(order))).toEqual([]);
    expect(legal({ verb: 'rest' }, three, 'driver')).toBe(false);
  });

  test('never through a question with too few choices', () => {
    const order = (guns: string[]) => ({ verb: 'fire', at: 'wood', guns });
    const two: Guns = { guns: 1, least: 2, most: 2 };
    expect(legal(order(['gun-1']), two)).toBe(false);
    expect(all(two)).toEqual([{ verb: 'fire', at: 'hill' }, { verb: 'rest' }]);
    expect(walkToOrder(battery, two, 'gunner', (count) => (count === 2 ? 1 : 0))).toEqual({ verb: 'rest' });
    const empty: Legality<null> = { next: () => question('verb', [], { least: 0, most: 0 }) };
    expect(isLegal(empty, null, 'gunner', { verb: [] } as unknown as Order)).toBe(false);
    expect([...legalOrders(empty, null, 'gunner')]).toEqual([]);
    expect(walkToOrder(empty, null, 'gunner', () => 0)).toBeNull();
  });

  test('never in a list that asks the same slot again and again', () => {
    const stuck: Legality<null> = { next: () => question('verb', ['rest']) };
    expect(isLegal(stuck, null, 'gunner', { verb: 'rest' })).toBe(false);
  });
});

describe('over any battery', () => {
  const batteries = fc
    .record({ guns: fc.integer({ min: 0, max: 6 }), least: fc.nat(7), span: fc.nat(4) })
    .map(({ guns, least, span }) => ({ guns, least, most: least + span }));

  test('the orders of the list are legal, each once', () => {
    fc.assert(
      fc.property(batteries, (state) => {
        const orders = all(state);
        for (const order of orders) expect(legal(order, state)).toBe(true);
        expect(new Set(orders.map(orderKey)).size).toBe(orders.length);
      }),
    );
  });

  test('several are exactly the subsets that are neither too small nor too large', () => {
    fc.assert(
      fc.property(batteries, ({ guns, least, most }) => {
        if (guns === 0) return;
        let expected = 0;
        for (let subset = 0; subset < 2 ** guns; subset++) {
          const size = subset.toString(2).replaceAll('0', '').length;
          if (size >= least && size <= most) expected++;
        }
        expect(all({ guns, least, most }, { verb: 'fire', at: 'wood' })).toHaveLength(expected);
      }),
    );
  });

  test('walks find every order of a short list', () => {
    const pick = picker(1);
    const found = new Set(
      Array.from({ length: 400 }, () => orderKey(walkToOrder(battery, three, 'gunner', pick) as Order)),
    );
    expect([...found].sort()).toEqual(all(three).map(orderKey).sort());
  });

  test('a legal order named in any order is put in the order of the list', () => {
    fc.assert(
      fc.property(batteries, fc.nat(), (state, seed) => {
        const pick = picker(seed);
        const orders = all(state);
        const order = orders[pick(orders.length)] as Order;
        const mixed = Object.fromEntries(
          Object.entries(order).map(([slot, value]) => [
            slot,
            typeof value === 'string' ? value : value.toSorted(() => pick(3) - 1),
          ]),
        ) as Order;
        expect(arranged(battery, state, 'gunner', mixed)).toEqual(order);
      }),
    );
  });
});

describe('arranging an order', () => {
  test('leaves what is not offered for `apply` to refuse', () => {
    const put = (order: Order) => arranged(battery, three, 'gunner', order);
    expect(put({ verb: 'charge', at: 'wood' })).toEqual({ verb: 'charge', at: 'wood' });
    expect(put({ verb: 'fire' })).toEqual({ verb: 'fire' });
    expect(put({ verb: 'rest', at: 'hill' })).toEqual({ verb: 'rest', at: 'hill' });
    expect(put({ verb: 'fire', at: 'wood', guns: ['x', 'gun-2', 'gun-1'] }).guns).toEqual(['gun-1', 'gun-2', 'x']);
    expect(put({ verb: 'fire', at: 'wood', guns: ['gun-2', 'gun-1', 'gun-2'] }).guns).toEqual([
      'gun-1',
      'gun-2',
      'gun-2',
    ]);
    expect(put({ verb: 'fire', at: 'wood', guns: 'gun-2' }).guns).toBe('gun-2');
  });

  test('a list that may be empty and is left out is empty; one that may not is left for `apply` to refuse', () => {
    const order: Order = { verb: 'fire', at: 'wood' };
    expect(arranged(battery, { ...three, least: 0 }, 'gunner', order)).toEqual({ ...order, guns: [] });
    expect(arranged(battery, three, 'gunner', order)).toEqual(order);
  });
});
