import { setImmediate as breath } from 'node:timers/promises';
import { type Canvas, createCanvas } from 'canvas';
import type { Colour, Scene } from '../game/index.ts';
import { drawItems } from './draw.ts';
import { registerFonts } from './fonts.ts';
import { Recent } from './recent.ts';
import { inSlices } from './slices.ts';
import { inStrips, OPAQUE } from './strips.ts';

/** Bytes of the grounds kept: of maps of 1200 × 900 pixels, nine. */
const KEPT = 40_000_000;
const grounds = new Recent<Promise<Canvas>>(KEPT);

/**
 * A scene's ground on a canvas of its size, not to be drawn upon. It is drawn when it is first seen, and kept; whoever asks
 * while it is being drawn waits for the same drawing. Rejects where it cannot be drawn; the next to ask then tries again.
 */
export function groundOf(scene: Scene): Promise<Canvas> {
  const { width, height } = scene;
  const key = `${width}x${height} ${paperOf(scene)} ${scene.ground.key}`;
  const known = grounds.get(key);
  if (known) return known;
  const ground = grounds.keep(key, drawGround(scene), width * height * 4);
  ground.catch(() => {
    if (grounds.get(key) === ground) grounds.drop(key);
  });
  return ground;
}

/** What is seen where nothing covers the sheet. */
function paperOf({ palette }: Scene): Colour {
  return palette.inks[0] ?? '#ffffff';
}

async function drawGround(scene: Scene): Promise<Canvas> {
  const { width, height, ground } = scene;
  registerFonts();
  // The first time, that alone takes as long as a slice.
  await breath();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d', OPAQUE);
  context.fillStyle = paperOf(scene);
  await inSlices(inStrips(context, () => context.fillRect(0, 0, width, height)));
  await inSlices(drawItems(context, ground.items));
  return canvas;
}
