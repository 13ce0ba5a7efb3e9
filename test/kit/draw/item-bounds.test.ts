import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/game/index.ts';
import { boundsOf, touching } from '../../../src/kit/draw/item-bounds.ts';
import {
  centred,
  fitting,
  letteringBounds,
  textBox,
  textItem,
  typeset,
  widthOf,
} from '../../../src/kit/draw/text-layout.ts';
import { mapLabel, uncovered } from '../../../src/systems/overland/land/map-labels.ts';
import { columnWidth } from '../../../src/systems/overland/map/tables.ts';

const stroke = { colour: '#000000', width: 4 } as const;
const spot = (x: number, y: number) => ({ x, y, width: 2, height: 2 });

describe('what an item covers', () => {
  it('is the box about its line', () => {
    expect(boundsOf({ kind: 'rect', x: 10, y: 20, width: 30, height: 40, stroke })).toEqual({
      x: 8,
      y: 18,
      width: 34,
      height: 44,
    });
    expect(boundsOf({ kind: 'circle', x: 0, y: 0, radius: 5, fill: '#000000' })).toEqual({
      x: -5,
      y: -5,
      width: 10,
      height: 10,
    });
    expect(boundsOf({ kind: 'path', d: 'M 0 0 Q 10 20 20 0 Z', fill: '#000000' })).toEqual({
      x: 0,
      y: 0,
      width: 20,
      height: 20,
    });
  });

  it('is turned and scaled with its group', () => {
    const items: Item[] = [{ kind: 'rect', x: 0, y: 0, width: 10, height: 4, fill: '#000000' }];
    const box = boundsOf({ kind: 'group', x: 100, y: 50, turn: 90, scale: 2, items });
    expect([box.x, box.y, box.width, box.height].map(Math.round)).toEqual([92, 50, 8, 20]);
  });

  it('is its outline only where it has no fill', () => {
    const frame: Item = { kind: 'rect', x: 0, y: 0, width: 100, height: 100, stroke };
    expect(touching(frame)(spot(50, 50))).toBe(false);
    expect(touching(frame)(spot(-1, 50))).toBe(true);
    expect(touching({ ...frame, fill: '#000000' })(spot(50, 50))).toBe(true);
    const ring = touching({ kind: 'path', d: 'M 0 0 L 100 0 L 50 100 Z', stroke });
    expect([ring(spot(50, 30)), ring(spot(50, -1)), ring(spot(2, 90))]).toEqual([false, true, false]);
  });

  it('hides a label whole', () => {
    const dot: Item = { kind: 'circle', x: 0, y: 0, radius: 3, fill: '#000000' };
    const one = mapLabel([dot, textItem('Atlee’s', 8, 5, 14, '#000000')]);
    const other = mapLabel([textItem('Guinea', 8, 80, 14, '#000000')]);
    expect(uncovered([one, other], [{ kind: 'rect', ...spot(1, 1), fill: '#000000' }])).toEqual([other]);
    expect(uncovered([one, other], [])).toEqual([one, other]);
  });
});

describe('words', () => {
  it('are as wide as they are long', () => {
    expect(widthOf('Mechanicsville', 20)).toBeGreaterThan(widthOf('Ashland', 20));
    expect(widthOf('Ashland', 20, 'bold')).toBeGreaterThan(widthOf('Ashland', 20));
    expect(textBox(centred('Ashland', 100, 50, 20, '#000000')).x).toBe(100 - widthOf('Ashland', 20) / 2);
  });

  it('are cut where there is no room', () => {
    expect(fitting('Gaines’s Mill, and more', 500, 20)).toBe('Gaines’s Mill, and more');
    expect(fitting('Gaines’s Mill, and more', 138, 20)).toBe('Gaines’s Mill…');
    expect(typeset("Drury's Bluff")).toBe('Drury’s Bluff');
  });

  it('are narrowed alike in a column', () => {
    const width = columnWidth(['abc', 'abcdefg'], 80);
    expect([width('abcdefg'), width('abc')]).toEqual([80, 40]);
  });

  it('along a path stand in a row of boxes', () => {
    const boxes = letteringBounds({
      kind: 'lettering',
      d: 'M 0 50 L 20 50',
      text: 'Chickahominy',
      face: 'italic',
      size: 14,
      fill: '#000000',
    });
    expect(boxes.length).toBeGreaterThan(10);
    expect(boxes.every(({ y, height }) => y < 50 && y + height > 50)).toBe(true);
    expect(Math.min(...boxes.map(({ x }) => x))).toBeLessThan(0);
  });
});
