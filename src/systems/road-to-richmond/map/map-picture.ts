import { ALL, type Framing, type Item, type Moment, type Picture, type Scene } from '../../../game/index.ts';
import { caption } from '../../../kit/draw/frames.ts';
import { type Box, freeBox } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { HexPlot } from '../../../kit/hex/hex-plot.ts';
import { stackBox, stackBoxes } from '../../../kit/hex/stacks.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { AREAS } from '../areas.ts';
import type { Field } from '../field.ts';
import type { View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { alt } from '../words/alt.ts';
import { unitName } from '../words/unit-names.ts';
import { CLOSE_UP, lookAt, lookOn, placeAt, WINDOW, wholePlot } from './close-up.ts';
import { stack, stacksSeen } from './counters.ts';
import { entriesOf, tagBox } from './entry-tags.ts';
import { partGround, wholeGround } from './field-ground.ts';
import { LAND_STYLE } from './field-land-style.ts';
import { type Happened, happened, scene } from './happened.ts';
import { closeHeader, headline, wholeHeader } from './header.ts';
import { markBoxes, marksAbove, marksBelow, platesOf } from './map-marks.ts';
import { panel } from './off-map-panel.ts';
import { overlays, overlayWords } from './overlays.ts';
import { PALETTE } from './palette.ts';

export { placesOf } from './close-up-places.ts';
export { sketch } from './order-sketch.ts';
export { OVERLAYS } from './overlays.ts';

/** The picture of the whole field, in pixels. */
export const WHOLE = { width: 1648, height: 2036 } as const;
const MAP: Box = { x: 44, y: 140, width: 1314, height: 1736 };
const PANEL: Box = { x: 1394, y: 116, width: 246, height: 1912 };

/**
 * The whole field, or a close-up: round `framing.at` (a hex, a unit, an area), where something has just happened, or where nothing
 * has (it was taken back), where the phase goes on. Nothing is hidden, so that a view is the state.
 */
export function picture(field: Field, view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const past = happened(moment, view.where);
  const wanted = framing.at === undefined || framing.at === ALL ? null : placeAt(field, view, framing.at);
  const at =
    framing.at === ALL ? null : (wanted ?? (moment === null ? lookOn(field, view) : lookAt(field, view, past)));
  if (at === null) return whole(field, view, moment, framing, past);
  const title =
    (wanted === null ? headline(field, moment) : placeTitle(field, view, framing.at as string)) ??
    `Around ${hexLabel(field, at)}`;
  return closeUp(field, view, moment, framing, past, { at, title, focus: wanted });
}

/** What a close-up that was asked for is called. */
function placeTitle(field: Field, view: View, at: string): string {
  const area = AREAS.find(({ id }) => id === at);
  if (area) return area.name;
  const piece = field.piece.get(at);
  const hex = placeAt(field, view, at);
  if (piece) return `${unitName(field, piece)} and around`;
  return hex === null ? '' : `Around ${hexLabel(field, hex)}`;
}

function whole(field: Field, view: View, moment: Moment<Event> | null, framing: Framing, past: Happened): Picture {
  const plot = wholePlot(MAP, { x: 0, y: 108, width: 1386, height: 1800 });
  const drawn: Scene = {
    ...WHOLE,
    palette: PALETTE,
    ground: wholeGround(field, plot, WHOLE),
    items: [
      ...onMap(field, view, plot, past, framing, null),
      ...wholeHeader(field, view, WHOLE.width, moment, framing),
      ...panel(field, view, PANEL),
      ...caption(overlayWords(field, view, framing.overlays, null), { x: 60, y: 1858, width: 1280, size: 20 }),
    ],
  };
  const free = freeOf(field, view, plot, past);
  return {
    scene: drawn,
    alt: alt(field, view, { moment, framing, plot: null, focus: null }),
    ...(free === null ? {} : { free }),
  };
}

/** A card that may be laid over the map for a moment, and how far apart places for it are tried. */
const CARD_ROOM = { width: 500, height: 300 } as const;
const TRIED = 62;

/** Where on the whole field nobody stands and nobody has gone, from the north-east on; null: nowhere. */
function freeOf(field: Field, view: View, plot: HexPlot, past: Happened): Box | null {
  const stacks = stacksSeen(field, view, plot).map(([hex, pieces]) => stackBox(plot, hex, pieces.length));
  const gone = scene(past).map((hex) => stackBox(plot, hex, 1));
  return freeBox(MAP, CARD_ROOM, TRIED, [...stacks, ...gone]);
}

interface Look {
  readonly at: HexId;
  readonly title: string;
  /** What overlays look from. */
  readonly focus: HexId | null;
}

function closeUp(
  field: Field,
  view: View,
  moment: Moment<Event> | null,
  framing: Framing,
  past: Happened,
  { at, title, focus }: Look,
): Picture {
  const plot = WINDOW.plot([at]);
  const words = overlayWords(field, view, framing.overlays, focus ?? at);
  const drawn: Scene = {
    ...CLOSE_UP,
    palette: PALETTE,
    ground: partGround(field, plot, CLOSE_UP),
    items: [
      ...onMap(field, view, plot, past, framing, focus ?? at),
      ...closeHeader(field, view, plot, title, framing),
      ...caption(words, { x: 10, y: CLOSE_UP.height - 10, width: CLOSE_UP.width - 20, size: 22 }),
    ],
  };
  return { scene: drawn, alt: alt(field, view, { moment, framing, plot, focus: focus ?? at }) };
}

/** All that is on the map and changes. */
export function onMap(
  field: Field,
  view: View,
  plot: HexPlot,
  past: Happened,
  framing: Framing,
  focus: HexId | null,
): Item[] {
  const stacks = stacksSeen(field, view, plot);
  const plates = platesOf(field, view, plot, past);
  const taken = [
    ...stackBoxes(plot, stacks),
    ...markBoxes(field, view, plot, past, plates),
    ...entriesOf(field).map((entry) => tagBox(plot, entry)),
  ];
  return [
    ...overlays(field, view, plot, framing.overlays, focus),
    ...marksBelow(view, plot, past),
    ...stacks.flatMap(([hex, pieces]) => stack(plot, view, hex, pieces)),
    ...placeNames(field, plot, LAND_STYLE, taken),
    ...marksAbove(field, view, plot, past, plates),
  ];
}
