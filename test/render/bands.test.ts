import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group, Item, Scene } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';
import { measuredItem } from '../../src/render/measured-items.ts';
import { drawnCases } from '../trials/long.ts';
import { mapsOf } from './campaigns.ts';
import { readChunks } from './chunks.ts';
import { drawFrame } from './draw-frame.ts';
import { drawPlainly } from './plain.ts';
import { pngOf } from './png-of.ts';
import { HEIGHT, item, sharing, WIDTH } from './scenes.ts';

async function pixelsOf(scene: Scene): Promise<Buffer> {
  return readChunks(await renderScene(scene)).pixels;
}

/** Where two pictures differ; null: nowhere. */
function firstDifference(one: Uint8Array, other: Uint8Array, width: number): { x: number; y: number } | null {
  if (Buffer.compare(one, other) === 0) return null;
  const at = one.findIndex((value, index) => value !== other[index]);
  return { x: at % width, y: Math.floor(at / width) };
}

const SHEET: Item = { kind: 'rect', x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: '#ff0000' };

/** Lines whose edges are as far from them as may be: at the point of a corner, at a square end, at the corner of a turned frame. */
const FAR: readonly Item[] = [
  { kind: 'path', d: 'M 20 140 L 24 110 L 28 140', stroke: { colour: '#000000', width: 18 } },
  { kind: 'path', d: 'M 20 80 L 50 50', stroke: { colour: '#000000', width: 40, cap: 'square' } },
  {
    kind: 'group',
    x: 45,
    y: 75,
    turn: 45,
    items: [{ kind: 'rect', x: -5, y: -5, width: 10, height: 10, stroke: { colour: '#000000', width: 30 } }],
  },
];

describe('a picture put together of bands', () => {
  test('is what its scene is, drawn plainly, whatever other pictures came before', async () => {
    const pictures = fc.array(fc.array(fc.nat({ max: 5 }), { maxLength: 6 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 6, maxLength: 6 }),
        fc.array(item, { maxLength: 2 }),
        pictures,
        async (items, ground, all) => {
          const sceneOf = sharing(ground);
          for (const chosen of all) {
            const scene = sceneOf(chosen.map((index) => items[index] as Item));
            expect(firstDifference(await pixelsOf(scene), drawPlainly(scene), WIDTH)).toBeNull();
          }
        },
      ),
      { numRuns: drawnCases(25) },
    );
  });

  test('is another where the same things are otherwise placed, fainter, or seen through another window', async () => {
    const group = { kind: 'group', x: 0, y: 0 } as const;
    const sizes = fc.tuple(fc.integer({ min: 5, max: WIDTH }), fc.integer({ min: 5, max: HEIGHT }));
    await fc.assert(
      fc.asyncProperty(item, sizes, async (one, [width, height]) => {
        const sceneOf = sharing([]);
        const clip = { width, height };
        const variants: readonly Group[] = [
          { ...group, items: [one] },
          { ...group, y: 1, items: [one] },
          { ...group, opacity: 0.5, items: [one] },
          { ...group, clip, items: [one] },
          { ...group, clip: { width: width - 3, height }, items: [one] },
          { ...group, clip: { width, height: height - 3 }, items: [one] },
          { ...group, x: 3, items: [{ ...group, x: -3, clip, items: [one] }] },
          { ...group, turn: 1, items: [one] },
          { ...group, scale: 1.01, items: [one] },
        ];
        for (const variant of variants) {
          const scene = sceneOf([variant]);
          expect(firstDifference(await pixelsOf(scene), drawPlainly(scene), WIDTH)).toBeNull();
        }
      }),
      { numRuns: drawnCases(10), examples: [[SHEET, [40, 100]]] },
    );
  });

  test('is the frame of its scene as a PNG, to the last byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 6 }), async (items) => {
        const scene = sharing([])(items);
        const frame = await drawFrame(scene);
        expect(firstDifference(frame.pixels, drawPlainly(scene), WIDTH)).toBeNull();
        expect((await renderScene(scene)).equals(pngOf(frame))).toBe(true);
      }),
      { numRuns: drawnCases(12) },
    );
  });

  test.each([
    ['overland', 1, {}],
    ['road-to-richmond', 1, { at: 'mechanicsville' }],
  ])('is the same for the maps of a campaign of %s', async (id, orders, framing) => {
    for (const scene of mapsOf(id, 1, orders, framing)) {
      const [drawn, plain] = [await pixelsOf(scene), drawPlainly(scene)];
      const different = plain.filter((index, at) => index !== drawn[at]).length;
      // Coordinates are rounded to a millionth of a pixel, which can move the edge of a letter.
      expect(different).toBeLessThan(plain.length / 10_000);
    }
  });

  test('has nothing drawn in rows that its marks say they do not touch', () => {
    const window = fc.record({ y: fc.integer({ min: -50, max: 140 }), height: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(item, fc.option(window), (one, seen) => {
        const clip = { width: WIDTH, height: seen?.height ?? 0 };
        const shown = seen ? ({ kind: 'group', x: 0, y: seen.y, clip, items: [one] } as const) : one;
        const { y: at, box } = measuredItem(shown);
        const pixels = drawPlainly(sharing([])([shown]));
        for (let y = 0; y < HEIGHT; y++) {
          if (y >= at + box.top && y < at + box.bottom) continue;
          expect(pixels.subarray(y * WIDTH, (y + 1) * WIDTH).every((index) => index === 0)).toBe(true);
        }
      }),
      {
        numRuns: drawnCases(120),
        examples: [...FAR.map((one): [Item, null] => [one, null]), [SHEET, { y: 20, height: 50 }]],
      },
    );
  });
});
