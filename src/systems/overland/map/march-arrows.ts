import type { Colour, Item, Stroke } from '../../../game/index.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { type Box, holds, type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { type Curve, curvePart, pointBeside, pointOn } from '../../../kit/draw/lines.ts';

import { PAPER } from '../land/sheet-colours.ts';
import type { View } from '../view.ts';
import type { Area } from '../vocabulary.ts';
import type { OrderMarch, OrderSummary } from '../words/last-order-summary.ts';
import { CSA_EDGE, CSA_GREY, PRIZE, US_BLUE, US_TEXT } from './palette.ts';
import { approach, CROSSING, ribbonOf, TILE, TILES, way } from './sheet-layout.ts';

/** The last order's marches, and its attacks on Richmond along their arrows. */
export function arrows(view: View, last: OrderSummary): Item[] {
  return [...attackArrows(view, last), ...last.marches.flatMap((march) => marchArrow(view, march, last.marches))];
}

/** Marks the orders that can win now: attacks on Richmond, and the crossing of the James. */
export function openWays(view: View): Item[] {
  return view.winningOrders.flatMap((order): Item[] => {
    if (order.verb === 'cross') return [openCrossing(arrowPath(CROSSING, ARROW))];
    const from = order.verb === 'attack' ? view.leaders[order.leader].at : null;
    return from === null ? [] : [openArrow(intoRichmond(from))];
  });
}

const OPEN = { colour: US_BLUE, width: 4 } as const;

/** The printed arrow into Richmond, edged in blue. */
export function openArrow(d: string, stroke: Stroke = OPEN): Item {
  return { kind: 'path', d, fill: PRIZE, stroke };
}

/** The crossing of the James, for which no arrow is printed. */
export function openCrossing(d: string, stroke: Stroke = OPEN): Item {
  return { kind: 'path', d, fill: CARD, stroke };
}

export function printedArrow(from: Area): Item {
  return openArrow(intoRichmond(from), { colour: PAPER, width: 3 });
}

function intoRichmond(from: Area): string {
  return arrowPath(approach(from), { width: 12, headWidth: 32, headLength: 24 });
}

/** A US attack on Richmond, along its arrow. A counterattack that holds its ground is drawn there instead. */
function attackArrows(view: View, last: OrderSummary): Item[] {
  return last.fights.flatMap(({ area, from, attacker }): Item[] => {
    if (area !== 'richmond' || view.leaders[attacker].side !== 'us') return [];
    const isAnswered = last.marches.some(
      (march) => march.to === from && march.from === 'richmond' && !isUndone(march, last.marches),
    );
    if (isAnswered) return [];
    return solid(arrowPath(visiblePart(view, approach(from), from, 'richmond'), ARROW), US_BLUE);
  });
}

const ARROW = { width: 14, headWidth: 40, headLength: 30 };
/** The arrow of one of two leaders who march side by side on the same road. */
const COLUMN = { width: 9, headWidth: 26, headLength: 22 };
/** Pixels from the middle of the road to such an arrow. */
const ABREAST = 11;

function marchArrow(view: View, march: OrderMarch, all: readonly OrderMarch[]): Item[] {
  const { leader, from, to, done } = march;
  if (isUndone(march, all)) return [];
  // If the James can be tried again, the arrow for that stands here instead of the failed crossing.
  if (!done && to === null && view.winningOrders.some(({ verb }) => verb === 'cross')) return [];
  const along = to === null ? CROSSING : visiblePart(view, way(from, to), from, to);
  const hasCompany = all.some(
    (other) => other.leader !== leader && other.from === from && other.to === to && other.done,
  );
  const isUs = view.leaders[leader].side === 'us';
  const d = arrowPath(along, hasCompany ? { ...COLUMN, aside: isUs ? -ABREAST : ABREAST } : ARROW);
  // Only Grant's marches can fail.
  if (!done) return hollow(d);
  return isUs ? solid(d, US_BLUE) : outlined(d);
}

/** The same leader also marched back. Neither march is drawn, as the burst of the battle stands for both. */
function isUndone({ leader, from, to }: OrderMarch, all: readonly OrderMarch[]): boolean {
  return all.some((other) => other.leader === leader && other.from === to && other.to === from);
}

/** The part of a road that no box or ribbon hides. */
function visiblePart(view: View, along: Curve, from: Area, to: Area): Curve {
  const [start, end] = [hidingBox(view, from), hidingBox(view, to)];
  let first: number | undefined;
  let last: number | undefined;
  for (let step = 0; step <= PARTS; step++) {
    const part = step / PARTS;
    const at = pointOn(along, part);
    if (holds(start, at) || holds(end, at)) continue;
    first ??= part;
    last = part;
  }
  return first === undefined || last === undefined || first === last ? along : curvePart(along, first, last);
}

/** The points of a road that are tried, from one end to the other. */
const PARTS = 40;

/** The box that hides a road at an area, its ribbon included while it is contested. */
function hidingBox(view: View, area: Area): Box {
  const { x, y, width, height } = TILES[area];
  const box = { x: x - 3, y, width: width + 6, height };
  if (!view.areas[area].contested) return box;
  // A ribbon over the box, as at Ashland, moves its upper edge.
  return { ...box, y: Math.min(y, ribbonOf(area).y - 2), height: height + TILE.ribbon + 2 };
}

export function solid(d: string, fill: Colour): Item[] {
  return [{ kind: 'path', d, fill, stroke: { colour: US_TEXT, width: 2.5 } }];
}

/** The CSA arrow has a dark edge, so that it differs from the US one without colour too. */
export function outlined(d: string): Item[] {
  return [
    { kind: 'path', d, stroke: { colour: US_TEXT, width: 8 } },
    { kind: 'path', d, fill: CSA_GREY, stroke: { colour: CSA_EDGE, width: 3.5 } },
  ];
}

/** A march of Grant's that was tried and failed. */
export function hollow(d: string): Item[] {
  return [{ kind: 'path', d, fill: CARD, stroke: { colour: US_BLUE, width: 3, dash: [7, 4] } }];
}

interface ArrowShape {
  readonly width: number;
  readonly headWidth: number;
  readonly headLength: number;
  /** How far the arrow runs to the right of the curve, in pixels. */
  readonly aside?: number;
}

const STEPS = 32;
/** The most of the arrow's length that its head takes, and the least of its width that the head keeps. */
const MOST_HEAD = 0.6;
const LEAST_HEAD = 0.7;

/** The outline of an arrow along a curve. On a short curve its head is smaller, so that a shaft is left. */
export function arrowPath(along: Curve, { width, aside = 0, ...head }: ArrowShape): string {
  const away = ({ x, y }: Point) => Math.hypot(along.to.x - x, along.to.y - y);
  const headLength = Math.min(head.headLength, away(along.from) * MOST_HEAD);
  const headWidth = head.headWidth * Math.max(LEAST_HEAD, headLength / head.headLength);
  const shaft = [0];
  for (let step = 1; step <= STEPS; step++) {
    shaft.push(step / STEPS);
    if (away(pointOn(along, step / STEPS)) <= headLength) break;
  }
  const neck = shaft.at(-1) as number;
  const outline = [
    ...shaft.map((part) => pointBeside(along, part, aside - width / 2)),
    pointBeside(along, neck, aside - headWidth / 2),
    pointBeside(along, 1, aside),
    pointBeside(along, neck, aside + headWidth / 2),
    ...shaft.map((part) => pointBeside(along, part, aside + width / 2)).reverse(),
  ];
  return pathOf(outline, true);
}
