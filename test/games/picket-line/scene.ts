import type { Colour, Item, Palette, Picture } from '../../../src/game/index.ts';
import type { View } from './rules.ts';
import { army, text } from './sentences.ts';
import { type EachSide, SIDES } from './vocabulary.ts';

const WIDTH = 800;
const HEIGHT = 450;
const CARD = { width: 90, height: 120 } as const;
const ROW: EachSide<number> = { union: 290, confederate: 40 };
const PAPER: Colour = '#e9dfc7';
const FACE: Colour = '#fbf6ea';
const INK: Colour = '#222222';
const ROAD: Colour = '#5a4632';
const COLOUR: EachSide<Colour> = { union: '#2b4a7a', confederate: '#7d756a' };

const PALETTE: Palette = {
  inks: [PAPER, FACE, INK, ROAD, ...SIDES.map((side) => COLOUR[side])],
  blends: [
    [INK, FACE],
    [ROAD, PAPER],
    ...SIDES.flatMap((side) => [PAPER, FACE].map((paper) => [COLOUR[side], paper] as const)),
  ],
};

/** Both hands, face down unless they are the viewer's, with the road between them. */
export function picture(view: View): Picture {
  return {
    scene: {
      width: WIDTH,
      height: HEIGHT,
      palette: PALETTE,
      ground: {
        key: 'picket-line',
        items: [{ kind: 'rect', x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: PAPER }],
      },
      items: [...SIDES.flatMap((side) => hand(view, side)), road(view)],
    },
    alt: text(view),
  };
}

function hand(view: View, side: keyof EachSide<unknown>): Item[] {
  const { cards, hand: faces, sealed } = view.sides[side];
  const shown = Array.from({ length: cards }, (_, index): Item => {
    const face = faces?.[index];
    const back: Item = { kind: 'rect', x: 0, y: 0, ...CARD, radius: 8, fill: face ? FACE : COLOUR[side] };
    const front: Item[] = face
      ? [
          {
            kind: 'text',
            x: 45,
            y: 60,
            text: String(face.strength),
            face: 'title',
            size: 40,
            fill: COLOUR[side],
            align: 'center',
          },
          {
            kind: 'text',
            x: 45,
            y: 100,
            text: face.name,
            face: 'text',
            size: 13,
            fill: INK,
            align: 'center',
            maxWidth: 80,
          },
        ]
      : [];
    return { kind: 'group', x: 40 + index * (CARD.width + 12), y: ROW[side], items: [back, ...front] };
  });
  const status = `${army(side)}: ${view.taken[side]}${sealed ? ', orders sealed' : ''}`;
  return [
    ...shown,
    {
      kind: 'text',
      x: 600,
      y: ROW[side] + 60,
      text: status,
      face: 'bold',
      size: 20,
      fill: COLOUR[side],
      maxWidth: 180,
    },
  ];
}

function road({ road, roads }: View): Item {
  return {
    kind: 'text',
    x: 40,
    y: 235,
    text: roads[road] ?? 'The game is over',
    face: 'title',
    size: 32,
    fill: ROAD,
  };
}
