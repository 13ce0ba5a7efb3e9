import type { Colour, Item } from '../../../game/index.ts';
import { CARD } from '../../../kit/draw/common-colours.ts';
import { counterPlate, type PrintedStyle } from '../../../kit/draw/counter-items.ts';
import { type Box, between, grown, minus, movedInto, pathOf } from '../../../kit/draw/geometry.ts';
import { BATTLE } from '../../../kit/draw/mark-colours.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import type { HexGrid, HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, middle, sideOf } from '../../../kit/hex/hex-plot.ts';

/** A stack on the overview: a block in its side's colour and shape, with its strength. */
export interface StackBlock {
  readonly hex: HexId;
  readonly style: PrintedStyle;
  /** The colour of its front line. */
  readonly frontColour: Colour;
  readonly strength: number;
  /** Directions of adjacent enemies. */
  readonly contacts: readonly number[];
  /** The direction it faces without an adjacent enemy; `null` for none. */
  readonly front: number | null;
}

/** Pixels of a strength's letters; eleven on a phone. */
const LETTERS = 22;
/** Pixels between a block and the edge of the picture. */
const EDGE = 4;
const MOST = { width: 40, height: 34 } as const;

/** A block's box, kept inside the picture. `aside` is its distance from the middle of the hex, in pixels. */
export function blockBox(plot: HexPlot, hex: HexId, aside = 0): Box {
  const { x, y } = middle(plot, hex);
  const width = Math.min(MOST.width, plot.radius * 1.4);
  const height = Math.min(MOST.height, plot.half * 1.64);
  // Below the hex number, if that fits.
  const down = plot.half < 30 ? 0 : 7;
  return movedInto(grown(plot.view, -EDGE), { x: x + aside - width / 2, y: y + down - height / 2, width, height });
}

/** The direction from one hex that points most nearly to another; `null` if they are the same. */
export function directionTowards(plot: HexPlot, from: HexId, to: HexId): number | null {
  if (from === to) return null;
  const course = minus(middle(plot, to), middle(plot, from));
  const angles = [0, 1, 2, 3, 4, 5].map((direction) => {
    const [a, b] = sideOf(plot, from, direction);
    const out = minus(between(a, b), middle(plot, from));
    return (out.x * course.x + out.y * course.y) / Math.hypot(out.x, out.y);
  });
  return angles.indexOf(Math.max(...angles));
}

/** `null` if there are no hexes to choose from. */
export function nearestHex(grid: HexGrid, from: HexId, to: readonly HexId[]): HexId | null {
  let [nearest, least]: [HexId | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const hex of to) {
    const far = grid.distance(from, hex);
    if (far < least) [nearest, least] = [hex, far];
  }
  return nearest;
}

export function blockItems(plot: HexPlot, { hex, style, strength }: StackBlock, aside = 0): Item[] {
  const box = blockBox(plot, hex, aside);
  const letters = centred(
    String(strength),
    box.x + box.width / 2,
    box.y + box.height / 2 + LETTERS * 0.35,
    LETTERS,
    style.text,
    'bold',
  );
  return [
    ...counterPlate(box, { ...style, width: Math.min(style.width, 1.6), cut: style.cut * 0.6 }),
    { ...letters, maxWidth: box.width - 3 },
  ];
}

/** Front lines are drawn over all blocks: in the side's colour towards the enemy, red and heavier where an enemy is adjacent. */
export function frontItems(plot: HexPlot, blocks: readonly StackBlock[]): Item[] {
  const bar = (hex: HexId, direction: number, colour: Colour, width: number): Item[] => {
    const [a, b] = sideOf(plot, hex, direction);
    const d = pathOf([between(a, b, 0.06), between(a, b, 0.94)]);
    return [
      { kind: 'path', d, stroke: { colour: CARD, width: width + 3 } },
      { kind: 'path', d, stroke: { colour, width } },
    ];
  };
  return [
    ...blocks.flatMap(({ hex, front, frontColour }) => (front === null ? [] : bar(hex, front, frontColour, 5))),
    ...blocks.flatMap(({ hex, contacts }) => contacts.flatMap((direction) => bar(hex, direction, BATTLE, 7))),
  ];
}
