import type { Colour, Item, Scene } from '../../game/index.ts';
import type { Beat } from './beats.ts';
import { extremes } from './extremes.ts';

/** Dice shown at once: of more, the first. */
const MOST_DICE = 4;
const DIE = 150;
const GAP = 46;
const HEIGHT = 318;
const LEAST_WIDTH = 620;
/** What a card is drawn for. */
const SHEET = 1200;

/** A map with a card over its middle: what was ordered, and how the dice fell. In the colours of the map's own palette. */
export function withDice(scene: Scene, { wordsWithChance, dice }: Pick<Beat, 'wordsWithChance' | 'dice'>): Scene {
  const [paper, ink] = extremes(scene.palette);
  const shown = dice.slice(0, MOST_DICE);
  const each = Math.max(DIE + GAP, shown.length > 1 ? 210 : 0);
  const width = Math.max(LEAST_WIDTH, shown.length * each + GAP);
  const card: Item = {
    kind: 'group',
    x: scene.width / 2,
    y: scene.height / 2,
    scale: scene.width / SHEET,
    items: [
      { kind: 'rect', x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, radius: 14, fill: paper },
      {
        kind: 'rect',
        x: -width / 2 + 9,
        y: -HEIGHT / 2 + 9,
        width: width - 18,
        height: HEIGHT - 18,
        radius: 8,
        stroke: { colour: ink, width: 2 },
      },
      {
        kind: 'rect',
        x: -width / 2,
        y: -HEIGHT / 2,
        width,
        height: HEIGHT,
        radius: 14,
        stroke: { colour: ink, width: 5 },
      },
      {
        kind: 'text',
        x: 0,
        y: -HEIGHT / 2 + 62,
        text: wordsWithChance,
        face: 'bold',
        size: 42,
        fill: ink,
        align: 'center',
        maxWidth: width - 56,
      },
      ...shown.flatMap(({ face, sides, purpose }, index): Item[] => {
        const x = (index - (shown.length - 1) / 2) * each;
        return [
          { kind: 'group', x, y: 14, items: sides === 6 ? pips(face, paper, ink) : figure(face, paper, ink) },
          {
            kind: 'text',
            x,
            y: HEIGHT / 2 - 28,
            text: purpose,
            face: 'text',
            size: 31,
            fill: ink,
            align: 'center',
            maxWidth: shown.length > 1 ? each - 14 : width - 56,
          },
        ];
      }),
    ],
  };
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

function pips(face: number, paper: Colour, ink: Colour): Item[] {
  const at = (PIPS[face] ?? []).map(([x, y]) => ({ x: x * DIE * 0.27, y: y * DIE * 0.27 }));
  return [blank(paper, ink), ...at.map((place): Item => ({ kind: 'circle', ...place, radius: DIE * 0.1, fill: ink }))];
}

function figure(face: number, paper: Colour, ink: Colour): Item[] {
  const size = DIE * 0.56;
  return [
    blank(paper, ink),
    {
      kind: 'text',
      x: 0,
      y: size * 0.35,
      text: String(face),
      face: 'bold',
      size,
      fill: ink,
      align: 'center',
      maxWidth: DIE * 0.8,
    },
  ];
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
