import { describe, expect, test } from 'vitest';
import { isRefusal, orderKey, walkToOrder } from '../../../src/game/index.ts';
import { CLOSE_UP } from '../../../src/kit/hex/hex-window.ts';
import { overviewGround, overviewPlot } from '../../../src/systems/wilderness/map/theatre-ground.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { LONG } from '../../trials/long.ts';
import { game, theatre } from './data.ts';
import { position } from './position.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

const LINE = {
  ...{ 'u-v': '2224', 'u-vi': '2224', 'u-iii': '2325', 'u-grant': '2224', 'u-cav-1': '2426', 'u-dummy-1': '2323' },
  ...{ 'c-heth': '2428', 'c-lee': '2428', 'c-rodes': '2228', 'c-dummy-1': '2328', 'c-cav-1': '2427' },
} as const;
const line = position(LINE);
const read = (state: State, text: string, standing = '') => {
  const plan = game.play?.planning?.read(state, 'union', text, standing);
  if (!plan) throw new Error('There are no plans');
  return plan;
};

const SET_UP = position('2224 u-v u-vi u-iii u-grant, 2326 u-dummy-1, 2325 u-cav-1, 2030 c-heth', {
  step: 'setup',
  turn: 1,
  ready: { union: false, confederate: false },
});

/** Orders of a game that the machine plays, each before it is given, and beside each of them any other. */
function* ordersOfAGame(variant: string, seed: number) {
  const pick = picker(seed);
  let { state } = game.rules.start(variant, sealedAt('orders', seed, 'start'));
  for (let at = 0; ; at++) {
    const seat = game.rules.asked(state)[0]?.seat;
    if (seat === undefined) return;
    const orders =
      game.play?.machine?.orders(game.knowledge.view(state, seat), seat, sealedAt('machine', at, seat)) ?? [];
    for (const order of orders) {
      const other = walkToOrder(game.rules, state, seat, pick);
      yield { state, seat, order };
      if (other) yield { state, seat, order: other };
      const result = game.rules.apply(state, seat, order as Order, sealedAt('orders', at, orderKey(order)));
      if (isRefusal(result)) throw new Error(game.orderWords.refusal(result));
      state = result.state;
    }
  }
}

describe('a plan in one line', () => {
  test('is drawn as close as its marches fit, with an arrow for each', () => {
    const far = position({ 'u-cav-1': '2224', 'u-v': '2325', 'c-heth': '3447' });
    const marches = (to: string) => read(far, `Torbert ${to}; V 2326`).orders;
    const drawn = (to: string) => game.play?.planning?.picture(game.knowledge.view(far, 'union'), 'union', marches(to));
    expect(marches('2232')).toHaveLength(2);
    expect(drawn('2226')?.scene).toMatchObject(CLOSE_UP);
    const [plan, whole] = [
      drawn('2232'),
      game.pictures.picture(game.knowledge.view(far, 'union'), null, { at: 'all' }),
    ];
    expect(plan?.scene.ground.key).toBe(
      `${overviewGround(theatre, overviewPlot(['2224', '2232', '2325', '2326'])).key}`,
    );
    expect(plan?.scene.ground.key).not.toBe(whole.scene.ground.key);
    expect(plan?.alt).toContain('Close-up');
    expect(plan?.alt).not.toContain('3447');
  });

  test('every order of a game is written so that it is read again as it was', () => {
    const verbs = new Set<string>();
    for (const { state, seat, order } of (LONG ? [1, 2] : [1]).flatMap((seed) => [
      ...ordersOfAGame('may-week', seed),
    ])) {
      const text = game.play?.planning?.write(state, seat, [order]) ?? '';
      const { orders, refused } = game.play?.planning?.read(state, seat, text, '') ?? { orders: [], refused: [] };
      expect({ text, refused, orders: orders.map(orderKey) }).toEqual({ text, refused: [], orders: [orderKey(order)] });
      verbs.add(order.verb);
    }
    const met = ['place', 'move', 'rail', 'entrench', 'probe', 'attack', 'claim', 'done'];
    expect([...verbs]).toEqual(expect.arrayContaining(met));
  });

  test('rests on nothing that is hidden from the side', () => {
    const pick = picker(3);
    const twin = WILDERNESS_SECRETS.shuffle(line, 'union', pick);
    for (const text of ['V, VI 2427; III 2426; probe Torbert / 2427; done', 'attack 2427 / V', 'III 2428; hasty 2425'])
      expect(read(twin, text)).toEqual(read(line, text));
    for (const text of ['Heth 2223', 'attack 2425 with Heth', 'probe 2428 with Lee', '2428 to 2427'])
      expect(read(line, text).refused.join()).not.toMatch(/infantry|dummy|isn’t yours/);
  });
});

describe('completions', () => {
  const completed = (state: State, text: string) =>
    (game.play?.planning?.complete(state, 'union', text) ?? []).map(({ value }) => value);

  test('the exact name comes first, and nobody is named twice', () => {
    const state = position({ ...LINE, 'u-vi': '2223' });
    expect(completed(state, '').slice(0, 2)).toEqual(['VI', 'V']);
    expect(completed(state, 'V').slice(0, 2)).toEqual(['V', 'VI']);
    expect(completed(state, 'III 2324; V')[0]).toBe('III 2324; V');
    expect(completed(line, 'Dummy 1')[0]).toBe('Dummy 1');
    expect(completed(line, 'VI, V')[0]).toBe('VI, V');
    expect(completed(line, 'VI, V')).not.toContain('VI, VI');
    expect(completed(line, 'VI, V')).toContain('VI, V 2325');
  });

  test('in the set-up a complete name is followed by the hexes in which all those named can stand', () => {
    for (const text of ['V', 'VI', 'Torbert', 'VI, V', 'place V, VI']) {
      const [first, ...others] = completed(SET_UP, text);
      const places = others.filter((value) => /\d{4}$/.test(value));
      expect(first).toBe(text);
      expect(places.length, text).toBeGreaterThan(10);
      for (const place of places) {
        const { orders, refused } = read(SET_UP, place);
        expect(refused, place).toEqual([]);
        expect(orders).toHaveLength(text.split(',').length);
      }
    }
    expect(completed(SET_UP, 'VI, V 2326')).toEqual(['VI, V 2326']);
  });

  test('in the set-up those who stand apart can meet where one of them stands', () => {
    const goals = completed(SET_UP, 'Torbert, Dummy 1');
    expect(goals).toEqual(expect.arrayContaining(['Torbert, Dummy 1 2325', 'Torbert, Dummy 1 2326']));
  });
});

test('a march that is chosen by names has a sketch with costs', () => {
  const march = game.play?.planning?.marches?.draft?.(line, 'union', 'V, VI, Grant') ?? null;
  expect(march).toEqual({ verb: 'move', from: '2224', units: 'u-v+u-vi+u-grant' });
  expect(march && game.pictures.sketch?.(game.knowledge.view(line, 'union'), 'union', march)?.alt).toMatch(
    /Where they can go from 2224/,
  );
  expect(game.play?.planning?.marches?.draft?.(line, 'union', 'nobody')).toBeNull();
});

test('a fort among the units of a march that is being typed has no goals, and is no error', () => {
  const { planning } = game.play ?? {};
  const { state } = game.rules.start('may', sealedAt('forts', 0, 'start'));
  for (const text of ['V, Washington 2', 'VI, Alex 3', 'Washington, V 3', '2324, Washington 3'])
    expect(planning?.complete(state, 'union', text), text).toEqual([]);
});
