import type { Framing, Item, Moment, Picture, Scene } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { sealWords, shortened } from '../../../kit/plain-english.ts';
import { PAPER } from '../land/land-colours.ts';
import type { View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { alt } from '../words/alt.ts';
import { orderSummary } from '../words/last-order-summary.ts';
import { counters } from './counters.ts';
import { marksAbove, marksBelow } from './map-marks.ts';
import { band } from './order-band.ts';
import { PALETTE } from './palette.ts';
import { ground } from './sheet-ground.ts';
import { landNames } from './sheet-land.ts';
import { PANELS, PLATE, SHEET } from './sheet-layout.ts';
import { lastBattle, track } from './tables.ts';
import { plate } from './title-plate.ts';

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

/** More letters would have to be squeezed. */
const MOST_LETTERS = 56;

/** The variant, the seal the dice lie under, and how many rolls were taken back. */
function smallPrint(view: View, framing: Framing): Item[] {
  const { x, y, width } = PANELS.small;
  const text = {
    kind: 'text',
    x,
    face: 'text',
    size: 14,
    fill: INK,
    maxWidth: width,
    halo: { colour: PAPER, width: 4 },
  } as const;
  return [
    { ...text, y: y + 9, text: shortened(view.variant.name, MOST_LETTERS) },
    ...sealWords(framing).map((words) => ({ ...text, y: y + 26, text: words })),
  ];
}
