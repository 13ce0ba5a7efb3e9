import type { Item } from '../../../../game/index.ts';
import { type Point, pair } from '../../../../kit/draw/geometry.ts';
import { INK } from '../../../../kit/draw/inks.ts';
import { bandPath, distance, evened, type Line, rounded, squarePath } from '../../../../kit/draw/lines.ts';
import { INSET } from '../../layout.ts';
import { FADED } from '../inks.ts';
import type { Place } from './geography.ts';
import { hachures } from './hachures.ts';
import { BANK, HACHURE, INSET_PAPER, LANE } from './inks.ts';

/** The Shenandoah Valley in its inset, turned so that it runs from left (Staunton) to right (Winchester): north-east is to the right. */
const NEW_MARKET: Place = [38.648, -78.671];
const STAUNTON: Place = [38.149, -79.073];
const HARRISONBURG: Place = [38.449, -78.869];
const STRASBURG: Place = [38.99, -78.36];
const WINCHESTER: Place = [39.186, -78.163];
const FRONT_ROYAL: Place = [38.95, -78.2];

const BLUE_RIDGE: readonly Place[] = [
  [37.95, -78.94],
  [38.034, -78.858],
  [38.24, -78.69],
  [38.359, -78.547],
  [38.52, -78.43],
  [38.662, -78.321],
  [38.79, -78.18],
  [38.9, -78.06],
  [39.017, -77.962],
  [39.12, -77.85],
];
const ALLEGHANIES: readonly Place[] = [
  [38.2, -79.41],
  [38.5, -79.15],
  [38.75, -78.93],
  [38.95, -78.75],
  [39.15, -78.58],
  [39.3, -78.45],
];
const MASSANUTTEN: readonly Place[] = [
  [38.39, -78.77],
  [38.6, -78.61],
  [38.8, -78.45],
  [38.94, -78.33],
];
const TURNPIKE: readonly Place[] = [STAUNTON, HARRISONBURG, NEW_MARKET, [38.88, -78.505], STRASBURG, WINCHESTER];
const NORTH_FORK: readonly Place[] = [
  [38.63, -78.9],
  [38.66, -78.72],
  [38.745, -78.63],
  [38.9, -78.47],
  [38.985, -78.33],
  FRONT_ROYAL,
];
const SOUTH_FORK: readonly Place[] = [
  [38.1, -78.98],
  [38.295, -78.81],
  [38.4, -78.62],
  [38.665, -78.5],
  FRONT_ROYAL,
  [39.05, -78.0],
  [39.16, -77.87],
];

/** Degrees clockwise from north that the Valley runs. */
const BEARING = (34.6 * Math.PI) / 180;
/** Pixels a kilometre along the Valley, and across it, where the scale is drawn larger. */
const ALONG = 2.05;
const ACROSS = 3.1;
const DEGREE = { latitude: 110.99, longitude: 111.32 * Math.cos((38.65 * Math.PI) / 180) } as const;

function onInset([latitude, longitude]: Place): Point {
  const east = (longitude - NEW_MARKET[1]) * DEGREE.longitude;
  const north = (latitude - NEW_MARKET[0]) * DEGREE.latitude;
  const along = east * Math.sin(BEARING) + north * Math.cos(BEARING);
  const across = east * Math.cos(BEARING) - north * Math.sin(BEARING);
  return { x: INSET.x + INSET.width * 0.47 + along * ALONG, y: INSET.y + INSET.height * 0.48 + across * ACROSS };
}

