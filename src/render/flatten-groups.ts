import type { Group, Item } from '../game/index.ts';
import { type Matrix, times, turnedBy, UNMOVED } from './matrix.ts';

/** How a group draws its items: placement, opacity and clips. */
interface Standing {
  readonly place: Matrix;
  /** 0 (unseen) to 1. */
  readonly alpha: number;
  readonly clips: readonly Clip[];
}

/** Only what lies in the rectangle from its origin on is seen. */
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

/** Items without their groups, lowest first. Throws at a group's scale that is not above 0. */
export function flattenGroups(items: readonly Item[]): readonly FlatItem[] {
  const flat: FlatItem[] = [];
  gather(items, SHEET, flat);
  return flat;
}

/** A group is drawn item by item: where items of a faint group overlap, the lower shows through the upper. */
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
    // Canvas would take it in silence, and from then on draw nothing on this sheet at all.
    if (!isScale(scale)) throw new Error(`Not a scale: ${scale}`);
    place = times([scale, 0, 0, scale, 0, 0], place);
  }
  const alpha = outer.alpha * (opacity ?? 1);
  return {
    place,
    // As canvas does: what is no opacity changes nothing.
    alpha: alpha >= 0 && alpha <= 1 ? alpha : outer.alpha,
    clips: clip === undefined ? outer.clips : [...outer.clips, { place, ...clip }],
  };
}

/** Above 0, and such that areas are too: a sheet is scaled both ways. */
function isScale(scale: number): boolean {
  return scale > 0 && scale ** 2 > 0 && Number.isFinite(scale ** 2);
}
