import type { Item } from '../../game/index.ts';
import { type Box, enclosing, grown, overlap } from './geometry.ts';
import { boundsOf, boxesOf, touching } from './item-bounds.ts';

/** A name on the land with its dot, or a scale: shown whole or not at all. */
export interface MapLabel {
  readonly items: readonly Item[];
  /** Space that other labels must keep clear of, as separate boxes and as one. */
  readonly boxes: readonly Box[];
  readonly bounds: Box;
}

/** Pixels between a label's letters and what is drawn over the land. The paper round the letters may be covered. */
const ROOM = 1;

export function mapLabel(items: readonly Item[]): MapLabel {
  const boxes = items.flatMap(boxesOf).map((box) => grown(box, ROOM));
  return { items, boxes, bounds: enclosing(boxes) };
}

/** The labels that nothing lies over. */
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
