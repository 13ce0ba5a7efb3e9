import { createCanvas } from 'canvas';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scene } from '../../src/game/index.ts';
import { BAND_ROWS } from '../../src/render/frame.ts';
import { renderScene } from '../../src/render/index.ts';
import { piecesMade } from '../../src/render/png.ts';
import { mapsOf } from './campaigns.ts';
import { drawFrame } from './draw-frame.ts';

/** Milliseconds of the processor, of all threads, for each of some pictures. */
async function costOf(scenes: readonly Scene[], make: (scene: Scene) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (const scene of scenes) await make(scene);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / scenes.length;
}

describe('the maps of some campaigns', () => {
  const maps: Scene[] = [];
  /** Of each map, how many bands were drawn for it. */
  const drawn: number[] = [];
  const sizes: number[] = [];

  beforeAll(async () => {
    for (let game = 0; game < 8; game++) maps.push(...mapsOf('overland', game, 40));
    for (const scene of maps) {
      const before = piecesMade();
      sizes.push((await renderScene(scene)).length);
      drawn.push(piecesMade() - before);
    }
  });

  test('are drawn anew in few of their bands, once there were some', () => {
    const later = maps.slice(maps.length / 2);
    const bands = later.reduce((sum, { height }) => sum + Math.ceil(height / BAND_ROWS), 0);
    const anew = drawn.slice(maps.length / 2).reduce((sum, count) => sum + count, 0);
    expect(later.length).toBeGreaterThan(40);
    expect(anew).toBeLessThan(bands / 3);
  });

  test('are drawn in no band where a map of late had the same', async () => {
    const before = piecesMade();
    for (const scene of maps.slice(-10)) await renderScene(scene);
    expect(piecesMade()).toBe(before);
  });

  test('take less than 150 KB each', () => {
    expect(Math.max(...sizes)).toBeLessThan(150_000);
  });

  test('cost a fifth at most of what canvas takes for the PNG alone, once they are known', async () => {
    const [scene] = maps as [Scene];
    const { width, height, palette, pixels } = await drawFrame(scene);
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const image = context.createImageData(width, height);
    for (const [at, index] of pixels.entries())
      image.data.set([...palette.subarray(index * 3, index * 3 + 3), 255], at * 4);
    context.putImageData(image, 0, 0);
    const few = maps.slice(0, 10);
    const ours = await costOf(few, renderScene);
    const canvass = await costOf(few.slice(0, 3), () => canvas.toBuffer('image/png'));
    expect(ours).toBeLessThan(canvass / 5);
  });
});
