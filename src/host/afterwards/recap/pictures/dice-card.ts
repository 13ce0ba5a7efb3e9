import type { Colour, Fortune, Item, Palette, Picture, Rect, Roll, Scene } from '../../../../game/index.ts';
import { widthOf } from '../../../../render/index.ts';
import { measured } from '../figures-words.ts';
import type { Die, ShownOrder } from '../plan.ts';

const MOST_DICE = 4;
const WIDTH = 472;
const HEIGHT = 278;
const EDGE = 24;
/** The smallest letters that can be read on a small map. */
const SMALLEST = 33;
const TWO_LINES = { high: 28, low: 24 };
/** The card is drawn for a map of this width. */
const SHEET = 1200;
/** Over the free part of a map, the card may be smaller by this factor. */
const LEAST = 0.9;

/** A map with a card over its free part: the order, its dice, the rolls they needed, and the outcome. */
export function withDice(
  { scene, free }: Picture,
  { words, dice, fortune }: Pick<ShownOrder, 'words' | 'dice' | 'fortune'>,
): Scene {
  const inks = legibleInks(scene.palette);
  const { paper, dark } = inks;
  const shown = dice.slice(0, MOST_DICE);
  const [only] = shown;
  const frame = (inset: number, radius: number): Rect => ({
    kind: 'rect',
    x: inset,
    y: inset,
    width: WIDTH - inset * 2,
    height: HEIGHT - inset * 2,
    radius,
  });
  const items: Item[] = [
    { ...frame(0, 12), fill: paper, stroke: { colour: dark, width: 5 } },
    { ...frame(8, 7), stroke: { colour: dark, width: 2 } },
    ...orderText(words, shown.length > 2, inks),
    ...(only && shown.length === 1
      ? oneDie(only, fortune, inks)
      : shown.flatMap((die, at) => dieRow(die, at, shown.length, inks))),
  ];
  return { ...scene, items: [...scene.items, { kind: 'group', ...placeOver(scene, free), items }] };
}

function orderText(words: string, isLow: boolean, { dark }: Inks): Item[] {
  const room = WIDTH - EDGE * 2;
  const text = { kind: 'text', x: WIDTH / 2, face: 'bold', fill: dark, align: 'center', maxWidth: room } as const;
  const one = Math.max(SMALLEST, fitting(words, isLow ? 36 : 42, room));
  if (fitsOneLine(words, one, room)) return [{ ...text, y: isLow ? 50 : 60, text: words, size: one }];
  const size = isLow ? TWO_LINES.low : TWO_LINES.high;
  const [first = '', second] = inTwoLines(words, size, room);
  const last = isLow ? 57 : 66;
  if (second === undefined) return [{ ...text, y: last - size / 3, text: first, size }];
  return [
    { ...text, y: last - size, text: first, size },
    { ...text, y: last, text: second, size },
  ];
}

/** The largest size, at most `most`, at which bold letters have room. */
function fitting(text: string, most: number, room: number): number {
  return Math.min(most, (most * room) / widthOf('bold', most, text));
}

/** Over the free part, or else in the middle. The card is never too small to be read on a phone. */
function placeOver({ width, height }: Scene, free: Picture['free']): { x: number; y: number; scale: number } {
  const least = width / SHEET;
  const scale = free ? Math.max(LEAST * least, Math.min(free.width / WIDTH, free.height / HEIGHT)) : least;
  const middle = free ? { x: free.x + free.width / 2, y: free.y + free.height / 2 } : { x: width / 2, y: height / 2 };
  const within = (at: number, size: number, most: number) => Math.max(0, Math.min(at - size / 2, most - size));
  return { x: within(middle.x, WIDTH * scale, width), y: within(middle.y, HEIGHT * scale, height), scale };
}

function oneDie(die: Die, fortune: Fortune | null, inks: Inks): Item[] {
  const size = fortune ? 128 : 156;
  const y = (fortune ? 74 : 84) + size / 2;
  const foot = fortune ? [luckLine(fortune, inks)] : [];
  if (!die.roll) return [dieItem(die, { x: WIDTH / 2, y, size }, inks), ...foot];
  const x = EDGE + 8 + size + 24;
  const width = WIDTH - EDGE - 4 - x;
  const { whose, needs } = die.roll;
  const text = { kind: 'text', x: x + width / 2, fill: inks.dark, align: 'center', maxWidth: width } as const;
  return [
    dieItem(die, { x: EDGE + 8 + size / 2, y, size }, inks),
    ...(whose === null
      ? [{ ...text, y: fortune ? 112 : 128, text: needs, face: 'text', size: 44 } as const]
      : [
          { ...text, y: fortune ? 100 : 112, text: whose, face: 'bold', size: 36 } as const,
          { ...text, y: fortune ? 136 : 150, text: needs, face: 'text', size: 36 } as const,
        ]),
    ...outcomeBox(die.roll, { x, width, size: 54, ...boxOf(whose !== null, fortune !== null) }, inks),
    ...foot,
  ];
}

function boxOf(named: boolean, withLuck: boolean): { readonly y: number; readonly height: number } {
  if (withLuck) return named ? { y: 148, height: 54 } : { y: 132, height: 70 };
  return named ? { y: 168, height: 72 } : { y: 152, height: 88 };
}

function luckLine({ expected, actual }: Fortune, { dark }: Inks): Item {
  return {
    kind: 'text',
    x: WIDTH / 2,
    y: HEIGHT - 32,
    text: `expected ${measured(expected)}, got ${measured(actual)}`,
    face: 'text',
    size: SMALLEST,
    fill: dark,
    align: 'center',
    maxWidth: WIDTH - EDGE * 2,
  };
}

