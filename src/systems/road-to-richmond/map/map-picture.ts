import { ALL, type Framing, type Item, type Moment, type Picture, type Scene } from '../../../game/index.ts';
import { withBattleCard } from '../../../kit/draw/battle-card.ts';
import { caption } from '../../../kit/draw/card-frames.ts';
import { grown } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { mapNames } from '../../../kit/land/place-names.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import { AREAS } from '../areas.ts';
import type { Field } from '../field.ts';
import type { View } from '../state.ts';
import type { Event } from '../vocabulary.ts';
import { unitName, withinSentence } from '../words/unit-names.ts';
import { alt } from './alt-words.ts';
import { lookAt, placeAt, plotRound, plotWithUnits, showsPhase, WINDOW } from './close-up.ts';
import { blocksOf, boxesOf, stackItemsOf } from './counters.ts';
import { entriesOf, tagBox } from './entry-tags.ts';
import { LAND_STYLE, OVERVIEW_STYLE, overviewGround, partGround } from './field-ground.ts';
import { fightCard } from './fight-card.ts';
import { closeHeader, headline, wholeHeader } from './header.ts';
import { type Happened, happened, scene as hexesOf } from './last-order-marks.ts';
import { choiceHexes, markBoxes, marksAbove, marksBelow, mustAttackHexes, platesOf } from './map-marks.ts';
import { overlays, overlayWords } from './overlays.ts';
import { foot, freeOf, OVERVIEW, OVERVIEW_PLOT } from './overview.ts';
import { PALETTE } from './palette.ts';
import { frontItems } from './stack-blocks.ts';

export { placesOf } from './close-up.ts';
export { sketch } from './order-sketch.ts';
export { OVERLAYS } from './overlays.ts';

/**
 * The overview or a close-up. A close-up shows `framing.at` (a hex, a unit, an area), all of `framing.inUse`, the last events or, without any (a
 * phase begins, or was taken back), the focus of the phase. Nothing is hidden, so a view is the state.
 */
export function picture(field: Field, view: View, moment: Moment<Event> | null, framing: Framing): Picture {
  const past = happened(moment, view.where);
  const wanted = framing.at === undefined || framing.at === ALL ? null : placeAt(field, view, framing.at);
  const used = framing.at === undefined ? framing.inUse : undefined;
  const at = framing.at === ALL ? null : (wanted ?? (used ? WINDOW.hexAmid(used) : lookAt(field, view, past)));
  let plot: HexPlot | null = null;
  if (wanted !== null) plot = WINDOW.plot([wanted]);
  else if (used) plot = plotRound(used);
  else if (at !== null) plot = plotWithUnits(field, view, at);
  if (at === null || plot === null) return overview(field, view, moment, framing, past);
  const around = mustAttackHexes(field, view).length === 0 ? hexLabel(field, at) : `${at}. Red rim: must be attacked`;
  const title =
    (wanted === null
      ? showsPhase(past)
        ? null
        : headline(field, moment)
      : placeTitle(field, view, framing.at as string)) ?? `Around ${around}`;
  return closeUp(field, view, moment, framing, past, { plot, at, title, focus: wanted });
}

/** The title of a close-up that a member asked for. */
function placeTitle(field: Field, view: View, at: string): string {
  const area = AREAS.find(({ id }) => id === at);
  if (area) return area.name;
  const piece = field.piece.get(at);
  const hex = placeAt(field, view, at);
  if (piece) return `Around ${withinSentence(unitName(field, piece))}`;
  return hex === null ? '' : `Around ${hexLabel(field, hex)}`;
}

function overview(field: Field, view: View, moment: Moment<Event> | null, framing: Framing, past: Happened): Picture {
  const words = overlayWords(field, view, framing.overlays, null);
  const free = freeOf(field, view, past);
  const scene: Scene = {
    ...OVERVIEW,
    palette: PALETTE,
    ground: overviewGround(field),
    items: [
      ...onMap(field, view, OVERVIEW_PLOT, past, framing, null),
      ...wholeHeader(field, view, moment, framing),
      ...foot(field, view, sealWords(framing)),
      ...caption(words, { x: 10, y: OVERVIEW_PLOT.view.y + OVERVIEW_PLOT.view.height - 6, width: 780, size: 22 }),
    ],
  };
  return {
    // A picture of the whole map that a member asked for, or one of a recap, shows only the map.
    scene: framing.at === ALL ? scene : carded(field, view, OVERVIEW_PLOT, moment, past, scene),
    alt: alt(field, view, { moment, framing, plot: null, focus: null }),
    ...(free === null ? {} : { free }),
  };
}

interface Look {
  readonly plot: HexPlot;
  readonly at: HexId;
  readonly title: string;
  /** The hex that overlays start from. */
  readonly focus: HexId | null;
}

function closeUp(
  field: Field,
  view: View,
  moment: Moment<Event> | null,
  framing: Framing,
  past: Happened,
  { plot, at, title, focus }: Look,
): Picture {
  const words = overlayWords(field, view, framing.overlays, focus ?? at);
  const scene: Scene = {
    ...CLOSE_UP,
    palette: PALETTE,
    ground: partGround(field, plot),
    items: [
      ...onMap(field, view, plot, past, framing, focus ?? at),
      ...closeHeader(field, view, plot, title, framing),
      ...caption(words, { x: 10, y: CLOSE_UP.height - 10, width: CLOSE_UP.width - 20, size: 22 }),
    ],
  };
  return {
    scene: carded(field, view, plot, moment, past, scene),
    alt: alt(field, view, { moment, framing, plot, focus: focus ?? at }),
  };
}

/** The scene with a card for the battle, placed clear of units, battle hexes and other events. */
function carded(
  field: Field,
  view: View,
  plot: HexPlot,
  moment: Moment<Event> | null,
  past: Happened,
  scene: Scene,
): Scene {
  const taken = [
    ...boxesOf(field, view, plot),
    ...markBoxes(field, view, plot, past, platesOf(field, view, plot, past)),
    ...[...hexesOf(past), ...choiceHexes(field, view)].map((hex) =>
      grown({ ...middle(plot, hex), width: 0, height: 0 }, plot.half),
    ),
  ];
  return withBattleCard(
    scene,
    plot.view,
    taken,
    fightCard(field, moment ? [...(moment.before ?? []), ...moment.events] : []),
  );
}

/** All that changes from order to order. */
function onMap(field: Field, view: View, plot: HexPlot, past: Happened, framing: Framing, focus: HexId | null): Item[] {
  const plates = platesOf(field, view, plot, past);
  const taken = [
    ...boxesOf(field, view, plot),
    ...markBoxes(field, view, plot, past, plates),
    ...(plot === OVERVIEW_PLOT ? [] : entriesOf(field).map((entry) => tagBox(plot, entry))),
  ];
  return [
    ...overlays(field, view, plot, framing.overlays, focus),
    ...marksBelow(field, view, plot, past),
    ...stackLayer(field, view, plot),
    ...mapNames(field, plot, plot === OVERVIEW_PLOT ? OVERVIEW_STYLE : LAND_STYLE, taken),
    ...marksAbove(field, view, plot, past, plates),
  ];
}

/** Counters, or on the overview blocks with front lines. */
function stackLayer(field: Field, view: View, plot: HexPlot): Item[] {
  const fronts = plot.forPhone ? frontItems(plot, blocksOf(field, view, plot)) : [];
  return [...stackItemsOf(field, view, plot), ...fronts];
}
