import type { Item, Text } from '../../../game/index.ts';
import { textAt } from '../../draw/text-layout.ts';
import { FADED, NAME, PAPER } from './engraved-colours.ts';
import type { LandFile } from './land-file.ts';
import type { Projection } from './projection.ts';

const SIZE = 14;
const MARK = 2.6;

/** Name by name: of a town its dot and its name, of a stretch of country all lines of its name. */
export function towns({ towns, country }: LandFile, projection: Projection): Item[][] {
  return [
    ...towns.map(({ name, at, label: { right, down, align } }): Item[] => {
      const { x, y } = projection.project(at);
      return [
        { kind: 'circle', x, y, radius: MARK, fill: PAPER, stroke: { colour: FADED, width: 1.6 } },
        { ...onPaper(textAt(name, x + right, y + down, SIZE, NAME)), align },
      ];
    }),
    ...country.map(({ lines, at }): Item[] => {
      const { x, y } = projection.project(at);
      return lines.map((line, row) => ({
        ...onPaper(textAt(line, x, y + row * SIZE, SIZE, NAME, 'italic')),
        align: 'center',
      }));
    }),
  ];
}

function onPaper(text: Text): Text {
  return { ...text, halo: { colour: PAPER, width: 4 } };
}
