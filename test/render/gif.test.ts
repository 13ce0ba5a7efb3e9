import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Colour, Item, Scene } from '../../src/game/index.ts';
import { tableOf } from '../../src/render/colour-table.ts';
import { changedPart, fewer, lzw } from '../../src/render/gif.ts';
import { renderGif } from '../../src/render/index.ts';
import { mapsOf } from './campaigns.ts';
import { drawFrame } from './draw-frame.ts';
import { decodeGif, unpacked } from './gif-decoder.ts';
import { PRIMARIES, sheet } from './pixels.ts';
import { drawPlainly } from './plain.ts';
import { item, sharing } from './scenes.ts';

/** Compresses indices, of which one is the transparent one, as an animation does: its runs are skipped, others are written. */
function packed(bits: number, pieces: readonly Uint8Array[], transparent = 0): Uint8Array {
  const into = lzw(bits, transparent);
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const from = at;
      const isSkipped = piece[at] === transparent;
      while (at < piece.length && (piece[at] === transparent) === isSkipped) at++;
      if (isSkipped) into.skip(at - from);
      else into.write(piece, from, at);
    }
  }
  return into.end();
}

/** Indices below so many colours, in runs as pictures have them. */
function indices(bits: number): fc.Arbitrary<Uint8Array> {
  const run = fc.tuple(
    fc.integer({ min: 0, max: 2 ** bits - 1 }),
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 400 })),
  );
  return fc
    .array(run, { maxLength: 120 })
    .map((runs) => Uint8Array.from(runs.flatMap(([index, times]) => Array(times).fill(index))));
}

describe('LZW', () => {
  test('is undone, whatever the indices, whichever is transparent, and in whatever pieces they come', () => {
    const any = fc.integer({ min: 2, max: 8 }).chain((bits) => {
      const transparent = fc.integer({ min: 0, max: 2 ** bits - 1 });
      return fc.tuple(fc.constant(bits), fc.array(indices(bits), { maxLength: 4 }), transparent);
    });
    fc.assert(
      fc.property(any, ([bits, pieces, transparent]) => {
        const whole = Buffer.concat(pieces);
        expect(Buffer.from(unpacked(packed(bits, pieces, transparent), bits, whole.length)).equals(whole)).toBe(true);
      }),
      { numRuns: 160 },
    );
  });

  test.each([2, 5, 8])('fills its table more than once, with %i bits', (bits) => {
    let state = 1864;
    const noise = Uint8Array.from({ length: 60_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 16) % 2 ** bits;
    });
    const mixed = Buffer.concat([noise, new Uint8Array(300_000).fill(3), noise]);
    expect(Buffer.from(unpacked(packed(bits, [mixed], 3), bits, mixed.length)).equals(mixed)).toBe(true);
  });
});

test('the part that changed is the smallest that holds every pixel that did', () => {
  const WIDTH = 7;
  const pixels = fc.uint8Array({ minLength: WIDTH * 5, maxLength: WIDTH * 5, max: 1 });
  fc.assert(
    fc.property(pixels, fc.array(fc.integer({ min: 0, max: WIDTH * 5 - 1 }), { maxLength: 3 }), (before, places) => {
      const after = before.slice();
      for (const place of places) after[place] = 1 - (after[place] as number);
      const changed = [...after.keys()].filter((place) => before[place] !== after[place]);
      const [xs, ys] = [changed.map((place) => place % WIDTH), changed.map((place) => Math.floor(place / WIDTH))];
      const part =
        changed.length === 0
          ? null
          : {
              x: Math.min(...xs),
              y: Math.min(...ys),
              width: Math.max(...xs) - Math.min(...xs) + 1,
              height: Math.max(...ys) - Math.min(...ys) + 1,
            };
      expect(changedPart(before, after, WIDTH)).toEqual(part);
    }),
  );
});

const square = (x: number, fill: Colour): Item => ({ kind: 'rect', x, y: 10, width: 20, height: 20, fill });

/** What a scene looks like by itself, 0xrrggbb. */
async function drawn(scene: Scene): Promise<Uint32Array> {
  const { palette, pixels } = await drawFrame(scene);
  const colour = (index: number) =>
    ((palette[index * 3] as number) << 16) |
    ((palette[index * 3 + 1] as number) << 8) |
    (palette[index * 3 + 2] as number);
  return Uint32Array.from(pixels, colour);
}

/** A million of them are compared as bytes, in no time. */
function bytesOf(colours: Uint32Array = new Uint32Array()): Buffer {
  return Buffer.from(colours.buffer, colours.byteOffset, colours.byteLength);
}

