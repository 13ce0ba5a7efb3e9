import type { Colour, Framing, Item, Land, LastOrder, Picture, Scene } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { CARD, HAIRLINE, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, grown, type Point } from '../../../kit/draw/geometry.ts';
import { burst, die, redoubt, sabres, star, turn } from '../../../kit/draw/symbols.ts';
import { centred, textItem } from '../../../kit/draw/text-layout.ts';
import { Memo } from '../../../kit/memo.ts';
import { sealWords, shortened, signed } from '../../../kit/plain-english.ts';
import { sum } from '../../../kit/subsets.ts';
import { PAPER } from '../land/sheet-colours.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, BEFORE_THE_JAMES, type Event } from '../vocabulary.ts';
import { alt } from '../words/alt.ts';
import { type Entry, type OrderSummary, orderSummary, plain } from '../words/last-order-summary.ts';
import { whereabouts } from '../words/printed-words.ts';
import { COUNTER_HEAD, counterBox, counters, countersIn, ghost } from './counters.ts';
import { arrows, openWays } from './march-arrows.ts';
import {
  CONTESTED,
  CONTESTED_GROUND,
  DIE,
  EARTHWORK,
  ON_CONTESTED,
  ON_EARTHWORK,
  PALETTE,
  SHEET_BURST,
  US_BLUE,
  US_TEXT,
} from './palette.ts';
import { ground, namePlate } from './sheet-ground.ts';
import { landNames } from './sheet-land.ts';
import { BAND, battleAt, defenseAt, PANELS, PLATE, ribbonOf, SHEET, TILE, TILES } from './sheet-layout.ts';
import { areFewLeft, battleResults, track } from './tables.ts';
import { plate } from './title-plate.ts';

/** The sheet with the position on it and the last order marked. Overland is a single sheet, shown whole. */
export function picture(view: View, moment: LastOrder<Event> | null, framing: Framing): Picture {
  const last = orderSummary(view, moment);
  const marks: readonly Item[] = [
    ...band(view, last),
    ...track(view),
    ...battleResults(view, last),
    ...smallPrint(view, framing),
    ...plate(view, framing),
    ...marksBelow(view, last),
    ...counters(view),
    ...marksAbove(view, last),
  ];
  const scene: Scene = { ...landOf(view), items: [...landNames(marks), ...marks] };
  return { scene, alt: alt(view, moment, framing), free: PLATE };
}

export function landOf(view: View): Land {
  return { ...SHEET, palette: PALETTE, ground: ground(view) };
}

/** The letters of a variant's name that fit the small print unsqueezed. */
const MOST_LETTERS = 56;

/** The variant, the seal the dice lie under, and how many rolls were taken back. */
function smallPrint(view: View, framing: Framing): Item[] {
  const { x, y, width } = PANELS.small;
  const text = {
    kind: 'text',
    x,
    face: 'text',
    size: 14,
    fill: INK,
    maxWidth: width,
    halo: { colour: PAPER, width: 4 },
  } as const;
  return [
    { ...text, y: y + 9, text: shortened(view.variant.name, MOST_LETTERS) },
    ...sealWords(framing).map((words) => ({ ...text, y: y + 26, text: words })),
  ];
}

