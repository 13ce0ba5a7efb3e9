import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item, Scene } from '../../src/game/index.ts';
import { drawFrame, encodePng, renderScene } from '../../src/render/index.ts';
import { marksOf } from '../../src/render/marks.ts';
import { mapsOf } from './campaigns.ts';
import { readChunks } from './chunks.ts';
import { drawPlainly } from './plain.ts';
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
      { numRuns: 60 },
    );
  });

  test('is the frame of its scene as a PNG, to the last byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 6 }), async (items) => {
        const scene = sharing([])(items);
        const frame = await drawFrame(scene);
        expect(firstDifference(frame.pixels, drawPlainly(scene), WIDTH)).toBeNull();
        expect((await renderScene(scene)).equals(await encodePng(frame))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['overland', 16, {}],
    ['road-to-richmond', 10, { at: 'mechanicsville' }],
  ])('is the same for the maps of a campaign of %s', async (id, orders, framing) => {
    for (const [order, scene] of mapsOf(id, 1, orders, framing).entries()) {
      const difference = firstDifference(await pixelsOf(scene), drawPlainly(scene), scene.width);
      expect({ order, difference }).toEqual({ order, difference: null });
    }
  });

  test('has nothing drawn in rows that a mark says it does not touch', () => {
    fc.assert(
      fc.property(item, (one) => {
        const marks = marksOf(one);
        const [top, bottom] = [
          Math.min(...marks.map((mark) => mark.top)),
          Math.max(...marks.map((mark) => mark.bottom)),
        ];
        const pixels = drawPlainly(sharing([])([one]));
        for (let y = 0; y < HEIGHT; y++) {
          if (y >= top && y < bottom) continue;
          expect(pixels.subarray(y * WIDTH, (y + 1) * WIDTH).every((index) => index === 0)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
