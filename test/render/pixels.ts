import { createCanvas, loadImage } from 'canvas';
import type { Colour, Item, Palette, Scene } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';

/** A picture as anybody who receives it sees it: rendered, and its PNG decoded again. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  /** The colour at a pixel, `#rrggbb`. */
  at(x: number, y: number): string;
  /** The smallest box round everything that is not `ground`; null: nothing is. */
  extent(ground: string): { left: number; top: number; right: number; bottom: number } | null;
}

export async function seen(scene: Scene): Promise<Seen> {
  const image = await loadImage(await renderScene(scene));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const at = (x: number, y: number): string => {
    const start = (Math.round(y) * width + Math.round(x)) * 4;
    return `#${[...data.subarray(start, start + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  return {
    width,
    height,
    at,
    extent(ground) {
      let box: { left: number; top: number; right: number; bottom: number } | null = null;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (at(x, y) === ground) continue;
          box ??= { left: x, top: y, right: x, bottom: y };
          box = { left: Math.min(box.left, x), top: box.top, right: Math.max(box.right, x), bottom: y };
        }
      }
      return box;
    },
  };
}

/** The primary colours, and what lies between each and white. */
export const PRIMARIES: Palette = paletteOf([
  '#ffffff',
  '#000000',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffcc00',
  '#336699',
]);

/** These colours, and what lies between each and the first. */
export function paletteOf(inks: readonly [Colour, ...Colour[]]): Palette {
  const [paper, ...others] = inks;
  return { inks, blends: others.map((ink) => [ink, paper] as const) };
}

let scenes = 0;

/** A small white sheet with these items on it; its ground is its own. */
export function sheet(items: readonly Item[], width = 100, height = 100): Scene {
  scenes++;
  return {
    width,
    height,
    palette: PRIMARIES,
    ground: { key: `test ${scenes}`, items: [{ kind: 'rect', x: 0, y: 0, width, height, fill: '#ffffff' }] },
    items,
  };
}
