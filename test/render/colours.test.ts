import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Colour, Palette } from '../../src/game/index.ts';
import {
  colourDistance,
  coloursOf as coloursInSteps,
  labOf,
  nearestOf,
  rgbOf,
  tableOf,
} from '../../src/render/colour-table.ts';
import { drawFrame } from './draw-frame.ts';
import { paletteOf, sheet } from './pixels.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((rgb): Colour => `#${rgb.toString(16).padStart(6, '0')}`);
const palettes = fc
  .uniqueArray(colour, { minLength: 1, maxLength: 12 })
  .chain((inks) =>
    fc
      .array(fc.tuple(fc.constantFrom(...inks), fc.constantFrom(...inks)), { maxLength: 6 })
      .map((blends): Palette => ({ inks, blends })),
  );

function coloursOf(palette: Palette): readonly number[] {
  const steps = coloursInSteps(palette);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** What stands for some colours in a palette's table. */
function standIns(palette: Palette, colours: readonly number[]): number[] {
  const table = tableOf(palette);
  const indices = new Uint8Array(colours.length);
  table.convert(Uint32Array.from(colours), 0, colours.length, indices, 0);
  return [...indices].map((index) => {
    const [r, g, b] = table.palette.subarray(index * 3, index * 3 + 3) as unknown as [number, number, number];
    return (r << 16) | (g << 8) | b;
  });
}

describe('the colours of a palette', () => {
  test('begin with its inks, are 255 at most, and no two are the same', () => {
    fc.assert(
      fc.property(palettes, (palette) => {
        const colours = coloursOf(palette);
        expect(colours.slice(0, palette.inks.length)).toEqual(palette.inks.map(rgbOf));
        expect(colours.length).toBeLessThanOrEqual(255);
        expect(new Set(colours).size).toBe(colours.length);
        expect(coloursOf(structuredClone(palette))).toEqual(colours);
      }),
      { numRuns: 40 },
    );
  });

  test('are found by the eye: none is nearer than the one that stands for a colour', () => {
    const rgb = fc.integer({ min: 0, max: 0xffffff });
    fc.assert(
      fc.property(fc.array(rgb, { minLength: 1, maxLength: 40 }), fc.array(rgb), (colours, sought) => {
        const nearest = nearestOf(colours);
        for (const one of [...sought, ...colours]) {
          const distances = colours.map((colour) => colourDistance(labOf(one), labOf(colour)));
          expect(distances[nearest(one)]).toBe(Math.min(...distances));
        }
      }),
    );
  });

  test('stand for themselves, every one', () => {
    fc.assert(
      fc.property(palettes, (palette) => {
        const colours = coloursOf(palette);
        expect(standIns(palette, colours)).toEqual(colours);
      }),
      { numRuns: 40 },
    );
  });

  test('stand for themselves where they differ by one', () => {
    const palette: Palette = { inks: ['#808080', '#808081', '#818080', '#838383'], blends: [] };
    expect(standIns(palette, [0x808080, 0x808081, 0x818080, 0x838383])).toEqual([
      0x808080, 0x808081, 0x818080, 0x838383,
    ]);
    expect(standIns(palette, [0x828383])).toEqual([0x838383]);
  });

  test('are the steps of its blends, as many as look different', () => {
    const palette: Palette = { inks: ['#000000', '#ffffff'], blends: [['#000000', '#ffffff']] };
    const lightness = [...coloursOf(palette)].map((rgb) => labOf(rgb)[0]).sort((a, b) => a - b);
    const gaps = lightness.slice(1).map((value, index) => value - (lightness[index] as number));
    expect(Math.min(...gaps)).toBeGreaterThan(0.02);
    // Twice as far, but for the first step out of black: of eight bits to a channel there is none nearer.
    expect(Math.max(...gaps.slice(1))).toBeLessThan(0.065);
  });

  test('share what is free so that no blend has a hole the eye would see', () => {
    const palette = paletteOf(['#f1e6cc', '#2a2018', '#1d3a6e', '#a01d18', '#c6b594', '#e0912a', '#b9bd92']);
    const edges = palette.blends.flatMap(([a, b]) =>
      [0.1, 0.25, 0.5, 0.75, 0.9].map((part) =>
        [16, 8, 0]
          .map(
            (bits) => Math.round(((rgbOf(a) >> bits) & 255) * part + ((rgbOf(b) >> bits) & 255) * (1 - part)) << bits,
          )
          .reduce((sum, channel) => sum + channel),
      ),
    );
    const found = standIns(palette, edges);
    edges.forEach((edge, at) => {
      expect(Math.sqrt(colourDistance(labOf(edge), labOf(found[at] as number)))).toBeLessThan(0.03);
    });
  });

  test('go by what a palette says, and not by the object it is', () => {
    const palette = paletteOf(['#f1e6cc', '#2a2018']);
    expect(tableOf(structuredClone(palette))).toBe(tableOf(palette));
    expect(tableOf({ ...palette, blends: [] })).not.toBe(tableOf(palette));
    expect(tableOf({ ...palette, inks: palette.inks.slice().reverse() })).not.toBe(tableOf(palette));
  });

  test.each<[string, Palette]>([
    ['no inks', { inks: [], blends: [] }],
    ['300 inks', { inks: Array.from({ length: 300 }, (_, at): Colour => `#000${String(at + 100)}`), blends: [] }],
    ['Not an ink: #00000080', { inks: ['#00000080'], blends: [] }],
    ['which is not an ink', { inks: ['#000000'], blends: [['#000000', '#ffffff']] }],
  ])('are refused: %s', async (why, palette) => {
    expect(() => coloursOf(palette)).toThrow(why);
    await expect(drawFrame({ ...sheet([]), palette })).rejects.toThrow(why);
  });
});
