import { setImmediate as breath } from 'node:timers/promises';
import { type Canvas, createCanvas } from 'canvas';
import type { Scene } from '../game/index.ts';
import { drawItems } from './draw.ts';
import { registerFonts } from './fonts.ts';
import { inSlices } from './slices.ts';

/** Ground layers kept: a few systems with a few variants each. One of 1200 × 900 pixels takes 4 MB. */
const KEPT = 8;
const grounds = new Map<string, Promise<Canvas>>();

/**
 * A scene's ground on a canvas of its size, not to be drawn upon. It is drawn when its key is first seen, and kept; whoever asks
 * while it is being drawn waits for the same drawing. Rejects where it cannot be drawn; the next to ask then tries again.
 */
export function groundOf(scene: Scene): Promise<Canvas> {
  const key = `${scene.width}x${scene.height} ${scene.ground.key}`;
  const ground = grounds.get(key) ?? drawGround(scene);
  // Taken out and put back: the map's order is then the order of last use.
  grounds.delete(key);
  grounds.set(key, ground);
  for (const oldest of grounds.keys()) {
    if (grounds.size <= KEPT) break;
    grounds.delete(oldest);
  }
  ground.catch(() => {
    if (grounds.get(key) === ground) grounds.delete(key);
  });
  return ground;
}

async function drawGround({ width, height, palette, ground }: Scene): Promise<Canvas> {
  registerFonts();
  // The first time, that alone takes as long as a slice.
  await breath();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d', OPAQUE);
  context.fillStyle = palette.inks[0] ?? '#ffffff';
  context.fillRect(0, 0, width, height);
  await inSlices(drawItems(context, ground.items));
  return canvas;
}

/** A canvas without see-through pixels is the quicker to copy and to draw on. */
export const OPAQUE = { alpha: false } as const;
