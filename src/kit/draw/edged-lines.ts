import type { Item, Stroke } from '../../game/index.ts';
import { CARD } from './common-colours.ts';
import { type Box, grown } from './geometry.ts';
import { evened, type Polyline } from './lines.ts';

/** A line on a pale edge, so that it stands out on any land. `width`: of both together. */
export function edgedLine(d: string, stroke: Stroke, width: number, cap?: Stroke['cap']): Item[] {
  return [
    { kind: 'path', d, stroke: { colour: CARD, width, ...(cap ? { cap } : {}) } },
    { kind: 'path', d, stroke },
  ];
}

/** Boxes every `step` pixels along a line, `half` pixels to each side of it: names and cards are placed clear of them. */
export function boxesAlong(line: Polyline, step: number, half: number): Box[] {
  return evened(line, step).map((at) => grown({ ...at, width: 0, height: 0 }, half));
}
