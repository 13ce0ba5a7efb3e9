import type { Item } from '../../../game/index.ts';
import { arrowAlong, headAt, stoppingShort } from '../../../kit/draw/arrows.ts';
import { type Box, between, minus, type Point, scaled, tenth } from '../../../kit/draw/geometry.ts';
import { CARD, FLASH, INK } from '../../../kit/draw/inks.ts';
import { centred, haloed } from '../../../kit/draw/lettering.ts';
import { starPath } from '../../../kit/draw/symbols.ts';
import type { HexId } from '../../../kit/hex/grid.ts';
import { type HexPlot, hexPath, middle } from '../../../kit/hex/hex-plot.ts';
import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import type { View } from '../view.ts';
import type { Battle } from '../vocabulary.ts';
import { marchColour } from './counters.ts';
import type { Fight, Happened, Track } from './happened.ts';
import { BATTLE, BURST } from './inks.ts';
import { courseOf, type Plate, plate, platesOf, stackNumbers, standing } from './plates.ts';
import { stackBox } from './stacks.ts';

/** What lies under the counters: the hexes of battles, and marches. */
export function marksBelow(view: View, plot: HexPlot, { tracks, fights }: Happened): Item[] {
  const s = plot.scale;
  const fought = [...view.battles, ...fights.map(({ battle }) => battle)].flatMap(({ hexes }) => hexes);
  const marches = tracks.flatMap((track) => {
    const points = stoppingShort(pointsOf(plot, track), track.how === 'left' ? 0 : plot.half * 0.72);
    return arrowAlong(points, marchColour(track.side), s, track.how === 'retreated');
  });
  return [...[...new Set(fought)].map((hex) => ring(plot, hex)), ...marches];
}

/** The middles of its hexes, with a point off the map where it came on or left. */
function pointsOf(plot: HexPlot, { hexes, how }: Track): Point[] {
  const points = hexes.map((hex) => middle(plot, hex));
  const [first, last] = [hexes[0], hexes.at(-1)];
  if (how === 'entered' && first !== undefined) return [beyond(plot, first), ...points];
  if (how === 'left' && last !== undefined) return [...points, beyond(plot, last)];
  return points;
}

/** A point outside a hex, towards the edge of the field. */
function beyond(plot: HexPlot, hex: HexId): Point {
  const { x, y } = middle(plot, hex);
  const [column, row] = [Number(hex.slice(0, 2)), Number(hex.slice(2))];
  if (column === 1 || (column === 4 && row >= 10 && row <= 19)) return { x: x - plot.radius * 1.3, y };
  if (column === 24) return { x: x + plot.radius * 1.3, y };
  return { x, y: y + plot.half * (row < 14 ? -1.5 : 1.5) };
}

/** What lies over the counters: battles planned, battles fought, what was lost, and the numbers of the hexes under it all. */
export function marksAbove(
  field: Field,
  view: View,
  plot: HexPlot,
  past: Happened,
  plates: readonly Plate[] = platesOf(field, view, plot, past),
): Item[] {
  return [
    ...past.losses.flatMap((loss) => lossMark(field, view, plot, loss.hex, loss.pieces)),
    ...battlesOf(view, past).flatMap(({ battle, from }) => heads(plot, battle, from)),
    ...past.fights.flatMap((fight) => burst(field, view, plot, fight)),
    ...(plot.scale > 1 ? stackNumbers(field, view, plot) : []),
    ...plates.flatMap((one) => plate(plot, one)),
  ];
}

/** Battles that are laid out and that were just fought, with where their attackers stand or stood. */
function battlesOf(view: View, { fights }: Happened): readonly Pick<Fight, 'battle' | 'from'>[] {
  return [...view.battles.map((battle) => ({ battle, from: standing(view, battle) })), ...fights];
}

export function ring(plot: HexPlot, hex: HexId): Item {
  const s = plot.scale;
  return {
    kind: 'path',
    d: hexPath(plot, hex, 2 * s),
    stroke: { colour: BATTLE, width: 2.6 * s, dash: [8 * s, 4 * s] },
  };
}

/** Arrowheads over the sides between attackers and attacked; guns that bombard, lines. */
export function heads(plot: HexPlot, { hexes }: Pick<Battle, 'hexes'>, from: readonly HexId[]): Item[] {
  const s = plot.scale;
  return hexes.flatMap((hex) =>
    from.flatMap((other): Item[] => {
      const [a, b] = courseOf(plot, other, hex);
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      if (far > plot.half * 2.3) return bombardment(a, b, s);
      // Below the side of a full hex there is room before the counters, above it none.
      const reach = a.x !== b.x ? 6.5 : a.y < b.y ? 9.5 : 3.5;
      const d = shortArrow(between(a, b, 0.5 + (reach * s) / far), scaled(minus(b, a), 1), s);
      return [{ kind: 'path', d, fill: BATTLE, stroke: { colour: CARD, width: 1.6 * s, cap: 'round' } }];
    }),
  );
}

