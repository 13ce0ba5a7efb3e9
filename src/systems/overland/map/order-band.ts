import type { Colour, Item } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { CARD, HAIRLINE, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, grown } from '../../../kit/draw/geometry.ts';
import { die, turn } from '../../../kit/draw/symbols.ts';
import { centred, textAt } from '../../../kit/draw/text-layout.ts';
import { Memo } from '../../../kit/memo.ts';
import type { View } from '../view.ts';
import { type Entry, type OrderSummary, plain } from '../words/last-order-summary.ts';
import { whereabouts } from '../words/printed-words.ts';
import { CONTESTED, DIE, US_BLUE, US_TEXT } from './palette.ts';
import { BAND } from './sheet-layout.ts';
import { few } from './tables.ts';

/** The points take the right end of the band; the last order gets the rest. */
const POINTS: Box = { ...BAND, x: BAND.x + BAND.width - 320, width: 320 };
const TOLD: Box = { ...BAND, width: BAND.width - POINTS.width };
const PADDING = 14;
const CHIP = { width: 168, height: 46 } as const;

/** The band across the top: the last order with its dice, or how things stand; and the points that are left. */
export function band(view: View, last: OrderSummary): Item[] {
  return [
    { kind: 'rect', ...TOLD, fill: CARD },
    ...told(view, last),
    ...points(view),
    { kind: 'rect', ...BAND, stroke: { colour: INK, width: 3 } },
    { kind: 'rect', ...grown(TOLD, -6.5), stroke: { colour: HAIRLINE, width: 1 } },
  ];
}

function told(view: View, last: OrderSummary): Item[] {
  const [first = standing(view), ...others] = last.entries;
  const stands = view.turning && !last.earned;
  const chip = stands ? mayTurn() : [];
  const width = TOLD.width - PADDING * 2 - (stands ? CHIP.width + PADDING : 0);
  const room = { x: TOLD.x + PADDING, y: TOLD.y, width, height: TOLD.height };
  if (others.length === 0) return [...alone(first, room), ...chip];
  const height = (room.height - PADDING) / 2;
  const row = { ...room, y: room.y + PADDING / 2, height };
  return [...line(first, row), ...beside(others, { ...row, y: row.y + height }), ...chip];
}

/** A single entry: its text above, its result large below. */
function alone(entry: Entry, { x, y, width, height }: Box): Item[] {
  const size = 76;
  const left = entry.die === null ? x + 4 : x + size + 22;
  const text = { kind: 'text', x: left, fill: INK, maxWidth: x + width - left } as const;
  return [
    ...(entry.die === null ? [] : [thrown(entry.die, size, x + size / 2 + 2, y + height / 2)]),
    { ...text, y: y + 36, text: entry.what, face: 'text', size: 33 },
    { ...text, y: y + 80, text: entry.outcome, face: 'bold', size: 41 },
  ];
}

const SMALL_DIE = 38;

/** The first of several entries, on one line. */
function line(entry: Entry, { x, y, width, height }: Box): Item[] {
  const middle = y + height / 2;
  const text = { kind: 'text', y: middle + 11, fill: INK, size: 33 } as const;
  if (entry.die === null)
    return [{ ...text, x: x + 4, text: `${entry.what} ${entry.outcome}`, face: 'text', maxWidth: width - 4 }];
  const left = x + SMALL_DIE + 14;
  const room = x + width - left - PADDING;
  return [
    thrown(entry.die, SMALL_DIE, x + SMALL_DIE / 2 + 2, middle),
    { ...text, x: left, text: entry.brief, face: 'text', maxWidth: room * 0.64 },
    { ...text, x: x + width, text: entry.outcome, face: 'bold', align: 'right', maxWidth: room * 0.36 },
  ];
}

/** The entries after the first, side by side; longer text gets more width. */
function beside(entries: readonly Entry[], box: Box): Item[] {
  const [only] = entries;
  if (only !== undefined && entries.length === 1) return line(only, box);
  const middle = box.y + box.height / 2;
  const dice = entries.length * (SMALL_DIE + 14) + (entries.length - 1) * PADDING;
  const letters = entries.reduce((sum, { alone }) => sum + alone.length, 0);
  let x = box.x;
  return entries.flatMap((entry): Item[] => {
    const left = x + SMALL_DIE + 14;
    const maxWidth = ((box.width - dice) * entry.alone.length) / letters;
    x = left + maxWidth + PADDING;
    return [
      ...(entry.die === null ? [] : [thrown(entry.die, SMALL_DIE, left - SMALL_DIE / 2 - 12, middle)]),
      { kind: 'text', x: left, y: middle + 11, text: entry.alone, face: 'bold', size: 33, fill: INK, maxWidth },
    ];
  });
}

function thrown(value: number, size: number, x: number, y: number): Item {
  return { kind: 'group', x, y, items: faces.get(`${value} ${size}`, () => die(size, value, DIE, INK)) };
}

const faces = new Memo<readonly Item[]>(2 * 6);

/** Before any order, the band tells how Grant stands. */
function standing(view: View): Entry {
  const { grant } = view.leaders;
  if (view.over !== null || grant.at === null) return plain('The campaign is over', shortDate(view.date));
  const here = view.areas[grant.at];
  const [facing] = here.csa;
  return facing === undefined
    ? plain(`${grant.name} is ${whereabouts(grant.at, here.name)}`, 'Free to march')
    : plain(`${grant.name} faces ${view.leaders[facing].name}`, whereabouts(grant.at, here.name));
}

const TURN = turn(17, US_TEXT, US_BLUE);

/** A Turning Movement Attempt earned by an earlier order [XI]. */
function mayTurn(): Item[] {
  const x = TOLD.x + TOLD.width - PADDING - CHIP.width;
  const middle = TOLD.y + TOLD.height / 2;
  return [
    { kind: 'rect', x, y: middle - CHIP.height / 2, ...CHIP, radius: 6, fill: US_BLUE },
    { kind: 'group', x: x + 26, y: middle, items: TURN },
    { ...centred('Can turn', x + 106, middle + 11, 33, US_TEXT, 'bold'), maxWidth: 112 },
  ];
}

function points(view: View): Item[] {
  const fill: Colour = few(view) ? CONTESTED : US_BLUE;
  const { x, y, width } = POINTS;
  return [
    { kind: 'rect', ...POINTS, fill },
    { kind: 'rect', ...grown(POINTS, -6), stroke: { colour: US_TEXT, width: 1.5 } },
    { ...centred(String(view.points), x + 62, y + 81, 86, US_TEXT, 'bold'), maxWidth: 96 },
    {
      ...textAt(view.points === 1 ? 'Action Point' : 'Action Points', x + 116, y + 44, 35, US_TEXT, 'title'),
      maxWidth: width - 130,
    },
    { ...textAt(shortDate(view.date), x + 116, y + 82, 36, US_TEXT, 'bold'), maxWidth: width - 130 },
  ];
}
