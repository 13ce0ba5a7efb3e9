import type { Item } from '../../../game/index.ts';
import { type Box, enclosing, grown, overlap } from '../../../kit/draw/geometry.ts';
import { boundsOf, itemBoxes, touching } from '../../../kit/draw/item-bounds.ts';

/** A label on the land, such as a name with its dot, or a scale. It is shown whole or not at all. */
export interface MapLabel {
  readonly items: readonly Item[];
  /** The space that other labels must leave free, as several boxes and as one. */
  readonly boxes: readonly Box[];
  readonly bounds: Box;
}

/**
 * Pixels between a label's letters and items that are drawn over the land. The paper around the letters may be covered.
 */
const ROOM = 1;

export function mapLabel(items: readonly Item[]): MapLabel {
  const boxes = items.flatMap(itemBoxes).map((box) => grown(box, ROOM));
  return { items, boxes, bounds: enclosing(boxes) };
}

/** The labels that no item covers. */
export function uncovered(all: readonly MapLabel[], over: readonly Item[]): MapLabel[] {
  let clear = [...all];
  for (const item of over) {
    const bounds = boundsOf(item);
    if (!clear.some((one) => overlap(bounds, one.bounds))) continue;
    const touches = touching(item);
    clear = clear.filter((one) => !overlap(bounds, one.bounds) || !one.boxes.some(touches));
  }
  return clear;
}
