import { describe, expect, test } from 'vitest';
import { retreatWaysOf } from '../../../../src/systems/road-to-richmond/rules/combat/pending-choices.ts';
import type { State } from '../../../../src/systems/road-to-richmond/state.ts';
import type { Order, Where } from '../../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from '../data.ts';
import { asked, having, offered, position, question } from '../position.ts';
import { firstOrders, fought, opened, planning } from './melee.ts';

const ways = (at: { readonly [piece: string]: Where }, piece: string, more: Partial<State> = {}) =>
  retreatWaysOf(field, position(at, more), piece);
const to = (...found: Parameters<typeof ways>) => ways(...found).map((way) => way.to);

const DONE: Order = { verb: 'done' };
const REST: Order = { verb: 'done', sure: 'rest' };
const fight = (target: string): Order => ({ verb: 'fight', target });

/** The position once all who have to go back have gone, each by the first way offered. */
function gone(state: State): State {
  let now = state;
  while (now.pending[0]?.kind === 'retreat') now = having(now, firstOrders(now, 1)[0] as Order);
  return now;
}

describe('retreats', () => {
  test('8.1, case 17: one hex, free of enemies and their control, not over the bare river', () => {
    const at = { 'u-1-2-iv': '1726', 'c-gregg': '1826' };
    expect(to(at, 'u-1-2-iv').toSorted()).toEqual(['1625', '1626', '1725', '1727']);
  });

  test('8.1: on the map; off it is never a retreat', () => {
    const at = { 'u-1-2-v': '1528', 'c-gregg': '1527' };
    for (const hex of to(at, 'u-1-2-v')) expect(field.hex.has(hex)).toBe(true);
  });

  test('8.1: within stacking, with friends where there is room', () => {
    const at = { 'u-1-2-v': '1004', 'u-2-2-v': '1005', 'u-3-2-v': '1105', 'u-2-1-v': '1105', 'c-gregg': '1003' };
    expect(to(at, 'u-1-2-v').toSorted()).toEqual(['0905', '1005']);
  });

  test('8.1, 14.2, case 23: Union pieces do not retreat into a closed zone, Confederates do', () => {
    const union = { 'u-1-2-v': '0417', 'c-gregg': '0516' };
    expect(to(union, 'u-1-2-v', { turn: 12 })).not.toContain('0317');
    expect(to(union, 'u-1-2-v', { turn: 17, corpsCame: 14 })).toContain('0317');
    expect(to({ 'c-gregg': '0417', 'u-1-2-v': '0516' }, 'c-gregg', { turn: 12 })).toContain('0317');
  });

  test('8.1: two from one hex may part, their owner says how', () => {
    const at = { 'u-3-2-v': '1004', 'u-2-1-v': '1004', 'c-gregg': '1003', 'c-branch': '1003' };
    const { state } = fought(planning('confederate', at), [REST, DONE, fight('1004')], 3);
    expect(offered(state, 'retreat')).toEqual(['u-3-2-v', 'u-2-1-v']);
    const open = offered(state, 'retreat u-2-1-v');
    expect(open.length).toBeGreaterThan(1);
    const parted = having(state, `retreat u-2-1-v ${open[0]}`);
    expect(offered(parted, 'retreat')).toEqual(['u-3-2-v']);
    const both = having(parted, `retreat u-3-2-v ${open[1]}`);
    expect(both.where).toMatchObject({ 'u-2-1-v': open[0], 'u-3-2-v': open[1] });
  });

  test('8.1: who has no way is eliminated, and scored', () => {
    const at = { 'u-3-2-v': '1004', 'c-gregg': '1003', 'c-branch': '1003', 'c-lawton': '1005' };
    const ready = having(planning('confederate', at), REST, DONE);
    const { state, events } = fought(ready, [fight('1004')], 4);
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'fought', result: 'Dr' },
      { type: 'lost', side: 'union', pieces: ['u-3-2-v'], why: 'no-way', points: 3 },
    ]);
    expect(state.pending).toMatchObject([{ kind: 'advance', side: 'confederate' }]);
  });

  test('a retreat with one way is made without asking', () => {
    const at = {
      'u-3-2-v': '1004',
      'u-2-1-v': '0905',
      'u-1-1-v': '0905',
      'u-3-1-v': '1105',
      'u-1-3-v': '1105',
      'c-lawton': '1003',
      'c-elzey': '1003',
    };
    const ready = having(planning('confederate', at), REST, DONE);
    const { events } = fought(ready, [fight('1004')], 4);
    expect(events[1]).toMatchObject({ type: 'retreated', piece: 'u-3-2-v', to: '1005', displacing: null });
  });

  /** Confederates in 0112 and 0212, a Union piece in 0113, two guns in 0114. */
  const CASE_18 = {
    'c-lawton': '0112',
    'c-elzey': '0112',
    'c-semmes': '0212',
    'u-3-2-v': '0113',
    'u-s-art': '0114',
    'u-2r-art': '0114',
  };
  const beaten = (more: { readonly [piece: string]: Where }) => {
    const ready = having(planning('confederate', { ...CASE_18, ...more }), REST, DONE);
    expect(ready.battles).toMatchObject([{ hexes: ['0113'], column: '6-1' }]);
    return fought(ready, [fight('0113')], 4);
  };

  test('8.2, case 18: only a full hex is open, and one of those in it makes room', () => {
    const { state } = beaten({});
    expect(question(state, 'retreat u-3-2-v')?.choices.map(({ value }) => value)).toEqual(['0114']);
    expect(offered(state, 'retreat u-3-2-v 0114')).toEqual(['u-2r-art', 'u-s-art']);
    expect(asked(state)[0]?.defaultText).toMatch(/^\S+ retreats to 0114.*, .+ \(making room\) to \d{4}/);
    const moved = having(state, 'retreat u-3-2-v 0114 u-s-art');
    expect(moved.pending[0]).toMatchObject({ kind: 'retreat', side: 'union', pieces: ['u-s-art'], why: 'displaced' });
    expect(offered(moved, 'retreat u-s-art').toSorted()).toEqual(['0115', '0214']);
    const away = having(moved, 'retreat u-s-art 0214');
    expect(away.where).toMatchObject({ 'u-3-2-v': '0114', 'u-2r-art': '0114', 'u-s-art': '0214' });
    // 8.3: they would not fire any more in this phase.
    expect(away.shaken).toEqual({ retreated: ['u-3-2-v', 'u-s-art'], displaced: ['u-s-art'] });
  });

  const FULL = { 'u-1-2-v': '0214', 'u-2-2-v': '0214', 'u-1-1-v': '0115', 'u-3-1-v': '0115' };

  test('8.2, case 18: a chain, where those displaced displace others', () => {
    const { state } = beaten(FULL);
    const first = having(state, 'retreat u-3-2-v 0114 u-s-art');
    expect(offered(first, 'retreat u-s-art').toSorted()).toEqual(['0115', '0214']);
    const second = having(first, 'retreat u-s-art 0214 u-2-2-v');
    expect(second.pending[0]).toMatchObject({
      pieces: ['u-2-2-v'],
      why: 'displaced',
      chain: ['u-3-2-v', 'u-s-art', 'u-2-2-v'],
    });
    const ends = offered(second, 'retreat u-2-2-v');
    expect(ends).not.toContain('0114');
    const last = having(second, `retreat u-2-2-v ${ends[0]}`);
    expect(last.pending.filter(({ kind }) => kind === 'retreat')).toEqual([]);
  });

  test('8.2, case 18: if those displaced have no way out, the retreating piece is eliminated and nothing moves', () => {
    // Round 0214 and 0115 all is controlled, or in the closed zone.
    const shut = { 'c-gregg': '0413', 'c-branch': '0316' };
    const { state, events } = beaten({ ...FULL, ...shut });
    expect(events).toMatchObject([{ result: 'Dr' }, { type: 'lost', pieces: ['u-3-2-v'], why: 'no-way' }]);
    expect(state.where).toMatchObject({ 'u-s-art': '0114', 'u-2r-art': '0114', 'u-1-2-v': '0214', 'u-1-1-v': '0115' });
  });

  test('8.2: while there is another way, nobody is displaced', () => {
    const at = { ...CASE_18, 'u-2r-art': 'lost' } as const;
    expect(ways(at, 'u-3-2-v')).toEqual([{ to: '0114', displacing: [] }]);
  });

  test('8.2: nobody is displaced twice in a chain', () => {
    const at = position({ ...CASE_18, ...FULL });
    const chain = ['u-3-2-v', 'u-s-art', 'u-1-2-v'];
    for (const { displacing } of retreatWaysOf(field, at, 'u-1-2-v', chain))
      for (const id of displacing) expect(chain).not.toContain(id);
  });

  test('8.3: guns displaced before firing do not fire', () => {
    const at = { 'u-2r-art': '0410', 'c-gregg': '0408' };
    const state: State = { ...planning('union', at), shaken: { retreated: ['u-2r-art'], displaced: ['u-2r-art'] } };
    expect(offered(state, {})).toEqual(['done']);
  });
});