/** The left edge of the outcomes of several dice. */
const OUTCOMES = 296;

function dieRow(die: Die, at: number, of: number, inks: Inks): Item[] {
  const height = of > 2 ? (HEIGHT - 76) / of : 94;
  const top = (of > 2 ? 62 : 76) + at * height;
  const size = height - 14;
  const letters = Math.min(34, height / 2.4);
  const x = EDGE + size + 16;
  const { roll, purpose } = die;
  const width = (roll ? OUTCOMES - 12 : WIDTH - EDGE) - x;
  const text = { kind: 'text', x, fill: inks.dark, size: letters, maxWidth: width } as const;
  const middle = top + height / 2;
  return [
    dieItem(die, { x: EDGE + size / 2, y: middle, size }, inks),
    ...(roll
      ? [
          ...(roll.whose === null
            ? [{ ...text, y: middle + letters * 0.35, text: roll.needs, face: 'text' } as const]
            : [
                { ...text, y: middle - letters * 0.16, text: roll.whose, face: 'bold' } as const,
                { ...text, y: middle + letters * 0.86, text: roll.needs, face: 'text' } as const,
              ]),
          ...outcomeBox(
            roll,
            { x: OUTCOMES, y: middle - size * 0.4, width: WIDTH - EDGE - OUTCOMES, height: size * 0.8, size: letters },
            inks,
          ),
        ]
      : [{ ...text, y: middle + letters * 0.35, text: purpose, face: 'text' } as const]),
  ];
}

interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

/** A success is light on dark, a failure dark in a frame. So they differ at a glance, also without colour. */
function outcomeBox({ outcome, carried }: Roll, { size: most, ...box }: Room, { paper, light, dark }: Inks): Item[] {
  const size = fitting(outcome, most, box.width - 24);
  return [
    { kind: 'rect', ...box, radius: 10, fill: carried ? dark : paper, stroke: { colour: dark, width: 3 } },
    {
      kind: 'text',
      x: box.x + box.width / 2,
      y: box.y + box.height / 2 + size * 0.33,
      text: outcome,
      face: 'bold',
      size,
      fill: carried ? light : dark,
      align: 'center',
    },
  ];
}

function dieItem({ face, sides }: Die, { x, y, size }: Omit<Room, 'width' | 'height'>, { light, dark }: Inks): Item {
  const blank: Item = {
    kind: 'rect',
    x: -size / 2,
    y: -size / 2,
    width: size,
    height: size,
    radius: size * 0.16,
    fill: light,
    stroke: { colour: dark, width: Math.max(3, size * 0.04) },
  };
  return {
    kind: 'group',
    x,
    y,
    items: [blank, ...(sides === 6 ? pips(face, size, dark) : [numeral(face, size, dark)])],
  };
}

/** The cells that have a pip, by face. Cells of a square of nine count row by row. */
const PIPS: readonly (readonly number[])[] = [
  [],
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];

function pips(face: number, size: number, ink: Colour): Item[] {
  return (PIPS[face] ?? []).map((cell) => ({
    kind: 'circle',
    x: ((cell % 3) - 1) * size * 0.27,
    y: (Math.floor(cell / 3) - 1) * size * 0.27,
    radius: size * 0.1,
    fill: ink,
  }));
}

function numeral(face: number, dieSize: number, ink: Colour): Item {
  const size = dieSize * 0.56;
  return {
    kind: 'text',
    x: 0,
    y: size * 0.35,
    text: String(face),
    face: 'bold',
    size,
    fill: ink,
    align: 'center',
    maxWidth: dieSize * 0.8,
  };
}

/** Letters can be narrowed by this factor and still be read. */
const NARROWEST = 1.25;

/** Whether bold words can be read in one line, perhaps narrowed a little. */
export function fitsOneLine(words: string, size: number, room: number): boolean {
  return widthOf('bold', size, words) <= room * NARROWEST;
}

/** Bold words in one line or two. If two are not enough, the second ends in an ellipsis. */
export function inTwoLines(words: string, size: number, room: number): readonly string[] {
  const fits = (line: string) => widthOf('bold', size, line) <= room;
  if (fits(words)) return [words];
  const parts = words.split(' ');
  let first = parts.length - 1;
  while (first > 1 && !fits(parts.slice(0, first).join(' '))) first--;
  const rest = parts.slice(first);
  let second = rest.join(' ');
  while (!fits(second) && rest.length > 1) {
    rest.pop();
    second = `${rest.join(' ').replace(/[,;:]$/, '')}…`;
  }
  return [parts.slice(0, first).join(' '), second];
}

interface Inks {
  /** The picture's own paper, or its lightest ink if that is dark. */
  readonly paper: Colour;
  readonly light: Colour;
  readonly dark: Colour;
}

/** Inks in which text over a picture of any game can be read. */
export function legibleInks({ inks }: Palette): Inks {
  const sorted = [...inks].sort((a, b) => lightness(b) - lightness(a));
  const light = sorted[0] ?? '#ffffff';
  const [first] = inks;
  return {
    paper: first !== undefined && lightness(first) > LIGHT ? first : light,
    light,
    dark: sorted.at(-1) ?? '#000000',
  };
}

/** An ink must be lighter than this to serve as paper. */
const LIGHT = 190;

/** Luma (ITU-R BT.601): 0 to 255. */
function lightness(colour: Colour): number {
  const rgb = Number.parseInt(colour.slice(1, 7), 16);
  return (rgb >> 16) * 0.299 + ((rgb >> 8) & 255) * 0.587 + (rgb & 255) * 0.114;
}
