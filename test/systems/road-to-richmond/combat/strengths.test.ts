import { describe, expect, test } from 'vitest';
import type { Field } from '../../../../src/systems/road-to-richmond/field.ts';
import {
  CRT,
  expectedSwing,
  type Onslaught,
  partiesOf,
  reckon,
} from '../../../../src/systems/road-to-richmond/rules/combat/battle-odds.ts';
import type { State } from '../../../../src/systems/road-to-richmond/state.ts';
import type { Where } from '../../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from '../data.ts';
import { planning } from './melee.ts';

const by = (side: 'union' | 'confederate', at: { readonly [piece: string]: Where }) => planning(side, at);
const strengths = (state: State, battle: Onslaught, on: Field = field) => reckon(on, state, battle);

describe('strengths of a battle', () => {
  const against1107 = { 'u-1-2-v': '1107', 'u-2-2-v': '1107' };

  test('case 9: 24 points over Boatswain’s Swamp against 5 and 7 in 1107 are 1-1, and a 3 drives them back', () => {
    const state = by('confederate', { ...against1107, 'c-gregg': '1106', 'c-branch': '1106', 'c-garland': '1206' });
    const reckoning = strengths(state, { hexes: ['1107'], attackers: ['c-garland', 'c-gregg', 'c-branch'] });
    expect(reckoning).toEqual({
      attack: 24,
      defence: 24,
      doubled: [{ hex: '1107', why: 'water' }],
      odds: '1-1',
      column: '1-1',
    });
    expect(CRT.resultOf('1-1', 3)).toBe('Dr');
  });

  test('case 10: four more in 1207, where there is no stream, make it 2-1', () => {
    const more = { 'c-gregg': '1106', 'c-branch': '1106', 'c-garland': '1206', 'c-archer': '1207' };
    const state = by('confederate', { ...against1107, ...more });
    const reckoning = strengths(state, { hexes: ['1107'], attackers: Object.keys(more) });
    expect(reckoning).toMatchObject({ attack: 28, defence: 12, doubled: [], odds: '2-1' });
  });

  test('case 11: 16 over redoubts against 16 in 0409 are 1-2; another in 0510 takes the redoubts away', () => {
    const held = { 'u-2-2-vi': '0409', 'u-3-2-vi': '0409' };
    const state = by('confederate', { ...held, 'c-gregg': '0408', 'c-branch': '0309', 'c-archer': '0510' });
    const two = { hexes: ['0409'], attackers: ['c-gregg', 'c-branch'] };
    expect(strengths(state, two)).toMatchObject({
      attack: 16,
      defence: 32,
      odds: '1-2',
      doubled: [{ hex: '0409', why: 'redoubt' }],
    });
    expect(strengths(state, { ...two, attackers: [...two.attackers, 'c-archer'] })).toMatchObject({ defence: 16 });
  });

  test('case 12, 4.3: a redoubt helps only whoever is behind it, of either army', () => {
    const union = by('union', { 'u-2-2-vi': '0409', 'c-gregg': '0408' });
    expect(strengths(union, { hexes: ['0408'], attackers: ['u-2-2-vi'] })).toMatchObject({ defence: 8, doubled: [] });
    const turned = by('union', { 'c-gregg': '0409', 'u-2-2-vi': '0408' });
    expect(strengths(turned, { hexes: ['0409'], attackers: ['u-2-2-vi'] })).toMatchObject({ defence: 16 });
  });

  test('case 13: 2 and 1 in 1108 bombard 8 in 1106 over the stream: 3 against 16, 1-5', () => {
    const state = by('union', { 'u-v-art': '1108', 'u-1r-art': '1108', 'c-gregg': '1106' });
    const reckoning = strengths(state, { hexes: ['1106'], attackers: ['u-v-art', 'u-1r-art'] });
    expect(reckoning).toMatchObject({ attack: 3, defence: 16, odds: '1-5', doubled: [{ why: 'water' }] });
    expect(CRT.resultOf('1-5', 4)).toBe('Ae');
  });

  test('case 14: 1 and 8 in 0410 bombard 8 in 0408 from behind the redoubt: 1-1', () => {
    const state = by('union', { 'u-2r-art': '0410', 'u-s-art': '0410', 'c-gregg': '0408' });
    const reckoning = strengths(state, { hexes: ['0408'], attackers: ['u-2r-art', 'u-s-art'] });
    expect(reckoning).toMatchObject({ attack: 9, defence: 8, odds: '1-1', doubled: [] });
  });

  test('4, 4.1: rough ground doubles whatever the way, and nothing doubles twice', () => {
    const state = by('confederate', { 'u-1-2-v': '1207', 'c-gregg': '1206' });
    expect(strengths(state, { hexes: ['1207'], attackers: ['c-gregg'] })).toMatchObject({
      defence: 10,
      doubled: [{ hex: '1207', why: 'terrain' }],
    });
    const wet = withTerrain('1107', 'rough');
    const over = by('confederate', { 'u-1-2-v': '1107', 'c-gregg': '1106' });
    expect(strengths(over, { hexes: ['1107'], attackers: ['c-gregg'] }, wet)).toMatchObject({
      defence: 10,
      doubled: [{ hex: '1107', why: 'terrain' }],
    });
  });

  test('4: a bridge doubles like a stream (case 7), and clear ground does not', () => {
    const state = by('confederate', { 'u-1-2-v': '0608', 'c-gregg': '0607' });
    expect(strengths(state, { hexes: ['0608'], attackers: ['c-gregg'] })).toMatchObject({
      defence: 10,
      doubled: [{ hex: '0608', why: 'water' }],
    });
    const open = by('confederate', { 'u-1-2-v': '1004', 'c-gregg': '1003' });
    expect(strengths(open, { hexes: ['1004'], attackers: ['c-gregg'] })).toMatchObject({ defence: 5, doubled: [] });
  });

  test('4.2: water and redoubts are not mixed', () => {
    // 0409 behind redoubts from 0408 and 0309; a stream is laid on its side to 0510.
    const mixed = withStream('0409', '0510');
    const held = { 'u-2-2-vi': '0409' };
    const state = by('confederate', { ...held, 'c-gregg': '0408', 'c-archer': '0510' });
    const battle = (...attackers: string[]) => strengths(state, { hexes: ['0409'], attackers }, mixed);
    expect(battle('c-gregg')).toMatchObject({ doubled: [{ why: 'redoubt' }] });
    expect(battle('c-archer')).toMatchObject({ doubled: [{ why: 'water' }] });
    expect(battle('c-gregg', 'c-archer')).toMatchObject({ defence: 8, doubled: [] });
  });

  test('4.4: each of several hexes is judged by itself', () => {
    // 1107 lies over the stream from 1206, 1207 is swamp forest, 1106 is open to it.
    const state = by('confederate', { 'u-1-2-v': '1107', 'u-3-2-v': '1106', 'c-gregg': '1206' });
    expect(strengths(state, { hexes: ['1106', '1107'], attackers: ['c-gregg'] })).toMatchObject({
      defence: 3 + 10,
      doubled: [{ hex: '1107', why: 'water' }],
    });
  });

  test('8.4: whoever has retreated into a hex adds nothing to its defence', () => {
    const fresh = by('confederate', { ...against1107, 'c-gregg': '1207' });
    const state: State = { ...fresh, shaken: { retreated: ['u-2-2-v'], displaced: [] } };
    const battle = { hexes: ['1107'], attackers: ['c-gregg'] };
    expect(strengths(state, battle)).toMatchObject({ defence: 5, odds: '1-1' });
    expect(partiesOf(field, state, battle).defenders.map(({ id }) => id)).toEqual(['u-1-2-v', 'u-2-2-v']);
  });

  test('9.3, 9.5: guns that support an attack add their strength and do not say how it comes', () => {
    // The guns in 1004 have no water before them; the attack over the stream is doubled all the same.
    const state = by('confederate', { 'u-1-2-v': '1107', 'c-gregg': '1106', 'c-jones': '1209' });
    const alone = strengths(state, { hexes: ['1107'], attackers: ['c-gregg'] });
    const together = strengths(state, { hexes: ['1107'], attackers: ['c-gregg', 'c-jones'] });
    expect(alone).toMatchObject({ attack: 8, defence: 10 });
    expect(together).toMatchObject({ attack: 9, defence: 10, doubled: [{ why: 'water' }] });
  });

  test('9.6: guns lend nothing to the defence of another hex', () => {
    const state = by('confederate', { 'u-1-2-v': '1107', 'u-s-art': '1108', 'c-gregg': '1207' });
    expect(strengths(state, { hexes: ['1107'], attackers: ['c-gregg'] })).toMatchObject({ defence: 5 });
  });

  test('7.8: a lower column that was named counts, unless the odds have fallen below it', () => {
    const state = by('confederate', { 'u-3-2-v': '1107', 'c-gregg': '1207' });
    const battle = { hexes: ['1107'], attackers: ['c-gregg'], column: '1-1', lower: true } as const;
    expect(strengths(state, battle)).toMatchObject({ odds: '2-1', column: '1-1' });
    const weak = by('confederate', { 'u-1-3-v': '1107', 'c-archer': '1207' });
    expect(strengths(weak, { ...battle, attackers: ['c-archer'] })).toMatchObject({ odds: '1-2', column: '1-2' });
  });

  test('what a battle promises is the mean of its six faces', () => {
    const state = by('confederate', { 'u-3-2-v': '1107', 'c-gregg': '1207', 'c-jones': '1209' });
    // 9:3 is 3-1: De 3, four times Dr, Ex 3 for 8.
    expect(expectedSwing(field, state, { hexes: ['1107'], attackers: ['c-gregg', 'c-jones'] })).toBeCloseTo(
      (3 + 3 - 8) / 6,
    );
  });
});

function withTerrain(id: string, terrain: 'rough'): Field {
  const hex = new Map(field.hex);
  const was = hex.get(id);
  if (was) hex.set(id, { ...was, terrain });
  return { ...field, hex };
}

function withStream(one: string, other: string): Field {
  const hex = new Map(field.hex);
  for (const [id, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const was = hex.get(id);
    if (!was) continue;
    const sides = was.sides.map((side) => (side.to === to ? { ...side, water: 'stream' as const } : side));
    hex.set(id, { ...was, sides });
  }
  return { ...field, hex };
}
