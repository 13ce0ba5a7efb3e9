import type { Item, Scene } from '../../game/index.ts';
import { framedCard } from './card-frames.ts';
import { CARD, HAIRLINE, INK } from './common-colours.ts';
import { type PrintedStyle, sidePlate } from './counter-items.ts';
import { type Box, freeBox, grown } from './geometry.ts';
import { pips } from './symbols.ts';
import { centred, fitting, textItem, typeset, widthOf, wrapped } from './text-layout.ts';

/** A die with the face that it shows. It is dark if it counts. */
interface CardDie {
  readonly face: number;
  readonly counts: boolean;
}

/** A row of a card. From left to right it has the side's plate, a name, dice, words, and at the end the losses. */
export interface CardRow {
  /** The side's plate. It has the shape of the side's counters, so that sides can be told apart without colour. */
  readonly style?: PrintedStyle;
  /** The name before the dice. */
  readonly who?: string;
  readonly dice?: readonly CardDie[];
  readonly words?: string;
  readonly end?: string;
  readonly strong?: boolean;
  /** A text below the words. The row's die is then large. */
  readonly below?: string;
  /** The result of each face of the die, from 1 on, and the face that was rolled. */
  readonly faces?: { readonly results: readonly string[]; readonly thrown: number };
}

export interface BattleCard {
  readonly title: string;
  readonly rows: readonly CardRow[];
}

/** The size of letters. On a phone, where a picture is half as wide, they are eleven pixels high. */
const SIZE = 22;
const STEP = 28;
const PAD = 12;
const PLATE = { width: 26, height: 20 };
const SMALL = 24;
const LARGE = 60;
/** The most lines of the title, and of words beside a plate or a large die. */
const MOST_LINES = 2;
/** The most lines of words that have a row to themselves. */
const MOST_ALONE = 3;
/** The widths of a card on the map. The first for which there is room is taken. */
const WIDTHS = [400, 350];
/** Pixels from one place that is tried to the next. */
const SEARCH_STEP = 12;
/** Pixels between a card and the edge of the map. */
const EDGE = 8;
/** Pixels between a card and what it must not cover. */
const CLEAR = 4;
/** Heights of a band are multiples of this many pixels. Each needs a ground of its own, so there should be few. */
const BAND_STEP = 56;

/** Adds a card to a scene, in a spot that is not `taken`. If there is none, it stands in a band below the scene. */
export function withBattleCard(scene: Scene, map: Box, taken: readonly Box[], card: BattleCard | null): Scene {
  if (card === null) return scene;
  const obstacles = taken.map((box) => grown(box, CLEAR));
  for (const width of WIDTHS) {
    const { items, height } = cardItems(card, width);
    const place = freeBox(grown(map, -EDGE), { width, height }, SEARCH_STEP, obstacles);
    if (place) {
      const { x, y } = place;
      return { ...scene, items: [...scene.items, { kind: 'group', x, y, items }] };
    }
  }
  const { items, height } = cardItems(card, scene.width - 2 * EDGE);
  const band = Math.ceil((height + 2 * EDGE) / BAND_STEP) * BAND_STEP;
  return {
    ...scene,
    height: scene.height + band,
    items: [
      ...scene.items,
      { kind: 'rect', x: 0, y: scene.height, width: scene.width, height: band, fill: CARD },
      { kind: 'group', x: EDGE, y: scene.height + EDGE, items },
    ],
  };
}

/** A card with its upper left corner at 0, 0. */
function cardItems(
  { title, rows }: BattleCard,
  width: number,
): { readonly items: readonly Item[]; readonly height: number } {
  const room = width - 2 * PAD;
  const columns = columnsOf(rows, room);
  const items: Item[] = [];
  let y = PAD;
  for (const { text, face } of linesOf(title, 'bold', room, MOST_LINES)) {
    y += STEP;
    items.push(textItem(text, PAD, y - 8, SIZE, INK, face));
  }
  for (const row of rows) {
    const drawn = rowItems(row, y, room, columns);
    items.push(...drawn.items);
    y += drawn.height;
  }
  const height = y + PAD - 4;
  return { items: [...framedCard({ x: 0, y: 0, width, height }, INK, 2), ...items], height };
}

interface Columns {
  /** The left edges of the dice and of the words after them. */
  readonly dice: number;
  readonly words: number;
}

/** Aligns the small dice of all rows, and the words after them. */
function columnsOf(rows: readonly CardRow[], room: number): Columns {
  const withSmallDice = rows.filter(({ dice, below }) => dice && below === undefined);
  // Bold letters are measured a little too narrow, so each width of them gets a few percent more.
  const names = withSmallDice.map(({ who = '' }) => widthOf(typeset(who), SIZE, 'bold') * 1.04 + 10);
  const start = PAD + PLATE.width + 8;
  const dice = start + Math.min(room * 0.4, Math.max(0, ...names));
  const most = Math.max(0, ...withSmallDice.map((row) => row.dice?.length ?? 0));
  return { dice, words: dice + most * (SMALL + 4) + 8 };
}

