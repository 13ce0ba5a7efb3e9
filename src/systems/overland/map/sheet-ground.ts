import type { Colour, Item, Scene } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { CARD, HAIRLINE, INK } from '../../../kit/draw/common-colours.ts';
import { counterPlate } from '../../../kit/draw/counter-items.ts';
import {
  type Box,
  between,
  cornersOf,
  grown,
  minus,
  type Point,
  pathOf,
  plus,
  scaled,
} from '../../../kit/draw/geometry.ts';
import { curvePath, distance, straight } from '../../../kit/draw/lines.ts';
import { bars, burst, redoubt, sabres, star, turn } from '../../../kit/draw/symbols.ts';
import { centred, textItem, typeset } from '../../../kit/draw/text-layout.ts';
import { Memo, once } from '../../../kit/memo.ts';
import { signed } from '../../../kit/plain-english.ts';
import { PAPER, SHEET_FADED } from '../land/sheet-colours.ts';
import type { View } from '../view.ts';
import { AREAS, type Area } from '../vocabulary.ts';
import { ghostOf } from './counters.ts';
import { arrowPath, hollow, openArrow, openCrossing, outlined, printedArrow, solid } from './march-arrows.ts';
import {
  CONTESTED,
  CSA_TEXT,
  EARTHWORK,
  NAME_PLATE,
  ON_CONTESTED,
  ON_EARTHWORK,
  ON_PRIZE,
  PLACE,
  PRIZE,
  SHADOW,
  SHEET_BURST,
  SHEET_ROAD,
  SIDE_STYLES,
  US_BLUE,
  US_TEXT,
  WORKS,
} from './palette.ts';
import { land } from './sheet-land.ts';
import { PANELS, road, TILE, TILES } from './sheet-layout.ts';
import { tablesGround } from './tables.ts';
import { titleGround } from './title-plate.ts';

/**
 * The part of the sheet that no order changes: the land, the printed numbers, the tables. Equal printed numbers give
 * the same object, so that it is rendered once.
 */
export function ground(view: View): Scene['ground'] {
  const printed = {
    areas: AREAS.map((area) => [view.areas[area].name, view.areas[area].defense, view.areas[area].richmond]),
    lines: view.lines,
    results: view.combatResults,
    track: view.track,
  };
  const key = `overland ${JSON.stringify(printed)}`;
  return grounds.get(key, () => {
    // Land that `npm run build` has drawn is not laid out at all.
    const items = once(() => groundItems(view));
    return {
      key,
      get items() {
        return items();
      },
    };
  });
}

export function groundItems(view: View): Item[] {
  return [
    ...land(),
    ...ways(view),
    ...AREAS.flatMap((area) => tile(view, area)),
    ...titleGround(view),
    ...tablesGround(view),
    ...legend(view),
  ];
}

/** Room for the variants of the present numbers and for those of older games. */
const grounds = new Memo<Scene['ground']>(8);

/** Movement lines, and the arrows into Richmond. */
function ways(view: View): Item[] {
  return [
    ...view.lines.flatMap(([a, b]): Item[] => {
      const d = curvePath(road(a, b));
      return [
        { kind: 'path', d, stroke: { colour: PAPER, width: 12 } },
        { kind: 'path', d, stroke: { colour: SHEET_ROAD, width: 5.5 } },
      ];
    }),
    ...AREAS.flatMap((area) => (view.areas[area].richmond === null ? [] : [printedArrow(area)])),
  ];
}

/** An area's box as printed: name, Area Defense, and the ground its counters stand on. */
function tile(view: View, area: Area): Item[] {
  const { x, y, width, height } = TILES[area];
  const { name, defense } = view.areas[area];
  const isRichmond = area === 'richmond';
  const [plate, ink] = isRichmond ? [PRIZE, ON_PRIZE] : [NAME_PLATE, INK];
  const nameWidth = defense === 0 ? width : width - DEFENSE_WIDTH;
  const within = { x: x + 4.5, y: y + TILE.plate + 3.5, width: width - 9, height: height - TILE.plate - 8 };
  return [
    ...(isRichmond ? ramparts() : []),
    { kind: 'rect', x: x + 5, y: y + 6, width, height, fill: SHADOW },
    { kind: 'rect', x, y, width, height, fill: CARD },
    ...places(area),
    { kind: 'rect', x, y, width, height: TILE.plate, fill: plate },
    ...namePlate({ x, y, width: nameWidth, height }, name, plate, ink, 12),
    { kind: 'rect', x, y, width, height, stroke: isRichmond ? { colour: PRIZE, width: 4 } : { colour: INK, width: 3 } },
    { kind: 'rect', ...within, stroke: { colour: HAIRLINE, width: 1 } },
    ...(defense === 0 ? [] : defensePlate(TILES[area], signed(defense))),
  ];
}

/**
 * The strip with an area's name along the top of its box.
 * @param margin pixels of the width that the name leaves free
 */
export function namePlate({ x, y, width }: Box, name: string, fill: Colour, ink: Colour, margin: number): Item[] {
  return [
    { kind: 'rect', x, y, width, height: TILE.plate, fill },
    { ...centred(typeset(name), x + width / 2, y + TILE.plate - 5, NAME_SIZE, ink, 'title'), maxWidth: width - margin },
  ];
}

/** The Area Defense at the end of the name plate [I.r]. */
function defensePlate({ x, y, width }: Box, text: string): Item[] {
  const [right, bottom] = [x + width, y + TILE.plate];
  const left = right - DEFENSE_WIDTH + 10;
  const box = { x: left, y, width: right - left, height: TILE.plate };
  const pointed = [...cornersOf(box), { x: left - 9, y: y + TILE.plate / 2 }];
  return [
    { kind: 'path', d: pathOf(pointed, true), fill: EARTHWORK },
    { ...centred(text, (left + right) / 2 - 5, bottom - 4, 33, ON_EARTHWORK, 'bold'), maxWidth: DEFENSE_WIDTH - 12 },
  ];
}

