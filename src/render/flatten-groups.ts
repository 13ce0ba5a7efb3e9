import type { Group, Item } from '../game/index.ts';
import { type Matrix, times, turnedBy, UNMOVED } from './matrix.ts';

/** How a group draws its items: placement, opacity and clips. */
interface Standing {
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
export interface FlatItem extends Standing {
  readonly item: Exclude<Item, Group>;
}

const SHEET: Standing = { place: UNMOVED, alpha: 1, clips: [] };

/** Items without their groups, lowest first. Throws if a group's scale is not above 0. */
export function flattenGroups(items: readonly Item[]): readonly FlatItem[] {
  const flat: FlatItem[] = [];
  gather(items, SHEET, flat);
  return flat;
}

/** Opacity applies item by item: where items of a translucent group overlap, the lower shows through. */
function gather(items: readonly Item[], standing: Standing, flat: FlatItem[]): void {
  for (const item of items) {
    if (item.kind === 'group') gather(item.items, within(item, standing), flat);
    else flat.push({ item, ...standing });
  }
}

function within({ x, y, turn, scale, opacity, clip }: Group, outer: Standing): Standing {
  let place = times([1, 0, 0, 1, x, y], outer.place);
  if (turn !== undefined) place = times(turnedBy((turn * Math.PI) / 180), place);
  if (scale !== undefined) {
    // Canvas would accept it without an error and then draw nothing more on this sheet.
    if (!isScale(scale)) throw new Error(`Not a scale: ${scale}`);
    place = times([scale, 0, 0, scale, 0, 0], place);
  }
  const alpha = outer.alpha * (opacity ?? 1);
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
