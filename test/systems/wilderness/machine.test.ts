import { expect, test } from 'vitest';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { picker, sealedAt } from '../../dice/sealed.ts';
import { game } from './data.ts';
import { position } from './position.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

const line = position({
  ...{ 'u-v': '2224', 'u-vi': '2224', 'u-iii': '2325', 'u-grant': '2224', 'u-cav-1': '2426', 'u-dummy-1': '2323' },
  ...{ 'c-heth': '2428', 'c-lee': '2428', 'c-rodes': '2228', 'c-dummy-1': '2328', 'c-cav-1': '2427' },
});

test('the machine decides by what its side sees, and each of its orders is legal after those before', () => {
  const pick = picker(4);
  for (const seat of ['union', 'confederate'] as const) {
    const state: State = { ...line, side: seat };
    const twin = WILDERNESS_SECRETS.shuffle(state, seat, pick);
    const orders = (one: State) =>
      game.play?.machine?.orders(game.knowledge.view(one, seat), seat, sealedAt('machine', 1, seat)) ?? [];
    expect(orders(state).length).toBeGreaterThan(0);
    expect(orders(twin)).toEqual(orders(state));
  }
});

const orders = (state: State) =>
  game.play?.machine?.orders(game.knowledge.view(state, state.side), state.side, sealedAt('machine', 2, state.side)) ??
  [];
const verbs = (state: State) => orders(state).map(({ verb }) => verb);

test('goes by rail and by sea where that saves eight hexes to what it wants, and leaves the train if it can', () => {
  const confederate = (hex: string) => verbs(position({ 'c-heth': hex }, { side: 'confederate' }));
  expect(confederate('3445')).toEqual(['rail', 'detrain', 'done']);
  expect(confederate('0144')).toEqual(['rail', 'done']);
  expect(confederate('3428')).toEqual(['move', 'done']);
  const train = position({ 'c-heth': { hex: '3428', entrained: true } }, { side: 'confederate' });
  expect(verbs(train).slice(0, 2)).toEqual(['detrain', 'move']);
  expect(verbs(position({ 'u-v': '3727', 'c-heth': '3447' }))).toEqual(['sea', 'done']);
});

test('makes a hasty attack where half its strength will do, and none where it won’t', () => {
  const near = { hex: '2224', spent: 6, deeds: ['marched'] } as const;
  const against = (strength: number) =>
    verbs(position({ 'u-v': near, 'u-vi': near, 'u-iii': near, 'c-heth': { hex: '2225', strength, up: true } }));
  expect(against(4)).toEqual(['hasty']);
  expect(against(30)).not.toContain('hasty');
});
