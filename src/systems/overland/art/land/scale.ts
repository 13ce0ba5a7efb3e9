import type { Item } from '../../../../game/index.ts';
import type { Point } from '../curve.ts';
import { FADED, PAPER } from '../palette.ts';
import type { Place } from './geography.ts';
import { NAME } from './inks.ts';
import { distance } from './line.ts';
import { bend, kilometres } from './projection.ts';

const AT: Point = { x: 774, y: 508 };
const BAR = 5;
const MILE = 1.609344;

/** The sheet has no one scale: how long the same mile, east to west, is on the Rapidan and by Richmond. */
const MEASURED: readonly { readonly text: string; readonly about: Place }[] = [
  { text: 'A mile on the Rapidan,', about: [38.32, -77.68] },
  { text: 'and by Richmond', about: [37.555, -77.4] },
];

/** Pixels that a mile from west to east takes about a place. */
export function mileAt(about: Place): number {
  const { x, y } = kilometres(about);
  return distance(bend({ x: x - MILE / 2, y }), bend({ x: x + MILE / 2, y }));
}

export function scale(): Item[] {
  return MEASURED.flatMap(({ text, about }, row): Item[] => {
    const y = AT.y + row * 24;
    const length = mileAt(about);
    const quarter = length / 4;
    return [
      { kind: 'text', x: AT.x, y, text, face: 'italic', size: 13, fill: NAME },
      { kind: 'rect', x: AT.x, y: y + 5, width: length, height: BAR, fill: PAPER, stroke: { colour: FADED, width: 1 } },
      { kind: 'rect', x: AT.x, y: y + 5, width: quarter, height: BAR, fill: FADED },
      { kind: 'rect', x: AT.x + quarter * 2, y: y + 5, width: quarter, height: BAR, fill: FADED },
    ];
  });
}
