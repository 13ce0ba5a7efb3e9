import type { Group, Item } from '../game/index.ts';
import { type Matrix, times, turnedBy, UNMOVED } from './matrix.ts';

/** Where the items of a group are: how they are placed on the sheet, how much of them is seen, and through what. */
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

/** An item out of its groups. */
export interface Leaf extends Standing {
  readonly item: Exclude<Item, Group>;
}

const SHEET: Standing = { place: UNMOVED, alpha: 1, clips: [] };

/** All that items draw, lowest first. Throws at a group's scale that is not above 0. */
export function leavesOf(items: readonly Item[]): readonly Leaf[] {
  const leaves: Leaf[] = [];
  gather(items, SHEET, leaves);
  return leaves;
}

/** A group is drawn item by item: where items of a faint group overlap, the lower shows through the upper. */
function gather(items: readonly Item[], standing: Standing, leaves: Leaf[]): void {
  for (const item of items) {
    if (item.kind === 'group') gather(item.items, within(item, standing), leaves);
    else leaves.push({ item, ...standing });
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
