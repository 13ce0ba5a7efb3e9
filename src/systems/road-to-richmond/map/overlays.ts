import type { Colour, Item, Overlay } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { beside, softPath } from '../../../kit/draw/lines.ts';
import { BURST, DIMMED, IN_RANGE } from '../../../kit/draw/mark-colours.ts';
import { CONFEDERATE_LINE, SIDE_INKS, UNION_LINE } from '../../../kit/draw/side-colours.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { corners, type HexPlot, hexesSeen, hexPath, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { boardOf } from '../board.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { inControl, reaches } from '../rules/combat/contact.ts';
import { RANGE, sees } from '../rules/combat/line-of-sight.ts';
import { lineOf } from '../rules/victory-points.ts';
import { isOnMap, type View } from '../state.ts';
import { SIDES } from '../vocabulary.ts';
import { OVERLAY_WORDS } from '../words/picture-words.ts';

/** The hex that an overlay starts from; `null` for none in particular. */
type Focus = HexId | null;

/** An overlay with its drawing, the words under the picture that explain it, and its part of the alt text. */
interface Drawn extends Overlay {
  draw(field: Field, view: View, plot: HexPlot, focus: Focus): Item[];
  meaning(field: Field, view: View, focus: Focus): string;
  /** @param plot the close-up; `null` for the whole field */
  alt(field: Field, view: View, plot: HexPlot | null, focus: Focus): readonly string[];
}

const CONTROL: Drawn = {
  id: 'control',
  ...OVERLAY_WORDS.control,
  draw(field, view, plot) {
    const board = boardOf(field, view);
    const held = SIDES.map((side) => hexesSeen(plot).filter((hex) => board.controls(side, hex)));
    const [confederate = [], union = []] = held;
    return [...hatchedHexes(plot, confederate, -1, CONFEDERATE_LINE), ...hatchedHexes(plot, union, 1, UNION_LINE)];
  },
  meaning: () => OVERLAY_WORDS.control.meaning,
  alt(field, view, plot) {
    const board = boardOf(field, view);
    const shown = field.hexes.filter((hex) => plot === null || isSeen(plot, hex));
    return SIDES.flatMap((side) => {
      const held = shown.filter((hex) => board.controls(side, hex));
      return held.length > 0 ? [OVERLAY_WORDS.control.alt(side, held)] : [];
    });
  },
};

const IN_REACH: Drawn = {
  id: 'range',
  ...OVERLAY_WORDS.range,
  draw(field, view, plot, focus) {
    const seen = hexesSeen(plot);
    return inRange(field, view, focus).flatMap((hex) => (seen.includes(hex) ? targetHex(plot, hex) : []));
  },
  meaning: (field, view, focus) => OVERLAY_WORDS.range.meaning(gunHexes(field, view, focus)),
  alt(field, view, _, focus) {
    const hexes = inRange(field, view, focus);
    return hexes.length === 0 ? [] : [OVERLAY_WORDS.range.alt(hexes)];
  },
};

const SIGHT: Drawn = {
  id: 'sight',
  ...OVERLAY_WORDS.sight,
  draw(field, view, plot, focus) {
    const shown = hexesSeen(plot);
    return looked(field, view, focus).flatMap(({ hex, seen }) =>
      shown.includes(hex) ? sightHex(plot, hex, seen) : [],
    );
  },
  meaning: (field, view, focus) => OVERLAY_WORDS.sight.meaning(focus ?? gunHexes(field, view, null).join(', ')),
  alt(field, view, plot, focus) {
    const hidden = looked(field, view, focus).flatMap(({ hex, seen }) => (seen ? [] : [hex]));
    return [OVERLAY_WORDS.sight.alt(hidden.filter((hex) => plot === null || isSeen(plot, hex)))];
  },
};

const LINE: Drawn = {
  id: 'line',
  ...OVERLAY_WORDS.line,
  draw: (field, view, plot) =>
    SIDES.flatMap((side) => {
      const hexes = lineOf(field, view, side) ?? [];
      const colour = SIDE_INKS[side];
      return side === 'union' ? lineThrough(plot, hexes, colour, -3.6) : lineThrough(plot, hexes, colour, 3.6, [12, 5]);
    }),
  meaning: (field, view) => OVERLAY_WORDS.line.meaning(SIDES.filter((side) => lineOf(field, view, side) !== null)),
  alt: (field, view) =>
    SIDES.flatMap((side) => {
      const hexes = lineOf(field, view, side);
      return hexes ? [OVERLAY_WORDS.line.alt(side, hexes)] : [];
    }),
};

const DRAWN = [CONTROL, IN_REACH, SIGHT, LINE];

export const OVERLAYS: readonly Overlay[] = DRAWN.map(({ id, name, summary }) => ({ id, name, summary }));

function wantedOf(wanted: readonly string[] = [], order = DRAWN): readonly Drawn[] {
  return order.filter(({ id }) => wanted.includes(id));
}

/** Drawn over the land and under the counters. */
export function overlays(
  field: Field,
  view: View,
  plot: HexPlot,
  wanted: readonly string[] | undefined,
  focus: Focus,
): Item[] {
  return wantedOf(wanted).flatMap((overlay) => overlay.draw(field, view, plot, focus));
}

