import type { Item, Stroke } from '../../game/index.ts';
import { edgedLine, headAt } from '../draw/arrow-shapes.ts';
import { BATTLE, CARD, INK, ON_BATTLE, REACH_TINT, REACHED } from '../draw/common-colours.ts';
import { type Box, between, minus, type Point, pathOf, scaled } from '../draw/geometry.ts';
import { strokeAt } from '../draw/lines.ts';
import { centred, haloed, widthOf } from '../draw/text-layout.ts';
import type { HexId } from './hex-grid.ts';
import { type HexPlot, hexPath, middle, numberBox } from './hex-plot.ts';

/** A line around a hex, `inset` within its sides. Sizes are pixels of the whole map. */
export function hexRing(plot: HexPlot, hex: HexId, inset: number, stroke: Stroke): Item {
  return { kind: 'path', d: hexPath(plot, hex, inset * plot.scale), stroke: strokeAt(stroke, plot.scale) };
}

/** The hexes that are attacked, and those from which they are. */
export interface AttackMark {
  readonly hexes: readonly HexId[];
  readonly from: readonly HexId[];
}

export function attackRing(plot: HexPlot, hex: HexId): Item {
  return hexRing(plot, hex, 2, { colour: BATTLE, width: 2.6, dash: [8, 4] });
}

/** The line of an attack. One to the north or south runs to the right of the hexes' numbers. */
function courseOf(plot: HexPlot, from: HexId, to: HexId): readonly [Point, Point] {
  const [a, b] = [middle(plot, from), middle(plot, to)];
  if (a.x !== b.x) return [a, b];
  const x = a.x + 15 * plot.scale;
  return [
    { x, y: a.y },
    { x, y: b.y },
  ];
}

/** The lines of an attack with their lengths. `next` is true if the hexes are adjacent. */
export function attackCourses(
  plot: HexPlot,
  { hexes, from }: AttackMark,
): { a: Point; b: Point; far: number; next: boolean }[] {
  return hexes.flatMap((hex) =>
    from.map((other) => {
      const [a, b] = courseOf(plot, other, hex);
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      return { a, b, far, next: far <= plot.half * 2.3 };
    }),
  );
}

/**
 * The arrows of an attack: arrowheads over the sides between adjacent hexes, and lines for guns that bombard from afar.
 */
export function attackArrows(plot: HexPlot, mark: AttackMark): Item[] {
  const s = plot.scale;
  return attackCourses(plot, mark).flatMap(({ a, b, far, next }): Item[] => {
    if (!next) return bombardment(a, b, far, s);
    // Below a hexside there is some room before the counters, and above it none.
    const reach = a.x !== b.x ? 6.5 : a.y < b.y ? 9.5 : 3.5;
    const d = shortArrow(between(a, b, 0.5 + (reach * s) / far), scaled(minus(b, a), 1), s);
    return [{ kind: 'path', d, fill: BATTLE, stroke: { colour: CARD, width: 1.6 * s, cap: 'round' } }];
  });
}

/**
 * A short arrow over a hexside.
 * @param along a vector of length 1 in its direction
 */
function shortArrow(tip: Point, along: Point, s: number): string {
  const place = (back: number, aside: number): Point => ({
    x: tip.x - along.x * back * s - along.y * aside * s,
    y: tip.y - along.y * back * s + along.x * aside * s,
  });
  const right = [place(8, 7), place(7, 3), place(13, 3)];
  const left = [place(13, -3), place(7, -3), place(8, -7)];
  return pathOf([tip, ...right, ...left], true);
}

/** The line of a bombardment: dotted, with its head at the edge of the target. */
function bombardment(a: Point, b: Point, far: number, s: number): Item[] {
  const [start, end] = [between(a, b, (22 * s) / far), between(a, b, 1 - (24 * s) / far)];
  const head = headAt(between(a, b, 1 - (20 * s) / far), scaled(minus(b, a), 11 * s), 8 * s);
  const d = `M ${start.x} ${start.y} L ${end.x} ${end.y}`;
  return [
    ...edgedLine(d, { colour: BATTLE, width: 3 * s, dash: [1.5 * s, 4.5 * s], cap: 'round' }, 5 * s, 'round'),
    { kind: 'path', d: head, fill: BATTLE, stroke: { colour: CARD, width: 1.4 * s } },
  ];
}

export interface ReachedHex {
  readonly hex: HexId;
  /** "3", "3 off" */
  readonly words: string;
  readonly stops: boolean;
}

/** A tint over hexes that can be chosen, through which the ground can be seen. */
export function reachTint(plot: HexPlot, hexes: readonly HexId[]): Item[] {
  const stroke = { colour: REACHED, width: 2.5 * plot.scale };
  return hexes.map((hex) => ({ kind: 'path', d: hexPath(plot, hex, 1.5 * plot.scale), fill: REACH_TINT, stroke }));
}

export function startRing(plot: HexPlot, hex: HexId, width = 3 * plot.scale): Item {
  return { kind: 'path', d: hexPath(plot, hex), stroke: { colour: INK, width } };
}

/** The size of a hex's number. It must be legible on a phone at any scale, since lists name hexes by it. */
const NUMBER = 22;
const COST = 28;
const HEIGHT = 30;

/** The number of a hex within reach, drawn above everything there. */
export function reachNumber(plot: HexPlot, hex: HexId): Item {
  const { x, y } = middle(plot, hex);
  const { x: left, y: top, width, height } = numberBox(plot, hex);
  const at = plot.scale > 1 ? { x: left + width / 2, y: top + height } : { x, y: y - plot.half + NUMBER * 0.76 + 1 };
  // On whole pixels, letters are drawn once for all pictures. There are no halos, which would take a fifth of the file:
  // the tint is light enough.
  return centred(hex, Math.round(at.x), Math.round(at.y), NUMBER, INK);
}

/** The box of a badge with the hex's number above it. */
export function badgeBox(plot: HexPlot, { hex, words }: ReachedHex): Box {
  const { x, y } = middle(plot, hex);
  const width = Math.max(NUMBER * 2.5, widthOf(words, COST, 'bold') + 12);
  return { x: x - width / 2, y: y - plot.half, width, height: plot.half + HEIGHT / 2 + 7 };
}

/**
 * A cost below the number of its hex. It has a red plate if the move ends there.
 * @param aside how far it is from the middle
 */
export function reachBadge(plot: HexPlot, { hex, words, stops }: ReachedHex, aside = 0): Item[] {
  const at = middle(plot, hex);
  const [x, y] = [Math.round(at.x + aside), Math.round(at.y + 7)];
  const letters = centred(words, x, y + Math.round(COST * 0.35), COST, stops ? ON_BATTLE : INK, 'bold');
  if (!stops) return [haloed(letters, COST / 5)];
  const width = Math.round(widthOf(words, COST, 'bold')) + 10;
  const stroke = { colour: CARD, width: 1.6 };
  return [
    { kind: 'rect', x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT, radius: 1, fill: BATTLE, stroke },
    letters,
  ];
}
