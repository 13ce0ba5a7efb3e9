import type { Colour, Fortune, Item, Picture, Rect, Scene } from '../../../../game/index.ts';
import { widthOf } from '../../../../render/index.ts';
import { measured } from '../points-and-luck-words.ts';
import { extremes, fitsOneLine, inTwoLines } from './legible-text.ts';
import type { Die, ShownOrder } from './shown-orders.ts';

/** Dice shown at once: of more, the first. */
const MOST_DICE = 4;
const WIDTH = 472;
const HEIGHT = 278;
const EDGE = 24;
/** Of letters that can be read where the map is small. */
const SMALLEST = 33;
/** Of what was ordered, where it takes two lines. */
const TWO_LINES = { high: 28, low: 24 };
/** Of a map it is drawn for, where the picture has no free part of its own: the card then lies in the middle. */
const SHEET = 1200;
/** Of the size it has in the middle of a sheet. */
const LEAST = 0.9;

interface Inks {
  readonly paper: Colour;
  readonly light: Colour;
  readonly dark: Colour;
}

/**
 * A map with a card over the part of it that is free: what was ordered, how the dice fell, what they had to show, and whether that came
 * off. In the colours of the map's own palette.
 */
export function withDice(
  { scene, free }: Picture,
  { words, dice, fortune }: Pick<ShownOrder, 'words' | 'dice' | 'fortune'>,
): Scene {
  const inks = extremes(scene.palette);
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
    ...ordered(words, shown.length > 2, inks),
    ...(only && shown.length === 1
      ? one(only, fortune, inks)
      : shown.flatMap((die, at) => row(die, at, shown.length, inks))),
  ];
  return { ...scene, items: [...scene.items, { kind: 'group', ...placed(scene, free), items }] };
}

/** The order in one line, or in two if one would be too narrow to read. */
function ordered(words: string, isLow: boolean, { dark }: Inks): Item[] {
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

/** The largest size, up to one, at which bold letters have room. */
function fitting(text: string, most: number, room: number): number {
  return Math.min(most, (most * room) / widthOf('bold', most, text));
}

/** Where the card lies, and how large it is: over what is free, but never so small that it could not be read on a phone. */
function placed({ width, height }: Scene, free: Picture['free']): { x: number; y: number; scale: number } {
  const least = width / SHEET;
  const scale = free ? Math.max(LEAST * least, Math.min(free.width / WIDTH, free.height / HEIGHT)) : least;
  const middle = free ? { x: free.x + free.width / 2, y: free.y + free.height / 2 } : { x: width / 2, y: height / 2 };
  const within = (at: number, size: number, most: number) => Math.max(0, Math.min(at - size / 2, most - size));
  return { x: within(middle.x, WIDTH * scale, width), y: within(middle.y, HEIGHT * scale, height), scale };
}

/** One die, as large as there is room. */
function one(die: Die, fortune: Fortune | undefined, inks: Inks): Item[] {
  const size = fortune ? 128 : 156;
  const y = (fortune ? 74 : 84) + size / 2;
  const foot = fortune ? [luck(fortune, inks)] : [];
  if (!die.roll) return [faced(die, { x: WIDTH / 2, y, size }, inks), ...foot];
  const x = EDGE + 8 + size + 24;
  const width = WIDTH - EDGE - 4 - x;
  const { whose, needs } = die.roll;
  const text = { kind: 'text', x: x + width / 2, fill: inks.dark, align: 'center', maxWidth: width } as const;
  return [
    faced(die, { x: EDGE + 8 + size / 2, y, size }, inks),
    ...(whose === null
      ? [{ ...text, y: fortune ? 112 : 128, text: needs, face: 'text', size: 44 } as const]
      : [
          { ...text, y: fortune ? 100 : 112, text: whose, face: 'bold', size: 36 } as const,
          { ...text, y: fortune ? 136 : 150, text: needs, face: 'text', size: 36 } as const,
        ]),
    ...verdict(die.roll, { x, width, size: 54, ...boxOf(whose !== null, fortune !== undefined) }, inks),
    ...foot,
  ];
}

/** Where the verdict of a die stands, and how high it is. */
function boxOf(named: boolean, withLuck: boolean): { readonly y: number; readonly height: number } {
  if (withLuck) return named ? { y: 148, height: 54 } : { y: 132, height: 70 };
  return named ? { y: 168, height: 72 } : { y: 152, height: 88 };
}

/** What the dice were expected to bring, and what they brought. */
function luck({ expected, actual }: Fortune, { dark }: Inks): Item {
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

/** Where the verdicts of several begin. */
const VERDICTS = 296;

/** One of several dice: whose it was beside it. */
function row(die: Die, at: number, of: number, inks: Inks): Item[] {
  const height = of > 2 ? (HEIGHT - 76) / of : 94;
  const top = (of > 2 ? 62 : 76) + at * height;
  const size = height - 14;
  const letters = Math.min(34, height / 2.4);
  const x = EDGE + size + 16;
  const { roll, purpose } = die;
  const width = (roll ? VERDICTS - 12 : WIDTH - EDGE) - x;
  const text = { kind: 'text', x, fill: inks.dark, size: letters, maxWidth: width } as const;
  const middle = top + height / 2;
  return [
    faced(die, { x: EDGE + size / 2, y: middle, size }, inks),
    ...(roll
      ? [
          ...(roll.whose === null
            ? [{ ...text, y: middle + letters * 0.35, text: roll.needs, face: 'text' } as const]
            : [
                { ...text, y: middle - letters * 0.16, text: roll.whose, face: 'bold' } as const,
                { ...text, y: middle + letters * 0.86, text: roll.needs, face: 'text' } as const,
              ]),
          ...verdict(
            roll,
            { x: VERDICTS, y: middle - size * 0.4, width: WIDTH - EDGE - VERDICTS, height: size * 0.8, size: letters },
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
  /** Of letters. */
  readonly size: number;
}

/** Whether it came off: light on dark, or dark in a frame, so that it is seen without being read, and without colour. */
function verdict(
  { outcome, carried }: { readonly outcome: string; readonly carried: boolean },
  { size: most, ...box }: Room,
  { paper, light, dark }: Inks,
): Item[] {
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

/** A die as it fell, about its middle. */
function faced(
  { face, sides }: Die,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
  { light, dark }: Inks,
): Item {
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
    items: [blank, ...(sides === 6 ? pips(face, size, dark) : [figure(face, size, dark)])],
  };
}

/** The pips of each face, in steps from the die's middle. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

function pips(face: number, size: number, ink: Colour): Item[] {
  return (PIPS[face] ?? []).map(([x, y]) => ({
    kind: 'circle',
    x: x * size * 0.27,
    y: y * size * 0.27,
    radius: size * 0.1,
    fill: ink,
  }));
}

function figure(face: number, die: number, ink: Colour): Item {
  const size = die * 0.56;
  return {
    kind: 'text',
    x: 0,
    y: size * 0.35,
    text: String(face),
    face: 'bold',
    size,
    fill: ink,
    align: 'center',
    maxWidth: die * 0.8,
  };
}
