import { describe, expect, test } from 'vitest';
import type { System } from '../../../src/game/index.ts';
import { opponentsOf } from '../../../src/host/index.ts';
import { machineSeats } from '../../../src/host/table/machine-seats.ts';
import { forecast } from '../../../src/systems/sam-grant/machine/battle-forecast.ts';
import { machineOf } from '../../../src/systems/sam-grant/machine/index.ts';
import { positionWorth } from '../../../src/systems/sam-grant/machine/position-value.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { seats as SEATS } from '../../../src/systems/sam-grant/words/orders.ts';
import { west } from './data.ts';
import { type At, dealt, falling, position } from './position.ts';

describe('the machine', () => {
  test('is asked nothing where the other side is', () => {
    const state = dealt(west, falling()).state;
    const chosen: State = { ...state, chosen: { usa: '1', csa: null } };
    expect(machineOf(west).orders(view(west, chosen, 'usa'), 'usa', falling())).toEqual([]);
  });

  test('makes a forced march to a city and waits for its die, but not with a last step [5.5]', () => {
    const played: State['played'] = { usa: ['1'], csa: ['1'] };
    const orders = (at: At) => {
      const state = position(at, { turn: 5, played, hands: { usa: ['supply-2'], csa: ['1'] } });
      return machineOf(west).orders(view(west, state, 'usa'), 'usa', falling());
    };
    const march = { verb: 'move', from: '2107', to: '1909', blocks: ['u-mccook'] };
    expect(orders({ 'u-mccook': '2107' }).at(-1)).toEqual(march);
    expect(orders({ 'u-mccook': ['2107', 1] })).not.toContainEqual(march);
  });
});

test('a battle is foreseen: three against one is likely won, one against three is not, a fortress shelters', () => {
  const force = (steps: number) => ({ steps, fire: steps / 3 });
  const none = force(0);
  expect(forecast(force(12), none, force(4), false).chance).toBeGreaterThan(0.8);
  expect(forecast(force(4), none, force(12), false).chance).toBeLessThan(0.1);
  const open = forecast(force(9), none, force(6), false).chance;
  expect(forecast(force(9), none, force(6), true).chance).toBeLessThan(open);
  expect(forecast(force(9), force(4), force(6), false).chance).toBeGreaterThan(open);
});

test('a city of the enemy is worth its points to either side', () => {
  const held = position('1909 u-mccook');
  const left = position('2007 u-mccook');
  for (const side of ['usa', 'csa'] as const) {
    const gain = positionWorth(west, held, side) - positionWorth(west, left, side);
    expect(Math.sign(gain), side).toBe(side === 'usa' ? 1 : -1);
  }
});

describe('what campaigns promise', () => {
  const hands: State['hands'] = { usa: ['1', '1', '2'], csa: [] };
  const promised = (at: At, more: Partial<State> = {}) => {
    const state = position(at, { hands, ...more });
    return positionWorth(west, state, 'usa') - positionWorth(west, { ...state, hands: { usa: [], csa: [] } }, 'usa');
  };

  test('grows with the blocks that can go on to further cities, and with the actions of the hand', () => {
    const one = promised({ 'u-mccook': '2108' });
    const three = promised({ 'u-mccook': '2108', 'u-negley': '2108', 'u-buell-c': '2108' });
    expect(one).toBeGreaterThan(0);
    expect(three).toBeGreaterThan(one);
    const blocks = { 'u-mccook': '2108', 'u-negley': '2108', 'u-buell-c': '2108' };
    expect(promised(blocks, { hands: { usa: ['1'], csa: [] } })).toBeLessThan(three);
    expect(promised(blocks, { hands: { usa: ['supply-3'], csa: [] } })).toBe(0);
  });

  test('counts cities up a river that no fortress closes, while the Supreme HQ can send ships', () => {
    const fleet = { 'u-hq': '1103', 'u-sigel': '1103', 'u-carr': '1103' } as const;
    const forts = { 'c-madrid': '1308', 'c-tilghman': '1608', 'c-doneg': '1708' } as const;
    const open = promised(fleet);
    expect(promised({ ...fleet, ...forts })).toBeLessThan(open);
    expect(promised({ ...fleet, 'u-hq': ['1103', 1] })).toBeLessThan(open);
  });
});

test('its sides are called as those of other games, and are offered once: the choices of a command differ', () => {
  const loaded = ['sam-grant', 'road-to-richmond'].map((id) => {
    const seats = id === 'sam-grant' ? SEATS : SEATS.map((seat) => ({ ...seat, id: `other-${seat.id}` }));
    return { play: { machine: {} }, about: { seats } } as unknown as System;
  });
  const names = opponentsOf(loaded).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const side of ['union', 'confederate']) expect(machineSeats(loaded[0] as System, side)).toHaveLength(1);
});
