import type { Colour, Item } from '../../../game/index.ts';
import type { Account, March } from '../account.ts';
import { approach, type Box, CROSSING, ribbonOf, TILE, TILES, way } from '../layout.ts';
import type { View } from '../view.ts';
import { AREAS, type Area } from '../vocabulary.ts';
import { COUNTER_HEAD, ghost, seat, seatsIn } from './counters.ts';
import { arrowPath, beforeEnd, between, type Curve, type Point, pointOn } from './curve.ts';
import {
  BURST,
  CARD,
  CONTESTED,
  CONTESTED_GROUND,
  CSA_EDGE,
  CSA_GREY,
  INK,
  ON_CONTESTED,
  US_BLUE,
  US_TEXT,
} from './palette.ts';
import { burst, sabres, star, turn } from './shapes.ts';

/** Marks that lie under the counters: where Grant may go, what is contested, who went where. */
export function marksBelow(view: View, last: Account): Item[] {
  return [
    ...view.mayMoveTo.map((area) => ring(TILES[area])),
    ...view.mayTurnTo.map((area) => ring(TILES[area], [16, 8])),
    ...AREAS.flatMap((area) => (view.areas[area].contested ? contested(area) : [])),
    ...won(view),
    ...last.marches.flatMap((march) => (march.done ? ghost(view, march.leader, march.from) : [])),
    ...attackArrows(view, last),
    ...last.marches.flatMap((march) => marchArrow(view, march, last.marches)),
  ];
}

/** Marks that lie over the counters, on the parts of them that are left free. */
export function marksAbove(view: View, last: Account): Item[] {
  return [
    ...last.fights.map(({ area, from }): Item => {
      const at = area === 'richmond' ? beforeWalls(approach(from)) : betweenSides(view, area);
      return { kind: 'group', ...at, items: burst(23, BURST, INK) };
    }),
    ...turningBadge(view),
  ];
}

/** Where the burst of an attack on Richmond stands. */
function beforeWalls(along: Curve): Point {
  return beforeEnd(
    along,
    Math.min(44, Math.max(16, Math.hypot(along.to.x - along.from.x, along.to.y - along.from.y) * 0.3)),
  );
}

function ring({ x, y, width, height }: Box, dash?: readonly number[]): Item {
  const out = 8;
  const stroke = { colour: US_BLUE, width: 6, ...(dash ? { dash } : {}) };
  return { kind: 'rect', x: x - out, y: y - out, width: width + out * 2, height: height + out * 2, radius: 10, stroke };
}

/** Red ground and frame, and the word on a ribbon. */
function contested(area: Area): Item[] {
  const { x, y, width, height } = TILES[area];
  return [
    { kind: 'rect', x, y: y + TILE.plate, width, height: height - TILE.plate, fill: CONTESTED_GROUND },
    {
      kind: 'path',
      d: hatching(x, y + TILE.plate, width, height - TILE.plate),
      stroke: { colour: CONTESTED, width: 1.5 },
    },
    { kind: 'rect', x, y, width, height, stroke: { colour: CONTESTED, width: 6 } },
    ...ribbon(area, 'Contested', CONTESTED, sabres(21, ON_CONTESTED)),
  ];
}

/** Where the campaign was won: Richmond fallen, or the last station before the James. */
function won({ over }: View): Item[] {
  if (over?.won !== true) return [];
  const [area, word]: [Area, string] = over.how === 'richmond' ? ['richmond', 'Fallen'] : ['savage-station', 'Crossed'];
  return [
    { kind: 'rect', ...TILES[area], stroke: { colour: US_BLUE, width: 6 } },
    ...ribbon(area, word, US_BLUE, star(11, US_TEXT)),
  ];
}

/** A word along a box, with a sign at both its ends. */
function ribbon(area: Area, word: string, fill: Colour, sign: readonly Item[]): Item[] {
  const { x, y, width, height } = ribbonOf(area);
  const middle = y + height / 2;
  return [
    { kind: 'rect', x, y, width, height, fill },
    { kind: 'group', x: x + 22, y: middle, items: sign },
    { kind: 'group', x: x + width - 22, y: middle, items: sign },
    {
      kind: 'text',
      x: x + width / 2,
      y: y + height - 2,
      text: word,
      face: 'bold',
      size: 33,
      fill: ON_CONTESTED,
      align: 'center',
      maxWidth: width - 80,
    },
  ];
}

