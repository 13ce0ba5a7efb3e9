import type { Item } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { rounded } from '../../../../kit/draw/lines.ts';
import type { Place } from './geography.ts';
import { hachures, type Slope } from './hachures.ts';
import { HACHURE } from './inks.ts';
import { bend, kilometres, project } from './projection.ts';

/** Bluffs over the rivers: brow and slope. */
const SLOPES: readonly { readonly brow: readonly Place[]; readonly slope: Slope }[] = [
  {
    // Drewry's Bluff, on the west bank.
    brow: [
      [37.46, -77.4175],
      [37.44, -77.423],
      [37.424, -77.424],
      [37.41, -77.42],
    ],
    slope: { side: 'left', length: 9, every: 3, salt: 1 },
  },
  {
    // Chaffin's Bluff, over against it.
    brow: [
      [37.425, -77.397],
      [37.412, -77.384],
      [37.4, -77.382],
    ],
    slope: { side: 'right', length: 8, every: 3, salt: 4 },
  },
  {
    // The heights over the Chickahominy, by Gaines's Mill.
    brow: [
      [37.558, -77.305],
      [37.556, -77.29],
      [37.551, -77.274],
    ],
    slope: { side: 'right', length: 9, every: 3.2, salt: 10 },
  },
  {
    brow: [
      [37.546, -77.26],
      [37.541, -77.25],
      [37.533, -77.24],
    ],
    slope: { side: 'right', length: 8, every: 3.2, salt: 16 },
  },
];

/** Malvern Hill, which holds the James: its middle, and its brow about it in pixels. */
const MALVERN: Place = [37.412, -77.251];
const BROW = { across: 9, down: 5 } as const;

export function relief(): Item[] {
  const slopes = SLOPES.map(({ brow, slope }) => hachures(rounded(brow.map(kilometres), 10).map(bend), slope));
  const knoll = hachures(round(project(MALVERN), BROW.across, BROW.down), {
    side: 'left',
    length: 5.5,
    every: 2.6,
    salt: 7,
  });
  return [{ kind: 'path', d: [...slopes, knoll].join(' '), fill: HACHURE }];
}

/** An oval, walked clockwise. */
function round({ x, y }: Point, across: number, down: number): Point[] {
  return Array.from({ length: 33 }, (_, step) => {
    const angle = (step / 32) * Math.PI * 2;
    return { x: x + Math.cos(angle) * across, y: y + Math.sin(angle) * down };
  });
}
