import { type Curve, curve, type Point, pointBeside, reversed, straight } from './art/curve.ts';
import type { Area } from './vocabulary.ts';

/** Where everything stands on the sheet, in pixels. The scale is bent: directions and the order of places are true. */
export const SHEET = { width: 1200, height: 900 } as const;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The parts of an area's box: its name above, the counters below, and room under it for the word CONTESTED. */
export const TILE = { width: 236, height: 116, plate: 36, ribbon: 30 } as const;

export const TILES: { readonly [area in Area]: Box } = {
  valley: tile(42, 208),
  wilderness: tile(42, 46),
  spotsylvania: tile(336, 80),
  'north-anna': tile(446, 232),
  ashland: tile(382, 392),
  'cold-harbor': tile(936, 440),
  mechanicsville: tile(690, 582),
  'savage-station': tile(936, 740),
  richmond: { x: 368, y: 584, width: 246, height: 118 },
  'drurys-bluff': tile(374, 742),
};

function tile(x: number, y: number): Box {
  return { x, y, width: TILE.width, height: TILE.height };
}

/** The frame round The Valley, which lies off the sheet to the west. */
export const INSET: Box = { x: 26, y: 197, width: 268, height: 164 };

export const PANELS = {
  title: { x: 712, y: 26, width: 462, height: 92 },
  dispatch: { x: 712, y: 130, width: 462, height: 258 },
  points: { x: 26, y: 370, width: 318, height: 266 },
  results: { x: 26, y: 646, width: 318, height: 100 },
  legend: { x: 26, y: 756, width: 318, height: 112 },
} as const satisfies { readonly [panel: string]: Box };

/** Movement lines as they run on the ground, by the pair of areas they join. */
const ROADS: readonly (readonly [Area, Area, Curve])[] = [
  ['wilderness', 'spotsylvania', curve(278, 100, 300, 96, 312, 118, 336, 124)],
  ['spotsylvania', 'north-anna', curve(572, 140, 598, 142, 610, 190, 602, 232)],
  ['north-anna', 'ashland', curve(446, 296, 400, 300, 392, 344, 412, 392)],
  ['north-anna', 'cold-harbor', curve(632, 348, 636, 412, 860, 402, 980, 440)],
  ['ashland', 'cold-harbor', curve(618, 432, 720, 424, 836, 440, 936, 486)],
  ['ashland', 'mechanicsville', curve(618, 476, 690, 490, 740, 520, 760, 582)],
  ['cold-harbor', 'mechanicsville', curve(936, 526, 896, 526, 868, 545, 862, 582)],
  ['cold-harbor', 'savage-station', curve(1096, 556, 1104, 620, 1104, 690, 1096, 740)],
  ['mechanicsville', 'savage-station', curve(926, 636, 990, 638, 1020, 680, 1020, 740)],
];

/** The arrows into Richmond, and where their Richmond Defense is printed. */
const APPROACHES: { readonly [area in Area]?: { readonly along: Curve; readonly defense: Point } } = {
  ashland: { along: curve(404, 508, 400, 532, 402, 552, 406, 577), defense: { x: 450, y: 558 } },
  mechanicsville: { along: curve(690, 640, 668, 640, 648, 643, 622, 643), defense: { x: 653, y: 597 } },
  'savage-station': { along: curve(936, 808, 860, 815, 716, 735, 622, 678), defense: { x: 742, y: 786 } },
  'drurys-bluff': { along: curve(574, 742, 576, 732, 574, 722, 572, 709), defense: { x: 636, y: 734 } },
};

/** Grant's way over the James, off the sheet. */
export const CROSSING: Curve = curve(928, 838, 896, 846, 862, 862, 842, 890);

export function centre({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The line from one area to another. One that an owner's data adds runs straight. */
export function road(from: Area, to: Area): Curve {
  for (const [a, b, way] of ROADS) {
    if (a === from && b === to) return way;
    if (a === to && b === from) return reversed(way);
  }
  return between(from, to);
}

/** The arrow from an area into Richmond. */
export function approach(from: Area): Curve {
  return APPROACHES[from]?.along ?? between(from, 'richmond');
}

/** Where the Richmond Defense of an arrow is printed. */
export function defenseAt(from: Area): Point {
  return APPROACHES[from]?.defense ?? pointBeside(approach(from), 0.5, 40);
}

/** The way of a leader who goes from one area to another: along the arrow where one of them is Richmond. */
export function way(from: Area, to: Area): Curve {
  if (to === 'richmond') return approach(from);
  return from === 'richmond' ? reversed(approach(to)) : road(from, to);
}

function between(from: Area, to: Area): Curve {
  const a = TILES[from];
  const b = TILES[to];
  return straight(edge(a, centre(b)), edge(b, centre(a)));
}

/** Where the line from a box's centre towards a point leaves the box. */
function edge(box: Box, towards: Point): Point {
  const { x, y } = centre(box);
  const across = towards.x - x;
  const down = towards.y - y;
  const part = Math.min(
    across === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(across),
    down === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(down),
  );
  return { x: x + across * part, y: y + down * part };
}