export function valley(): Item[] {
  const { x, y, width, height } = INSET;
  return [
    { kind: 'rect', x, y, width, height, fill: INSET_PAPER },
    {
      kind: 'path',
      d: [...range(ALLEGHANIES, 8, 20), ...range(MASSANUTTEN, 8, 30), ...range(BLUE_RIDGE, 10, 40)].join(' '),
      fill: HACHURE,
    },
    ...[NORTH_FORK, SOUTH_FORK].map((course): Item => {
      const line = evened(inside(rounded(course.map(onInset), 8)), 5);
      return { kind: 'path', d: bandPath(line, (at) => 1 + (at / line.length) * 1.4), fill: BANK };
    }),
    { kind: 'path', d: squarePath(rounded(TURNPIKE.map(onInset), 6)), stroke: { colour: LANE, width: 2 } },
    { kind: 'rect', x, y, width, height, stroke: { colour: FADED, width: 2 } },
  ];
}

/** Name by name; those of towns with their dots. */
export function valleyNames(): Item[][] {
  const { x, y, width, height } = INSET;
  return [
    [name('Alleghany Mountains', { x: x + 8, y: y + 27.5 }, { x: x + width - 8, y: y + 27.5 })],
    [name('Blue Ridge', { x: x + 8, y: y + height - 24 }, { x: x + width - 8, y: y + height - 24 })],
    [dot(STAUNTON), name('Staunton', { x: x + 12, y: y + 86 }, { x: x + 12, y: y + 14 })],
    [dot(WINCHESTER), name('Winchester', { x: x + width - 12, y: y + 11 }, { x: x + width - 12, y: y + 87 })],
    north({ x: x + width - 10.5, y: y + 132 }),
  ];
}

/** Pixels of the arrow that shows where north is, and how far its barbs stand out. */
const ARROW = { length: 17, barb: 6.5, out: 2.8 } as const;

/** The inset is turned: an arrow to the north, about its middle, with its letter over the tip. */
function north(middle: Point): Item[] {
  const [south, tip] = [onInset(NEW_MARKET), onInset([NEW_MARKET[0] + 0.1, NEW_MARKET[1]])];
  const long = distance(south, tip);
  const way = { x: (tip.x - south.x) / long, y: (tip.y - south.y) / long };
  const at = (ahead: number, aside: number): Point => ({
    x: middle.x + way.x * ahead - way.y * aside,
    y: middle.y + way.y * ahead + way.x * aside,
  });
  const { length, barb, out } = ARROW;
  const [head, left, right] = [at(length / 2, 0), at(length / 2 - barb, -out), at(length / 2 - barb, out)];
  return [
    { kind: 'path', d: `M ${pair(at(-length / 2, 0))} L ${pair(head)}`, stroke: { colour: FADED, width: 1.3 } },
    { kind: 'path', d: `M ${pair(head)} L ${pair(left)} L ${pair(right)} Z`, fill: FADED },
    {
      kind: 'text',
      x: head.x - 2,
      y: head.y - 4,
      text: 'N',
      face: 'title',
      size: 12,
      fill: INK,
      align: 'center',
      halo: { colour: INSET_PAPER, width: 3 },
    },
  ];
}

function dot(town: Place): Item {
  return { kind: 'circle', ...onInset(town), radius: 2.4, fill: INSET_PAPER, stroke: { colour: FADED, width: 1.4 } };
}

/** A ridge that falls away on both sides, as far as the inset shows it. */
function range(spine: readonly Place[], length: number, salt: number): string[] {
  const line = inside(rounded(spine.map(onInset), 8));
  return [
    hachures(line, { side: 'left', length, every: 3.2, from: 1, salt }),
    hachures(line, { side: 'right', length, every: 3.2, from: 1, salt: salt + 5 }),
  ];
}

function inside(line: Line): Point[] {
  const { x, y, width, height } = INSET;
  const edge = 6;
  return line.filter((at) => at.x > x + edge && at.x < x + width - edge && at.y > y + edge && at.y < y + height - edge);
}

function name(text: string, from: Point, to: Point): Item {
  return {
    kind: 'lettering',
    d: `M ${pair(from)} L ${pair(to)}`,
    text,
    face: 'title',
    size: 11.5,
    fill: INK,
    spacing: 1,
    halo: { colour: INSET_PAPER, width: 3 },
  };
}
