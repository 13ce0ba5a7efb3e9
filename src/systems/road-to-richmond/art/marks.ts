import type { Item } from '../../../game/index.ts';
import { boardOf } from '../board.ts';
import { type Field, neighbour } from '../field.ts';
import type { State } from '../state.ts';
import type { Battle, HexId } from '../vocabulary.ts';
import { arrowAlong, headAt, marchColour, stoppingShort } from './arrows.ts';
import { cutCorners, star } from './counters.ts';
import type { Fight, Happened, Track } from './happened.ts';
import { BATTLE, BURST, CARD, FLASH, INK, ON_BATTLE } from './inks.ts';
import { minus, scaled } from './line.ts';
import { type Box, between, hexPath, middle, type Plot, type Point, r, scaleOf } from './plot.ts';
import { stackBox } from './stacks.ts';
import { centred, haloed, widthOf } from './type.ts';

/** What lies under the counters: the hexes of battles, and marches. */
export function marksBelow(state: State, plot: Plot, { tracks, fights }: Happened): Item[] {
  const s = scaleOf(plot);
  const fought = [...state.battles, ...fights.map(({ battle }) => battle)].flatMap(({ hexes }) => hexes);
  const marches = tracks.flatMap((track) => {
    const points = stoppingShort(pointsOf(plot, track), track.how === 'left' ? 0 : plot.half * 0.72);
    return arrowAlong(points, marchColour(track.side), s, track.how === 'retreated');
  });
  return [...[...new Set(fought)].map((hex) => ring(plot, hex)), ...marches];
}

/** The middles of its hexes, with a point off the map where it came on or left. */
function pointsOf(plot: Plot, { hexes, how }: Track): Point[] {
  const points = hexes.map((hex) => middle(plot, hex));
  const [first, last] = [hexes[0], hexes.at(-1)];
  if (how === 'entered' && first !== undefined) return [beyond(plot, first), ...points];
  if (how === 'left' && last !== undefined) return [...points, beyond(plot, last)];
  return points;
}

/** A point outside a hex, towards the edge of the field. */
function beyond(plot: Plot, hex: HexId): Point {
  const { x, y } = middle(plot, hex);
  const [column, row] = [Number(hex.slice(0, 2)), Number(hex.slice(2))];
  if (column === 1 || (column === 4 && row >= 10 && row <= 19)) return { x: x - plot.radius * 1.3, y };
  if (column === 24) return { x: x + plot.radius * 1.3, y };
  return { x, y: y + plot.half * (row < 14 ? -1.5 : 1.5) };
}

/** What lies over the counters: battles planned, battles fought, and what was lost. */
export function marksAbove(field: Field, state: State, plot: Plot, past: Happened): Item[] {
  return [
    ...state.battles.flatMap((battle) => planned(state, plot, battle)),
    ...past.losses.flatMap((loss) => lossMark(field, state, plot, loss.hex, loss.pieces)),
    ...past.fights.flatMap(({ battle, result, from, die }) => [
      ...heads(plot, battle, from),
      ...resultMark(field, state, plot, { battle, result, die, from }),
    ]),
  ];
}

/** A battle that is laid out: who attacks, and on which column. */
function planned(state: State, plot: Plot, battle: Battle): Item[] {
  const from = [...new Set(battle.attackers.flatMap((id) => state.where[id] ?? []))];
  return [...heads(plot, battle, from), ...plate(plot, labelHex(battle.hexes), battle.column, from)];
}

function labelHex(hexes: readonly HexId[]): HexId {
  return hexes[0] ?? '0101';
}

export function ring(plot: Plot, hex: HexId): Item {
  const s = scaleOf(plot);
  return {
    kind: 'path',
    d: hexPath(plot, hex, 2 * s),
    stroke: { colour: BATTLE, width: 2.6 * s, dash: [8 * s, 4 * s] },
  };
}

