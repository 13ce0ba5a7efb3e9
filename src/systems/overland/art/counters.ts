import type { Item } from '../../../game/index.ts';
import { type Box, TILE, TILES } from '../layout.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, type Leader } from '../vocabulary.ts';
import { CARD, CSA_EDGE, CSA_GREY, CSA_TEXT, SHADOW, US_BLUE, US_TEXT } from './inks.ts';
import { bars, cutCornersPath, star } from './shapes.ts';

type Side = 'us' | 'csa';

const COUNTER_HEIGHT = 70;
const MARGIN = 4;
const GAP = 6;
/** What a name asks of the width it shares with its neighbour, in letters. */
const LEAST_LETTERS = 5;
const MOST_LETTERS = 12;
/** A counter narrower than this is drawn smaller as a whole. No legal position has one [V]. */
const LEAST_WIDTH = 70;

/** All leaders on the map. */
export function counters(view: View): Item[] {
  return AREAS.flatMap((area) => seatsIn(view, area).map(([leader, box]): Item => counter(view, leader, box)));
}

/** A counter's mark and rating end so many pixels from its outer side; the rest of that row is free. */
export const COUNTER_HEAD = 66;

/** The counter of a leader, in pixels of the sheet. */
function counter(view: View, leader: Leader, box: Box): Item {
  const { side, name, rating } = view.leaders[leader];
  const scale = Math.min(1, box.width / LEAST_WIDTH);
  const width = box.width / scale;
  const us = side === 'us';
  const ink = us ? US_TEXT : CSA_TEXT;
  const markAt = us ? 22 : width - 22;
  const ratingAt = us ? 42 : width - 42;
  return {
    kind: 'group',
    x: box.x,
    y: box.y,
    scale,
    items: [
      ...counterPlate(side, { x: 0, y: 0, width, height: box.height }),
      { kind: 'group', x: markAt, y: 17, items: EMBLEM[side] },
      {
        kind: 'text',
        x: ratingAt,
        y: 29.5,
        text: String(rating),
        face: 'bold',
        size: 33,
        fill: ink,
        align: us ? 'left' : 'right',
      },
      {
        kind: 'text',
        x: width / 2,
        y: 58,
        text: name,
        face: 'bold',
        size: 33,
        fill: ink,
        align: 'center',
        maxWidth: width - 8,
      },
    ],
  };
}

const EMBLEM: { readonly [side in Side]: readonly Item[] } = { us: star(13, US_TEXT), csa: bars(11, CSA_TEXT) };

/** A counter's shape: square corners for the US, cut ones for the CSA. */
export function counterPlate(side: Side, { x, y, width, height }: Box): Item[] {
  if (side === 'us') {
    return [
      { kind: 'rect', x: x + 3, y: y + 3, width, height, fill: SHADOW },
      { kind: 'rect', x, y, width, height, fill: US_BLUE },
      {
        kind: 'rect',
        x: x + 2,
        y: y + 2,
        width: width - 4,
        height: height - 4,
        stroke: { colour: US_TEXT, width: 1.5 },
      },
    ];
  }
  return [
    { kind: 'path', d: cutCornersPath(x + 3, y + 3, width, height, 11), fill: SHADOW },
    {
      kind: 'path',
      d: cutCornersPath(x + 1.5, y + 1.5, width - 3, height - 3, 11),
      fill: CSA_GREY,
      stroke: { colour: CSA_EDGE, width: 3.5 },
    },
  ];
}

/** Where a leader stood before the last order: his outline. */
export function ghost(view: View, leader: Leader, area: Area): Item[] {
  const { side } = view.leaders[leader];
  return view.areas[area][side].length > 0 ? [] : ghostOf(side, seat(area, side));
}

/** An empty place in the shape of a side's counter. */
export function ghostOf(side: Side, box: Box, { dash, cut } = { dash: [7, 5], cut: 11 }): Item[] {
  const [x, y, width, height] = [box.x + 2, box.y + 2, box.width - 4, box.height - 4];
  const stroke = { colour: side === 'us' ? US_BLUE : CSA_EDGE, width: 2.5, dash };
  if (side === 'us') return [{ kind: 'rect', x, y, width, height, fill: CARD, stroke }];
  return [{ kind: 'path', d: cutCornersPath(x, y, width, height, cut), fill: CARD, stroke }];
}

/** Who stands in an area, and where: the US to the left, the CSA to the right; longer names get more room. */
export function seatsIn(view: View, area: Area): (readonly [Leader, Box])[] {
  const { us, csa } = view.areas[area];
  const all = [...us, ...csa];
  const [only] = all;
  if (only !== undefined && all.length === 1)
    return [[only, seat(area, view.leaders[only].side, lettersOf(view, only))]];
  const { x, y, width } = room(area);
  const letters = all.map((leader) => lettersOf(view, leader));
  const total = letters.reduce((sum, one) => sum + one, 0);
  const free = width - GAP * (all.length - 1);
  let left = x;
  return all.map((leader, index) => {
    const share = (free * (letters[index] as number)) / total;
    const box = { x: left, y, width: share, height: COUNTER_HEIGHT };
    left += share + GAP;
    return [leader, box] as const;
  });
}

function lettersOf(view: View, leader: Leader): number {
  return Math.min(MOST_LETTERS, Math.max(LEAST_LETTERS, view.leaders[leader].name.length));
}

/** The place of a side in an area where nobody else stands: half of it, or more for a name of many letters. */
export function seat(area: Area, side: Side, letters: number = LEAST_LETTERS): Box {
  const { x, y, width } = room(area);
  const own = ((width - GAP) * letters) / (letters + LEAST_LETTERS);
  return { x: side === 'us' ? x : x + width - own, y, width: own, height: COUNTER_HEIGHT };
}

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
