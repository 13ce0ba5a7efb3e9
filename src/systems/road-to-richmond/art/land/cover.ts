import type { Colour, Item } from '../../../../game/index.ts';
import { between, type Point } from '../../../../kit/draw/geometry.ts';
import { HAIRLINE } from '../../../../kit/draw/inks.ts';
import { distanceToSegment } from '../../../../kit/draw/lines.ts';
import { chance, sway } from '../../../../kit/draw/noise.ts';
import type { HexId } from '../../../../kit/hex/grid.ts';
import type { Field } from '../../field.ts';
import type { Terrain } from '../../vocabulary.ts';
import { CROWN, HACHURE, REED, TREE } from '../inks.ts';
import { middle, type Plot, plotOf, scaleOf, sideOf, WHOLE_RADIUS } from '../plot.ts';

/** Where something may stand in a hex, in parts of its radius from its middle: rows, as a wood is drawn. */
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

/** How clear of ways and waters things stand, in parts of the radius. */
const CLEAR_OF = 0.2;

/** Trees, hachures, reeds and furrows: what tells one ground from another where colours do not. */
export function cover(field: Field, plot: Plot, hexes: readonly HexId[]): Item[] {
  const scale = scaleOf(plot);
  const on = (...terrains: Terrain[]) =>
    hexes.filter((hex) => terrains.includes(field.hex.get(hex)?.terrain ?? 'clear'));
  const all = (from: readonly HexId[], every: number, draw: (at: Point, s: number) => string, salt: number) =>
    from.flatMap((hex) => spots(field, plot, hex, every, salt).map((at) => draw(at, scale))).join(' ');
  const thin = (colour: Colour, width: number, d: string): Item => ({
    kind: 'path',
    d,
    stroke: { colour, width: width * scale, cap: 'round' },
  });
  const woods = on('forest');
  // On the whole field fewer do: its file is large enough.
  const thick = scale > 1 ? 0.56 : 0.3;
  const swamps = on('forest_rough');
  return [
    thin(
      HAIRLINE,
      0.6,
      on('clear')
        .filter((hex) => chance(hex, 7) < 0.3)
        .map((hex) => furrows(field, plot, hex))
        .join(' '),
    ),
    thin(HACHURE, 1, all(on('rough'), 0.85, hachures, 1)),
    thin(TREE, 0.9, all(woods, thick, shade, 2)),
    { kind: 'path', d: all(woods, thick, crown, 2), fill: CROWN, stroke: { colour: TREE, width: 0.8 * scale } },
    thin(REED, 1, all(swamps, 0.5, reeds, 3)),
    { kind: 'path', d: all(swamps, 0.32, crown, 4), fill: CROWN, stroke: { colour: TREE, width: 0.8 * scale } },
  ];
}

function spots(field: Field, plot: Plot, hex: HexId, part: number, salt: number): Point[] {
  const { x, y } = middle(plot, hex);
  const scale = scaleOf(plot);
  return grownIn(field, hex, part, salt).map((spot) => ({ x: x + spot.x * scale, y: y + spot.y * scale }));
}

/** What grows in the hexes of a field, from their middles, in pixels of the whole field: it stands there however it is looked at. */
const known = new WeakMap<Field, Map<string, readonly Point[]>>();

function grownIn(field: Field, hex: HexId, part: number, salt: number): readonly Point[] {
  let hexes = known.get(field);
  if (!hexes) {
    hexes = new Map();
    known.set(field, hexes);
  }
  const key = `${hex} ${part} ${salt}`;
  let grown = hexes.get(key);
  if (!grown) {
    grown = sown(field, hex, part, salt);
    hexes.set(key, grown);
  }
  return grown;
}

function sown(field: Field, hex: HexId, part: number, salt: number): Point[] {
  const { x, y } = middle(FLAT, hex);
  const lines = linesIn(field, FLAT, hex);
  // Trees of a swamp do not stand in its reeds.
  const taken = (index: number) => salt === 4 && chance(hex, 300 + index) < 0.5;
  return SPOTS.flatMap((spot, index) => {
    if (salt === 3 ? chance(hex, 300 + index) >= part : chance(hex, 100 * salt + index) > part) return [];
    if (taken(index)) return [];
    // On whole pixels each looks like the other, and the picture stays small.
    const at = {
      x: Math.round((spot.x + sway(hex, index) * 0.07) * WHOLE_RADIUS),
      y: Math.round((spot.y * 0.86 + sway(hex, 50 + index) * 0.05) * WHOLE_RADIUS),
    };
    const onField = { x: x + at.x, y: y + at.y };
    return lines.every(([a, b]) => distanceToSegment(onField, a, b) > CLEAR_OF * FLAT.radius) ? [at] : [];
  });
}

/** The field at a scale of 1, from its own corner. */
const FLAT = plotOf(1, { x: 0, y: 0 }, { x: 0, y: 0, width: 0, height: 0 });

/** Ways through a hex, and the sides that water runs along. */
function linesIn(field: Field, plot: Plot, hex: HexId): (readonly [Point, Point])[] {
  const at = middle(plot, hex);
  return (field.hex.get(hex)?.sides ?? []).flatMap(({ direction, link, water, redoubt }) => {
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

/** A few lines of the plough. */
function furrows(field: Field, plot: Plot, hex: HexId): string {
  const s = scaleOf(plot);
  const { x, y } = middle(plot, hex);
  const at = { x: x + (chance(hex, 8) < 0.5 ? -14 : 13) * s, y: y + 6 * s };
  if (linesIn(field, plot, hex).some(([a, b]) => distanceToSegment(at, a, b) < 12 * s)) return '';
  const slant = chance(hex, 9) < 0.5 ? 2 : -2;
  return [-6, -3, 0, 3, 6]
    .map((step) => `M ${at.x - 6 * s} ${at.y + (step - slant) * s} L ${at.x + 6 * s} ${at.y + (step + slant) * s}`)
    .join(' ');
}
