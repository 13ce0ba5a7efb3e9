import type { Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/card-frames.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { counterPlate } from '../../../kit/draw/counter-items.ts';
import { type Box, grown } from '../../../kit/draw/geometry.ts';
import { bars, star } from '../../../kit/draw/symbols.ts';
import { centred, textItem } from '../../../kit/draw/text-layout.ts';
import { sum } from '../../../kit/subsets.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, type Leader } from '../vocabulary.ts';
import { CSA_EDGE, CSA_TEXT, SIDE_STYLES, US_BLUE, US_TEXT } from './palette.ts';
import { TILE, TILES } from './sheet-layout.ts';

type Side = 'us' | 'csa';

const COUNTER_HEIGHT = 70;
/** Pixels between a counter and the sides of its box. */
const MARGIN = 4;
/** Pixels between two counters. */
const GAP = 6;
/** Two counters share the width of an area by the letters of their names. A shorter name counts as this long. */
const LEAST_LETTERS = 5;
/** A longer name counts as this long. */
const MOST_LETTERS = 12;
/** A counter narrower than this is drawn smaller as a whole. No legal position has one [V]. */
const LEAST_WIDTH = 70;

export function counters(view: View): Item[] {
  return AREAS.flatMap((area) => countersIn(view, area).map(([leader, box]): Item => counter(view, leader, box)));
}

/** The width of a counter's emblem and rating, which stand at its outer side; the rest of their row is free. */
export const COUNTER_HEAD = 66;

function counter(view: View, leader: Leader, box: Box): Item {
  const { side, name, rating } = view.leaders[leader];
  const scale = Math.min(1, box.width / LEAST_WIDTH);
  const width = box.width / scale;
  const isUs = side === 'us';
  const ink = SIDE_STYLES[side].text;
  const emblemAt = isUs ? 22 : width - 22;
  const ratingAt = isUs ? 42 : width - 42;
  return {
    kind: 'group',
    x: box.x,
    y: box.y,
    scale,
    items: [
      ...counterPlate({ x: 0, y: 0, width, height: box.height }, SIDE_STYLES[side]),
      { kind: 'group', x: emblemAt, y: 17, items: EMBLEM[side] },
      { ...textItem(String(rating), ratingAt, 29.5, 33, ink, 'bold'), align: isUs ? 'left' : 'right' },
      { ...centred(name, width / 2, 58, 33, ink, 'bold'), maxWidth: width - 8 },
    ],
  };
}

const EMBLEM: { readonly [side in Side]: readonly Item[] } = { us: star(13, US_TEXT), csa: bars(11, CSA_TEXT) };

/** The outline of a leader where he stood before the last order; nothing if his side's place is taken. */
export function ghost(view: View, leader: Leader, area: Area): Item[] {
  const { side } = view.leaders[leader];
  return view.areas[area][side].length > 0 ? [] : ghostOf(side, counterBox(area, side));
}

/** An empty counter of a side in a dashed outline. */
export function ghostOf(side: Side, box: Box, dash: readonly number[] = [7, 5], cut = SIDE_STYLES.csa.cut): Item[] {
  const inner = grown(box, -2);
  const stroke = { colour: side === 'us' ? US_BLUE : CSA_EDGE, width: 2.5, dash };
  if (side === 'us') return [{ kind: 'rect', ...inner, fill: CARD, stroke }];
  return [{ kind: 'path', d: cutCorners(inner, cut), fill: CARD, stroke }];
}

/** The leaders of an area with their counters' boxes: the US left, the CSA right. A longer name gets more width. */
export function countersIn(view: View, area: Area): (readonly [Leader, Box])[] {
  const { us, csa } = view.areas[area];
  const all = [...us, ...csa];
  const [only] = all;
  if (only !== undefined && all.length === 1)
    return [[only, counterBox(area, view.leaders[only].side, lettersOf(view, only))]];
  const { x, y, width } = room(area);
  const letters = sum(all.map((leader) => lettersOf(view, leader)));
  const free = width - GAP * (all.length - 1);
  let left = x;
  return all.map((leader) => {
    const share = (free * lettersOf(view, leader)) / letters;
    const box = { x: left, y, width: share, height: COUNTER_HEIGHT };
    left += share + GAP;
    return [leader, box] as const;
  });
}

function lettersOf(view: View, leader: Leader): number {
  return Math.min(MOST_LETTERS, Math.max(LEAST_LETTERS, view.leaders[leader].name.length));
}

/** The box of a side's only counter in an area: half the width, or more for a long name. */
export function counterBox(area: Area, side: Side, letters: number = LEAST_LETTERS): Box {
  const { x, y, width } = room(area);
  const own = ((width - GAP) * letters) / (letters + LEAST_LETTERS);
  return { x: side === 'us' ? x : x + width - own, y, width: own, height: COUNTER_HEIGHT };
}

/** The part of an area's box in which counters stand. */
function room(area: Area): Box {
  const { x, y, width, height } = TILES[area];
  const ground = height - TILE.plate;
  return {
    x: x + MARGIN,
    y: y + TILE.plate + (ground - COUNTER_HEIGHT) / 2,
    width: width - MARGIN * 2,
    height: COUNTER_HEIGHT,
  };
}
