import { type Box, centre, type Point } from '../../../kit/draw/geometry.ts';
import { type Curve, curve, pointBeside, reversed, straight } from '../../../kit/draw/lines.ts';
import type { Area } from '../vocabulary.ts';

/**
 * All positions on the sheet are in pixels. The scale is bent, but directions and the order of places are true.
 * A box that moves by more than a few pixels takes the land with it: see `controls` in `assets/overland/land.json`. The
 * tests of the land report what breaks.
 */
export const SHEET = { width: 1200, height: 900 } as const;

/** An area's box, in pixels. */
export const TILE = {
  width: 246,
  height: 110,
  /** The height of the name plate along its top. */
  plate: 34,
  /** The height of the ribbon laid along it. */
  ribbon: 30,
} as const;

export const TILES: { readonly [area in Area]: Box } = {
  valley: tile(42, 302, 264),
  wilderness: tile(26, 124),
  spotsylvania: tile(336, 124),
  'north-anna': tile(446, 272),
  ashland: tile(376, 422),
  'cold-harbor': tile(928, 456),
  mechanicsville: tile(682, 582),
  'savage-station': tile(928, 742),
  richmond: tile(352, 596),
  'drurys-bluff': tile(340, 746, 266),
};

/** A long name needs a wider box. */
function tile(x: number, y: number, width: number = TILE.width): Box {
  return { x, y, width, height: TILE.height };
}

/** The ribbon for a word such as CONTESTED, under the box. Ashland's lies over it, as an arrow leaves below. */
export function ribbonOf(area: Area): Box {
  const { x, y, width, height } = TILES[area];
  return {
    x: x - 3,
    y: area === 'ashland' ? y - TILE.ribbon : y + height,
    width: width + 6,
    height: TILE.ribbon,
  };
}

/** The frame round The Valley, which lies off the sheet to the west. */
export const INSET: Box = { x: 24, y: 269, width: 300, height: 181 };

/** The band across the top: what the last order did, and the points that are left. */
export const BAND: Box = { x: 12, y: 12, width: 1176, height: 98 };

export const PANELS = {
  title: { x: 708, y: 122, width: 472, height: 116 },
  legend: { x: 708, y: 246, width: 472, height: 120 },
  track: { x: 24, y: 460, width: 300, height: 236 },
  results: { x: 24, y: 706, width: 300, height: 146 },
  small: { x: 24, y: 858, width: 300, height: 28 },
} as const satisfies { readonly [panel: string]: Box };

/** The ending plate covers title and legend. */
export const PLATE: Box = { x: 708, y: 122, width: 472, height: 278 };

/** Movement lines as they run on the ground, by the pair of areas they join. */
const ROADS: readonly (readonly [Area, Area, Curve])[] = [
  ['wilderness', 'spotsylvania', curve(272, 184, 296, 176, 314, 192, 336, 186)],
  ['spotsylvania', 'north-anna', curve(582, 190, 618, 194, 632, 230, 620, 272)],
  ['north-anna', 'ashland', curve(446, 330, 398, 336, 390, 380, 410, 422)],
  ['north-anna', 'cold-harbor', curve(662, 382, 690, 436, 880, 392, 944, 456)],
  ['ashland', 'cold-harbor', curve(622, 456, 730, 436, 850, 448, 928, 498)],
  ['ashland', 'mechanicsville', curve(622, 502, 690, 504, 744, 528, 758, 582)],
  ['cold-harbor', 'mechanicsville', curve(928, 536, 890, 536, 860, 548, 856, 582)],
  ['cold-harbor', 'savage-station', curve(1098, 566, 1106, 630, 1106, 690, 1098, 742)],
  ['mechanicsville', 'savage-station', curve(928, 638, 1000, 642, 1022, 682, 1020, 742)],
];

/** An arrow into Richmond, with the points of its printed Richmond Defense and of a battle on it. */
interface Approach {
  readonly along: Curve;
  readonly defense: Point;
  readonly battle: Point;
}

const APPROACHES: { readonly [area in Area]?: Approach } = {
  ashland: {
    along: curve(404, 532, 400, 550, 402, 566, 406, 586),
    defense: { x: 452, y: 562 },
    battle: { x: 366, y: 561 },
  },
  mechanicsville: {
    along: curve(682, 632, 660, 632, 640, 630, 612, 630),
    defense: { x: 646, y: 588 },
    battle: { x: 648, y: 664 },
  },
  'savage-station': {
    along: curve(928, 806, 850, 812, 716, 726, 612, 672),
    defense: { x: 796, y: 768 },
    battle: { x: 705, y: 747 },
  },
  'drurys-bluff': {
    along: curve(584, 746, 586, 736, 586, 726, 584, 715),
    defense: { x: 640, y: 750 },
    battle: { x: 556, y: 731 },
  },
};

/** The way over the James, off the sheet. */
export const CROSSING: Curve = curve(920, 836, 892, 844, 860, 856, 842, 886);

/** The drawn line from one area to another; a line that an owner's data adds runs straight. */
export function road(from: Area, to: Area): Curve {
  for (const [a, b, way] of ROADS) {
    if (a === from && b === to) return way;
    if (a === to && b === from) return reversed(way);
  }
  return between(from, to);
}

export function drawnWays(): readonly Curve[] {
  return [...ROADS.map(([, , way]) => way), ...Object.values(APPROACHES).map(({ along }) => along)];
}

export function drawnDefenses(): readonly Point[] {
  return Object.values(APPROACHES).map(({ defense }) => defense);
}

export function approach(from: Area): Curve {
  return APPROACHES[from]?.along ?? between(from, 'richmond');
}

export function defenseAt(from: Area): Point {
  return APPROACHES[from]?.defense ?? pointBeside(approach(from), 0.5, 40);
}

/** The point of a battle on an arrow: beside it, so that the arrow's head stays visible. */
export function battleAt(from: Area): Point {
  return APPROACHES[from]?.battle ?? pointBeside(approach(from), 0.5, -40);
}

/** The road from one area to another: an arrow if one of them is Richmond. */
export function way(from: Area, to: Area): Curve {
  if (to === 'richmond') return approach(from);
  return from === 'richmond' ? reversed(approach(to)) : road(from, to);
}

function between(from: Area, to: Area): Curve {
  const a = TILES[from];
  const b = TILES[to];
  return straight(edge(a, centre(b)), edge(b, centre(a)));
}

/** The point at which the line from a box's centre towards `towards` leaves the box. */
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
