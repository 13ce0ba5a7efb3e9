import type { Colour, Item } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { columnWidth, textAt } from '../../../kit/draw/text-layout.ts';
import { FADED } from '../land/land-colours.ts';
import type { View } from '../view.ts';
import { CONTESTED, US_BLUE, US_TEXT, VEIL } from './palette.ts';
import { PANELS } from './sheet-layout.ts';

const FEW = 2;

/** The Action Point track doubles as the calendar: each number of points has its day. */
function trackOf(view: View): Track {
  return { box: PANELS.track, columns: 2, steps: view.track.map(shortDate) };
}

export function trackGround(view: View): Item[] {
  return [...framedCard(PANELS.track, INK, 2.5, 5.5), ...trackSteps(trackOf(view), INK)];
}

/** Past days are crossed out; today is marked. */
export function track(view: View): Item[] {
  const fill = few(view) ? CONTESTED : US_BLUE;
  return trackAt(trackOf(view), view.points, { fill, ink: US_TEXT, veil: VEIL, line: FADED });
}

/** Few points left are printed in red. */
export function few({ points, over }: View): boolean {
  return points <= FEW && over?.won !== true;
}

/** A track of numbered steps with what each stands for, in columns; the highest number comes first. */
export interface Track {
  readonly box: Box;
  readonly columns: number;
  /** The label of each number from 0 on, such as a date. */
  readonly steps: readonly string[];
}

const PADDING = 10;
const MOST_SIZE = 33;

/** All steps as printed. */
export function trackSteps(track: Track, ink: Colour): Item[] {
  return track.steps.flatMap((_, number) => trackStep(track, number, ink));
}

/** The track at a number: higher steps are crossed out, and the number is marked. */
export function trackAt(
  track: Track,
  now: number,
  { fill, ink, veil, line }: { readonly [part in 'fill' | 'ink' | 'veil' | 'line']: Colour },
): Item[] {
  const past = track.steps.flatMap((_, number): Item[] => {
    if (number <= now) return [];
    const box = stepBox(track, number);
    const middle = box.y + box.height / 2;
    const d = `M ${box.x + 4} ${middle} L ${box.x + box.width - 4} ${middle}`;
    return [
      { kind: 'rect', ...box, fill: veil },
      { kind: 'path', d, stroke: { colour: line, width: 2.5 } },
    ];
  });
  return [...past, { kind: 'rect', ...stepBox(track, now), fill }, ...trackStep(track, now, ink)];
}

function trackStep(track: Track, number: number, ink: Colour): Item[] {
  const { x, y, width, height } = stepBox(track, number);
  const size = Math.min(MOST_SIZE, height * 0.9);
  const base = y + height / 2 + size * 0.29;
  const left = width * 0.31;
  const words = track.steps[number] ?? '';
  return [
    { ...textAt(String(number), x + left, base, size, ink, 'bold'), align: 'right' },
    { ...textAt(words, x + left + 8, base, size, ink), maxWidth: columnWidth(track.steps, width - left - 14)(words) },
  ];
}

function stepBox({ box, columns, steps }: Track, number: number): Box {
  const rows = Math.ceil(steps.length / columns);
  const at = steps.length - 1 - number;
  const size = { width: (box.width - PADDING * 2) / columns, height: (box.height - PADDING * 2) / rows };
  return {
    x: box.x + PADDING + Math.floor(at / rows) * size.width,
    y: box.y + PADDING + (at % rows) * size.height,
    ...size,
  };
}
