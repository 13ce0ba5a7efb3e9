import { describe, expect, test } from 'vitest';
import { replayedDice } from '../../../src/game/index.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { game, theatre } from './data.ts';
import { given, having, position } from './position.ts';

const seen = (state: State, viewer: string, hex: string) =>
  game.knowledge.view(state, viewer).stacks.find((stack) => stack.hex === hex);

describe('what is hidden', () => {
  test('2.4: the end of set-up reveals where both sides stand, and neither side’s own set-up anything', () => {
    const start = game.rules.start('may', sealedAt('set up', 0, 'start')).state;
    const first = given(start, 'done');
    const second = given(first.state, 'done');
    expect([first, second].map(({ events }) => game.knowledge.reveals?.(events))).toEqual([0, 1]);
  });

  test('14: its own side alone knows its counters, supply, command, points and means', () => {
    const state = position({ 'u-v': '2224', 'c-heth': '2225' }, { pool: { union: 3, confederate: 2 } });
    const union = game.knowledge.view(state, 'union');
    expect([union.own.union?.pool, union.own.confederate]).toEqual([3, null]);
    expect(seen(state, 'union', '2224')?.own?.[0]).toMatchObject({
      strength: 12,
      original: 12,
      supply: 'supplied',
      left: 6,
    });
    const everybody = game.knowledge.view(state, 'public');
    expect(everybody.own).toEqual({ union: null, confederate: null });
    expect(game.knowledge.view(state, 'referee').own.confederate?.pool).toBe(2);
  });

  test('14: what stands to be done names to others only what lies open', () => {
    const state = position({ 'u-v': { hex: '2224', held: true } });
    const open = '**Union**: move your counters, then end the phase.';
    expect(game.positionWords.agenda?.(game.knowledge.view(state, 'union'))).toEqual([
      open,
      'Counters you can still send: 1 by rail, 2 by sea.',
      expect.stringMatching(/^Out of command.*: V Corps\.$/),
    ]);
    for (const viewer of ['confederate', 'public'])
      expect(game.positionWords.agenda?.(game.knowledge.view(state, viewer))).toEqual([open]);
  });

  test('14: what a side is asked in front of all names no button, for none ends a step there', () => {
    for (const step of ['setup', 'reinforce', 'move', 'probe', 'combat', 'claim'] as const) {
      const state = position({ 'u-v': '2224' }, { step, ready: { union: false, confederate: true } });
      const [line = ''] = game.positionWords.agenda?.(game.knowledge.view(state, 'public')) ?? [];
      expect(line).toMatch(/^\*\*(Union|Confederates)\*\*: .* end (it|the phase|your turn)\.$/);
      expect(line).not.toMatch(/Done|press/);
    }
  });

  test('14: marches are told to others as counters from hex to hex, orders as nothing', () => {
    const state = position({ 'u-v': '2224', 'u-grant': '2224' });
    const order = { verb: 'move', from: '2224', units: 'u-v+u-grant', to: '2223' } as const;
    const [event] = given(state, order).events;
    if (!event) throw new Error('nothing happened');
    expect(game.eventWords.tell(event, 'confederate')).toBe(
      '2 Union counters move from 2224 to 2223 near Culpeper C.H.',
    );
    expect(game.eventWords.tell(event, 'union')).toContain('V Corps and Grant');
    expect(game.orderWords.describe(order, 'confederate', 'union')).toBe('gives an order to march');
    expect(game.orderWords.describe(order, 'union', 'union')).toContain('V Corps and Grant');
  });

  test('14: what every counter is, is dealt under the seal before set-up, and no order changes it', () => {
    const dice = sealedAt('sealed', 0, 'start');
    const { state } = game.rules.start('may', dice);
    const identities = state.counters.map(({ unit }) => unit);
    expect(dice.thrown.filter(({ purpose }) => purpose.endsWith(' counters')).map(({ kind }) => kind)).toEqual([
      'shuffle',
      'shuffle',
    ]);
    expect(game.rules.start('may', replayedDice(dice.thrown)).state.counters.map(({ unit }) => unit)).toEqual(
      identities,
    );
    const placed = having(state, 'done');
    expect(placed.counters.map(({ unit }) => unit)).toEqual(identities);
    expect(new Set(identities).size).toBe(identities.length);
  });

  test('14: dice that tell something of what is face down are dealt, and stay out of every view', () => {
    const state = position({ 'u-v': '2224', 'c-heth': '2225' }, { step: 'reinforce' });
    const dice = sealedAt('command', 0, 'done');
    game.rules.apply(state, 'union', { verb: 'done' }, dice);
    const foot = theatre.units.filter(({ side, kind }) => side === 'union' && kind === 'infantry').length;
    expect(dice.thrown).toHaveLength(foot);
    expect(dice.thrown.every(({ kind }) => kind === 'shuffle')).toBe(true);
  });
});
