import type { Item } from '../../../../game/index.ts';
import type { Point } from '../curve.ts';
import { near } from './line.ts';
import { tracks } from './railroads.ts';
import type { Stream } from './water.ts';
import type { Clear } from './woods.ts';

/** Pixels a tree keeps from a bank, from rails, and from the foot and the head of a name. */
const BANK = 6;
const RAILS = 7;
const NAME = { width: 0.55, above: 1, below: 0.8 } as const;

/** Where the land itself leaves room for a tree: off the water, off the rails, off what is written. */
export function roomOn(rivers: readonly Stream[], written: readonly Item[]): Clear {
  const rails = tracks().flat();
  const names = written.flatMap(footprint);
  return (spot) =>
    names.every((box) => spot.x < box.left || spot.x > box.right || spot.y < box.top || spot.y > box.bottom) &&
    rails.every((tie) => !near(tie, spot, RAILS)) &&
    rivers.every(({ line, widths }) =>
      line.every((at, index) => !near(at, spot, (widths[index] as number) / 2 + BANK)),
    );
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Roughly what a piece of writing covers, with room for a tree about it. */
function footprint(item: Item): Edges[] {
  switch (item.kind) {
    case 'text': {
      const width = item.text.length * item.size * NAME.width;
      const left = item.x - width * { left: 0, center: 0.5, right: 1 }[item.align ?? 'left'];
      return [
        {
          left: left - 8,
          right: left + width + 8,
          top: item.y - item.size * NAME.above - 4,
          bottom: item.y + item.size * NAME.below,
        },
      ];
    }
    case 'lettering':
      return spine(item.d).map(({ x, y }) => ({
        left: x - 16,
        right: x + 16,
        top: y - item.size - 6,
        bottom: y + item.size * 0.6,
      }));
    case 'rect':
      return [{ left: item.x - 8, right: item.x + item.width + 8, top: item.y - 4, bottom: item.y + item.height + 8 }];
    case 'group':
      return [{ left: item.x - 44, right: item.x + 44, top: item.y - 60, bottom: item.y + 44 }];
    default:
      return [];
  }
}

/** The points a baseline of cubic curves goes through. */
function spine(d: string): Point[] {
  const numbers = d.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const points: Point[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    points.push({ x: numbers[index] as number, y: numbers[index + 1] as number });
  }
  return points;
}
