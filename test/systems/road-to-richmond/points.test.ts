import { describe, expect, test } from 'vitest';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { HEX_GRID, readField, UNITS } from '../../../src/systems/road-to-richmond/field.ts';
import {
  cutOff,
  endItems,
  hasLine,
  lineOf,
  scoreOf,
} from '../../../src/systems/road-to-richmond/rules/victory-points.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Where } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { IN_THE_STORY, partsOf } from '../../../src/systems/road-to-richmond/words/game-status.ts';
import { dataFiles, field } from './data.ts';
import { start } from './position.ts';

/** The end of a game in which these pieces are where they are, and all others wait. */
function end(at: { readonly [piece: string]: Where }): State {
  const where = Object.fromEntries(field.pieces.map(({ id }): [string, Where] => [id, at[id] ?? 'waiting']));
  return { ...start, turn: 20, side: 'union', over: true, where };
}
const strengthOf = (...ids: readonly string[]) =>
  ids.reduce((sum, id) => sum + (field.piece.get(id)?.strength ?? 0), 0);

describe('the line of communications', () => {
  test('17.1: a chain of road and trail from 0117 to 1528, both counted, 20 hexes when it is clear', () => {
    const line = lineOf(field, end({}), 'union') as readonly string[];
    expect(line).toHaveLength(20);
    expect([line[0], line.at(-1)]).toEqual(['0117', '1528']);
    for (const [at, hex] of line.slice(1).entries())
      expect(field.hex.get(line[at] as string)?.sides.find(({ to }) => to === hex)?.link).not.toBeNull();
  });

  test('17.1, case 25: a piece at 0719 or 1424 is gone round, one at either end cuts it, and only for the enemy', () => {
    for (const hex of ['0719', '1424']) expect(hasLine(field, end({ 'u-1-cr': hex }), 'confederate'), hex).toBe(true);
    for (const hex of ['1528', '0117']) {
      expect(hasLine(field, end({ 'u-1-cr': hex }), 'confederate'), hex).toBe(false);
      expect(hasLine(field, end({ 'u-1-cr': hex }), 'union'), hex).toBe(true);
    }
  });
});

