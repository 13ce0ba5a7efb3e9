import { describe, expect, test } from 'vitest';
import { hexLabel } from '../../../src/kit/hex/hex-names.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import { refusal } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { field } from './data.ts';
import { offered, position, question, refused, start } from './position.ts';

/** Destinations of a unit as they are offered, with their hints. */
function places(state: State, unit: string): readonly { readonly value: string; readonly hint: string }[] {
  return (question(state, `move ${unit}`)?.choices ?? []).map(({ value, hint = '' }) => ({ value, hint }));
}

describe('destinations stand in the order of their use', () => {
  const to = places(start, 'c-rodes');
  const at = (hex: string) => to.findIndex(({ value }) => value === hex);

  test('places with a name first, then the nearest to the enemy, and what is a step away last', () => {
    const named = to.filter(({ value }) => field.hex.get(value)?.name);
    expect(named.length).toBeGreaterThan(3);
    expect(to.slice(0, named.length)).toEqual(named);
    for (const far of ['1105', '1205', '1003'])
      for (const near of ['0103', '0202', '0203']) expect(at(far)).toBeLessThan(at(near));
    expect(
      to
        .slice(-4)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['0102', '0103', '0202', '0203']);
  });

  test('what coming on late in the column costs takes nobody farther', () => {
    const fifth = places({ ...start, columns: { '0103': 8 } }, 'c-rodes');
    expect(fifth.find(({ value }) => value === '0103')?.hint).toBe('cost 5 of 12');
    expect(
      fifth
        .slice(-4)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['0102', '0103', '0202', '0203']);
  });

  test('next to the enemy, which ends the move, first of all, and it is said', () => {
    const state = position({ 'c-gregg': '1004', 'u-1-2-v': '1107' });
    const all = places(state, 'c-gregg');
    const met = all.filter(({ hint }) => hint.includes('next to the enemy'));
    expect(met.length).toBeGreaterThan(0);
    expect(all.slice(0, met.length)).toEqual(met);
    expect(met[0]?.hint).toMatch(/^cost \d of 6, next to the enemy$/);
    // Places with a name that stand behind them are not next to him.
    for (const { hint } of all.slice(met.length)) expect(hint).not.toContain('enemy');
  });

  test('the Train reads first what is nearest to White Oak Bridge', () => {
    const train = places(position({ 'u-train': '1926' }, { side: 'union' }), 'u-train');
    const far = train.map(({ value }) => Math.abs(Number(value.slice(0, 2)) - 15));
    expect(far.at(0)).toBeLessThan(far.at(-1) as number);
  });
});

describe('units stand in the order of their use', () => {
  test('who can meet the enemy, the nearest first; who can come on; the rest by corps', () => {
    const state = position(
      { 'u-2-2-iv': '2010', 'u-1-2-v': '1709', 'u-1-3-v': '1107', 'u-2-1-ii': 'waiting', 'c-gregg': '1004' },
      { side: 'union', turn: 6 },
    );
    expect(offered(state, 'move')).toEqual(['u-1-3-v', 'u-2-1-ii', 'u-1-2-v', 'u-2-2-iv']);
  });

  test('those of one hex stay together, their pair behind them', () => {
    const state = position({ 'c-gregg': '1004', 'c-branch': '1004', 'c-field': '0703', 'u-1-2-v': '1107' });
    expect(offered(state, 'move')).toEqual(['c-gregg', 'c-branch', 'c-gregg+c-branch', 'c-field']);
  });
});

describe('where a place is out of reach', () => {
  test('the nearest to it that the unit can reach are named', () => {
    const state = position({ 'c-hood': '1301' });
    const told = refusal(field, refused(state, 'move c-hood 1206'));
    const [, words = ''] = /You can order, for example, (“Hood to .*)\.$/.exec(told) ?? [];
    expect(words).toMatch(/ or /);
    const instead = refused(state, 'move c-hood 1206').instead;
    expect(instead).toHaveLength(3);
    for (const order of instead.slice(0, 2)) expect(words).toContain(hexLabel(field, String(order.to)));
  });
});
