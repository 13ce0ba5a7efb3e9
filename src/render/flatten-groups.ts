import type { Group, Item } from '../game/index.ts';

/** An affine transform in canvas's order: x becomes ax + cy + e, y becomes bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies the first matrix, then the second. Adds terms in Cairo's order, so that pixels come out the same. */
function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** @param angle radians, clockwise */
function turnedBy(angle: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, 0, 0];
}

/** The placement, opacity and clips of items on the sheet. */
interface GraphicsState {
  readonly place: Matrix;
  /** 0 (unseen) to 1. */
  readonly alpha: number;
  readonly clips: readonly Clip[];
}

/** A rectangle from the origin on; everything outside it is hidden. */
interface Clip {
  readonly place: Matrix;
  readonly width: number;
  readonly height: number;
}

/** An item taken out of its groups. */
export interface FlatItem extends GraphicsState {
  readonly item: Exclude<Item, Group>;
}

const INITIAL: GraphicsState = { place: UNMOVED, alpha: 1, clips: [] };

/**
 * Items without their groups, lowest first. Opacity applies item by item: where items of a translucent group overlap,
 * the lower one shows through. Throws if a group's scale is not above 0.
 */
export function* flattenGroups(items: Iterable<Item>, state = INITIAL): Generator<FlatItem, void> {
  for (const item of items) {
    if (item.kind === 'group') yield* flattenGroups(item.items, within(item, state));
    else yield { item, ...state };
  }
}

function within({ x, y, turn = 0, scale = 1, opacity = 1, clip }: Group, outer: GraphicsState): GraphicsState {
  // Canvas would accept such a scale without an error and then draw nothing more on this sheet.
  if (!isScale(scale)) throw new Error(`Not a scale: ${scale}`);
  const turned = times(turnedBy((turn * Math.PI) / 180), times([1, 0, 0, 1, x, y], outer.place));
  const place = times([scale, 0, 0, scale, 0, 0], turned);
  const alpha = outer.alpha * opacity;
  return {
    place,
    // Like canvas, ignores an opacity outside 0 to 1.
    alpha: alpha >= 0 && alpha <= 1 ? alpha : outer.alpha,
    clips: clip === undefined ? outer.clips : [...outer.clips, { place, ...clip }],
  };
}

/** The square must be above 0 and finite too, since a scale applies both ways. */
function isScale(scale: number): boolean {
  return scale > 0 && scale ** 2 > 0 && Number.isFinite(scale ** 2);
}
