import type { Colour, Item } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { framedCard } from '../../../kit/draw/frames.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { INK } from '../../../kit/draw/inks.ts';
import { columnWidth, textAt } from '../../../kit/draw/lettering.ts';
import { FADED } from '../../../kit/land/engraved/engraved-inks.ts';
import { PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { CONTESTED, US_BLUE, US_TEXT, VEIL } from './inks.ts';

/** The Action Point track is the calendar: a step for each number of points with the day it stands for, in two columns. */
const COLUMNS = 2;
const PADDING = 10;
const MOST_SIZE = 33;
const FEW = 2;

export function trackGround(view: View): Item[] {
  return [...framedCard(PANELS.track, INK, 2.5, 5.5), ...view.track.flatMap((_, points) => step(view, points, INK))];
}

/** Days gone by are crossed out; today is marked. */
export function track(view: View): Item[] {
  const today = stepAt(view, view.points);
  return [
    ...view.track.flatMap((_, points) => (points > view.points ? spent(stepAt(view, points)) : [])),
    { kind: 'rect', ...today, fill: few(view) ? CONTESTED : US_BLUE },
    ...step(view, view.points, US_TEXT),
  ];
}

/** Time runs out: the points are printed in red. */
export function few({ points, over }: View): boolean {
  return points <= FEW && over?.won !== true;
}

function spent({ x, y, width, height }: Box): Item[] {
  const middle = y + height / 2;
  return [
    { kind: 'rect', x, y, width, height, fill: VEIL },
    { kind: 'path', d: `M ${x + 4} ${middle} L ${x + width - 4} ${middle}`, stroke: { colour: FADED, width: 2.5 } },
  ];
}

function step(view: View, points: number, ink: Colour): Item[] {
  const { x, y, width, height } = stepAt(view, points);
  const size = Math.min(MOST_SIZE, height * 0.9);
  const base = y + height / 2 + size * 0.29;
  const number = width * 0.31;
  const date = shortDate(view.track[points] ?? view.date);
  const dates = columnWidth(view.track.map(shortDate), width - number - 14);
  return [
    { ...textAt(String(points), x + number, base, size, ink, 'bold'), align: 'right' },
    { ...textAt(date, x + number + 8, base, size, ink), maxWidth: dates(date) },
  ];
}

/** The most points, and so the first day, on top of the first column. */
function stepAt(view: View, points: number): Box {
  const rows = Math.ceil(view.track.length / COLUMNS);
  const at = view.track.length - 1 - points;
  const { x, y, width, height } = PANELS.track;
  const size = { width: (width - PADDING * 2) / COLUMNS, height: (height - PADDING * 2) / rows };
  return {
    x: x + PADDING + Math.floor(at / rows) * size.width,
    y: y + PADDING + (at % rows) * size.height,
    ...size,
  };
}
