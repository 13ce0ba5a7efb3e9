import type { Scene } from '../../../src/game/index.ts';
import type { Frame } from '../../../src/render/index.ts';
import { colourAt } from '../../gallery/bitmap.ts';
import type { Lettered } from '../../gallery/legibility.ts';
import { type Bounds, flat } from '../../render/flat.ts';
import { contrast, type Rgb } from '../../render/vision.ts';

/** Where words of a drawn scene are crossed by the edge of a box. */
export function crossingsIn(scene: Scene, { words, bare, letters }: Lettered): string[] {
  const boxes = flat(scene).flatMap(({ item, bounds }) =>
    item.kind === 'rect' ? [{ bounds, edge: item.stroke?.width ?? 0 }] : [],
  );
  return words.flatMap((one) =>
    boxes.flatMap(({ bounds, edge }) =>
      crossings(one.bounds, smaller(bounds, edge / 2), edge, bare, letters).map((at) => `“${one.item.text}” ${at}`),
    ),
  );
}

function smaller({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
}

/** Pixels of ink on an edge that make a crossing: one alone is the rounding of a letter that ends there. */
const LEAST_INK = 2;
/** Colours of less contrast than this are alike: an edge between them does not show. */
const ALIKE = 1.3;

/**
 * Where ink lies on an edge of a box that shows: on its line, or on both sides of the edge of a box that has no line.
 * `edge`: how wide the line is.
 */
function crossings(words: Bounds, box: Bounds, edge: number, land: Frame, letters: Frame): string[] {
  const sides = edge === 0 ? ([-1, 0] as const) : ([-edge / 2 - 1, edge / 2 + 1] as const);
  const crossed = (x: number, y: number, across: boolean): boolean => {
    const at = (by: number) => Math.round(across ? y + by : y) * land.width + Math.round(across ? x : x + by);
    const isInk = (by: number) => letters.pixels[at(by)] === 1;
    // Nearly everywhere there is none, and colours need not be looked at.
    if (edge === 0 ? !(isInk(sides[0]) && isInk(sides[1])) : !isInk(0)) return false;
    const [a, b, c] = [sides[0], 0, sides[1]].map((by) => colourAt(land, at(by))) as [Rgb, Rgb, Rgb];
    return Math.max(contrast(a, b), contrast(b, c), contrast(a, c)) > ALIKE;
  };
  const found: string[] = [];
  const [left, right] = [Math.max(words.left, box.left), Math.min(words.right, box.right)];
  for (const y of [box.top, box.bottom]) {
    if (y <= words.top || y >= words.bottom) continue;
    let ink = 0;
    for (let x = left; x < right; x++) if (crossed(x, y, true)) ink++;
    if (ink >= LEAST_INK) found.push(`on the line y = ${Math.round(y)}`);
  }
  const [top, bottom] = [Math.max(words.top, box.top), Math.min(words.bottom, box.bottom)];
  for (const x of [box.left, box.right]) {
    if (x <= words.left || x >= words.right) continue;
    let ink = 0;
    for (let y = top; y < bottom; y++) if (crossed(x, y, false)) ink++;
    if (ink >= LEAST_INK) found.push(`on the line x = ${Math.round(x)}`);
  }
  return found;
}
