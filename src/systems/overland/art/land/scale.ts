import type { Item } from '../../../../game/index.ts';
import type { Point } from '../curve.ts';
import { FADED, PAPER } from '../palette.ts';
import type { Place } from './geography.ts';
import { NAME } from './inks.ts';
import { distance } from './line.ts';
import { bend, kilometres } from './projection.ts';

const AT: Point = { x: 942, y: 590 };
const BAR = 5;
const MILES = 2;
const MILE = 1.609344;

/** The sheet has no one scale: how long the same two miles, east to west, are on the Rapidan and before Richmond. */
const MEASURED: readonly { readonly text: string; readonly about: Place }[] = [
  { text: 'Two miles on the Rapidan,', about: [38.32, -77.68] },
  { text: 'and before Richmond', about: [37.555, -77.4] },
];

/** Pixels that so many miles from east to west take about a place. */
export function milesAt(about: Place, miles: number): number {
  const { x, y } = kilometres(about);
  const half = (miles * MILE) / 2;
  return distance(bend({ x: x - half, y }), bend({ x: x + half, y }));
}

export function scale(): Item[] {
  return MEASURED.flatMap(({ text, about }, row): Item[] => {
    const y = AT.y + row * 28;
    const length = milesAt(about, MILES);
    const quarter = length / 4;
    return [
      { kind: 'text', x: AT.x, y, text, face: 'italic', size: 12.4, fill: NAME },
      { kind: 'rect', x: AT.x, y: y + 6, width: length, height: BAR, fill: PAPER, stroke: { colour: FADED, width: 1 } },
      { kind: 'rect', x: AT.x, y: y + 6, width: quarter, height: BAR, fill: FADED },
      { kind: 'rect', x: AT.x + quarter * 2, y: y + 6, width: quarter, height: BAR, fill: FADED },
    ];
  });
}