/** Arrowheads over the sides between attackers and attacked; guns that bombard, lines. */
export function heads(plot: Plot, { hexes }: Pick<Battle, 'hexes'>, from: readonly HexId[]): Item[] {
  const s = scaleOf(plot);
  return hexes.flatMap((hex) =>
    from.flatMap((other): Item[] => {
      const [a, b] = [middle(plot, other), middle(plot, hex)];
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
    `${r(tip.x - along.x * back * s - along.y * aside * s)} ${r(tip.y - along.y * back * s + along.x * aside * s)}`;
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

/** Words on red at the upper side of a hex, over its number. */
export function plate(plot: Plot, hex: HexId, text: string, from: readonly HexId[] = []): Item[] {
  const box = plateBox(plot, hex, text, from);
  const size = plateSize(plot);
  return [
    { kind: 'path', d: cutCorners(box, box.height * 0.22), fill: BATTLE, stroke: { colour: CARD, width: 1.6 } },
    centred(text, box.x + box.width / 2, box.y + box.height / 2 + size * 0.34, size, ON_BATTLE, 'bold'),
  ];
}

function plateSize(plot: Plot): number {
  return scaleOf(plot) > 1 ? 24 : 14;
}

export function plateBox(plot: Plot, hex: HexId, text: string, from: readonly HexId[]): Box {
  const size = plateSize(plot);
  const { x, y } = middle(plot, hex);
  const width = widthOf(text, size, 'bold') + size * 0.8;
  const height = size * 1.15;
  // Over the northern side, or where the attack comes from there, over another.
  const attacked = (side: number) => from.some((other) => neighbour(hex, side) === other);
  const left = x - width / 2;
  if (!attacked(0)) return { x: left, y: y - plot.half - height * 0.08, width, height };
  if (!attacked(3)) return { x: left, y: y + plot.half - height * 0.08, width, height };
  const aside = attacked(1) || attacked(2) ? -1 : 1;
  return { x: left + aside * plot.radius * 0.8, y: y - height / 2, width, height };
}

/** What a battle came to: in a hex that it emptied large, else at its upper side. */
function resultMark(
  field: Field,
  state: State,
  plot: Plot,
  { battle, result, die, from }: Pick<Fight, 'battle' | 'result' | 'die' | 'from'>,
): Item[] {
  const hex = labelHex(battle.hexes);
  const s = scaleOf(plot);
  const words = `${battle.column}: ${result}`;
  const { x, y } = middle(plot, hex);
  const empty = boardOf(field, state).at(hex).length === 0;
  const burst = empty ? [{ x, y }] : [];
  return [
    ...burst.flatMap(({ x, y }): Item[] => [
      { kind: 'path', d: star(x, y, 23 * s, 13 * s, 11), fill: BURST, stroke: { colour: INK, width: 1.6 * s } },
      { kind: 'path', d: star(x, y, 14 * s, 9 * s, 11), fill: FLASH },
      centred(String(die), x, y + 5.4 * s, 16 * s, INK, 'bold'),
    ]),
    ...plate(plot, hex, words, from),
  ];
}

/** A cross where pieces were lost, with their strength. */
function lossMark(field: Field, state: State, plot: Plot, hex: HexId, pieces: readonly string[]): Item[] {
  const s = scaleOf(plot);
  const strength = pieces.reduce((sum, id) => sum + (field.piece.get(id)?.strength ?? 0), 0);
  const at = lossAt(field, state, plot, hex);
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
function lossAt(field: Field, state: State, plot: Plot, hex: HexId): Point {
  const here = boardOf(field, state).at(hex).length;
  const { x, y } = middle(plot, hex);
  if (here === 0) return { x: x - 8 * scaleOf(plot), y };
  const box = stackBox(plot, hex, here);
  return { x: box.x + box.width, y: box.y + box.height };
}

/** What plates and crosses cover, so that names keep clear of them. */
export function markBoxes(field: Field, state: State, plot: Plot, { fights, losses }: Happened): Box[] {
  const planned = state.battles.map(({ hexes, column, attackers }) =>
    plateBox(
      plot,
      labelHex(hexes),
      column,
      attackers.flatMap((id) => state.where[id] ?? []),
    ),
  );
  const fought = fights.map(({ battle: { hexes, column }, result, from }) =>
    plateBox(plot, labelHex(hexes), `${column}: ${result}`, from),
  );
  const s = scaleOf(plot);
  const lost = losses.map(({ hex }) => {
    const { x, y } = lossAt(field, state, plot, hex);
    return { x: x - 9 * s, y: y - 9 * s, width: 36 * s, height: 18 * s };
  });
  return [...planned, ...fought, ...lost];
}