/** Marks under the counters: Grant's possible marches, contested areas, the last order's marches. */
export function marksBelow(view: View, last: OrderSummary): Item[] {
  return [
    ...view.mayMoveTo.map((area) => ring(TILES[area])),
    ...view.mayTurnTo.map((area) => ring(TILES[area], [16, 8])),
    ...AREAS.flatMap((area) => (view.areas[area].contested ? contested(area) : [])),
    ...victoryMark(view),
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

// Signs are drawn once, as every picture uses them.
const BATTLE = burst(15, SHEET_BURST, INK);
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
function victoryMark(view: View): Item[] {
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
  const here = countersIn(view, area);
  const boxOf = (side: 'us' | 'csa') =>
    here.find(([leader]) => view.leaders[leader].side === side)?.[1] ?? counterBox(area, side);
  const us = boxOf('us');
  const csa = boxOf('csa');
  return { x: (us.x + COUNTER_HEAD + csa.x + csa.width - COUNTER_HEAD) / 2, y: us.y + 15 };
}

/** Grant may turn: on the ribbon of the area he contests. */
function turningBadge(view: View): Item[] {
  const { at } = view.leaders.grant;
  if (!view.turning || at === null) return [];
  const { x, y, height } = ribbonOf(at);
  return [{ kind: 'group', x: x + 20, y: y + height / 2, items: MAY_TURN }];
}

/** The points take the right end of the band; the last order gets the rest. */
const POINTS: Box = { ...BAND, x: BAND.x + BAND.width - 320, width: 320 };
const LAST_ORDER: Box = { ...BAND, width: BAND.width - POINTS.width };
const PADDING = 14;
const CHIP = { width: 168, height: 46 } as const;

/** The band across the top: the last order with its dice, or how Grant stands, and the points left. */
function band(view: View, last: OrderSummary): Item[] {
  return [
    { kind: 'rect', ...LAST_ORDER, fill: CARD },
    ...lastOrderItems(view, last),
    ...points(view),
    { kind: 'rect', ...BAND, stroke: { colour: INK, width: 3 } },
    { kind: 'rect', ...grown(LAST_ORDER, -6.5), stroke: { colour: HAIRLINE, width: 1 } },
  ];
}

function lastOrderItems(view: View, last: OrderSummary): Item[] {
  const [first = grantsPlace(view), ...others] = last.entries;
  // If the last order earned the turning movement, its entry says so.
  const showsChip = view.turning && !last.earned;
  const chip = showsChip ? canTurnChip() : [];
  const width = LAST_ORDER.width - PADDING * 2 - (showsChip ? CHIP.width + PADDING : 0);
  const room = { x: LAST_ORDER.x + PADDING, y: LAST_ORDER.y, width, height: LAST_ORDER.height };
  if (others.length === 0) return [...onlyEntry(first, room), ...chip];
  const height = (room.height - PADDING) / 2;
  const row = { ...room, y: room.y + PADDING / 2, height };
  return [...entryLine(first, row), ...sideBySide(others, { ...row, y: row.y + height }), ...chip];
}

/** An entry alone: its text above, its outcome large below. */
function onlyEntry(entry: Entry, { x, y, width, height }: Box): Item[] {
  const size = 76;
  const left = entry.die === null ? x + 4 : x + size + 22;
  const text = { kind: 'text', x: left, fill: INK, maxWidth: x + width - left } as const;
  return [
    ...(entry.die === null ? [] : [dieItem(entry.die, size, x + size / 2 + 2, y + height / 2)]),
    { ...text, y: y + 36, text: entry.what, face: 'text', size: 33 },
    { ...text, y: y + 80, text: entry.outcome, face: 'bold', size: 41 },
  ];
}

const SMALL_DIE = 38;

/** An entry on one line. */
function entryLine(entry: Entry, { x, y, width, height }: Box): Item[] {
  const middle = y + height / 2;
  const text = { kind: 'text', y: middle + 11, fill: INK, size: 33 } as const;
  if (entry.die === null)
    return [{ ...text, x: x + 4, text: `${entry.what} ${entry.outcome}`, face: 'text', maxWidth: width - 4 }];
  const left = x + SMALL_DIE + 14;
  const room = x + width - left - PADDING;
  return [
    dieItem(entry.die, SMALL_DIE, x + SMALL_DIE / 2 + 2, middle),
    { ...text, x: left, text: entry.brief, face: 'text', maxWidth: room * 0.64 },
    { ...text, x: x + width, text: entry.outcome, face: 'bold', align: 'right', maxWidth: room * 0.36 },
  ];
}

/** The entries after the first, side by side; longer text gets more width. */
function sideBySide(entries: readonly Entry[], box: Box): Item[] {
  const [only] = entries;
  if (only !== undefined && entries.length === 1) return entryLine(only, box);
  const middle = box.y + box.height / 2;
  const dice = entries.length * (SMALL_DIE + 14) + (entries.length - 1) * PADDING;
  const letters = sum(entries.map(({ alone }) => alone.length));
  let x = box.x;
  return entries.flatMap((entry): Item[] => {
    const left = x + SMALL_DIE + 14;
    const maxWidth = ((box.width - dice) * entry.alone.length) / letters;
    x = left + maxWidth + PADDING;
    return [
      ...(entry.die === null ? [] : [dieItem(entry.die, SMALL_DIE, left - SMALL_DIE / 2 - 12, middle)]),
      { kind: 'text', x: left, y: middle + 11, text: entry.alone, face: 'bold', size: 33, fill: INK, maxWidth },
    ];
  });
}

function dieItem(face: number, size: number, x: number, y: number): Item {
  return { kind: 'group', x, y, items: faces.get(`${face} ${size}`, () => die(size, face, DIE, INK)) };
}

const faces = new Memo<readonly Item[]>(2 * 6);

/** Before any order, the band tells how Grant stands. */
function grantsPlace(view: View): Entry {
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
function canTurnChip(): Item[] {
  const x = LAST_ORDER.x + LAST_ORDER.width - PADDING - CHIP.width;
  const middle = LAST_ORDER.y + LAST_ORDER.height / 2;
  return [
    { kind: 'rect', x, y: middle - CHIP.height / 2, ...CHIP, radius: 6, fill: US_BLUE },
    { kind: 'group', x: x + 26, y: middle, items: TURN },
    { ...centred('Can turn', x + 106, middle + 11, 33, US_TEXT, 'bold'), maxWidth: 112 },
  ];
}

function points(view: View): Item[] {
  const fill: Colour = areFewLeft(view) ? CONTESTED : US_BLUE;
  const { x, y, width } = POINTS;
  return [
    { kind: 'rect', ...POINTS, fill },
    { kind: 'rect', ...grown(POINTS, -6), stroke: { colour: US_TEXT, width: 1.5 } },
    { ...centred(String(view.points), x + 62, y + 81, 86, US_TEXT, 'bold'), maxWidth: 96 },
    {
      ...textItem(view.points === 1 ? 'Action Point' : 'Action Points', x + 116, y + 44, 35, US_TEXT, 'title'),
      maxWidth: width - 130,
    },
    { ...textItem(shortDate(view.date), x + 116, y + 82, 36, US_TEXT, 'bold'), maxWidth: width - 130 },
  ];
}
