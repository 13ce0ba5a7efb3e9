import type { Framing, Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { COUNTER_STYLES, SIDE_INKS } from '../../../kit/draw/counter-items.ts';
import { cornersOf, type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { centred, haloed } from '../../../kit/draw/text-layout.ts';
import { columnOf, type HexId } from '../../../kit/hex/hex-grid.ts';
import { hexRing } from '../../../kit/hex/hex-marks.ts';
import { type HexPlot, isNear, middle } from '../../../kit/hex/hex-plot.ts';
import { pictureHeader } from '../../../kit/hex/picture-header.ts';
import { FADED, WORK } from '../../../kit/land/land-colours.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { capital } from '../../../kit/plain-english.ts';
import { scenarioOf, type Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { SIDES, type Side } from '../vocabulary.ts';
import { aheadWords, headerWords } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';

/** On a close-up: entrenchments, fortifications, control of rails and scoring hexes; arrows and counters go on top. */
export function markers(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const s = plot.scale;
  const dug = view.entrenched.map((hex) => hexRing(plot, hex, 3, { colour: WORK, width: 3, dash: [7, 4] }));
  const forts = view.forts.flatMap(({ side, hex, strength }): Item[] => {
    const { x, y } = middle(plot, hex);
    const colour = SIDE_INKS[side];
    const size = 20 * Math.max(0.7, s);
    return [
      hexRing(plot, hex, 2, { colour, width: 5 }),
      haloed(centred(String(strength), x, y + plot.half - 2, size, colour, 'bold'), size / 5),
    ];
  });
  const rails = controlledRails(theatre, view, plot, 3 * s);
  return [...rails, ...scoringMarks(theatre, view, plot, 9 * s), ...dug, ...forts];
}

/** On the overview: control of rails (so that railheads show), scoring places and fortifications. */
export function control(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const forts = view.forts.map(
    ({ side, hex }): Item => ({
      kind: 'path',
      d: sideShape(side, middle(plot, hex), 9),
      stroke: { colour: SIDE_INKS[side], width: 2.5 },
    }),
  );
  return [
    ...controlledRails(theatre, view, plot, Math.max(4, 9 * plot.scale)),
    ...scoringMarks(theatre, view, plot, 8),
    ...forts,
  ];
}

/**
 * Controlled rails: a line for the Union, dashes for the Confederates, so that they differ without colour.
 * Each hex, or on the overview each column, is an item of its own, so that parts that did not change are drawn once.
 */
function controlledRails(theatre: Theatre, { control }: View, plot: HexPlot, width: number): Item[] {
  const place = `${plot.scale} ${plot.x} ${plot.y} ${JSON.stringify(plot.view)}`;
  const links = linksOf.get(theatre, place, () => linksNear(theatre, plot));
  return SIDES.flatMap((side): Item[] => {
    const dash = side === 'union' ? {} : { dash: [width * 1.5, width * 1.5] };
    const stroke = { colour: SIDE_INKS[side], width, ...dash };
    const parts = new Map<HexId | number, string>();
    for (const { from, to, part, d } of links)
      if (control[from] === side && control[to] === side) parts.set(part, `${parts.get(part) ?? ''}${d} `);
    return [...parts.values()].map((d) => ({ kind: 'path', d, stroke }));
  });
}

/** A stretch of railroad between the middles of two hexes. */
interface RailLink {
  readonly from: HexId;
  readonly to: HexId;
  /** The item to which it belongs. */
  readonly part: HexId | number;
  readonly d: string;
}

/** The links of recent plots, since pictures show the same parts of a map again and again. */
const linksOf = new MemoPer<Theatre, readonly RailLink[]>(20);

function linksNear(theatre: Theatre, plot: HexPlot): RailLink[] {
  return [...theatre.rails].flatMap(([from, others]) => {
    const at = middle(plot, from);
    if (!isNear(plot, at)) return [];
    const part = plot.scale > 1 ? from : columnOf(from);
    return others.filter((to) => from < to).map((to) => ({ from, to, part, d: pathOf([at, middle(plot, to)]) }));
  });
}

/** Scoring places in the shape of the controlling side's counters, or a ring if nobody controls them. */
function scoringMarks(theatre: Theatre, view: View, plot: HexPlot, radius: number): Item[] {
  return scenarioOf(theatre, view.scenario).held.flatMap(({ hexes }) =>
    hexes.map((hex): Item => {
      const side = view.control[hex];
      const at = middle(plot, hex);
      const width = radius / 3;
      if (!side) return { kind: 'circle', ...at, radius, fill: CARD, stroke: { colour: FADED, width } };
      const stroke = { colour: side === 'union' ? CARD : SIDE_INKS[side], width };
      return { kind: 'path', d: sideShape(side, at, radius), fill: COUNTER_STYLES[side].fill, stroke };
    }),
  );
}

function sideShape(side: Side, { x, y }: Point, radius: number): string {
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  return side === 'union' ? pathOf(cornersOf(box), true) : cutCorners(box, radius * 0.6);
}

/** The band above a picture: title, turn and step, points and lead. */
export function header(view: View, title: string, { note }: Framing): Item[] {
  return pictureHeader({
    title: note === undefined ? title : `${note}: ${title}`,
    below: [headerWords(view), capital(aheadWords(view))],
    sides: SIDES.map((side) => ({ style: COUNTER_STYLES[side], words: `${sideName(side)} ${view.points[side]}` })),
  });
}
