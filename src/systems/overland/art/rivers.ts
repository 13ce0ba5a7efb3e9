import type { Item } from '../../../game/index.ts';
import { PAPER, WATER, WATER_NAME, WOODS } from './palette.ts';

/**
 * The water between the Rapidan and the James, from the rivers' real courses bent with the scale of the sheet: who flows into whom,
 * and which area lies on which bank, is true.
 */
const RIVERS: readonly { readonly d: string; readonly width: number }[] = [
  { d: 'M 12 20 C 90 26 180 14 262 22 C 300 26 310 40 336 44', width: 5 },
  {
    d: 'M 296 12 C 312 26 318 38 336 44 C 420 64 470 34 560 52 C 640 66 650 104 712 122 C 800 130 1000 118 1188 126',
    width: 7,
  },
  { d: 'M 574 214 C 640 206 690 222 724 252 C 800 318 960 310 1188 372', width: 4 },
  { d: 'M 344 262 C 380 246 420 236 440 226 C 500 204 560 222 640 228 C 706 240 690 330 698 392', width: 5 },
  { d: 'M 344 376 C 384 372 430 386 470 386 C 560 386 640 372 698 392', width: 4 },
  { d: 'M 698 392 C 740 410 860 404 960 420 C 1050 430 1120 410 1188 424', width: 7 },
  {
    d: 'M 344 548 C 420 540 500 562 570 556 C 640 552 672 580 676 640 C 680 706 740 728 830 726 C 900 724 990 716 1188 722',
    width: 5,
  },
  {
    d: 'M 344 722 C 420 714 520 720 600 724 C 660 732 640 800 660 836 C 690 868 770 852 840 862 C 930 880 1040 868 1188 890',
    width: 13,
  },
  { d: 'M 600 890 C 650 884 690 880 720 856', width: 5 },
];

const NAMES: readonly { readonly text: string; readonly x: number; readonly y: number; readonly turn?: number }[] = [
  { text: 'Rapidan', x: 160, y: 40, turn: -2 },
  { text: 'Rappahannock', x: 470, y: 38, turn: 2 },
  { text: 'Mattaponi', x: 662, y: 202, turn: 6 },
  { text: 'North Anna', x: 384, y: 270, turn: -14 },
  { text: 'South Anna', x: 690, y: 418 },
  { text: 'Pamunkey', x: 1090, y: 412, turn: 2 },
  { text: 'Chickahominy', x: 860, y: 746, turn: -1 },
  { text: 'James', x: 756, y: 836, turn: 2 },
];

/** Scrub oak and second growth, as period maps dotted it. */
const THICKETS: readonly (readonly [number, number])[] = [
  [286, 60],
  [302, 72],
  [292, 140],
  [308, 152],
  [284, 166],
  [302, 176],
  [598, 92],
  [616, 84],
  [634, 96],
  [614, 110],
  [880, 610],
  [900, 624],
  [1180, 600],
  [1168, 620],
];

export function rivers(): Item[] {
  return [
    ...RIVERS.map(({ d, width }): Item => ({ kind: 'path', d, stroke: { colour: WATER, width, cap: 'round' } })),
    ...THICKETS.flatMap(([x, y]) => thicket(x, y)),
  ];
}

export function riverNames(): Item[] {
  return NAMES.map(({ text, x, y, turn = 0 }) => ({
    kind: 'group',
    x,
    y,
    turn,
    items: [
      {
        kind: 'text',
        x: 0,
        y: 0,
        text,
        face: 'italic',
        size: 16,
        fill: WATER_NAME,
        align: 'center',
        spacing: 1,
        halo: { colour: PAPER, width: 4 },
      },
    ],
  }));
}

function thicket(x: number, y: number): Item[] {
  return [
    { kind: 'circle', x, y, radius: 5, fill: WOODS },
    { kind: 'circle', x: x + 6, y: y + 2, radius: 4, fill: WOODS },
  ];
}
