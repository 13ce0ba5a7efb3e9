import type { Colour, Item, Overlay } from '../../../game/index.ts';
import { edgedLine } from '../../../kit/draw/arrow-shapes.ts';
import { BURST, DIMMED, IN_RANGE, INK } from '../../../kit/draw/common-colours.ts';
import { CONFEDERATE_LINE, SIDE_INKS, UNION_LINE } from '../../../kit/draw/counter-items.ts';
import { type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { beside, softPath } from '../../../kit/draw/lines.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexRing } from '../../../kit/hex/hex-marks.ts';
import { corners, type HexPlot, hexesSeen, hexPath, isSeen, middle } from '../../../kit/hex/hex-plot.ts';
import { boardOf, hexesOfPieces } from '../board.ts';
import { type Field, HEX_GRID, idsOf } from '../field.ts';
import { inControl, reaches } from '../rules/combat/contact.ts';
import { RANGE, sees } from '../rules/combat/line-of-sight.ts';
import { communicationsLine } from '../rules/victory-points.ts';
import { isOnMap, type View } from '../state.ts';
import { SIDES, type Side } from '../vocabulary.ts';
import { OVERLAY_WORDS } from '../words/picture-words.ts';

/** The hex that an overlay starts from; `null` for none in particular. */
type Focus = HexId | null;

interface Drawn {
  readonly items: readonly Item[];
  readonly meaning: string;
  readonly alt: readonly string[];
}

type OverlayId = keyof typeof OVERLAY_WORDS;

const DRAWINGS: { readonly [id in OverlayId]: (field: Field, view: View, plot: HexPlot, focus: Focus) => Drawn } = {
  control(field, view, plot) {
    const board = boardOf(field, view);
    const controlled = (side: Side, among: readonly HexId[]) => among.filter((hex) => board.controls(side, hex));
    const hatched = (side: Side, rise: 1 | -1, colour: Colour) =>
      hatchedHexes(plot, controlled(side, hexesSeen(plot)), rise, colour);
    const shown = field.hexes.filter((hex) => isSeen(plot, hex));
    return {
      items: [...hatched('confederate', -1, CONFEDERATE_LINE), ...hatched('union', 1, UNION_LINE)],
      meaning: OVERLAY_WORDS.control.meaning,
      alt: SIDES.flatMap((side) => {
        const hexes = controlled(side, shown);
        return hexes.length > 0 ? [OVERLAY_WORDS.control.alt(side, hexes)] : [];
      }),
    };
  },
  range(field, view, plot, focus) {
    const seen = hexesSeen(plot);
    const hexes = inRange(field, view, focus);
    return {
      items: hexes.flatMap((hex) => (seen.includes(hex) ? targetHex(plot, hex) : [])),
      meaning: OVERLAY_WORDS.range.meaning(gunHexes(field, view, focus)),
      alt: hexes.length === 0 ? [] : [OVERLAY_WORDS.range.alt(hexes)],
    };
  },
  sight(field, view, plot, focus) {
    const shown = hexesSeen(plot);
    const all = hexesWithSight(field, view, focus);
    const hidden = all.flatMap(({ hex, seen }) => (seen || !isSeen(plot, hex) ? [] : [hex]));
    return {
      items: all.flatMap(({ hex, seen }) => (shown.includes(hex) ? sightHex(plot, hex, seen) : [])),
      meaning: OVERLAY_WORDS.sight.meaning(focus ?? gunHexes(field, view, null).join(', ')),
      alt: [OVERLAY_WORDS.sight.alt(hidden)],
    };
  },
  line(field, view, plot) {
    const lines = SIDES.flatMap((side) => {
      const hexes = communicationsLine(field, view, side);
      return hexes === null ? [] : [{ side, hexes }];
    });
    return {
      items: lines.flatMap(({ side, hexes }) => lineThrough(plot, hexes, side)),
      meaning: OVERLAY_WORDS.line.meaning(lines.map(({ side }) => side)),
      alt: lines.map(({ side, hexes }) => OVERLAY_WORDS.line.alt(side, hexes)),
    };
  },
};

const IDS = Object.keys(DRAWINGS) as readonly OverlayId[];
/** Their order in the alt text, the longest last. */
const ALT_ORDER: readonly OverlayId[] = ['range', 'line', 'control', 'sight'];

export const OVERLAYS: readonly Overlay[] = IDS.map((id) => {
  const { name, summary } = OVERLAY_WORDS[id];
  return { id, name, summary };
});

export interface ShownOverlays {
  readonly items: readonly Item[];
  readonly meanings: readonly string[];
  readonly alt: readonly string[];
}

/** The overlays that a picture is asked for, drawn, explained and in words. */
export function shownOverlays(
  field: Field,
  view: View,
  plot: HexPlot,
  wanted: readonly string[] | undefined = [],
  focus: Focus = null,
): ShownOverlays {
  const drawn = new Map(
    IDS.flatMap((id) => (wanted.includes(id) ? [[id, DRAWINGS[id](field, view, plot, focus)] as const] : [])),
  );
  return {
    items: [...drawn.values()].flatMap(({ items }) => items),
    meanings: [...drawn.values()].map(({ meaning }) => meaning),
    alt: ALT_ORDER.flatMap((id) => drawn.get(id)?.alt ?? []),
  };
}

/** Hexes of the guns an overlay is about: those in its hex or else all of the side to act; if it has none, all guns. */
function gunHexes(field: Field, view: View, focus: Focus): readonly HexId[] {
  const guns = field.pieces.filter(({ kind, id }) => kind === 'artillery' && isOnMap(view.where[id]));
  const here = guns.filter(({ id }) => view.where[id] === focus);
  const own = guns.filter(({ side }) => side === view.side);
  const meant = here.length > 0 ? here : own.length > 0 ? own : guns;
  // Guns in enemy control do not bombard [9.2].
  const free = meant.filter((piece) => !inControl(field, view, piece));
  return hexesOfPieces(view, idsOf(free));
}

/** The hexes that the guns can bombard, occupied or not. */
export function inRange(field: Field, view: View, focus: Focus): readonly HexId[] {
  const guns = gunHexes(field, view, focus);
  return field.hexes.filter((hex) => guns.some((from) => reaches(field, from, hex) && sees(field, from, hex)));
}

/** Each hex in range, and whether it is visible from the focus or from the guns. */
function hexesWithSight(field: Field, view: View, focus: Focus): { readonly hex: HexId; readonly seen: boolean }[] {
  const from = focus === null ? gunHexes(field, view, null) : [focus];
  return field.hexes.flatMap((hex) => {
    const near = from.filter((one) => one !== hex && HEX_GRID.distance(one, hex) <= RANGE);
    const seen = near.some((one) => HEX_GRID.distance(one, hex) === 1 || sees(field, one, hex));
    return near.length === 0 ? [] : [{ hex, seen }];
  });
}

/** Lines across hexes; they rise to the right (1) or fall (-1). */
function hatchedHexes(plot: HexPlot, hexes: readonly HexId[], rise: 1 | -1, colour: Colour): Item[] {
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
  if (seen) return [hexRing(plot, hex, 3, { colour: BURST, width: 3 })];
  return [
    { kind: 'path', d: hexPath(plot, hex), fill: DIMMED },
    { kind: 'path', d: hatching(plot, hex, 1), stroke: { colour: INK, width: 0.9 * s } },
  ];
}

/** A line through hexes, beside their middles: solid for the Union, dashed for the Confederates. */
function lineThrough(plot: HexPlot, hexes: readonly HexId[], side: Side): Item[] {
  const s = plot.scale;
  const middles = hexes.map((hex) => middle(plot, hex));
  const d = softPath(beside(middles, () => (side === 'union' ? -3.6 : 3.6) * s, 2));
  const dash = side === 'union' ? {} : { dash: [12 * s, 5 * s] };
  return edgedLine(d, { colour: SIDE_INKS[side], width: 5 * s, ...dash }, 8 * s, 'round');
}
