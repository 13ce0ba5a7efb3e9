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
export const TILE = { width: 236, height: 110, plate: 34, ribbon: 30 } as const;

export const TILES: { readonly [area in Area]: Box } = {
  valley: tile(42, 212),
  wilderness: tile(42, 48),
  spotsylvania: tile(336, 84),
  'north-anna': tile(446, 238),
  ashland: tile(382, 398),
  'cold-harbor': tile(940, 444),
  mechanicsville: tile(704, 580),
  'savage-station': tile(940, 742),
  richmond: { x: 368, y: 588, width: 246, height: 116 },
  'drurys-bluff': tile(374, 744),
};

function tile(x: number, y: number): Box {
  return { x, y, width: TILE.width, height: TILE.height };
}

/** The frame round The Valley, which lies off the sheet to the west. */
export const INSET: Box = { x: 26, y: 198, width: 268, height: 162 };

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
  ['spotsylvania', 'north-anna', curve(572, 144, 612, 146, 624, 194, 614, 238)],
  ['north-anna', 'ashland', curve(446, 300, 400, 305, 392, 350, 412, 398)],
  ['north-anna', 'cold-harbor', curve(632, 348, 636, 412, 860, 404, 984, 444)],
  ['ashland', 'cold-harbor', curve(618, 434, 720, 424, 840, 442, 940, 488)],
  ['ashland', 'mechanicsville', curve(618, 476, 690, 490, 752, 520, 772, 580)],
  ['cold-harbor', 'mechanicsville', curve(940, 526, 900, 526, 878, 545, 872, 580)],
  ['cold-harbor', 'savage-station', curve(1096, 554, 1104, 620, 1104, 690, 1096, 742)],
  ['mechanicsville', 'savage-station', curve(940, 634, 1000, 636, 1024, 680, 1024, 742)],
];

/** The arrows into Richmond. */
const APPROACHES: { readonly [area in Area]?: { readonly along: Curve; readonly defense: Point } } = {
  ashland: { along: curve(404, 508, 400, 536, 402, 556, 406, 582), defense: { x: 452, y: 557 } },
  mechanicsville: { along: curve(704, 636, 676, 636, 656, 640, 622, 640), defense: { x: 660, y: 594 } },
  'savage-station': { along: curve(940, 806, 850, 806, 740, 720, 620, 684), defense: { x: 762, y: 790 } },
  'drurys-bluff': { along: curve(452, 744, 450, 734, 452, 722, 454, 710), defense: { x: 500, y: 726 } },
};

/** Grant's way over the James, off the sheet. */
export const CROSSING: Curve = curve(968, 852, 940, 872, 900, 884, 860, 882);

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
