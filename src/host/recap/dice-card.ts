import type { Colour, Item, Rect, Scene } from '../../game/index.ts';
import type { Beat } from './beats.ts';
import { extremes } from './extremes.ts';

/** Dice shown at once: of more, the first. */
const MOST_DICE = 4;
const DIE = 150;
const GAP = 46;
/** Between the middles of two dice. */
const EACH = 262;
const HEIGHT = { plain: 278, named: 324 } as const;
const WIDTH = 600;
/** What a card is drawn for. */
const SHEET = 1200;

/** A map with a card over its middle: what was ordered, and how the dice fell. In the colours of the map's own palette. */
export function withDice(scene: Scene, { wordsWithChance, dice }: Pick<Beat, 'wordsWithChance' | 'dice'>): Scene {
  const { paper, light, dark } = extremes(scene.palette);
  const shown = dice.slice(0, MOST_DICE);
  // What a single die is for, the order says.
  const named = shown.length > 1;
  const height = named ? HEIGHT.named : HEIGHT.plain;
  const width = Math.max(WIDTH, shown.length * EACH + GAP);
  const frame = (inset: number, radius: number): Rect => ({
    kind: 'rect',
    x: inset - width / 2,
    y: inset - height / 2,
    width: width - inset * 2,
    height: height - inset * 2,
    radius,
  });
  const text = { kind: 'text', fill: dark, align: 'center' } as const;
  const top = -height / 2;
  const items: Item[] = [
    { ...frame(0, 14), fill: paper, stroke: { colour: dark, width: 5 } },
    { ...frame(9, 8), stroke: { colour: dark, width: 2 } },
    { ...text, x: 0, y: top + 62, text: wordsWithChance, face: 'bold', size: 42, maxWidth: width - 52 },
    ...shown.flatMap(({ face, sides, purpose }, index): Item[] => {
      const x = (index - (shown.length - 1) / 2) * EACH;
      const items = [blank(light, dark), ...(sides === 6 ? pips(face, dark) : [figure(face, dark)])];
      return [
        { kind: 'group', x, y: top + 168, items },
        ...(named
          ? [{ ...text, x, y: top + 290, text: purpose, face: 'text', size: 31, maxWidth: EACH - 14 } as const]
          : []),
      ];
    }),
  ];
  const card: Item = { kind: 'group', x: scene.width / 2, y: scene.height / 2, scale: scene.width / SHEET, items };
  return { ...scene, items: [...scene.items, card] };
}

/** The pips of each face, in thirds of a die from its middle. */
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

function pips(face: number, ink: Colour): Item[] {
  return (PIPS[face] ?? []).map(([x, y]) => ({
    kind: 'circle',
    x: x * DIE * 0.27,
    y: y * DIE * 0.27,
    radius: DIE * 0.1,
    fill: ink,
  }));
}

function figure(face: number, ink: Colour): Item {
  const size = DIE * 0.56;
  const text = String(face);
  return {
    kind: 'text',
    x: 0,
    y: size * 0.35,
    text,
    face: 'bold',
    size,
    fill: ink,
    align: 'center',
    maxWidth: DIE * 0.8,
  };
}

function blank(paper: Colour, ink: Colour): Item {
  return {
    kind: 'rect',
    x: -DIE / 2,
    y: -DIE / 2,
    width: DIE,
    height: DIE,
    radius: DIE * 0.16,
    fill: paper,
    stroke: { colour: ink, width: 6 },
  };
}
