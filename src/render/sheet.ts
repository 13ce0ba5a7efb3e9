import type { Scene } from '../game/index.ts';
import { BAND } from './bands.ts';
import { drawBands, planned } from './frame.ts';

/** All pixels of a scene, 0xaarrggbb, before they are given the colours of its palette. For the benchmark, which reads them by `pixelsOf`. */
export async function drawSheet(scene: Scene): Promise<Int32Array> {
  const plan = await planned(scene);
  const pixels = new Int32Array(scene.width * scene.height);
  await drawBands(scene, plan, plan.bands, ({ index }, argb) => pixels.set(argb, index * BAND * scene.width));
  return pixels;
}

export function pixelsOf(pixels: Int32Array): readonly Int32Array[] {
  return [pixels];
}

export function keepSheet(_: Int32Array): void {}