/** The explanation of each overlay, for the text under the picture. */
export function overlayWords(field: Field, view: View, wanted: readonly string[] | undefined, focus: Focus): string[] {
  return wantedOf(wanted).map(({ meaning }) => meaning(field, view, focus));
}

/** The overlays' content for the alt text, the longest last. */
export function overlayAlt(
  field: Field,
  view: View,
  plot: HexPlot | null,
  wanted: readonly string[] | undefined,
  focus: Focus,
): string[] {
  return wantedOf(wanted, [IN_REACH, LINE, CONTROL, SIGHT]).flatMap(({ alt }) => alt(field, view, plot, focus));
}

/** Hexes of the guns an overlay is about: those in its hex or else all of the side to act; if it has none, all guns. */
function gunHexes(field: Field, view: View, focus: Focus): readonly HexId[] {
  const guns = field.pieces.filter(({ kind, id }) => kind === 'artillery' && isOnMap(view.where[id]));
  const here = guns.filter(({ id }) => view.where[id] === focus);
  const own = guns.filter(({ side }) => side === view.side);
  const meant = here.length > 0 ? here : own.length > 0 ? own : guns;
  // Guns in enemy control do not bombard [9.2].
  const free = meant.filter((piece) => !inControl(field, view, piece));
  return [...new Set(free.map(({ id }) => view.where[id] as HexId))];
}

/** The hexes that the guns can bombard, occupied or not. */
export function inRange(field: Field, view: View, focus: Focus): readonly HexId[] {
  const guns = gunHexes(field, view, focus);
  return field.hexes.filter((hex) => guns.some((from) => reaches(field, from, hex) && sees(field, from, hex)));
}

/** Each hex in range, and whether it is visible from the focus or from the guns. */
function looked(field: Field, view: View, focus: Focus): { readonly hex: HexId; readonly seen: boolean }[] {
  const from = focus === null ? gunHexes(field, view, null) : [focus];
  return field.hexes.flatMap((hex) => {
    const near = from.filter((one) => one !== hex && HEX_GRID.distance(one, hex) <= RANGE);
    const seen = near.some((one) => HEX_GRID.distance(one, hex) === 1 || sees(field, one, hex));
    return near.length === 0 ? [] : [{ hex, seen }];
  });
}

/** Lines across hexes; they rise to the right (1) or fall (-1). */
export function hatchedHexes(plot: HexPlot, hexes: readonly HexId[], rise: 1 | -1, colour: Colour): Item[] {
  const d = hexes.map((hex) => hatching(plot, hex, rise)).join(' ');
  return d === '' ? [] : [{ kind: 'path', d, stroke: { colour, width: 1.4 * plot.scale } }];
}

function hatching(plot: HexPlot, hex: HexId, rise: 1 | -1): string {
  const around = corners(plot, hex);
  const at = middle(plot, hex);
  const lines: string[] = [];
  for (let step = -5; step <= 5; step++) {
    // y = -rise * x + c, in pixels from the middle.
    const c = (step * plot.half) / 2.2;
    const ends = around.flatMap((a, index): Point[] => {
      const b = around[(index + 1) % 6] as Point;
      const height = ({ x, y }: Point) => y - at.y + rise * (x - at.x) - c;
      const [one, other] = [height(a), height(b)];
      if (one > 0 === other > 0) return [];
      const part = one / (one - other);
      return [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }];
    });
    const [a, b] = ends;
    if (a && b) lines.push(pathOf([a, b]));
  }
  return lines.join(' ');
}

/** A hex that guns can bombard. */
function targetHex(plot: HexPlot, hex: HexId): Item[] {
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  const arm = 7 * s;
  const stroke = { colour: INK, width: 1.4 * s };
  return [
    { kind: 'path', d: hexPath(plot, hex, s), fill: IN_RANGE, stroke: { colour: BURST, width: 1.4 * s } },
    { kind: 'path', d: `M ${x - arm} ${y} L ${x + arm} ${y} M ${x} ${y - arm} L ${x} ${y + arm}`, stroke },
    { kind: 'circle', x, y, radius: arm * 0.62, stroke },
  ];
}

/** A visible hex gets a frame; a hidden one is darkened. */
function sightHex(plot: HexPlot, hex: HexId, seen: boolean): Item[] {
  const s = plot.scale;
  if (seen) return [{ kind: 'path', d: hexPath(plot, hex, 3 * s), stroke: { colour: BURST, width: 3 * s } }];
  return [
    { kind: 'path', d: hexPath(plot, hex), fill: DIMMED },
    { kind: 'path', d: hatching(plot, hex, 1), stroke: { colour: INK, width: 0.9 * s } },
  ];
}

/** A solid or dashed line through hexes; `aside` is its distance from their middles in pixels of the whole map. */
function lineThrough(
  plot: HexPlot,
  hexes: readonly HexId[],
  colour: Colour,
  aside: number,
  dash?: readonly number[],
): Item[] {
  if (hexes.length === 0) return [];
  const s = plot.scale;
  const middles = hexes.map((hex) => middle(plot, hex));
  const d = softPath(beside(middles, () => aside * s, 2));
  const dashed = dash ? { dash: dash.map((part) => part * s) } : {};
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 8 * s, cap: 'round' } },
    { kind: 'path', d, stroke: { colour, width: 5 * s, ...dashed } },
  ];
}