const NAME_SIZE = 34;
const DEFENSE_WIDTH = 56;

/** Richmond's fortifications: a line of redans. */
function ramparts(): Item[] {
  const corners = cornersOf(grown(TILES.richmond, 4));
  const sides = corners.flatMap((corner, index) => redans(corner, corners[(index + 1) % 4] as Point));
  return [{ kind: 'path', d: pathOf(sides, true), fill: WORKS, stroke: { colour: PRIZE, width: 2.5 } }];
}

/** Salients of 7 pixels, on the left of the line from one corner to the next. */
function redans(from: Point, to: Point): Point[] {
  const along = minus(to, from);
  const count = Math.round(distance(from, to) / 21);
  const out = scaled({ x: along.y, y: -along.x }, 7);
  return Array.from({ length: count }, (_, redan) => [
    between(from, to, redan / count),
    plus(between(from, to, (redan + 0.5) / count), out),
  ]).flat();
}

/** The two places of an area as printed: the US to the left, the CSA to the right; Richmond's are both for the CSA. */
function places(area: Area): Item[] {
  const { x, y, width, height } = TILES[area];
  const middle = y + (TILE.plate + height) / 2;
  const d = `M ${x + width / 2} ${y + TILE.plate + 8} L ${x + width / 2} ${y + height - 8}`;
  return [
    { kind: 'path', d, stroke: { colour: HAIRLINE, width: 1.5, dash: [4, 4] } },
    { kind: 'group', x: x + width * 0.26, y: middle, items: area === 'richmond' ? bars(14, PLACE) : star(17, PLACE) },
    { kind: 'group', x: x + width * 0.74, y: middle, items: bars(14, PLACE) },
  ];
}

/** The left edges of the legend's columns, in pixels from its own left edge. */
const COLUMNS = [5, 142, 296] as const;
/** The right edge of the last column, in the same pixels. */
const WIDTH = 466;
const PADDING = 5;
const SIZE = 17;

/** The printed signs and their meanings. Each sign is some 30 pixels wide and 18 high. */
export function legend(view: View): Item[] {
  const { x, y, height } = PANELS.legend;
  const all = entries(view);
  const rows = Math.ceil(all.length / COLUMNS.length);
  const down = (height - PADDING * 2) / rows;
  return [
    ...framedCard(PANELS.legend, SHEET_FADED, 2.5, 5.5),
    ...all.flatMap(([label, sign], index): Item[] => {
      const column = Math.floor(index / rows);
      const left = COLUMNS[column] as number;
      const right = COLUMNS[column + 1] ?? WIDTH;
      const middle = y + PADDING + ((index % rows) + 0.5) * down;
      return [
        { kind: 'group', x: x + left + 18, y: middle, items: sign },
        { ...textItem(label, x + left + 39, middle + SIZE * 0.34, SIZE, INK), maxWidth: right - left - 43 },
      ];
    }),
  ];
}

function entries(view: View): readonly (readonly [label: string, sign: readonly Item[]])[] {
  const ring = { kind: 'rect', x: -14, y: -7, width: 28, height: 14, radius: 4 } as const;
  const short = arrow(-15, 15);
  return [
    ['US leader', [small(counterPlate(COUNTER, SIDE_STYLES.us)), ...star(8, US_TEXT)]],
    ['CSA leader', [small(counterPlate(COUNTER, SIDE_STYLES.csa)), ...bars(6, CSA_TEXT)]],
    ['rating', [centred('3', 0, 8, 24, INK, 'bold')]],
    [
      'contested',
      [{ kind: 'rect', x: -15, y: -9, width: 30, height: 18, fill: CONTESTED }, ...sabres(16, ON_CONTESTED)],
    ],
    ['battle', burst(10, SHEET_BURST, INK)],
    ['can march', [{ ...ring, stroke: { colour: US_BLUE, width: 4 } }]],
    ['can turn', [{ ...ring, stroke: { colour: US_BLUE, width: 3.5, dash: [8, 4] } }, ...turn(6, US_TEXT, US_BLUE)]],
    ['can assault', [openArrow(short, { colour: US_BLUE, width: 2.5 })]],
    ['can cross', [openCrossing(short, { colour: US_BLUE, width: 2.5 })]],
    ['was here', ghostOf('csa', { x: -17, y: -11, width: 34, height: 22 }, [4, 3], 5)],
    ['movement line', [{ kind: 'path', d: 'M -15 0 L 15 0', stroke: { colour: SHEET_ROAD, width: 5 } }]],
    [
      `into ${typeset(view.areas.richmond.name)}`,
      [{ kind: 'path', d: 'M -15 -4 L 2 -4 L 2 -10 L 15 0 L 2 10 L 2 4 L -15 4 Z', fill: PRIZE }],
    ],
    ['defense', redoubt(9, '−1', EARTHWORK, ON_EARTHWORK)],
    ['moved, fought', [...solid(arrow(-15, -1), US_BLUE), ...outlined(arrow(2, 16))]],
    ['tried, failed', hollow(short)],
  ];
}

function arrow(left: number, right: number): string {
  return arrowPath(straight({ x: left, y: 0 }, { x: right, y: 0 }), { width: 5, headWidth: 14, headLength: 10 });
}

const COUNTER = { x: -60, y: -34, width: 120, height: 68 };

function small(items: readonly Item[]): Item {
  return { kind: 'group', x: 0, y: 0, scale: 0.27, items };
}