describe('an animation', () => {
  test('shows each map of a campaign as it is drawn, pixel for pixel, one after another', async () => {
    const scenes = mapsOf('overland', 2, 40).slice(-5);
    const gif = await renderGif(scenes.map((scene, index) => ({ scene, ms: 500 + index * 10 })));
    const { width, height, loops, images } = decodeGif(gif);
    expect({ width, height, loops }).toEqual({ width: 1200, height: 900, loops: 0 });
    expect(images.map(({ ms }) => ms)).toEqual([500, 510, 520, 530, 540]);
    for (const [index, scene] of scenes.entries()) {
      expect(bytesOf(images[index]?.seen).equals(bytesOf(await drawn(scene)))).toBe(true);
    }
  });

  test('shows whatever scenes there are, in whatever order', async () => {
    const shown = fc.array(fc.array(fc.nat({ max: 3 }), { maxLength: 4 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 4, maxLength: 4 }), shown, async (items, all) => {
        const sceneOf = sharing([]);
        const scenes = all.map((chosen) => sceneOf(chosen.map((index) => items[index] as Item)));
        const { images } = decodeGif(await renderGif(scenes.map((scene) => ({ scene, ms: 100 }))));
        // What is as it was is shown for longer, as one image.
        const wanted: Uint8Array[] = [];
        for (const scene of scenes) {
          const pixels = drawPlainly(scene);
          if (Buffer.compare(wanted.at(-1) ?? new Uint8Array(), pixels) !== 0) wanted.push(pixels);
        }
        const { palette } = tableOf(PRIMARIES);
        expect(images).toHaveLength(wanted.length);
        for (const [index, pixels] of wanted.entries()) {
          const colours = Uint32Array.from(pixels, (of) => Buffer.from(palette).readUIntBE(of * 3, 3));
          expect(bytesOf(images[index]?.seen).equals(bytesOf(colours))).toBe(true);
        }
      }),
      { numRuns: 12 },
    );
  });

  test('tells of each frame the rectangle that changed, and in it only the pixels that did', async () => {
    const scenes = [
      [square(10, '#ff0000')],
      [square(10, '#ff0000'), square(60, '#ff0000')],
      [square(12, '#ff0000'), square(60, '#ff0000')],
    ].map((items) => sheet(items, 100, 40));
    const { images } = decodeGif(await renderGif(scenes.map((scene) => ({ scene, ms: 100 }))));
    expect(images.map(({ x, y, width, height, clear }) => ({ x, y, width, height, clear }))).toEqual([
      { x: 0, y: 0, width: 100, height: 40, clear: 0 },
      { x: 60, y: 10, width: 20, height: 20, clear: 0 },
      { x: 10, y: 10, width: 22, height: 20, clear: 18 * 20 },
    ]);
  });

  test('of frames that look the same has one, shown as long as all', async () => {
    const [one, other] = [sheet([square(10, '#ff0000')], 100, 40), sheet([square(50, '#ff0000')], 100, 40)];
    const frames = [one, one, other, other, other].map((scene) => ({ scene, ms: 300 }));
    expect(decodeGif(await renderGif(frames)).images.map(({ ms }) => ms)).toEqual([600, 900]);
  });

  test('is the same for the same frames', async () => {
    const frames = [10, 30].map((x) => ({ scene: sheet([square(x, '#ff0000')], 100, 40), ms: 100 }));
    const [one, other] = await Promise.all([renderGif(frames), renderGif(frames)]);
    expect(one.equals(other)).toBe(true);
  });

  test('has at least one frame, and all of one size and of the same colours', async () => {
    const small = sheet([], 50, 40);
    await expect(renderGif([])).rejects.toThrow('An animation has no frames');
    for (const other of [sheet([], 51, 40), { ...small, palette: { inks: ['#123456'], blends: [] } } as Scene]) {
      await expect(renderGif([small, other].map((scene) => ({ scene, ms: 100 })))).rejects.toThrow('differ');
    }
    // One that fails leaves the next alone.
    await expect(renderGif([{ scene: small, ms: 100 }])).resolves.toBeDefined();
  });

  test('that is too large leaves out what is shown the shortest, and plays as long', () => {
    const scene = sheet([], 10, 10);
    const frames = [100, 900, 200, 800, 300, 700, 400].map((ms) => ({ scene, ms }));
    expect(fewer(frames).map(({ ms }) => ms)).toEqual([100, 1100, 800, 300, 700, 400]);
    let left: readonly { ms: number }[] = frames;
    while (left.length > 2) {
      const next = fewer(left as typeof frames);
      expect(next.length).toBeLessThan(left.length);
      expect(next.reduce((sum, { ms }) => sum + ms, 0)).toBe(3400);
      left = next;
    }
    expect(fewer(left as typeof frames)).toHaveLength(1);
  });
});
