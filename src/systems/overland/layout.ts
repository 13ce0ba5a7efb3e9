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
export const TILE = { width: 236, height: 110, plate: 34, ribbon: 28 } as const;

export const TILES: { readonly [area in Area]: Box } = {
  valley: tile(56, 298),
  wilderness: tile(26, 128),
  spotsylvania: tile(340, 132),
  'north-anna': tile(450, 278),
  ashland: tile(388, 428),
  'cold-harbor': tile(944, 460),
  mechanicsville: tile(696, 574),
  'savage-station': tile(944, 742),
  richmond: { x: 374, y: 596, width: 246, height: 110 },
  'drurys-bluff': tile(380, 746),
};

function tile(x: number, y: number): Box {
  return { x, y, width: TILE.width, height: TILE.height };
}

/** The frame round The Valley, which lies off the sheet to the west. */
export const INSET: Box = { x: 24, y: 256, width: 300, height: 192 };

/** The band across the top: what the last order did, and the points that are left. */
export const BAND: Box = { x: 12, y: 12, width: 1176, height: 98 };

export const PANELS = {
  title: { x: 744, y: 122, width: 436, height: 116 },
  legend: { x: 968, y: 248, width: 212, height: 192 },
  track: { x: 24, y: 460, width: 300, height: 236 },
  results: { x: 24, y: 706, width: 300, height: 146 },
  small: { x: 24, y: 858, width: 300, height: 28 },
} as const satisfies { readonly [panel: string]: Box };

/** Where the opening and the end of a campaign are told at length: over title and legend. */
export const PLATE: Box = { x: 708, y: 122, width: 472, height: 318 };

/** Movement lines as they run on the ground, by the pair of areas they join. */
const ROADS: readonly (readonly [Area, Area, Curve])[] = [
  ['wilderness', 'spotsylvania', curve(262, 186, 288, 178, 312, 196, 340, 190)],
  ['spotsylvania', 'north-anna', curve(576, 196, 610, 200, 624, 236, 612, 278)],
  ['north-anna', 'ashland', curve(450, 336, 404, 344, 398, 384, 420, 428)],
  ['north-anna', 'cold-harbor', curve(686, 340, 790, 352, 900, 380, 1000, 460)],
  ['ashland', 'cold-harbor', curve(624, 462, 730, 440, 850, 452, 944, 498)],
  ['ashland', 'mechanicsville', curve(624, 506, 690, 506, 742, 524, 764, 574)],
  ['cold-harbor', 'mechanicsville', curve(944, 540, 906, 540, 872, 548, 866, 574)],
  ['cold-harbor', 'savage-station', curve(1104, 570, 1112, 630, 1112, 690, 1104, 742)],
  ['mechanicsville', 'savage-station', curve(932, 630, 1000, 634, 1028, 680, 1026, 742)],
];

/** The arrows into Richmond, and where their Richmond Defense is printed. */
const APPROACHES: { readonly [area in Area]?: { readonly along: Curve; readonly defense: Point } } = {
  ashland: { along: curve(412, 538, 408, 556, 410, 570, 414, 588), defense: { x: 462, y: 566 } },
  mechanicsville: { along: curve(696, 636, 674, 636, 654, 640, 628, 640), defense: { x: 660, y: 592 } },
  'savage-station': { along: curve(944, 806, 860, 812, 724, 730, 628, 682), defense: { x: 748, y: 790 } },
  'drurys-bluff': { along: curve(578, 746, 580, 736, 578, 726, 576, 714), defense: { x: 640, y: 740 } },
};

/** Grant's way over the James, off the sheet. */
export const CROSSING: Curve = curve(936, 836, 904, 844, 868, 856, 850, 886);

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
