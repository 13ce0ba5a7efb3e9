import type { Colour, Item } from '../../../../game/index.ts';
import { between, type Point } from '../../../../kit/draw/geometry.ts';
import { softPath } from '../../../../kit/draw/lines.ts';
import { sway } from '../../../../kit/draw/noise.ts';
import type { HexId } from '../../../../kit/hex/grid.ts';
import { type Field, HEX_GRID } from '../../field.ts';
import type { Terrain } from '../../vocabulary.ts';
import { CLEAR, FOREST, GRID, HACHURE, ROUGH, SWAMP, TREE } from '../inks.ts';
import { corner, hexPath, type Plot, scaleOf } from '../plot.ts';
import { stairs } from './digits.ts';

/** How far the edge of a wood wanders from the hexsides it follows, in parts of a hex's radius. */
const WANDER = 0.09;

interface Kind {
  readonly terrains: readonly Terrain[];
  readonly fill: Colour;
  readonly edge: Colour;
}

/** Lower ones first. Swamp forest lies within the woods about it. */
const KINDS: readonly Kind[] = [
  { terrains: ['rough'], fill: ROUGH, edge: HACHURE },
  { terrains: ['forest', 'forest_rough'], fill: FOREST, edge: TREE },
  { terrains: ['forest_rough'], fill: SWAMP, edge: TREE },
];

/** The ground of the hexes: one surface for all that join, with edges as nature has them. */
export function terrain(field: Field, plot: Plot, hexes: readonly HexId[]): Item[] {
  const scale = scaleOf(plot);
  return [
    { kind: 'path', d: hexes.map((hex) => hexPath(plot, hex)).join(' '), fill: CLEAR },
    ...KINDS.map(({ terrains, fill, edge }): Item => {
      const inside = new Set(hexes.filter((hex) => terrains.includes(field.hex.get(hex)?.terrain ?? 'clear')));
      const d = outlines(plot, inside)
        .map((outline) => softPath(outline, true))
        .join(' ');
      return { kind: 'path', d, fill, stroke: { colour: edge, width: 0.8 * scale } };
    }),
  ];
}

export function grid(plot: Plot, hexes: readonly HexId[]): Item[] {
  // Of each hex three sides: the others are its neighbours'.
  const sides = hexes.flatMap((hex) => {
    const drawn = [0, 1, 2, 3, 4, 5].filter((side) => side < 3 || HEX_GRID.neighbour(hex, side) === null);
    return drawn.map((side) => [corner(plot, hex, side), corner(plot, hex, side + 1)] as const);
  });
  // On the whole field in whole pixels: of the picture's file, soft edges would take a tenth.
  if (scaleOf(plot) === 1) return [{ kind: 'path', d: sides.map(([a, b]) => stairs(a, b)).join(' '), fill: GRID }];
  const d = sides.map(([a, b]) => `M ${a.x} ${a.y} L ${b.x} ${b.y}`);
  return [{ kind: 'path', d: d.join(' '), stroke: { colour: GRID, width: 1 } }];
}

/** The edges of an area of hexes, each a ring of points with the area on its right. */
function outlines(plot: Plot, inside: ReadonlySet<HexId>): Point[][] {
  const rings: Point[][] = [];
  const done = new Set<string>();
  for (const hex of inside) {
    for (let side = 0; side < 6; side++) {
      if (!isEdge(inside, hex, side) || done.has(`${hex} ${side}`)) continue;
      const ring: Point[] = [];
      let [at, towards] = [hex, side];
      while (!done.has(`${at} ${towards}`)) {
        done.add(`${at} ${towards}`);
        ring.push(...along(plot, at, towards));
        const next = (towards + 1) % 6;
        const beside = HEX_GRID.neighbour(at, next);
        if (isEdge(inside, at, next) || beside === null) towards = next;
        else [at, towards] = [beside, (towards + 5) % 6];
      }
      rings.push(ring);
    }
  }
  return rings;
}

function isEdge(inside: ReadonlySet<HexId>, hex: HexId, side: number): boolean {
  const beside = HEX_GRID.neighbour(hex, side);
  return beside === null || !inside.has(beside);
}

/** A hexside as the edge of an area follows it; at the edge of the field it is as straight as that. */
function along(plot: Plot, hex: HexId, side: number): Point[] {
  const [a, b] = [corner(plot, hex, side), corner(plot, hex, side + 1)];
  if (HEX_GRID.neighbour(hex, side) === null) return [a, a, b, b];
  const out = { x: (b.y - a.y) * WANDER, y: (a.x - b.x) * WANDER };
  return [0.14, 0.5, 0.86].map((part, index) => {
    const push = sway(`${hex}${side}`, index) + 0.2;
    const { x, y } = between(a, b, part);
    return { x: x + out.x * push, y: y + out.y * push };
  });
}
