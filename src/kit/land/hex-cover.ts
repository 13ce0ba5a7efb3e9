import type { Colour, Item } from '../../game/index.ts';
import { HAIRLINE } from '../draw/common-colours.ts';
import { between, type Point } from '../draw/geometry.ts';
import { distanceToSegment } from '../draw/lines.ts';
import { chance, sway } from '../draw/noise.ts';
import type { HexId } from '../hex/hex-grid.ts';
import { type HexMap, sidesOf } from '../hex/hex-map.ts';
import { type HexPlot, isNear, middle, plotFromCorner, sideOf } from '../hex/hex-plot.ts';
import { MemoPer } from '../memo.ts';
import { CROWN, HACHURE, REED, TREE } from './land-colours.ts';
import { type Cover, hexesWithTerrain, type LandStyle } from './land-style.ts';

/** The spots for trees and crops in a hex, in rows, from its middle and in parts of its radius. */
const SPOTS: readonly Point[] = [
  [-0.36, -0.46],
  [0.36, -0.44],
  [-0.6, -0.16],
  [-0.24, -0.14],
  [0.14, -0.18],
  [0.52, -0.14],
  [-0.74, 0.12],
  [-0.4, 0.16],
  [-0.02, 0.14],
  [0.36, 0.16],
  [0.72, 0.12],
  [-0.54, 0.44],
  [-0.18, 0.46],
  [0.2, 0.44],
  [0.54, 0.46],
  [-0.34, 0.72],
  [0.02, 0.74],
  [0.36, 0.72],
].map(([x = 0, y = 0]) => ({ x, y }));

/** The least distance of trees and crops from ways and waters, in parts of the radius. */
const CLEAR_OF = 0.2;

/** Trees, hachures, reeds and furrows, by which terrains can be told apart without colour. */
export function cover(map: HexMap, plot: HexPlot, style: LandStyle, hexes: readonly HexId[]): Item[] {
  const scale = plot.scale;
  // Nothing that grows reaches far over the sides of its hex.
  const near = hexes.filter((hex) => isNear(plot, middle(plot, hex), plot.radius * 1.2));
  const having = (cover: Cover) => hexesWithTerrain(map, near, style.cover[cover]);
  const all = (on: readonly HexId[], kind: Growth, part: number, draw: (at: Point, s: number) => string) =>
    on.flatMap((hex) => spots(map, plot, hex, kind, part).map((at) => draw(at, scale))).join(' ');
  const thin = (colour: Colour, width: number, d: string): Item => ({
    kind: 'path',
    d,
    stroke: { colour, width: width * scale, cap: 'round' },
  });
  const woods = having('woods');
  // On the whole map there are fewer trees, because its file is large.
  const thick = scale > 1 ? 0.56 : 0.3;
  const swamps = having('swamp');
  return [
    thin(
      HAIRLINE,
      0.6,
      having('fields')
        .filter((hex) => chance(hex, 7) < 0.3)
        .map((hex) => furrows(map, plot, hex))
        .join(' '),
    ),
    thin(HACHURE, 1, all(having('rough'), 'hachures', 0.85, hachures)),
    thin(TREE, 0.9, all(woods, 'trees', thick, shade)),
    { kind: 'path', d: all(woods, 'trees', thick, crown), fill: CROWN, stroke: { colour: TREE, width: 0.8 * scale } },
    thin(REED, 1, all(swamps, 'reeds', REEDS, reeds)),
    {
      kind: 'path',
      d: all(swamps, 'swamp-trees', 0.32, crown),
      fill: CROWN,
      stroke: { colour: TREE, width: 0.8 * scale },
    },
  ];
}

/** The kinds of signs on the spots of a hex, each with its salt for the spots that it takes. */
const SALTS = { hachures: 100, trees: 200, reeds: 300, 'swamp-trees': 400 } as const;
type Growth = keyof typeof SALTS;

/** The part of the spots of a swamp that have reeds. */
const REEDS = 0.5;