/** An arrow over a hexside with its tip at a point, along a vector of length 1. */
function shortArrow(tip: Point, along: Point, s: number): string {
  const place = (back: number, aside: number) =>
    `${tenth(tip.x - along.x * back * s - along.y * aside * s)} ${tenth(tip.y - along.y * back * s + along.x * aside * s)}`;
  return `M ${place(0, 0)} L ${place(8, 7)} L ${place(7, 3)} L ${place(13, 3)} L ${place(13, -3)} L ${place(7, -3)} L ${place(8, -7)} Z`;
}

/** Shells: a dotted line, with its head at the edge of the target. */
function bombardment(a: Point, b: Point, s: number): Item[] {
  const far = Math.hypot(a.x - b.x, a.y - b.y);
  const [start, end] = [between(a, b, (22 * s) / far), between(a, b, 1 - (24 * s) / far)];
  const along = scaled(minus(b, a), 11 * s);
  const d = `M ${start.x} ${start.y} L ${end.x} ${end.y}`;
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 5 * s, cap: 'round' } },
    { kind: 'path', d, stroke: { colour: BATTLE, width: 3 * s, dash: [1.5 * s, 4.5 * s], cap: 'round' } },
    {
      kind: 'path',
      d: headAt(between(a, b, 1 - (20 * s) / far), along, 8 * s),
      fill: BATTLE,
      stroke: { colour: CARD, width: 1.4 * s },
    },
  ];
}

/** A burst with the die in a hex that a battle has emptied. */
function burst(field: Field, view: View, plot: HexPlot, { battle, die }: Fight): Item[] {
  const [hex] = battle.hexes;
  if (hex === undefined || boardOf(field, view).at(hex).length > 0) return [];
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  return [
    { kind: 'path', d: starPath(11, 23 * s, 13 * s, { x, y }), fill: BURST, stroke: { colour: INK, width: 1.6 * s } },
    { kind: 'path', d: starPath(11, 14 * s, 9 * s, { x, y }), fill: FLASH },
    centred(String(die), x, y + 5.4 * s, 16 * s, INK, 'bold'),
  ];
}

/** A cross where pieces were lost, with their strength. */
function lossMark(field: Field, view: View, plot: HexPlot, hex: HexId, pieces: readonly string[]): Item[] {
  const s = plot.scale;
  const strength = pieces.reduce((sum, id) => sum + (field.piece.get(id)?.strength ?? 0), 0);
  const at = lossAt(field, view, plot, hex);
  const arm = 6 * s;
  const d = `M ${at.x - arm} ${at.y - arm} L ${at.x + arm} ${at.y + arm} M ${at.x - arm} ${at.y + arm} L ${at.x + arm} ${at.y - arm}`;
  return [
    { kind: 'path', d, stroke: { colour: CARD, width: 6.4 * s, cap: 'round' } },
    { kind: 'path', d, stroke: { colour: BATTLE, width: 3.6 * s, cap: 'round' } },
    haloed(
      { ...centred(`−${strength}`, at.x + 9.5 * s, at.y + 4.5 * s, 13 * s, BATTLE, 'bold'), align: 'left' },
      4 * s,
    ),
  ];
}

/** In the middle of a hex that is empty now, else at the corner of its counters. */
function lossAt(field: Field, view: View, plot: HexPlot, hex: HexId): Point {
  const here = boardOf(field, view).at(hex).length;
  const { x, y } = middle(plot, hex);
  if (here === 0) return { x: x - 8 * plot.scale, y };
  const box = stackBox(plot, hex, here);
  return { x: box.x + box.width, y: box.y + box.height };
}

/** What plates and crosses cover, so that names keep clear of them. */
export function markBoxes(
  field: Field,
  view: View,
  plot: HexPlot,
  past: Happened,
  plates: readonly Plate[] = platesOf(field, view, plot, past),
): Box[] {
  const s = plot.scale;
  const lost = past.losses.map(({ hex }) => {
    const { x, y } = lossAt(field, view, plot, hex);
    return { x: x - 9 * s, y: y - 9 * s, width: 36 * s, height: 18 * s };
  });
  return [...plates.map(({ box }) => box), ...lost];
}
