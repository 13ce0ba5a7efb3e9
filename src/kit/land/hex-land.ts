import type { Colour, Item } from '../../game/index.ts';
import { between, minus, pathOf, plus, scaled } from '../draw/geometry.ts';
import { DIRECTIONS, type HexId } from '../hex/hex-grid.ts';
import { type HexMap, sidesOf } from '../hex/hex-map.ts';
import { corner, type HexPlot, hexesSeen, hexPath, isNear, middle, sideOf } from '../hex/hex-plot.ts';
import { cover } from './hex-cover.ts';
import { grid, hexNumbers, terrain } from './hex-terrain.ts';
import { crossings, waters } from './hex-waters.ts';
import { houses, ways } from './hex-ways.ts';
import { WORK } from './land-colours.ts';
import type { LandStyle } from './land-style.ts';
import { destinations } from './place-names.ts';
import { waterNames } from './water-names.ts';

interface LandParts {
  /**
   * How much is drawn.
   * - `close`: everything, and the destinations of roads.
   * - `overview`: no hexsides and no destinations, because it is so small that nobody counts hexes.
   * - `bare`: surfaces, zones, waters and ways only.
   */
  readonly detail: 'close' | 'overview' | 'bare';
  readonly numbered?: boolean;
  readonly zones: readonly Zone[];
  readonly exits?: { readonly hexes: readonly HexId[]; readonly colour: Colour };
}

/**
 * Lays out, layer by layer, the part of a map in a plot's view, without anything that changes. It looks the same in all
 * plots of a scale. Names of places are drawn later, over the counters (`placeNames`).
 */
export function* hexLand(
  map: HexMap,
  plot: HexPlot,
  style: LandStyle,
  { detail, numbered = false, zones, exits }: LandParts,
): Generator<Item, void> {
  const hexes = hexesSeen(plot);
  yield* terrain(map, plot, style, hexes).filter(isDrawn);
  for (const one of zones) yield* zone(plot, hexes, one);
  if (detail !== 'bare') yield* cover(map, plot, style, hexes).filter(isDrawn);
  if (detail === 'close') yield* grid(plot, hexes);
  yield* waters(map, plot, style).filter(isDrawn);
  yield* ways(map, plot, style).filter(isDrawn);
  if (detail === 'bare') return;
  yield* crossings(map, plot, hexes);
  yield* works(map, plot, hexes).filter(isDrawn);
  yield* houses(map, plot, style).filter(isDrawn);
  if (exits) yield* rings(plot, exits.hexes, exits.colour);
  if (numbered) yield* hexNumbers(plot, hexes);
  yield* waterNames(map, plot, style);
  if (detail === 'close') yield* destinations(map, plot, style);
}

/** A layer that has nothing in this view has an empty path. */
function isDrawn(item: Item): boolean {
  return item.kind !== 'path' || item.d !== '';
}

/** Redoubts, each a wall with teeth towards its enemy face. */
function works(map: HexMap, plot: HexPlot, hexes: readonly HexId[]): Item[] {
  const s = plot.scale;
  const walls: string[] = [];
  const teeth: string[] = [];
  for (const hex of hexes) {
    for (const { to, direction, redoubt } of sidesOf(map, hex)) {
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

/** An area of hexes with an edge around it and a tint. */
interface Zone {
  readonly hexes: ReadonlySet<HexId>;
  readonly colour: Colour;
  readonly tint: Colour;
}

function zone(plot: HexPlot, hexes: readonly HexId[], { hexes: zoned, colour, tint }: Zone): Item[] {
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

/** Two rings around each hex where units can leave the map. */
function rings(plot: HexPlot, hexes: readonly HexId[], colour: Colour): Item[] {
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
