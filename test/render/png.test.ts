import { createCanvas, loadImage } from 'canvas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BAND_ROWS } from '../../src/render/frame.ts';
import { readChunks } from './chunks.ts';
import type { Frame } from './draw-frame.ts';
import { pngOf } from './png-of.ts';

const frames = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    colours: fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 1, maxLength: 256 }),
    seed: fc.integer({ min: 0, max: 0xffff }),
  })
  .map(({ width, height, colours, seed }): Frame => {
    const pixels = Uint8Array.from(
      { length: width * height },
      (_, at) => ((at * 7919 + seed * (at >> 3)) >>> 0) % colours.length,
    );
    const palette = Uint8Array.from(colours.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]));
    return { width, height, palette, pixels };
  });

describe('a frame as a PNG', () => {
  test('is read back as it was, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(frames, async (frame) => {
        const read = readChunks(pngOf(frame));
        expect(read.names).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
        expect([read.width, read.height, read.depth, read.colourType]).toEqual([frame.width, frame.height, 8, 3]);
        expect(Buffer.compare(read.palette, frame.palette)).toBe(0);
        expect(Buffer.compare(read.pixels, frame.pixels)).toBe(0);
      }),
    );
  });

  test('is what others decode it to', async () => {
    await fc.assert(
      fc.asyncProperty(frames, async (frame) => {
        const image = await loadImage(pngOf(frame));
        const context = createCanvas(frame.width, frame.height).getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, frame.width, frame.height);
        const wanted = [...frame.pixels].flatMap((index) => [...frame.palette.subarray(index * 3, index * 3 + 3), 255]);
        expect(Buffer.compare(Buffer.from(data), Buffer.from(wanted))).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  test('is image data in pieces that are right by themselves, one for each band of rows', async () => {
    const pixels = Uint8Array.from({ length: 50 * 100 }, (_, at) => (at * at) % 251);
    const png = pngOf({ width: 50, height: 100, palette: new Uint8Array(768), pixels });
    expect(png.toString('latin1').split('IDAT')).toHaveLength(1 + 1 + Math.ceil(100 / BAND_ROWS) + 1);
  });
});
