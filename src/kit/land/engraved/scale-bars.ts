import type { Item } from '../../../game/index.ts';
import { INK } from '../../draw/common-colours.ts';
import { textAt } from '../../draw/text-layout.ts';
import { PAPER } from './engraved-colours.ts';
import type { LandFile } from './land-file.ts';
import type { Projection } from './projection.ts';

const BAR = 6;

/** A sheet without one scale says how long the same mile is at several places: a bar for each, half black and half white. */
export function scaleBars({ scale: { at, miles } }: LandFile, projection: Projection): Item[] {
  return miles.flatMap(({ text, about }, row): Item[] => {
    const y = at.y + row * 16;
    const length = projection.mileAt(about);
    const bar = { kind: 'rect', x: at.x, y: y - 7, height: BAR } as const;
    return [
      { ...bar, width: length, fill: PAPER, stroke: { colour: INK, width: 1 } },
      { ...bar, width: length / 2, fill: INK },
      textAt(text, at.x + length + 7, y, 13, INK, 'italic'),
    ];
  });
}
