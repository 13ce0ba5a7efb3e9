import type { Colour, Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, grown, type Point } from '../../../kit/draw/geometry.ts';
import { burst, redoubt, sabres, star, turn } from '../../../kit/draw/symbols.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import { Memo } from '../../../kit/memo.ts';
import { signed } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, BEFORE_THE_JAMES } from '../vocabulary.ts';
import type { OrderSummary } from '../words/last-order-summary.ts';
import { COUNTER_HEAD, ghost, seat, seatsIn } from './counters.ts';
import { arrows, openWays } from './march-arrows.ts';
import {
  BURST,
  CONTESTED,
  CONTESTED_GROUND,
  EARTHWORK,
  ON_CONTESTED,
  ON_EARTHWORK,
  US_BLUE,
  US_TEXT,
} from './palette.ts';
import { namePlate } from './sheet-ground.ts';
import { battleAt, defenseAt, ribbonOf, TILE, TILES } from './sheet-layout.ts';

/** Marks under the counters: Grant's possible marches, contested areas, the last order's marches. */
export function marksBelow(view: View, last: OrderSummary): Item[] {
  return [
    ...view.mayMoveTo.map((area) => ring(TILES[area])),
    ...view.mayTurnTo.map((area) => ring(TILES[area], [16, 8])),
    ...AREAS.flatMap((area) => (view.areas[area].contested ? contested(area) : [])),
    ...won(view),
    ...last.marches.flatMap((march) => (march.done ? ghost(view, march.leader, march.from) : [])),
    ...openWays(view),
    ...arrows(view, last),
    ...defenses(view),
  ];
}

/** Marks over the counters, on the parts of them that are free. */
export function marksAbove(view: View, last: OrderSummary): Item[] {
  return [
    ...last.fights.map(({ area, from }): Item => {
      const at = area === 'richmond' ? battleAt(from) : betweenSides(view, area);
      return { kind: 'group', ...at, items: BATTLE };
    }),
    ...turningBadge(view),
  ];
}

/** The Richmond Defense beside each arrow [I.q]. */
function defenses(view: View): Item[] {
  return AREAS.flatMap((area): Item[] => {
    const { richmond } = view.areas[area];
    if (richmond === null) return [];
    const text = signed(richmond);
    const items = redoubts.get(text, () => redoubt(22, text, EARTHWORK, ON_EARTHWORK));
    return [{ kind: 'group', ...defenseAt(area), items }];
  });
}

// Laid out once, as every picture has them.
const BATTLE = burst(15, BURST, INK);
const SABRES = sabres(21, ON_CONTESTED);
const MAY_TURN = turn(15, US_TEXT, US_BLUE);
const redoubts = new Memo<readonly Item[]>(12);

function ring(box: Box, dash?: readonly number[]): Item {
  const stroke = { colour: US_BLUE, width: 5.5, ...(dash ? { dash } : {}) };
  return { kind: 'rect', ...grown(box, 5), radius: 8, stroke };
}

/** Red ground and frame, and the word on a ribbon. */
function contested(area: Area): Item[] {
  const { x, y, width, height } = TILES[area];
  const ground = { x, y: y + TILE.plate, width, height: height - TILE.plate };
  return [
    { kind: 'rect', ...ground, fill: CONTESTED_GROUND },
    { kind: 'path', d: hatching(ground), stroke: { colour: CONTESTED, width: 1.5 } },
    { kind: 'rect', ...TILES[area], stroke: { colour: CONTESTED, width: 6 } },
    ...ribbon(area, 'Contested', CONTESTED, SABRES),
  ];
}

/** The victory mark: Richmond under the US flag, or a frame round the last area before the James. */
function won(view: View): Item[] {
  if (view.over?.won !== true) return [];
  const area = view.over.how === 'richmond' ? 'richmond' : BEFORE_THE_JAMES;
  const box = TILES[area];
  const frame: Item = { kind: 'rect', ...box, stroke: { colour: US_BLUE, width: 6 } };
  if (area === BEFORE_THE_JAMES) return [frame, ...ribbon(area, 'Crossed', US_BLUE, star(11, US_TEXT))];
  const middle = box.y + TILE.plate / 2;
  return [
    ...namePlate(box, view.areas.richmond.name, US_BLUE, US_TEXT, 44),
    { kind: 'group', x: box.x + 24, y: middle, items: star(13, US_TEXT) },
    { kind: 'group', x: box.x + box.width - 24, y: middle, items: star(13, US_TEXT) },
    frame,
  ];
}

/** A word on a ribbon along a box, with a sign at both ends. */
function ribbon(area: Area, word: string, fill: Colour, sign: readonly Item[]): Item[] {
  const { x, y, width, height } = ribbonOf(area);
  const middle = y + height / 2;
  return [
    { kind: 'rect', x, y, width, height, fill },
    { kind: 'group', x: x + 22, y: middle, items: sign },
    { kind: 'group', x: x + width - 22, y: middle, items: sign },
    { ...centred(word, x + width / 2, y + height - 2, 33, ON_CONTESTED, 'bold'), maxWidth: width - 80 },
  ];
}

function hatching({ x, y, width, height }: Box): string {
  const lines: string[] = [];
  for (let at = 0; at + height <= width; at += 12) lines.push(`M ${x + at + height} ${y} L ${x + at} ${y + height}`);
  return lines.join(' ');
}

/** Between the two sides of an area, over the free parts of their counters. */
function betweenSides(view: View, area: Area): Point {
  const seats = seatsIn(view, area);
  const boxOf = (side: 'us' | 'csa') =>
    seats.find(([leader]) => view.leaders[leader].side === side)?.[1] ?? seat(area, side);
  const us = boxOf('us');
  const csa = boxOf('csa');
  return { x: (us.x + COUNTER_HEAD + csa.x + csa.width - COUNTER_HEAD) / 2, y: us.y + 15 };
}

/** Grant may turn: on the ribbon of the area he contests. */
function turningBadge(view: View): Item[] {
  const { at } = view.leaders.grant;
  if (!view.turning || view.over !== null || at === null) return [];
  const { x, y, height } = ribbonOf(at);
  return [{ kind: 'group', x: x + 20, y: y + height / 2, items: MAY_TURN }];
}