/** The spots of a hex that have a kind of sign, some `part` of all. */
function spots(map: HexMap, plot: HexPlot, hex: HexId, kind: Growth, part: number): Point[] {
  const { x, y } = middle(plot, hex);
  const scale = plot.scale;
  const flat = spotsInHex.get(map, `${hex} ${kind} ${part}`, () => grown(map, plotFromCorner(plot), hex, kind, part));
  return flat.map((spot) => ({ x: x + spot.x * scale, y: y + spot.y * scale }));
}

/** The spots of signs by hex, from its middle and in pixels of the whole map, the same in every view. */
const spotsInHex = new MemoPer<HexMap, readonly Point[]>();

function grown(map: HexMap, flat: HexPlot, hex: HexId, kind: Growth, part: number): Point[] {
  const { x, y } = middle(flat, hex);
  const lines = linesIn(map, flat, hex);
  return SPOTS.flatMap((spot, index) => {
    if (chance(hex, SALTS[kind] + index) >= part) return [];
    // In a swamp, no trees stand among reeds.
    if (kind === 'swamp-trees' && chance(hex, SALTS.reeds + index) < REEDS) return [];
    // On whole pixels all plants look the same, which keeps the picture's file small.
    const at = {
      x: Math.round((spot.x + sway(hex, index) * 0.07) * flat.radius),
      y: Math.round((spot.y * 0.86 + sway(hex, 50 + index) * 0.05) * flat.radius),
    };
    const onField = { x: x + at.x, y: y + at.y };
    return lines.every(([a, b]) => distanceToSegment(onField, a, b) > CLEAR_OF * flat.radius) ? [at] : [];
  });
}

/** The lines of ways through a hex, and its sides along water. */
function linesIn(map: HexMap, plot: HexPlot, hex: HexId): (readonly [Point, Point])[] {
  const at = middle(plot, hex);
  return sidesOf(map, hex).flatMap(({ direction, link, water, redoubt }) => {
    const side = sideOf(plot, hex, direction);
    const found: (readonly [Point, Point])[] = [];
    if (link !== null) found.push([at, between(side[0], side[1])]);
    if (water !== null || redoubt !== null) found.push(side);
    return found;
  });
}

function crown({ x, y }: Point, s: number): string {
  const [w, h] = [5 * s, 8 * s];
  return `M ${x - w} ${y} C ${x - w - s} ${y - h * 0.55} ${x - w * 0.6} ${y - h} ${x} ${y - h} C ${x + w * 0.6} ${y - h} ${x + w + s} ${y - h * 0.55} ${x + w} ${y} Q ${x} ${y + 1.5 * s} ${x - w} ${y} Z`;
}

function shade({ x, y }: Point, s: number): string {
  return `M ${x + s} ${y + 2 * s} L ${x + 9 * s} ${y + 2 * s}`;
}

function hachures({ x, y }: Point, s: number): string {
  return [-3, 0, 3].map((step) => `M ${x + step * s} ${y - 3 * s} L ${x + (step - 2) * s} ${y + 3 * s}`).join(' ');
}

function reeds({ x, y }: Point, s: number): string {
  return `M ${x - 6 * s} ${y} L ${x + 6 * s} ${y} M ${x - 3 * s} ${y - 2 * s} L ${x - 4 * s} ${y - 5 * s} M ${x} ${y - 2 * s} L ${x} ${y - 6 * s} M ${x + 3 * s} ${y - 2 * s} L ${x + 4 * s} ${y - 5 * s}`;
}

function furrows(map: HexMap, plot: HexPlot, hex: HexId): string {
  const s = plot.scale;
  const { x, y } = middle(plot, hex);
  const at = { x: x + (chance(hex, 8) < 0.5 ? -14 : 13) * s, y: y + 6 * s };
  if (linesIn(map, plot, hex).some(([a, b]) => distanceToSegment(at, a, b) < 12 * s)) return '';
  const slant = chance(hex, 9) < 0.5 ? 2 : -2;
  return [-6, -3, 0, 3, 6]
    .map((step) => `M ${at.x - 6 * s} ${at.y + (step - slant) * s} L ${at.x + 6 * s} ${at.y + (step + slant) * s}`)
    .join(' ');
}
