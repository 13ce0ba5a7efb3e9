import { type Box, grown, holds } from '../../../../kit/draw/geometry.ts';
import { near } from '../../../../kit/draw/lines.ts';
import { tracks } from './railroads.ts';
import type { Stream } from './water.ts';
import type { Clear } from './woods.ts';

/** Pixels a tree keeps from a bank, from rails, and from a name. */
const BANK = 6;
const RAILS = 7;
const NAME = 5;

/** Where the land itself leaves room for a tree: off the water, off the rails, off what is written. */
export function roomOn(rivers: readonly Stream[], written: readonly Box[]): Clear {
  const rails = tracks().flat();
  const names = written.map((box) => grown(box, NAME));
  return (spot) =>
    !names.some((box) => holds(box, spot)) &&
    rails.every((tie) => !near(tie, spot, RAILS)) &&
    rivers.every(({ line, widths }) =>
      line.every((at, index) => !near(at, spot, (widths[index] as number) / 2 + BANK)),
    );
}