function rowItems(row: CardRow, top: number, room: number, columns: Columns): { items: Item[]; height: number } {
  if (row.faces) return { items: faceItems(row.faces, top, room), height: STEP * 2 + 6 };
  const { style, who, dice = [], words = '', end = '', strong = false, below } = row;
  const isLarge = below !== undefined;
  const items: Item[] = [];
  let x = PAD;
  if (style) {
    items.push(sidePlate(style, { x, y: top + (STEP - PLATE.height) / 2, ...PLATE }, 6));
    x += PLATE.width + 8;
  }
  const [firstDie] = dice;
  if (isLarge && firstDie) {
    items.push(dieItem(firstDie, x, top + 4, LARGE));
    x += LARGE + 14;
  } else if (firstDie) {
    if (who)
      items.push(textItem(fitting(typeset(who), columns.dice - x - 8, SIZE, 'bold'), x, top + 21, SIZE, INK, 'bold'));
    items.push(...dice.map((die, at) => dieItem(die, columns.dice + at * (SMALL + 4), top + 2, SMALL)));
    x = columns.words;
  }
  const right = PAD + room;
  const ending = end === '' ? 0 : widthOf(end, SIZE, 'bold') * 1.06 + 12;
  if (end !== '') items.push({ ...textItem(typeset(end), right, top + 21, SIZE, INK, 'bold'), align: 'right' });
  const face = strong || isLarge ? 'bold' : 'text';
  const width = right - ending - x;
  const lines = linesOf(words, face, width, style || isLarge ? MOST_LINES : MOST_ALONE);
  if (below !== undefined) lines.push(...linesOf(below, 'text', width, MOST_LINES));
  // Words beside a large die are centred on it.
  const first = isLarge ? top + Math.max(0, (LARGE + 8 - lines.length * STEP) / 2) : top;
  items.push(...lines.map((line, at) => textItem(line.text, x, first + at * STEP + 21, SIZE, INK, line.face)));
  return { items, height: Math.max(isLarge ? LARGE + 8 : STEP, lines.length * STEP) };
}

/** Breaks a text into lines. `wrapped` measures letters a little too narrow, bold ones most. */
function linesOf(text: string, face: 'text' | 'bold', width: number, most: number) {
  if (text === '') return [];
  return wrapped(typeset(text), width / (face === 'bold' ? 1.1 : 1.03), SIZE, most).map((line) => ({
    text: line,
    face,
  }));
}

/** A strip of the faces with their results. The face that was rolled is dark. */
function faceItems({ results, thrown }: NonNullable<CardRow['faces']>, top: number, room: number): Item[] {
  const width = room / results.length;
  return results.flatMap((result, at): Item[] => {
    const isRolled = at + 1 === thrown;
    const box = { x: PAD + at * width, y: top + 2, width, height: STEP * 2 };
    const ink = isRolled ? CARD : INK;
    return [
      { kind: 'rect', ...box, fill: isRolled ? INK : CARD, stroke: { colour: HAIRLINE, width: 1 } },
      centred(String(at + 1), box.x + width / 2, box.y + 23, SIZE, ink),
      centred(result, box.x + width / 2, box.y + 49, SIZE, ink, 'bold'),
    ];
  });
}

/** A light die with dark pips, or, if it counts, a dark die with light pips. */
function dieItem({ face, counts }: CardDie, x: number, y: number, size: number): Item {
  const [ground, ink] = counts ? [INK, CARD] : [CARD, INK];
  const place = (at: number) => size * (0.24 + 0.26 * (at + 1));
  const blank: Item = {
    kind: 'rect',
    ...{ x: 0, y: 0, width: size, height: size, radius: size * 0.16 },
    fill: ground,
    stroke: { colour: INK, width: Math.max(2, size * 0.04) },
  };
  const dots = pips(face).map(
    (pip): Item => ({ kind: 'circle', x: place(pip.x), y: place(pip.y), radius: size * 0.1, fill: ink }),
  );
  return { kind: 'group', x, y, items: [blank, ...dots] };
}

/** The most earlier battles on a card. */
const MOST_EARLIER = 5;

/** The rows for earlier battles on a battle's card: the latest ones, a line each. */
export function earlierBattles<Fight>(fights: readonly Fight[], inALine: (fight: Fight) => string): CardRow[] {
  if (fights.length === 0) return [];
  const shown = fights.slice(-MOST_EARLIER);
  return [
    { words: 'Fought before it', strong: true },
    ...shown.map((fight) => ({ words: inALine(fight) })),
    ...(fights.length > shown.length ? [{ words: `… and ${fights.length - shown.length} more` }] : []),
  ];
}
