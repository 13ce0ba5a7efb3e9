import { describe, expect, test } from 'vitest';
import { fixStatus } from '../../../src/systems/wilderness/rules/command.ts';
import { SUPPLY_RANGE, supplyIn } from '../../../src/systems/wilderness/rules/supply.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Side } from '../../../src/systems/wilderness/vocabulary.ts';
import { scripted } from '../../dice/scripted.ts';
import { game, theatre } from './data.ts';
import { counterOf, given, having, position, why } from './position.ts';

const supply = (state: State, side: Side, hex: string) => supplyIn(theatre, state, side, hex);

describe('supply and command', () => {
  test('8.1: unsupplied infantry attacks and moves at half, isolated infantry defends at half as well', () => {
    // Cases 8 to 10 have the figures; both halve the allowance.
    const state = position({ 'u-v': '4857' }, { control: {} });
    expect(supply(state, 'union', '4857')).toBe('unsupplied');
  });

  test('8.2: a path of at most eight hexes; Williamsburg is exactly eight from Confederate rails', () => {
    expect(SUPPLY_RANGE).toBe(8);
    const state = position({ 'c-pickett': '5154' });
    expect(supply(state, 'confederate', '5154')).toBe('supplied');
    expect(supply(state, 'confederate', '5254')).toBe('unsupplied');
  });

  test('8.2: enemy counters and their zones close the path, unless a friend stands there', () => {
    const about = { 'c-heth': '2225', 'c-rodes': '2123', 'c-field': '2424' };
    expect(supply(position({ 'u-v': '2224', ...about }), 'union', '2224')).toBe('isolated');
    expect(supply(position({ 'u-v': '2224', 'u-dummy-1': '2223', 'u-vi': '2222', ...about }), 'union', '2224')).toBe(
      'supplied',
    );
  });

  test('8.2, 3.6: rails supply only as far as they are joined, and free of the enemy', () => {
    const hex = '1930';
    expect(supply(position({ 'c-heth': hex }), 'confederate', hex)).toBe('supplied');
    // Off its lines of rails, a place far from everything has none near.
    expect(supply(position({ 'c-heth': hex }, { control: {} }), 'confederate', hex)).not.toBe('supplied');
  });

  test('8.3: a source that the enemy occupies or has claimed does not count; ports supply the side that controls them', () => {
    const yorktown = (holder: Side) =>
      supply(position({ 'u-xi': '5555' }, { control: { 5555: holder }, forts: {} }), 'union', '5555');
    expect([yorktown('union'), yorktown('confederate')]).toEqual(['supplied', 'unsupplied']);
    const may = theatre.control.union;
    for (const port of ['4314', '4316', '5612', '3727', '5555', '5761', '5961']) expect(may).toContain(port);
    expect(theatre.scenario.get('june')?.ports).toEqual(['4346', '3752']);
  });

  test('8.3: the Valley is supplied from its source at any distance', () => {
    const state = position({ 'c-valley': '0720' }, { control: {} });
    expect(theatre.zones.valley.has('0720')).toBe(true);
    expect(supply(state, 'confederate', '0720')).toBe('supplied');
  });

  test('8.4: cavalry, leaders and dummies need no supply and show none', () => {
    const own = game.knowledge.view(position({ 'u-cav-1': '4857', 'u-grant': '4857', 'u-dummy-1': '4857' }), 'union')
      .stacks[0]?.own;
    expect(own?.map((unit) => unit.supply)).toEqual([null, null, null]);
  });

  test('7.1, 7.2: infantry is in command near its leader, or where it needs none', () => {
    const commanded = (side: Side, unit: string, at: { [unit: string]: string }) =>
      game.knowledge
        .view(position(at), side)
        .stacks.flatMap(({ own }) => own ?? [])
        .find((one) => one.unit === unit)?.commanded;
    expect(commanded('union', 'u-v', { 'u-v': '2224', 'u-grant': '2218' })).toBe(true);
    expect(commanded('union', 'u-v', { 'u-v': '2224', 'u-grant': '2217' })).toBe(false);
    expect(commanded('union', 'u-v', { 'u-v': '4217' })).toBe(true);
    expect(commanded('union', 'u-v', { 'u-v': '4110' })).toBe(true);
    expect(commanded('confederate', 'c-heth', { 'c-heth': '3444' })).toBe(true);
    expect(commanded('confederate', 'c-heth', { 'c-heth': '2130', 'c-early': '2134' })).toBe(true);
    expect(commanded('confederate', 'c-heth', { 'c-heth': '2130', 'c-early': '2135' })).toBe(false);
  });

  test('7.3: a hex out of command throws a die that its side alone learns: on 5 or 6 it stands idle, but may entrench', () => {
    const state = position({ 'u-v': '2224', 'u-vi': '3020', 'c-heth': '2331' }, { step: 'reinforce' });
    const foot = theatre.units.filter(({ side, kind }) => side === 'union' && kind === 'infantry').length;
    const faces = (...first: number[]) =>
      Array.from({ length: foot }, (_, at) => {
        const face = (first[at] ?? 1) - 1;
        return [face, ...[0, 1, 2, 3, 4, 5].filter((one) => one !== face)];
      });
    const { state: fixed, event } = fixStatus(theatre, state, scripted(...faces(5, 4)));
    expect(event).toMatchObject({ type: 'commanded', held: ['u-v'], free: ['u-vi'] });
    expect(game.eventWords.tell(event, 'union')).toContain('V Corps');
    expect([game.eventWords.tell(event, 'confederate'), game.eventWords.tell(event, 'public')]).toEqual([null, null]);
    const moving: State = { ...fixed, step: 'move' };
    expect(why(moving, 'move 2224 u-v 2223')).toBe('out-of-command [7.3]');
    expect(having(moving, 'entrench u-v').entrenched).toEqual(['2224']);
    const port = position({ 'u-v': { hex: '3727', held: true } });
    expect(counterOf(having(port, 'sea u-v 4346'), 'u-v').hex).toBe('4346');
    const fighting = position({ 'u-v': { hex: '2224', held: true }, 'c-heth': '2225' }, { step: 'combat' });
    expect(why(fighting, 'attack 2225 u-v')).toBe('out-of-command [7.3]');
  });

  test('7.4: under 10 about Washington, or 6 about Richmond, at the end of the Movement Phase costs 5 points', () => {
    const done = { verb: 'done' } as const;
    expect(given(position({ 'u-v': '2224' }), done).state.points.confederate).toBe(0);
    const bare = position({ 'u-v': '2224' }, { forts: { 'f-washington': 5, 'f-alexandria': 3 } });
    expect(given(bare, done).state.points.confederate).toBe(5);
    const south = { side: 'confederate' } as const;
    expect(given(position({ 'c-heth': '3444', 'u-v': '2224' }, south), done).state.points.union).toBe(5);
    expect(given(position({ 'c-heth': { hex: '3444', strength: 6 } }, south), done).state.points.union).toBe(0);
  });
});