describe('battles that fall away', () => {
  /** Buchanan in 1004 can go back only where others stand: the Train in 1005, two in 0905, two in 1105. */
  const CROWD = {
    'u-1-2-v': '1004',
    'u-train': '1005',
    'u-2-2-v': '0905',
    'u-3-2-v': '0905',
    'u-2-1-v': '1105',
    'u-1-1-v': '1105',
    'c-lawton': '1003',
    'c-elzey': '1003',
  };

  test('7.6, 8.4: whoever has only retreated into a hex is no defender of it, and its battle is dropped', () => {
    const start = planning('confederate', { ...CROWD, 'c-jones': '0705' });
    const ready = having(start, 'bombard 1005 c-jones 1-5', REST, DONE);
    const { state } = fought(ready, [fight('1004')], 3);
    const moved = having(state, 'retreat u-1-2-v 1005 u-train');
    const after = fought(gone(moved), ['advance none']);
    expect(after.events.slice(0, 2)).toEqual([
      { type: 'held', side: 'confederate' },
      { type: 'dropped', hexes: ['1005'], why: 'no-defenders' },
    ]);
    expect(after.state).toMatchObject({ side: 'union', step: 'move' });
  });

  test('8.4: it adds nothing to the defence of others there, and suffers the result with them', () => {
    // 1103 sees 1105, two hexes away.
    const start = planning('confederate', { ...CROWD, 'c-jones': '1103' });
    const ready = having(start, 'bombard 1105 c-jones 1-5', REST, DONE);
    const { state } = fought(ready, [fight('1004')], 3);
    const moved = having(state, 'retreat u-1-2-v 1105 u-2-1-v');
    const now = gone(moved);
    const { events } = fought(now, ['advance none', fight('1105')], 4);
    expect(events[1]).toMatchObject({ type: 'fought', defenders: ['u-1-2-v', 'u-1-1-v'], reckoning: { defence: 5 } });
  });

  /** Archer, thrown back from 1003, can go only where others stand: in 1005 guns are to fire at 0704, three hexes away. */
  const THROWN = {
    'u-1-3-v': '1003',
    'u-3-2-v': '0704',
    'c-archer': '1004',
    'c-jones': '1005',
    'c-kemper': '1005',
    'c-rodes': '0905',
    'c-pryor': '0905',
    'c-wilcox': '1105',
    'c-field': '1105',
  };
  const bombarding = () => having(planning('confederate', THROWN), 'bombard 0704 c-jones 1-5', REST, DONE);

  test('7.6, 8.3: guns that have been displaced drop out, and a battle with nobody else is dropped', () => {
    const { state } = fought(bombarding(), [fight('1003')], 3);
    expect(state.pending[0]).toMatchObject({ kind: 'retreat', pieces: ['c-archer'] });
    const moved = having(state, 'retreat c-archer 1005 c-jones');
    const { events } = fought(gone(moved), ['advance none']);
    expect(events).toContainEqual({ type: 'dropped', hexes: ['0704'], why: 'no-attackers' });
    const kept = having(state, 'retreat c-archer 1005 c-kemper');
    const [away] = offered(kept, 'retreat c-kemper');
    const stands = having(kept, `retreat c-kemper ${away}`, 'advance none');
    expect(stands.battles).toMatchObject([{ hexes: ['0704'], attackers: ['c-jones'] }]);
  });

  test('7.6, 9.2: guns that an advance has brought into enemy control do not bombard any more', () => {
    const { state } = fought(bombarding(), [fight('1003')], 6);
    expect(state.pending[0]).toMatchObject({ kind: 'advance', side: 'union', pieces: ['u-1-3-v'], into: ['1004'] });
    const { events } = fought(state, ['advance u-1-3-v']);
    expect(events).toContainEqual({ type: 'dropped', hexes: ['0704'], why: 'no-attackers' });
    const held = having(state, 'advance none');
    expect(held.battles).toHaveLength(1);
  });

  test('7.6: a duty that an advance makes needs nobody: the phase ends with the last battle laid out', () => {
    const { state } = fought(bombarding(), [fight('1003')], 6);
    expect(having(state, 'advance u-1-3-v')).toMatchObject({ side: 'union', step: 'move' });
  });
});

