import type { Item } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { chance, sway } from './chance.ts';
import { BANK, TREE, TREE_CROWN } from './inks.ts';
import { taken } from './obstacles.ts';

/** Ground that trees or reeds stand on: middle and radii in pixels, and how many are tried. */
interface Stand {
  readonly at: Point;
  readonly across: number;
  readonly down: number;
  readonly count: number;
}

/** Second growth and scrub oak: thick in the Wilderness, in patches elsewhere. */
const WOODS: readonly Stand[] = [
  { at: { x: 304, y: 226 }, across: 34, down: 28, count: 160 },
  { at: { x: 304, y: 152 }, across: 32, down: 24, count: 120 },
  { at: { x: 602, y: 232 }, across: 26, down: 24, count: 24 },
  { at: { x: 728, y: 226 }, across: 10, down: 14, count: 8 },
  { at: { x: 348, y: 356 }, across: 26, down: 26, count: 26 },
  { at: { x: 350, y: 470 }, across: 18, down: 30, count: 18 },
  { at: { x: 1010, y: 386 }, across: 60, down: 12, count: 26 },
  { at: { x: 806, y: 563 }, across: 46, down: 12, count: 50 },
  { at: { x: 664, y: 478 }, across: 24, down: 14, count: 16 },
  { at: { x: 1012, y: 614 }, across: 76, down: 22, count: 110 },
  { at: { x: 700, y: 744 }, across: 26, down: 14, count: 18 },
  { at: { x: 880, y: 780 }, across: 40, down: 10, count: 14 },
  { at: { x: 690, y: 868 }, across: 50, down: 10, count: 22 },
];

/** Reeds of the bottoms: the Chickahominy and White Oak Swamp. */
const SWAMPS: readonly Stand[] = [
  { at: { x: 652, y: 674 }, across: 16, down: 18, count: 30 },
  { at: { x: 764, y: 728 }, across: 44, down: 9, count: 40 },
  { at: { x: 968, y: 722 }, across: 34, down: 6, count: 16 },
  { at: { x: 1066, y: 728 }, across: 26, down: 6, count: 16 },
  { at: { x: 1148, y: 712 }, across: 26, down: 5, count: 12 },
];

const APART = 10;

export type Clear = (at: Point) => boolean;

/** Trees with their shade to the right, as engraved. `clear` says where the land itself leaves room. */
export function woods(clear: Clear): Item[] {
  const trees = WOODS.flatMap((stand, salt) => spots(stand, salt, clear)).sort((a, b) => a.y - b.y);
  const crowns = trees.map(
    ({ x, y }) =>
      `M ${x - 4} ${y} Q ${x - 4} ${y - 6} ${x} ${y - 6} Q ${x + 4} ${y - 6} ${x + 4} ${y} Q ${x} ${y + 2} ${x - 4} ${y} Z`,
  );
  const shades = trees.map(({ x, y }) => `M ${x + 1} ${y + 2.5} L ${x + 8} ${y + 2.5}`);
  const reeds = SWAMPS.flatMap((stand, salt) => spots(stand, salt + 50, clear)).map(
    ({ x, y }) =>
      `M ${x - 5} ${y + 0.5} L ${x + 5} ${y + 0.5} M ${x - 2} ${y - 1} L ${x - 3} ${y - 4} M ${x + 0.5} ${y - 1} L ${x + 0.5} ${y - 5} M ${x + 3} ${y - 1} L ${x + 4} ${y - 4}`,
  );
  return [
    { kind: 'path', d: shades.join(' '), stroke: { colour: TREE, width: 1 } },
    { kind: 'path', d: crowns.join(' '), fill: TREE_CROWN, stroke: { colour: TREE, width: 1 } },
    { kind: 'path', d: reeds.join(' '), stroke: { colour: BANK, width: 1 } },
  ];
}

/** Where trees of a stand find room, on whole pixels, so that each looks like the other and the picture stays small. */
function spots({ at, across, down, count }: Stand, salt: number, clear: Clear): Point[] {
  const found: Point[] = [];
  for (let index = 0; index < count; index++) {
    const angle = chance(index, salt * 3) * Math.PI * 2;
    const out = Math.sqrt(chance(index, salt * 3 + 1));
    const spot = {
      x: Math.round(at.x + Math.cos(angle) * out * across + sway(index, salt * 3 + 2)),
      y: Math.round(at.y + Math.sin(angle) * out * down),
    };
    const apart = found.every((other) => Math.hypot((other.x - spot.x) * 0.8, (other.y - spot.y) * 1.3) >= APART);
    if (apart && !taken(spot, 7) && clear(spot)) found.push(spot);
  }
  return found;
}
