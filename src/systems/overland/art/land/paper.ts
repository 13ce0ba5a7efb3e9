import type { Item } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { softPath } from '../../../../kit/draw/lines.ts';
import { SHEET } from '../../layout.ts';
import { PAPER } from '../inks.ts';
import { sway } from './chance.ts';
import { AGES } from './inks.ts';

/** Where each age of the paper begins, in pixels from the edge of the sheet, and how far it wanders from there. */
const RINGS: readonly { readonly inset: number; readonly wander: number }[] = [
  { inset: 13, wander: 5 },
  { inset: 26, wander: 9 },
  { inset: 46, wander: 18 },
  { inset: 74, wander: 34 },
];

/** The sheet: laid paper gone brown towards its edges. */
export function paper(): Item[] {
  const fills = [...AGES].reverse();
  return [
    { kind: 'rect', x: 0, y: 0, ...SHEET, fill: fills[0] as (typeof AGES)[number] },
    ...RINGS.map(
      ({ inset, wander }, ring): Item => ({
        kind: 'path',
        d: softPath(ringOf(inset, wander, ring), true),
        fill: fills[ring + 1] ?? PAPER,
      }),
    ),
  ];
}

/** Points round the sheet, some 60 pixels apart. */
function ringOf(inset: number, wander: number, salt: number): Point[] {
  const { width, height } = SHEET;
  const [left, top, right, bottom] = [inset, inset, width - inset, height - inset];
  const [columns, rows] = [Math.round(width / 60), Math.round(height / 60)];
  const along = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 0.5)) / count);
  const round: Point[] = [
    ...along(left, right, columns).map((x) => ({ x, y: top })),
    ...along(top, bottom, rows).map((y) => ({ x: right, y })),
    ...along(right, left, columns).map((x) => ({ x, y: bottom })),
    ...along(bottom, top, rows).map((y) => ({ x: left, y })),
  ];
  const [first, ...rest] = round.map(({ x, y }, index) => ({
    x: x + sway(index, salt * 2) * wander * 0.5,
    y: y + sway(index, salt * 2 + 1) * wander * 0.5,
  }));
  return first ? [...rest, first] : [];
}
