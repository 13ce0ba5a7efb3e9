import { ALL, type Choice, type Framing, type Item, type Moment, type Picture } from '../../../game/index.ts';
import { arrowAlong, stoppingShort } from '../../../kit/draw/arrow-shapes.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { BATTLE } from '../../../kit/draw/mark-colours.ts';
import { SIDE_INKS } from '../../../kit/draw/side-colours.ts';
import { centred, haloed } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexPath, middle } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { isStackSeen, stackBox, stackNumber } from '../../../kit/hex/stacks.ts';
import { numberBox } from '../../../kit/land/hex-numbers.ts';
import { WORK } from '../../../kit/land/land-colours.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { datesOf } from '../calendar.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import type { Event } from '../vocabulary.ts';
import { around, hexName } from '../words/names.ts';
import { alt, stackLabel } from '../words/position-text.ts';
import { tell } from '../words/sentences.ts';
import { drawnAs, stackOf } from './counters.ts';
import { header } from './header.ts';
import { foot, overviewItems, scoringMarks } from './overview.ts';
import { PALETTE } from './palette.ts';
import { closeGround, closePlot, fitsClose, LAND_STYLE, WHOLE, wholeGround, wholePlot } from './theatre-ground.ts';

/**
 * The theatre, or a close-up: of `framing.at`, or where something has just happened. Events that the viewer does not notice are not
 * looked at: not even where they took place.
 * @param named its title; null: what has happened last, or the place
 */
export function picture(
  theatre: Theatre,
  view: View,
  moment: Moment<Event> | null,
  framing: Framing,
  named: string | null = null,
): Picture {
  const events = (moment?.events ?? []).filter((event) => tell(theatre, event, view.viewer) !== null);
  const news = events.flatMap((event) => tell(theatre, event, view.viewer) ?? []);
  const scenes = [...new Set(events.flatMap(hexesOf))];
  const wanted = framing.at !== undefined && theatre.hex.has(framing.at) ? [framing.at] : null;
  const happened = scenes.length > 0 && fitsClose(scenes) ? scenes : null;
  const at = framing.at === ALL ? null : (wanted ?? happened);
  const plot = at === null ? wholePlot() : closePlot(at);
  const title = named ?? (wanted ? around(theatre, wanted[0] as HexId) : (news.at(-1) ?? null));
  const items = [
    ...marches(view, plot, events),
    ...(at === null ? overviewItems : closeItems)(theatre, view, plot),
    ...battles(plot, events),
  ];
  const above = header(view, title ?? `${datesOf(view.turn)} 1864`, framing);
  return {
    scene: {
      ...(at === null ? WHOLE : CLOSE_UP),
      palette: PALETTE,
      ground: (at === null ? wholeGround : closeGround)(theatre, plot),
      items: [...items, ...above, ...(at === null ? foot(framing) : [])],
    },
    alt: alt(theatre, view, news, framing, at === null ? null : (hex) => isStackSeen(plot, hex)),
  };
}

/** Where an event took place. */
function hexesOf(event: Event): readonly HexId[] {
  switch (event.type) {
    case 'moved':
      return event.way;
    case 'fought':
    case 'charged':
    case 'probed':
    case 'called-off':
      return [event.target];
    case 'placed':
    case 'revealed':
    case 'entrenched':
    case 'detrained':
    case 'advanced':
    case 'claimed':
      return [event.hex];
    default:
      return [];
  }
}

/** The ways counters went, up to what stands at their ends. */
function marches(view: View, plot: HexPlot, events: readonly Event[]): Item[] {
  const held = new Set(view.stacks.map(({ hex }) => hex));
  return events.flatMap((event) => {
    if (event.type !== 'moved') return [];
    const points = event.way.map((hex) => middle(plot, hex));
    const short = stoppingShort(points, held.has(event.way.at(-1) ?? '') ? plot.half * 0.72 : 0);
    return arrowAlong(short, SIDE_INKS[event.side], plot.scale, event.by !== 'march');
  });
}

function battles(plot: HexPlot, events: readonly Event[]): Item[] {
  const targets = events.flatMap((event) =>
    event.type === 'fought' || event.type === 'charged' ? [event.target] : [],
  );
  return targets.map((hex) => ({
    kind: 'path',
    d: hexPath(plot, hex, plot.scale),
    stroke: { colour: BATTLE, width: 4 * plot.scale },
  }));
}

/** Markers of a hex: entrenchments, fortifications, control of what is worth points. */
function markers(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const dug = view.entrenched.map(
    (hex): Item => ({
      kind: 'path',
      d: hexPath(plot, hex, 3 * plot.scale),
      stroke: { colour: WORK, width: 3 * plot.scale, dash: [7 * plot.scale, 4 * plot.scale] },
    }),
  );
  const forts = view.forts.flatMap(({ side, hex, strength }): Item[] => {
    const { x, y } = middle(plot, hex);
    const size = 20 * Math.max(0.7, plot.scale);
    return [
      {
        kind: 'path',
        d: hexPath(plot, hex, 2 * plot.scale),
        stroke: { colour: SIDE_INKS[side], width: 5 * plot.scale },
      },
      haloed(centred(String(strength), x, y + plot.half - 2, size, SIDE_INKS[side], 'bold'), size / 5, CARD),
    ];
  });
  return [...scoringMarks(theatre, view, plot, 11 * plot.scale, 2 * plot.scale), ...dug, ...forts];
}

/** @param chosen hexes whose numbers the picture sets itself: names cover no other number than their own; null: it sets those of stacks */
export function closeItems(
  theatre: Theatre,
  view: View,
  plot: HexPlot,
  chosen: readonly HexId[] | null = null,
): Item[] {
  const seen = view.stacks.filter(({ hex }) => isStackSeen(plot, hex));
  const taken = [
    ...seen.map((stack) => stackBox(plot, stack.hex, drawnAs(stack))),
    ...(chosen ?? []).flatMap((hex) => (theatre.hex.get(hex)?.name ? [] : [numberBox(plot, hex)])),
  ];
  return [
    ...markers(theatre, view, plot),
    ...seen.flatMap((stack) => [...stackOf(theatre, plot, stack), ...(chosen ? [] : [stackNumber(plot, stack.hex)])]),
    ...placeNames(theatre, plot, LAND_STYLE, taken),
  ];
}

/** Places for close-ups: where counters stand, then everything that has a name. */
export function placesOf(theatre: Theatre, view: View): readonly Choice[] {
  const choices = new Map<HexId, Choice>();
  for (const stack of view.stacks)
    choices.set(stack.hex, { value: stack.hex, label: hexName(theatre, stack.hex), hint: stackLabel(theatre, stack) });
  for (const { hex } of theatre.places)
    if (!choices.has(hex)) choices.set(hex, { value: hex, label: hexName(theatre, hex) });
  return [...choices.values()];
}