describe('victory points', () => {
  test('18.1: a point for each strength point eliminated, 11 for the Train', () => {
    const state = { ...end({ 'u-1-2-v': 'lost', 'u-2-2-v': 'lost', 'c-gregg': 'lost' }), over: false };
    expect(scoreOf(field, state)).toEqual({ confederate: 12, union: 8 });
    expect(scoreOf(field, { ...end({ 'u-train': 'lost' }), over: false })).toEqual({ confederate: 11, union: 0 });
  });

  test('18.1: nothing is scored for who has left or waits before the end', () => {
    expect(scoreOf(field, { ...end({ 'u-train': 'off-1528' }), over: false })).toEqual({ confederate: 0, union: 0 });
  });

  test('12.9: a reinforcement never brought in is neither eliminated nor gone', () => {
    const never = end({ 'u-train': '1222' });
    expect(scoreOf(field, never)).toEqual({ confederate: 0, union: 0 });
    expect(endItems(field, never)).toEqual([]);
  });

  test('18.2, case 20: 1 for each Union piece off the map at 1528, 5 more for the Train', () => {
    const state = end({ 'u-train': 'off-1528', 'u-1-cr': 'off-1528', 'u-2-cr': 'off-0117', 'c-gregg': '0117' });
    expect(endItems(field, state)).toEqual([
      { side: 'union', why: 'pieces', points: 2, pieces: ['u-1-cr', 'u-train'] },
      { side: 'union', why: 'train', points: 5, pieces: ['u-train'] },
    ]);
    expect(scoreOf(field, end({ 'u-train': 'off-1528' }))).toEqual({ confederate: 0, union: 6 });
  });

  test('18.2: Union strength off the map at 0117 counts if the Train has left at 1528 and the line is there', () => {
    const gone = { 'u-1-2-v': 'off-0117' } as const;
    expect(scoreOf(field, end({ ...gone, 'u-train': 'off-1528' })).union).toBe(6 + 5);
    expect(scoreOf(field, end({ ...gone, 'u-train': '1222' })).union).toBe(0);
    expect(scoreOf(field, end({ ...gone, 'u-train': 'off-1528', 'c-gregg': '1528' })).union).toBe(6);
  });

  test('18.2, case 25: Confederate strength off the map at 1528 counts twice when the Train has left, if the line is there', () => {
    const gone = { 'u-train': 'off-1528', 'c-semmes': 'off-1528' } as const;
    expect(strengthOf('c-semmes')).toBe(10);
    for (const hex of ['0719', '1424']) expect(scoreOf(field, end({ ...gone, 'u-1-cr': hex })).confederate).toBe(20);
    for (const hex of ['1528', '0117']) expect(scoreOf(field, end({ ...gone, 'u-1-cr': hex })).confederate).toBe(0);
  });

  test('18.3: and once when it has not, whatever became of it', () => {
    for (const where of ['1222', 'lost', 'off-0117'] as const) {
      const items = endItems(field, end({ 'u-train': where, 'c-semmes': 'off-1528', 'c-gregg': 'off-0117' }));
      expect(items).toEqual([{ side: 'confederate', why: 'single', points: 10, pieces: ['c-semmes'] }]);
    }
  });

  test('18.4, case 25: if the Train never came, a Union piece that cannot get away counts as eliminated', () => {
    const ring = {
      'c-gregg': '1004',
      'c-branch': '1105',
      'c-archer': '1106',
      'c-field': '1006',
      'c-hood': '0906',
      'c-law': '0905',
    };
    const state = end({ 'u-1-3-v': '1005', ...ring });
    expect(cutOff(field, state)).toEqual(['u-1-3-v']);
    expect(endItems(field, state)).toEqual([{ side: 'confederate', why: 'cut-off', points: 8, pieces: ['u-1-3-v'] }]);
    // A gap is enough, and so is a Train that came.
    expect(scoreOf(field, end({ 'u-1-3-v': '1005', ...ring, 'c-law': 'lost' })).confederate).toBe(0);
    expect(scoreOf(field, end({ 'u-1-3-v': '1005', ...ring, 'u-train': '1222' })).confederate).toBe(0);
  });

  test('18.4: both roads off the map held, everybody on it is cut off; who has left or waits is not', () => {
    const state = end({ 'c-gregg': '1528', 'c-branch': '2426', 'u-1-3-v': '1005', 'u-1-cr': 'off-0117' });
    expect(cutOff(field, state)).toEqual(['u-1-3-v']);
    expect(cutOff(field, end({ 'c-gregg': '1528', 'u-1-3-v': '1005' }))).toEqual([]);
  });

  test('18.4: at most ten hexes to the road', () => {
    // Of the roads that lead off the map, only 2426 itself is left.
    const held = { 'c-gregg': '1528', 'c-branch': '2425', 'c-archer': '2326' } as const;
    const cut = (hex: string) => cutOff(field, end({ ...held, 'u-1-cr': hex })).length > 0;
    const free = field.hexes.filter((hex) => !Object.values<string>(held).includes(hex) && !cut(hex));
    expect(Math.max(...free.map((hex) => HEX_GRID.distance(hex, '2426')))).toBe(10);
    expect(free).toContain('2420');
    expect(free).not.toContain('2415');
  });

  test('18.6: in the short game the Union begins with 10; 5 for each farm in which a side has a unit, and nothing else at the end', () => {
    const at = { 'u-1-2-v': '1107', 'u-2-2-v': '1107', 'c-gregg': '1408', 'u-1-cr': 'off-1528' } as const;
    const state: State = { ...end(at), variant: 'first-day', turn: 5 };
    expect(endItems(field, state)).toEqual([
      { side: 'confederate', why: 'farms', points: 5, pieces: ['c-gregg'] },
      { side: 'union', why: 'farms', points: 5, pieces: ['u-1-2-v', 'u-2-2-v'] },
    ]);
    const lost: State = { ...state, where: { ...state.where, 'c-branch': 'lost' } };
    expect(scoreOf(field, lost)).toEqual({ confederate: 5, union: 10 + 5 + strengthOf('c-branch') });
    expect(scoreOf(field, { ...lost, over: false })).toEqual({ confederate: 0, union: 10 + strengthOf('c-branch') });
    // A game that began before the Union had points from the start goes on without them.
    const { firstDayPoints: _, ...units } = dataFiles()[UNITS] as { firstDayPoints: number };
    const before = readField({ ...dataFiles(), [UNITS]: units });
    if (isFaults(before)) throw new Error('refused');
    expect(scoreOf(before, lost)).toEqual({ confederate: 5, union: 5 + strengthOf('c-branch') });
    expect(partsOf(before, lost, 'union', IN_THE_STORY)[0]).toBe('8 for 1 Confederate unit eliminated');
    expect(partsOf(field, lost, 'union', IN_THE_STORY)[0]).toBe('10 from the start');
  });

  test('18.5: more points win', () => {
    const state = end({ 'u-train': 'off-1528', 'c-gregg': 'lost', 'u-1-2-v': 'lost' });
    expect(scoreOf(field, state)).toEqual({ confederate: 5, union: 8 + 6 });
  });
});
