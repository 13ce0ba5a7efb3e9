import type { Item, Overlay } from '../../../game/index.ts';
import { type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { CARD, INK } from '../../../kit/draw/inks.ts';
import { beside, softPath } from '../../../kit/draw/lines.ts';
import type { HexId } from '../../../kit/hex/grid.ts';
import { corners, type HexPlot, hexesSeen, hexPath, middle } from '../../../kit/hex/hex-plot.ts';
import { boardOf } from '../board.ts';
import { inControl, reaches } from '../combat/contact.ts';
import { RANGE, sees } from '../combat/sight.ts';
import { type Field, HEX_GRID } from '../field.ts';
import { lineOf } from '../points.ts';
import { isOnMap } from '../state.ts';
import type { View } from '../view.ts';
import { SIDES, type Side } from '../vocabulary.ts';
import { marchColour } from './counters.ts';
import { BURST, CONFEDERATE_LINE, DIMMED, IN_RANGE, UNION_LINE } from './inks.ts';

/** What can be laid over a picture. */
export const OVERLAYS: readonly Overlay[] = [
  { id: 'control', name: 'Zones of control', summary: 'Hexes that either side controls' },
  { id: 'range', name: 'Bombardment range', summary: 'What guns can bombard, or those of one unit or hex' },
  { id: 'sight', name: 'Sight', summary: 'What is seen and what is hidden from a hex, as far as guns reach' },
  { id: 'line', name: 'Line of communications', summary: 'The road from 0117 to 1528, for each side that has it' },
];

/** Where an overlay looks from: a hex, or nowhere in particular. */
export type Focus = HexId | null;

/** What lies over the land and under the counters. */
export function overlays(field: Field, view: View, plot: HexPlot, wanted: readonly string[], focus: Focus): Item[] {
  return OVERLAYS.flatMap(({ id }) => (wanted.includes(id) ? drawn(field, view, plot, id, focus) : []));
}

function drawn(field: Field, view: View, plot: HexPlot, id: string, focus: Focus): Item[] {
  const seen = hexesSeen(plot);
  switch (id) {
    case 'control':
      return control(field, view, plot, seen);
    case 'range':
      return inRange(field, view, focus)
        .filter((hex) => seen.includes(hex))
        .flatMap((hex) => reached(plot, hex));
    case 'sight':
      return sight(field, view, plot, focus)
        .filter(({ hex }) => seen.includes(hex))
        .flatMap(({ item }) => item);
    case 'line':
      return line(field, view, plot);
    default:
      return [];
  }
}

function control(field: Field, view: View, plot: HexPlot, seen: readonly HexId[]): Item[] {
  const board = boardOf(field, view);
  const s = plot.scale;
  return SIDES.flatMap((side): Item[] => {
    const held = seen.filter((hex) => board.controls(side, hex));
    const d = held.map((hex) => hatch(plot, hex, side === 'union' ? 1 : -1)).join(' ');
    if (d === '') return [];
    return [{ kind: 'path', d, stroke: { colour: side === 'union' ? UNION_LINE : CONFEDERATE_LINE, width: 1.4 * s } }];
  });
}

/** Lines across a hex, rising to the right (1) or falling (-1). */
function hatch(plot: HexPlot, hex: HexId, rise: 1 | -1): string {
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

/** Hexes with guns that an overlay is about: those of its hex, all of the side to act, or where it has none, all there are. */
export function gunHexes(field: Field, view: View, focus: Focus): readonly HexId[] {
  const guns = field.pieces.filter(({ kind, id }) => kind === 'artillery' && isOnMap(view.where[id]));
  const here = guns.filter(({ id }) => view.where[id] === focus);
  const own = guns.filter(({ side }) => side === view.side);
  const meant = here.length > 0 ? here : own.length > 0 ? own : guns;
  // In enemy control guns do not bombard [9.2].
  const free = meant.filter((piece) => !inControl(field, view, piece));
  return [...new Set(free.map(({ id }) => view.where[id] as HexId))];
}

/** What the guns can bombard, whoever stands there. */
export function inRange(field: Field, view: View, focus: Focus): readonly HexId[] {
  const guns = gunHexes(field, view, focus);
  return field.hexes.filter((hex) => guns.some((from) => reaches(field, from, hex) && sees(field, from, hex)));
}

function reached(plot: HexPlot, hex: HexId): Item[] {
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  const arm = 7 * s;
  return [
    { kind: 'path', d: hexPath(plot, hex, s), fill: IN_RANGE, stroke: { colour: BURST, width: 1.4 * s } },
    {
      kind: 'path',
      d: `M ${x - arm} ${y} L ${x + arm} ${y} M ${x} ${y - arm} L ${x} ${y + arm}`,
      stroke: { colour: INK, width: 1.4 * s },
    },
    { kind: 'circle', x, y, radius: arm * 0.62, stroke: { colour: INK, width: 1.4 * s } },
  ];
}

/** Whether each hex that a look out reaches is seen: from a hex, or from where guns stand. */
function looked(field: Field, view: View, focus: Focus): { readonly hex: HexId; readonly seen: boolean }[] {
  const from = focus === null ? gunHexes(field, view, null) : [focus];
  return field.hexes.flatMap((hex) => {
    const near = from.filter((one) => one !== hex && HEX_GRID.distance(one, hex) <= RANGE);
    const seen = near.some((one) => HEX_GRID.distance(one, hex) === 1 || sees(field, one, hex));
    return near.length === 0 ? [] : [{ hex, seen }];
  });
}

/** Hexes as far as guns reach that are not seen. */
export function hiddenFrom(field: Field, view: View, focus: Focus): readonly HexId[] {
  return looked(field, view, focus).flatMap(({ hex, seen }) => (seen ? [] : [hex]));
}

function sight(
  field: Field,
  view: View,
  plot: HexPlot,
  focus: Focus,
): { readonly hex: HexId; readonly item: Item[] }[] {
  const s = plot.scale;
  return looked(field, view, focus).map(({ hex, seen }) => ({
    hex,
    item: seen
      ? [{ kind: 'path', d: hexPath(plot, hex, 3 * s), stroke: { colour: BURST, width: 3 * s } }]
      : [
          { kind: 'path', d: hexPath(plot, hex), fill: DIMMED },
          { kind: 'path', d: hatch(plot, hex, 1), stroke: { colour: INK, width: 0.9 * s } },
        ],
  }));
}

function line(field: Field, view: View, plot: HexPlot): Item[] {
  const s = plot.scale;
  return SIDES.flatMap((side): Item[] => {
    const hexes = lineOf(field, view, side);
    if (!hexes) return [];
    const aside = (side === 'union' ? -3.6 : 3.6) * s;
    const middles = hexes.map((hex) => middle(plot, hex));
    const d = softPath(beside(middles, () => aside, 2));
    const dash = side === 'union' ? {} : { dash: [12 * s, 5 * s] };
    return [
      { kind: 'path', d, stroke: { colour: CARD, width: 8 * s, cap: 'round' } },
      { kind: 'path', d, stroke: { colour: marchColour(side), width: 5 * s, ...dash } },
    ];
  });
}

/** What the overlays mean, in words that stand under the picture. */
export function overlayWords(field: Field, view: View, wanted: readonly string[], focus: Focus): readonly string[] {
  const lines: string[] = [];
  if (wanted.includes('control')) lines.push('Control: Union lines rise to the right, Confederate lines fall');
  if (wanted.includes('range')) {
    const guns = gunHexes(field, view, focus);
    lines.push(guns.length === 0 ? 'No guns here can bombard' : `In range and sight of guns in ${guns.join(', ')}`);
  }
  if (wanted.includes('sight')) {
    const from = focus ?? gunHexes(field, view, null).join(', ');
    lines.push(from === '' ? 'No guns look out' : `Seen from ${from}: framed. Hidden: dark`);
  }
  if (wanted.includes('line')) lines.push(lineWords(field, view));
  return lines;
}

function lineWords(field: Field, view: View): string {
  const have = SIDES.filter((side) => lineOf(field, view, side) !== null);
  const name = (side: Side) => (side === 'union' ? 'Union (whole)' : 'Confederate (dashed)');
  return have.length === 0
    ? 'Line of communications: neither side has it'
    : `Line of communications: ${have.map(name).join(' and ')}`;
}
