import { describe, expect, test } from 'vitest';
import type { Face, Text } from '../../src/game/index.ts';
import { seen, sheet } from './pixels.ts';

const WHITE = '#ffffff';
const NAME: Text = { kind: 'text', x: 200, y: 60, text: 'Mechanicsville', face: 'bold', size: 30, fill: '#000000' };

async function extent(text: Partial<Text>, scale = 1): Promise<{ left: number; right: number; width: number }> {
  const item = { ...NAME, ...text };
  const items = scale === 1 ? [item] : [{ kind: 'group', x: 0, y: 0, scale, items: [item] } as const];
  const box = (await seen(sheet(items, 600, 100))).extent(WHITE);
  if (box === null) throw new Error('nothing was drawn');
  return { left: box.left, right: box.right, width: box.right - box.left + 1 };
}

describe('letters', () => {
  test.each<Face>(['title', 'text', 'italic', 'bold'])('of the %s face are drawn', async (face) => {
    expect((await extent({ face })).width).toBeGreaterThan(100);
  });

  test('of each face differ', async () => {
    const widths = await Promise.all((['title', 'text', 'italic', 'bold'] as const).map((face) => extent({ face })));
    expect(new Set(widths.map(({ width }) => width)).size).toBe(4);
  });

  test('stand left of, about, or right of their point', async () => {
    const { width } = await extent({});
    expect((await extent({})).left).toBeGreaterThanOrEqual(199);
    expect((await extent({ align: 'right' })).right).toBeLessThanOrEqual(202);
    const centred = await extent({ align: 'center' });
    expect(Math.abs((centred.left + centred.right) / 2 - 200)).toBeLessThan(3);
    expect(centred.width).toBe(width);
  });

  test.each(['left', 'center', 'right'] as const)('are narrowed to fit, set %s', async (align) => {
    const narrow = await extent({ align, maxWidth: 90 });
    expect(narrow.width).toBeGreaterThan(80);
    expect(narrow.width).toBeLessThanOrEqual(93);
    const middle = { left: 245, center: 200, right: 155 }[align];
    expect(Math.abs((narrow.left + narrow.right) / 2 - middle)).toBeLessThan(4);
  });

  test('are left alone where they fit', async () => {
    expect((await extent({ maxWidth: 500 })).width).toBe((await extent({})).width);
  });

  test('are spaced, and spaced letters too are narrowed', async () => {
    const plain = await extent({});
    const spaced = await extent({ spacing: 5 });
    expect(Math.abs(spaced.width - plain.width - 5 * (NAME.text.length - 1))).toBeLessThan(4);
    expect((await extent({ spacing: 5, maxWidth: 120 })).width).toBeLessThanOrEqual(123);
  });

  test('keep their proportions in a scaled group', async () => {
    const plain = await extent({ x: 10 });
    expect(Math.abs((await extent({ x: 10 }, 0.5)).width - plain.width / 2)).toBeLessThan(4);
  });

  test('have a halo where asked', async () => {
    const plain = await extent({});
    const lifted = await extent({ halo: { colour: '#ffcc00', width: 10 } });
    expect(lifted.left).toBeLessThan(plain.left - 2);
    expect(lifted.right).toBeGreaterThan(plain.right + 2);
  });
});