describe('the Train', () => {
  test('15.3, case 21: next to a Confederate it retreats when the Union combat phase begins, and nobody advances', () => {
    const { state, events } = opened('union', { 'u-train': '2125', 'c-gregg': '2124' }, { alarm: 1 });
    expect(events).toEqual([{ type: 'phase', turn: 6, side: 'union', kind: 'combat' }]);
    expect(state.pending).toMatchObject([{ kind: 'retreat', side: 'union', pieces: ['u-train'], why: 'train' }]);
    expect(offered(state, 'retreat u-train').toSorted()).toEqual(['2025', '2225']);
    const gone = fought(state, ['retreat u-train 2025']);
    expect(gone.events.map(({ type }) => type)).toEqual(['retreated', 'quiet', 'phase']);
    expect(gone.state).toMatchObject({ turn: 7, side: 'confederate', step: 'move' });
  });

  test('15.3, 15.5, case 21: without a way it is destroyed: 11 points', () => {
    const at = { 'u-train': '2125', 'c-gregg': '2124', 'c-branch': '2226', 'c-garland': '1925' };
    const { state, events } = opened('union', at);
    expect(events[1]).toEqual({
      type: 'lost',
      side: 'union',
      pieces: ['u-train'],
      from: '2125',
      why: 'train',
      points: 11,
    });
    expect(state.where['u-train']).toBe('lost');
  });

  test('15.3: across a bare creek nobody frightens it', () => {
    const { events } = opened('union', { 'u-train': '1726', 'c-gregg': '1825' });
    expect(events[0]).toMatchObject({ type: 'quiet', night: false });
  });

  test('15.5: it needs a road or trail and nobody there; it displaces a single piece, and not two', () => {
    const at = { 'u-train': '2125', 'c-gregg': '2124', 'u-1-2-v': '2025' };
    expect(ways(at, 'u-train')).toEqual([{ to: '2225', displacing: [] }]);
    const crowded = { ...at, 'u-2-2-v': '2225' };
    expect(ways(crowded, 'u-train')).toEqual([
      { to: '2225', displacing: ['u-2-2-v'] },
      { to: '2025', displacing: ['u-1-2-v'] },
    ]);
    expect(ways({ ...crowded, 'u-3-2-v': '2225' }, 'u-train')).toEqual([{ to: '2025', displacing: ['u-1-2-v'] }]);
  });

  test('15.4, 15.5: it is displaced, as nobody stands with it, where there is no other way', () => {
    const at = { 'u-1-2-v': '1004', 'u-train': '1005', 'c-gregg': '1003' };
    expect(to(at, 'u-1-2-v')).not.toContain('1005');
    const shut = { ...at, 'u-2-2-v': '0905', 'u-3-2-v': '0905', 'u-2-1-v': '1105', 'u-1-1-v': '1105' };
    expect(ways(shut, 'u-1-2-v').find((way) => way.to === '1005')).toEqual({ to: '1005', displacing: ['u-train'] });
  });

  test('15.2, 8.5: attacked, it fights back with 1, and does not advance', () => {
    const at = { 'u-train': '2125', 'c-gregg': '2124' };
    const ready = having(planning('confederate', at), 'attack 2125 c-gregg 1-5', DONE);
    const { state, events } = fought(ready, [fight('2125')], 6);
    expect(events[0]).toMatchObject({
      type: 'fought',
      reckoning: { attack: 8, defence: 1, odds: '6-1', column: '1-5' },
      result: 'Ae',
    });
    expect(state.where).toMatchObject({ 'u-train': '2125', 'c-gregg': 'lost' });
    expect(state).toMatchObject({ side: 'union', step: 'move', pending: [] });
  });
});