function hatching(x: number, y: number, width: number, height: number): string {
  const lines: string[] = [];
  for (let at = 0; at + height <= width; at += 12) lines.push(`M ${x + at + height} ${y} L ${x + at} ${y + height}`);
  return lines.join(' ');
}

/** US attacks on Richmond come along its arrows; a counterattack comes back the same way, and is then the arrow to show. */
function attackArrows(view: View, last: Account): Item[] {
  return last.fights.flatMap(({ area, from, attacker }): Item[] => {
    const answered = last.marches.some((march) => march.from === 'richmond' && march.to === from);
    if (area !== 'richmond' || view.leaders[attacker].side !== 'us' || answered) return [];
    return [solid(arrowPath(clear(view, approach(from), from, 'richmond'), ARROW), US_BLUE)];
  });
}

const ARROW = { width: 14, headWidth: 40, headLength: 30 };
/** Two leaders who take the same way march side by side. */
const ABREAST = 17;

function marchArrow(view: View, march: March, all: readonly March[]): Item[] {
  const { leader, from, to, done } = march;
  // Out and thrown back again: the burst tells it.
  if (all.some((other) => other.leader === leader && other.from === to && other.to === from)) return [];
  const along = to === null ? CROSSING : clear(view, way(from, to), from, to);
  const company = all.some((other) => other.leader !== leader && other.from === from && other.to === to && other.done);
  const us = view.leaders[leader].side === 'us';
  const shape = company ? { width: 10, headWidth: 28, headLength: 24, aside: us ? -ABREAST : ABREAST } : ARROW;
  const d = arrowPath(along, shape);
  if (!done) return [hollow(d, us ? US_BLUE : CSA_EDGE)];
  return us ? [solid(d, US_BLUE)] : outlined(d);
}

/** The part of a way that no box and no ribbon hides. */
function clear(view: View, along: Curve, from: Area, to: Area): Curve {
  const parts = Array.from({ length: 41 }, (_, step) => step / 40);
  const seen = parts.filter((part) => ![from, to].some((area) => inside(taken(view, area), pointOn(along, part))));
  const first = seen[0];
  const last = seen.at(-1);
  return first === undefined || last === undefined || first === last ? along : between(along, first, last);
}

/** What an area hides: its box, and its ribbon where it has one. */
function taken(view: View, area: Area): Box {
  const { x, y, width, height } = TILES[area];
  const ribbon = ribbonOf(area);
  const extra = view.areas[area].contested ? TILE.ribbon + 2 : 0;
  return { x: x - 3, y: Math.min(y, extra === 0 ? y : ribbon.y - 2), width: width + 6, height: height + extra };
}

function inside({ x, y, width, height }: Box, at: Point): boolean {
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
}

function solid(d: string, fill: Colour): Item {
  return { kind: 'path', d, fill, stroke: { colour: US_TEXT, width: 2.5 } };
}

/** The arrow of the CSA: pale within a dark edge, so that it is told from that of the US without colour. */
function outlined(d: string): Item[] {
  return [
    { kind: 'path', d, stroke: { colour: US_TEXT, width: 8 } },
    { kind: 'path', d, fill: CSA_GREY, stroke: { colour: CSA_EDGE, width: 3.5 } },
  ];
}

function hollow(d: string, colour: Colour): Item {
  return { kind: 'path', d, fill: CARD, stroke: { colour, width: 3, dash: [7, 4] } };
}

/** Between the two sides of an area, over the free parts of their counters. */
function betweenSides(view: View, area: Area): Point {
  const seats = seatsIn(view, area);
  const boxOf = (side: 'us' | 'csa') =>
    seats.find(([leader]) => view.leaders[leader].side === side)?.[1] ?? seat(area, side);
  const us = boxOf('us');
  const csa = boxOf('csa');
  return { x: (us.x + COUNTER_HEAD + csa.x + csa.width - COUNTER_HEAD) / 2, y: us.y + 19 };
}

/** Grant may turn. */
function turningBadge(view: View): Item[] {
  const { at } = view.leaders.grant;
  if (!view.turning || view.over !== null || at === null) return [];
  const { x, y } = TILES[at];
  return [{ kind: 'group', x, y: y + TILE.plate + 4, items: turn(19, US_TEXT, US_BLUE) }];
}
