import type { Framing, Item, Moment, Picture, Scene } from '../../../game/index.ts';
import type { View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { alt } from '../words/alt.ts';
import { orderSummary } from '../words/last-order-summary.ts';
import { track } from './calendar-track.ts';
import { counters } from './counters.ts';
import { plate } from './ending-plate.ts';
import { marksAbove, marksBelow } from './map-marks.ts';
import { band } from './order-band.ts';
import { PALETTE } from './palette.ts';
import { lastBattle } from './results-panel.ts';
import { ground } from './sheet-ground.ts';
import { landNames } from './sheet-land.ts';
import { PLATE, SHEET } from './sheet-layout.ts';
import { smallPrint } from './small-print.ts';

/** The sheet with the position on it and the last order marked. Overland is a single sheet, shown whole. */
export function picture(view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const last = orderSummary(view, moment);
  const marks: readonly Item[] = [
    ...band(view, last),
    ...track(view),
    ...lastBattle(view, last),
    ...smallPrint(view, framing),
    ...plate(view, framing),
    ...marksBelow(view, last),
    ...counters(view),
    ...marksAbove(view, last),
  ];
  const scene: Scene = {
    ...SHEET,
    palette: PALETTE,
    ground: ground(view),
    items: [...landNames(marks), ...marks],
  };
  return { scene, alt: alt(view, moment, framing), free: PLATE };
}
