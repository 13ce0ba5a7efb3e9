import type { Framing, Item, Moment, Picture, Scene } from '../../game/index.ts';
import { account } from './account.ts';
import { alt } from './alt.ts';
import { band } from './art/band.ts';
import { counters } from './art/counters.ts';
import { ground } from './art/ground.ts';
import { PALETTE } from './art/inks.ts';
import { landNames } from './art/land.ts';
import { marksAbove, marksBelow } from './art/marks.ts';
import { plate } from './art/plate.ts';
import { smallPrint } from './art/small-print.ts';
import { lastBattle } from './art/tables.ts';
import { track } from './art/track.ts';
import { PLATE, SHEET } from './layout.ts';
import type { View } from './view.ts';
import type { Event } from './vocabulary.ts';

/** The sheet with the position on it and the last order marked. Overland is a single sheet, shown whole. */
export function picture(view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const last = account(view, moment);
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
