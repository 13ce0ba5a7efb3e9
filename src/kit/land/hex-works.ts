import type { Colour, Item } from '../../game/index.ts';
import { between, minus, pathOf, plus, scaled } from '../draw/geometry.ts';
import { DIRECTIONS, type HexId } from '../hex/hex-grid.ts';
import type { HexMap } from '../hex/hex-map.ts';
import { corner, type HexPlot, hexPath, isNear, middle, sideOf } from '../hex/hex-plot.ts';
import { WORK } from './land-colours.ts';

/** Redoubts: a wall with teeth towards its enemy face. */
export function works(map: HexMap, plot: HexPlot, hexes: readonly HexId[]): Item[] {
  const s = plot.scale;
  const walls: string[] = [];
  const teeth: string[] = [];
  for (const hex of hexes) {
    for (const { to, direction, redoubt } of map.hex.get(hex)?.sides ?? []) {
      if (redoubt !== 'out') continue;
      const [a, b] = sideOf(plot, hex, direction);
      const out = scaled(minus(middle(plot, to), middle(plot, hex)), 6.5 * s);
      walls.push(pathOf([a, b]));
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const at = between(a, b, part);
        teeth.push(pathOf([at, plus(at, out)]));
      }
    }
  }
  return [
    { kind: 'path', d: walls.join(' '), stroke: { colour: WORK, width: 4.4 * s, cap: 'round' } },
    { kind: 'path', d: teeth.join(' '), stroke: { colour: WORK, width: 2.2 * s } },
  ];
}

/** Hexes with an edge about them and a tint over them. */
export interface Zone {
  readonly hexes: ReadonlySet<HexId>;
  readonly colour: Colour;
  readonly tint: Colour;
}

export function zone(plot: HexPlot, hexes: readonly HexId[], { hexes: zoned, colour, tint }: Zone): Item[] {
  const inside = hexes.filter((hex) => zoned.has(hex));
  if (inside.length === 0) return [];
  const s = plot.scale;
  const edge = inside.flatMap((hex) =>
    DIRECTIONS.flatMap((side) => {
      const beside = plot.grid.neighbour(hex, side);
      if (beside !== null && zoned.has(beside)) return [];
      const at = middle(plot, hex);
      const [a, b] = [corner(plot, hex, side), corner(plot, hex, side + 1)].map((point) => between(at, point, 0.95));
      return a && b ? [pathOf([a, b])] : [];
    }),
  );
  return [
    { kind: 'path', d: inside.map((hex) => hexPath(plot, hex)).join(' '), fill: tint },
    { kind: 'path', d: edge.join(' '), stroke: { colour, width: 2.4 * s, dash: [9 * s, 5 * s] } },
  ];
}

/** Hexes ringed twice: a way off the map. */
export function rings(plot: HexPlot, hexes: readonly HexId[], colour: Colour): Item[] {
  const s = plot.scale;
  return hexes
    .filter((hex) => isNear(plot, middle(plot, hex)))
    .flatMap((hex): Item[] =>
      [2, 6].map((inset) => ({
        kind: 'path',
        d: hexPath(plot, hex, inset * s),
        stroke: { colour, width: (inset === 2 ? 2 : 1) * s },
      })),
    );
}
