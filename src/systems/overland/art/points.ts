import type { Colour, Item } from '../../../game/index.ts';
import { shortDate } from '../calendar.ts';
import { PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { CONTESTED, FADED, INK, US_BLUE, US_TEXT } from './palette.ts';
import { turn } from './shapes.ts';
import { card } from './tables.ts';

/** The Action Point track is the calendar: a row for each number of points, the day it stands for beside it. */
const TRACK = { x: PANELS.points.x + 176, y: PANELS.points.y + 10, width: 132, height: PANELS.points.height - 20 };
const LEFT = PANELS.points.x + 90;
/** From here on the points are printed in red. */
const FEW = 2;

export function pointsGround(view: View): Item[] {
  return [
    ...card(PANELS.points),
    {
      kind: 'text',
      x: LEFT,
      y: PANELS.points.y + 154,
      text: 'Action Points',
      face: 'title',
      size: 33,
      fill: INK,
      align: 'center',
      maxWidth: 150,
    },
    ...view.track.flatMap((_, points) => step(view, points, FADED)),
  ];
}

export function points(view: View): Item[] {
  const { y } = PANELS.points;
  const ink = view.points <= FEW ? CONTESTED : US_BLUE;
  const { top, height } = stepAt(view, view.points);
  return [
    {
      kind: 'text',
      x: LEFT,
      y: y + 118,
      text: String(view.points),
      face: 'bold',
      size: 132,
      fill: ink,
      align: 'center',
      maxWidth: 150,
    },
    {
      kind: 'text',
      x: LEFT,
      y: y + 200,
      text: shortDate(view.date),
      face: 'bold',
      size: 36,
      fill: INK,
      align: 'center',
      maxWidth: 150,
    },
    ...spent(view),
    { kind: 'rect', x: TRACK.x - 4, y: top - 1, width: TRACK.width + 6, height: height + 2, fill: ink },
    ...step(view, view.points, US_TEXT),
    ...turning(view),
  ];
}

/** Days gone by are crossed out. */
function spent(view: View): Item[] {
  return view.track.flatMap((_, at): Item[] => {
    if (at <= view.points) return [];
    const { top, height } = stepAt(view, at);
    const middle = top + height / 2;
    return [
      {
        kind: 'path',
        d: `M ${TRACK.x} ${middle} L ${TRACK.x + TRACK.width - 4} ${middle}`,
        stroke: { colour: FADED, width: 2 },
      },
    ];
  });
}

/** An earned Turning Movement Attempt that stands. */
function turning(view: View): Item[] {
  if (!view.turning || view.over !== null) return [];
  const { x, y } = PANELS.points;
  return [
    { kind: 'rect', x: x + 12, y: y + 213, width: 156, height: 42, fill: US_BLUE },
    { kind: 'group', x: x + 34, y: y + 234, items: turn(16, US_TEXT, US_BLUE) },
    {
      kind: 'text',
      x: x + 108,
      y: y + 245,
      text: 'May turn',
      face: 'bold',
      size: 33,
      fill: US_TEXT,
      align: 'center',
      maxWidth: 108,
    },
  ];
}

function step(view: View, points: number, ink: Colour): Item[] {
  const { top, height } = stepAt(view, points);
  const base = top + height / 2 + Math.min(18, height * 0.75) * 0.34;
  const size = Math.min(18, height * 0.75);
  return [
    { kind: 'text', x: TRACK.x + 26, y: base, text: String(points), face: 'bold', size, fill: ink, align: 'right' },
    {
      kind: 'text',
      x: TRACK.x + 36,
      y: base,
      text: shortDate(view.track[points] ?? view.date),
      face: 'text',
      size,
      fill: ink,
      maxWidth: 90,
    },
  ];
}

/** The most points, and so the first day, on top. */
function stepAt(view: View, points: number): { readonly top: number; readonly height: number } {
  const height = TRACK.height / view.track.length;
  return { top: TRACK.y + (view.track.length - 1 - points) * height, height };
}
