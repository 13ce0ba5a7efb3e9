import type { Item } from '../../../../game/index.ts';
import { FADED, PAPER } from '../inks.ts';
import { COUNTRY, TOWNS, type Town } from './geography.ts';
import { NAME } from './inks.ts';
import { project } from './projection.ts';

const SIZE = 14;
const MARK = 2.6;

/** Name by name: of a town its dot and its name, of a stretch of country all lines of its name. */
export function towns(): Item[][] {
  return [...TOWNS.map(town), ...country()];
}

function town({ name, at, label: [right, down, align] }: Town): Item[] {
  const { x, y } = project(at);
  return [
    { kind: 'circle', x, y, radius: MARK, fill: PAPER, stroke: { colour: FADED, width: 1.6 } },
    {
      kind: 'text',
      x: x + right,
      y: y + down,
      text: name,
      face: 'text',
      size: SIZE,
      fill: NAME,
      align,
      halo: { colour: PAPER, width: 4 },
    },
  ];
}

function country(): Item[][] {
  return COUNTRY.map(({ lines, at }) => {
    const { x, y } = project(at);
    return lines.map(
      (text, row): Item => ({
        kind: 'text',
        x,
        y: y + row * SIZE,
        text,
        face: 'italic',
        size: SIZE,
        fill: NAME,
        align: 'center',
        halo: { colour: PAPER, width: 4 },
      }),
    );
  });
}