describe('attack effectiveness', () => {
  const at = { 'u-1-2-v': '1004', 'c-gregg': '1003' };
  const thrownBack = (variant: State['variant']) => {
    const ready = having(planning('confederate', at, { variant }), REST, DONE);
    return fought(ready, [fight('1004')], 5);
  };

  test('11.1: who is thrown back from an attack out of enemy control becomes ineffective, where it is played', () => {
    const { state, events } = thrownBack('effectiveness');
    expect(events).toMatchObject([
      { type: 'fought', result: 'Ar' },
      { type: 'ineffective', side: 'confederate', pieces: ['c-gregg'] },
    ]);
    expect(state.ineffective).toEqual(['c-gregg']);
    expect(thrownBack('standard').state.ineffective).toEqual([]);
  });

  test('11.1: it may not attack; it defends and controls as usual', () => {
    const state = planning(
      'confederate',
      { 'u-train': '2125', 'c-gregg': '2124', 'c-branch': '2024' },
      { variant: 'effectiveness', ineffective: ['c-gregg'] },
    );
    expect(offered(state, 'attack 2125')).toEqual(['c-branch']);
    const union = planning('union', at, { variant: 'effectiveness', ineffective: ['c-gregg'] });
    expect(offered(union, 'attack')).toEqual(['1003']);
  });

  test('11.1: it does not advance into enemy control', () => {
    const held = { 'c-gregg': '1003', 'u-3-2-v': '1004', 'u-1-2-v': '1005' };
    const battle = (ineffective: readonly string[]) => {
      const ready = having(planning('union', held, { variant: 'effectiveness', ineffective }), REST, DONE);
      return fought(ready, [fight('1003')], 6).state.pending;
    };
    expect(battle([])).toMatchObject([{ kind: 'advance', side: 'confederate', into: ['1004'] }]);
    expect(battle(['c-gregg'])).toEqual([]);
  });

  test('11.2: in enemy control when its own combat phase begins, it must retreat', () => {
    const { state, events } = opened('confederate', at, { variant: 'effectiveness', ineffective: ['c-gregg'] });
    expect(events).toEqual([{ type: 'phase', turn: 6, side: 'confederate', kind: 'combat' }]);
    expect(state.pending).toMatchObject([
      { kind: 'retreat', side: 'confederate', pieces: ['c-gregg'], why: 'ineffective' },
    ]);
    const [back] = offered(state, 'retreat c-gregg');
    const after = fought(state, [`retreat c-gregg ${back}`]);
    expect(after.events.map(({ type }) => type)).toEqual(['retreated', 'quiet', 'phase']);
  });

  test('11.2: all take heart at the end of a night', () => {
    const { state, events } = opened('union', at, { turn: 13, variant: 'effectiveness', ineffective: ['c-gregg'] });
    expect(events).toContainEqual({ type: 'recovered', pieces: ['c-gregg'] });
    expect(state.ineffective).toEqual([]);
  });
});
