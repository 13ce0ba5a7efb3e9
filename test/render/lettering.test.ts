import { describe, expect, test } from 'vitest';
import type { Item, Lettering } from '../../src/game/index.ts';
import { placeLetters } from '../../src/render/text.ts';
import { drawFrame } from './draw-frame.ts';
import { boundsOf } from './flat.ts';
import { seen, sheet } from './pixels.ts';

const WHITE = '#ffffff';
const RIVER: Lettering = {
  kind: 'lettering',
  d: 'M 20 100 L 380 100',
  text: 'Rapidan',
  face: 'italic',
  size: 30,
  fill: '#000000',
};
/** A quarter of a circle of 200 pixels about (50, 300), from its top to its right. */
const QUARTER = 'M 50 100 C 160.457 100 250 189.543 250 300';

describe('lettering', () => {
  test('on a straight path is the same word set straight', async () => {
    const along = (await seen(sheet([RIVER], 400, 200))).extent(WHITE);
    const text = { ...RIVER, kind: 'text', x: 200, y: 100, align: 'center' } as const;
    const straight = (await seen(sheet([text], 400, 200))).extent(WHITE);
    if (!along || !straight) throw new Error('nothing was drawn');
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      expect(Math.abs(along[side] - straight[side])).toBeLessThanOrEqual(2);
    }
  });

  test('stands on its curve, each letter turned with it', () => {
    const letters = placeLetters({ ...RIVER, d: QUARTER, spacing: 10 });
    expect(letters.map(({ letter }) => letter).join('')).toBe('Rapidan');
    for (const { x, y, angle } of letters) {
      expect(Math.abs(Math.hypot(x - 50, y - 300) - 200)).toBeLessThan(0.5);
      expect(Math.abs(angle - Math.atan2(x - 50, 300 - y))).toBeLessThan(0.05);
    }
    expect(letters.map(({ angle }) => angle)).toEqual(letters.map(({ angle }) => angle).sort((a, b) => a - b));
  });

  test('is drawn where it stands', async () => {
    const item = { ...RIVER, d: QUARTER, text: 'Hm' };
    const box = (await seen(sheet([item], 400, 400))).extent(WHITE);
    const bounds = boundsOf(item);
    if (!box) throw new Error('nothing was drawn');
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      expect(Math.abs(box[side] - bounds[side])).toBeLessThan(8);
    }
    expect(box.left).toBeGreaterThan(160);
  });

  test('looks the same wherever it stands, whole pixels away: in each window of a map', async () => {
    const [x, y] = [37, 21];
    const size = { width: 320, height: 340 };
    const at = (left: number, top: number) => {
      const points = [50.3, 100.75, 160.457, 100.9, 250.1, 189.5, 250.1, 300].map(
        (value, index) => value + (index % 2 ? top : left),
      );
      const d = `M ${points.slice(0, 2).join(' ')} C ${points.slice(2).join(' ')}`;
      return drawFrame({ ...sheet([{ ...RIVER, d }]), ...size });
    };
    const [here, there] = [await at(0, 0), await at(x, y)];
    expect(new Set(here.pixels).size).toBeGreaterThan(4);
    for (let row = 0; row < size.height - y; row++) {
      const [one, other] = [row * size.width, (row + y) * size.width + x];
      const count = size.width - x;
      expect(Buffer.compare(here.pixels.subarray(one, one + count), there.pixels.subarray(other, other + count))).toBe(
        0,
      );
    }
  });

  test('is drawn in a group as out of it: moved, turned and scaled', async () => {
    const halo = { colour: '#e0d0b0', width: 6 } as const;
    const word: Lettering = { ...RIVER, d: 'M 0 0 L 300 0', halo };
    const placed = async (item: Item) => (await seen(sheet([item], 400, 400))).extent(WHITE);
    const moved = await placed({ kind: 'group', x: 60.5, y: 80.25, items: [word] });
    expect(moved).toEqual(await placed({ ...word, d: 'M 60.5 80.25 L 360.5 80.25' }));
    const turned = await placed({ kind: 'group', x: 200, y: 50, turn: 90, items: [word] });
    const drawn = await placed({ ...word, d: 'M 200 50 L 200 350' });
    const scaled = await placed({ kind: 'group', x: 10, y: 100, scale: 0.5, items: [word] });
    if (!moved || !turned || !drawn || !scaled) throw new Error('nothing was drawn');
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      expect(Math.abs(turned[side] - drawn[side])).toBeLessThanOrEqual(1);
    }
    expect(scaled.right - scaled.left).toBeLessThan(0.6 * (moved.right - moved.left));
  });

  test('of blanks alone draws nothing', async () => {
    expect((await seen(sheet([{ ...RIVER, text: ' ' }], 400, 200))).extent(WHITE)).toBeNull();
  });

  test('has its middle halfway along its path', () => {
    const { left, right } = boundsOf(RIVER);
    expect((left + right) / 2).toBeCloseTo(200, 0);
  });

  test('longer than its path gives up its spacing, then runs straight on', () => {
    const width = (d: string, spacing: number) => {
      const letters = placeLetters({ ...RIVER, d, spacing });
      return (letters.at(-1)?.x ?? 0) - (letters[0]?.x ?? 0);
    };
    const set = width('M 0 0 L 400 0', 0);
    expect(width('M 0 0 L 400 0', 20)).toBeCloseTo(set + 120);
    const squeezed = width('M 0 0 L 150 0', 20);
    expect(squeezed).toBeGreaterThan(set);
    expect(squeezed).toBeLessThan(150);
    expect(width('M 0 0 L 20 0', 20)).toBeCloseTo(set);
    const over = placeLetters({ ...RIVER, d: 'M 100 100 L 110 110', spacing: 3 });
    for (const { x, y, angle } of over) {
      expect(x - y).toBeCloseTo(0);
      expect(angle).toBeCloseTo(Math.PI / 4);
    }
  });

  test('is set even on a path that is but a point', () => {
    for (const d of ['M 50 60', 'M 50 60 L 50 60', 'M 50 60 Q 50 60 50 60 Z']) {
      for (const { y, angle } of placeLetters({ ...RIVER, d })) expect([y, angle]).toEqual([60, 0]);
    }
  });

  test('is set on a curve however long', () => {
    const d = 'M 0 0 C 1000000 0 0 1000000 1000000 1000000';
    for (const { x, y } of placeLetters({ ...RIVER, d })) {
      expect(Math.hypot(x - 500_000, y - 500_000)).toBeLessThan(100);
    }
  });

  test('has a halo under all of its letters', async () => {
    const halo = { colour: '#ffcc00', width: 8 } as const;
    const plain = await seen(sheet([RIVER], 400, 200));
    const lifted = await seen(sheet([{ ...RIVER, halo }], 400, 200));
    const [inner, outer] = [plain.extent(WHITE), lifted.extent(WHITE)];
    if (!inner || !outer) throw new Error('nothing was drawn');
    expect(outer.left).toBeLessThan(inner.left - 2);
    for (let x = inner.left; x <= inner.right; x++) {
      for (let y = inner.top; y <= inner.bottom; y++) {
        if (plain.at(x, y) === '#000000') expect(lifted.at(x, y)).toBe('#000000');
      }
    }
  });

  test('throws at a path that is none', () => {
    expect(() => placeLetters({ ...RIVER, d: '' })).toThrow(/Not a path/);
    expect(() => placeLetters({ ...RIVER, d: 'M 1' })).toThrow(/Not a path/);
  });
});
