import type { Item } from '../../../../game/index.ts';
import { FADED, PAPER } from '../palette.ts';
import { TOWNS, type Town } from './geography.ts';
import { project } from './projection.ts';

const SIZE = 14;
const MARK = 2.6;

export function towns(): Item[] {
  return TOWNS.flatMap(town);
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
      fill: FADED,
      align,
      halo: { colour: PAPER, width: 3 },
    },
  ];
}
