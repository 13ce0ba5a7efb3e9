import type { Item } from '../../../../game/index.ts';
import { FADED, PAPER } from '../palette.ts';
import { COUNTRY, TOWNS, type Town } from './geography.ts';
import { NAME } from './inks.ts';
import { project } from './projection.ts';

const SIZE = 14;
const MARK = 2.6;

export function towns(): Item[] {
  return [...TOWNS.flatMap(town), ...country()];
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

function country(): Item[] {
  return COUNTRY.flatMap(({ lines, at }) => {
    const { x, y } = project(at);
    return lines.map(
      (text, row): Item => ({
        kind: 'text',
        x,
        y: y + row * SIZE,
        text,
        face: 'italic',
        size: SIZE - 1,
        fill: NAME,
        align: 'center',
        halo: { colour: PAPER, width: 4 },
      }),
    );
  });
}
