import type { Item } from '../../../../game/index.ts';
import { type Edges, enclosing, grown, overlap } from './edges.ts';
import { boxesOf, edgesOf, touching } from './extent.ts';

/** A name on the land with its dot, or the scale: shown whole or not at all. */
export interface Written {
  readonly items: readonly Item[];
  /** What it covers, with room about it: box by box, and in all. */
  readonly boxes: readonly Edges[];
  readonly edges: Edges;
}

/** Pixels letters keep from what lies over the land, beyond what they may cover; the paper about them may go under it. */
const ROOM = 1;

export function written(items: readonly Item[]): Written {
  const boxes = items.flatMap(boxesOf).map((box) => grown(box, ROOM));
  return { items, boxes, edges: enclosing(boxes) };
}

/** Those that nothing lies over. */
export function untouched(all: readonly Written[], over: readonly Item[]): Written[] {
  let clear = [...all];
  for (const item of over) {
    const edges = edgesOf(item);
    if (!clear.some((one) => overlap(edges, one.edges))) continue;
    const touches = touching(item);
    clear = clear.filter((one) => !overlap(edges, one.edges) || !one.boxes.some(touches));
  }
  return clear;
}
