import type { Item } from '../../game/index.ts';
import { between, type Point } from '../draw/geometry.ts';
import { softPath } from '../draw/lines.ts';
import { sway } from '../draw/noise.ts';
import { textItem } from '../draw/text-layout.ts';
import { DIRECTIONS, type HexId } from '../hex/hex-grid.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { corner, type HexPlot, hexPath, numberBox } from '../hex/hex-plot.ts';
import { CLEAR, FADED, GRID } from './land-colours.ts';
import { hexesWithTerrain, type LandStyle } from './land-style.ts';

/** How far the edge of a wood may be from its hexsides, in parts of a hex's radius. */
const WANDER = 0.09;

/** The terrain of the hexes. Adjacent hexes of a terrain are one surface with an irregular edge. */
export function terrain(map: HexMap, plot: HexPlot, { surfaces }: LandStyle, hexes: readonly HexId[]): Item[] {
  return [
    { kind: 'path', d: hexes.map((hex) => hexPath(plot, hex)).join(' '), fill: CLEAR },
    ...surfaces.map(({ terrains, fill, edge }): Item => {
      const inside = new Set(hexesWithTerrain(map, hexes, terrains));
      const d = outlines(plot, inside)
        .map((outline) => softPath(outline, true))
        .join(' ');
      return { kind: 'path', d, fill, stroke: { colour: edge, width: 0.8 * plot.scale } };
    }),
  ];
}

export function grid(plot: HexPlot, hexes: readonly HexId[]): Item[] {
  // Each hex draws three of its sides; its neighbours draw the others.
  const sides = hexes.flatMap((hex) => {
    const drawn = DIRECTIONS.filter((side) => side < 3 || plot.grid.neighbour(hex, side) === null);
    return drawn.map((side) => [corner(plot, hex, side), corner(plot, hex, side + 1)] as const);
  });
  // On the whole map, sides are in whole pixels: soft edges would take a tenth of its file.
  if (plot.scale === 1) return [{ kind: 'path', d: sides.map(([a, b]) => stairs(a, b)).join(' '), fill: GRID }];
  const d = sides.map(([a, b]) => `M ${a.x} ${a.y} L ${b.x} ${b.y}`);
  return [{ kind: 'path', d: d.join(' '), stroke: { colour: GRID, width: 1 } }];
}

/**
 * The numbers of hexes at their northern sides. They are on whole pixels, so that a number looks the same everywhere.
 */
export function hexNumbers(plot: HexPlot, hexes: readonly HexId[]): Item[] {
  return hexes.map((hex) => {
    const { x, y, width, height } = numberBox(plot, hex);
    return textItem(hex, Math.round(x), Math.round(y + height), width / 2, FADED);
  });
}

/** The edges of an area of hexes, each a ring of points with the area to its right. */
function outlines(plot: HexPlot, inside: ReadonlySet<HexId>): Point[][] {
  const rings: Point[][] = [];
  const done = new Set<string>();
  for (const hex of inside) {
    for (let side = 0; side < 6; side++) {
      if (!isEdge(plot, inside, hex, side) || done.has(`${hex} ${side}`)) continue;
      const ring: Point[] = [];
      let [at, towards] = [hex, side];
      while (!done.has(`${at} ${towards}`)) {
        done.add(`${at} ${towards}`);
        ring.push(...along(plot, at, towards));
        const next = (towards + 1) % 6;
        const beside = plot.grid.neighbour(at, next);
        if (isEdge(plot, inside, at, next) || beside === null) towards = next;
        else [at, towards] = [beside, (towards + 5) % 6];
      }
      rings.push(ring);
    }
  }
  return rings;
}

function isEdge(plot: HexPlot, inside: ReadonlySet<HexId>, hex: HexId, side: number): boolean {
  const beside = plot.grid.neighbour(hex, side);
  return beside === null || !inside.has(beside);
}

/** The points of an area's edge along a hexside. At the edge of the map they are in a straight line. */
function along(plot: HexPlot, hex: HexId, side: number): Point[] {
  const [a, b] = [corner(plot, hex, side), corner(plot, hex, side + 1)];
  if (plot.grid.neighbour(hex, side) === null) return [a, a, b, b];
  const out = { x: (b.y - a.y) * WANDER, y: (a.x - b.x) * WANDER };
  return [0.14, 0.5, 0.86].map((part, index) => {
    const push = sway(`${hex}${side}`, index) + 0.2;
    const { x, y } = between(a, b, part);
    return { x: x + out.x * push, y: y + out.y * push };
  });
}

/** A straight line one pixel wide, as a path of whole pixels to fill. It must be level, or steeper than 45°. */
function stairs(a: Point, b: Point): string {
  if (a.y === b.y) return bar(Math.min(a.x, b.x), a.y, Math.abs(b.x - a.x), 1);
  const [top, foot] = a.y < b.y ? [a, b] : [b, a];
  const height = foot.y - top.y;
  const across = (row: number) => Math.round(top.x + ((foot.x - top.x) * (row + 0.5)) / height - 0.5);
  const parts: string[] = [];
  let first = 0;
  for (let row = 1; row <= height; row++) {
    if (row < height && across(row) === across(first)) continue;
    parts.push(bar(across(first), top.y + first, 1, row - first));
    first = row;
  }
  return parts.join(' ');
}

function bar(x: number, y: number, width: number, height: number): string {
  return `M ${x} ${y} L ${x + width} ${y} L ${x + width} ${y + height} L ${x} ${y + height} Z`;
}
