import type { Item } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { INK } from '../../../../kit/draw/inks.ts';
import { distance } from '../../../../kit/draw/lines.ts';
import { PAPER } from '../inks.ts';
import type { Place } from './geography.ts';
import { bend, kilometres } from './projection.ts';

const AT: Point = { x: 978, y: 428 };
const BAR = 6;
const MILE = 1.609344;

/** The sheet has no one scale: how long the same mile, east to west, is on the Rapidan and by Richmond. */
const MEASURED: readonly { readonly text: string; readonly about: Place }[] = [
  { text: '1 mile at the Rapidan', about: [38.32, -77.68] },
  { text: '1 mile at Richmond', about: [37.555, -77.4] },
];
/** Pixels that a mile from west to east takes about a place. */
export function mileAt(about: Place): number {
  const { x, y } = kilometres(about);
  return distance(bend({ x: x - MILE / 2, y }), bend({ x: x + MILE / 2, y }));
}

/** A bar for each, half black and half white, and what it measures beside it. */
export function scale(): Item[] {
  return MEASURED.flatMap(({ text, about }, row): Item[] => {
    const y = AT.y + row * 16;
    const length = mileAt(about);
    const bar = { kind: 'rect', x: AT.x, y: y - 7, height: BAR } as const;
    return [
      { ...bar, width: length, fill: PAPER, stroke: { colour: INK, width: 1 } },
      { ...bar, width: length / 2, fill: INK },
      { kind: 'text', x: AT.x + length + 7, y, text, face: 'italic', size: 13, fill: INK },
    ];
  });
}
