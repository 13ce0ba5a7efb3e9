import type { Item } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Track, trackAt, trackSteps } from '../../../kit/draw/track-steps.ts';
import { FADED } from '../../../kit/land/engraved/engraved-colours.ts';
import type { View } from '../view.ts';
import { CONTESTED, US_BLUE, US_TEXT, VEIL } from './palette.ts';
import { PANELS } from './sheet-layout.ts';

const FEW = 2;

/** The Action Point track is the calendar: a step for each number of points with the day it stands for, in two columns. */
function trackOf(view: View): Track {
  return { box: PANELS.track, columns: 2, steps: view.track.map(shortDate) };
}

export function trackGround(view: View): Item[] {
  return [...framedCard(PANELS.track, INK, 2.5, 5.5), ...trackSteps(trackOf(view), INK)];
}

/** Days gone by are crossed out; today is marked. */
export function track(view: View): Item[] {
  const fill = few(view) ? CONTESTED : US_BLUE;
  return trackAt(trackOf(view), view.points, { fill, ink: US_TEXT, veil: VEIL, line: FADED });
}

/** Time runs out: the points are printed in red. */
export function few({ points, over }: View): boolean {
  return points <= FEW && over?.won !== true;
}
