import type { Item } from '../../../game/index.ts';
import { arrowPath } from '../../../kit/draw/arrow-shapes.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { counterPlate } from '../../../kit/draw/counter-items.ts';
import { straight } from '../../../kit/draw/curves.ts';
import { bars, burst, redoubt, sabres, star, turn } from '../../../kit/draw/symbols.ts';
import { centred, textAt, typeset } from '../../../kit/draw/text-layout.ts';
import { FADED } from '../land/land-colours.ts';
import type { View } from '../view.ts';
import { ghostOf } from './counters.ts';
import { hollow, openArrow, openCrossing, outlined, solid } from './march-arrows.ts';
import {
  BURST,
  CONTESTED,
  CSA_TEXT,
  EARTHWORK,
  ON_CONTESTED,
  ON_EARTHWORK,
  PRIZE,
  ROAD,
  SIDE_STYLES,
  US_BLUE,
  US_TEXT,
} from './palette.ts';
import { PANELS } from './sheet-layout.ts';

/** Pixels from the legend's left edge. */
const COLUMNS = [5, 142, 296] as const;
/** From the first column's left edge to the last one's right. */
const WIDTH = 466;
const PADDING = 5;
const SIZE = 17;

/** Each sign is some 30 pixels wide and 18 high. */
export function legend(view: View): Item[] {
  const { x, y, height } = PANELS.legend;
  const all = entries(view);
  const rows = Math.ceil(all.length / COLUMNS.length);
  const down = (height - PADDING * 2) / rows;
  return [
    ...framedCard(PANELS.legend, FADED, 2.5, 5.5),
    ...all.flatMap(([label, sign], index): Item[] => {
      const column = Math.floor(index / rows);
      const left = COLUMNS[column] as number;
      const right = COLUMNS[column + 1] ?? WIDTH;
      const middle = y + PADDING + ((index % rows) + 0.5) * down;
      return [
        { kind: 'group', x: x + left + 18, y: middle, items: sign },
        { ...textAt(label, x + left + 39, middle + SIZE * 0.34, SIZE, INK), maxWidth: right - left - 43 },
      ];
    }),
  ];
}

function entries(view: View): readonly (readonly [label: string, sign: readonly Item[]])[] {
  const may = { kind: 'rect', x: -14, y: -7, width: 28, height: 14, radius: 4 } as const;
  const short = arrow(-15, 15);
  return [
    ['US leader', [small(counterPlate(PLATE, SIDE_STYLES.us)), ...star(8, US_TEXT)]],
    ['CSA leader', [small(counterPlate(PLATE, SIDE_STYLES.csa)), ...bars(6, CSA_TEXT)]],
    ['rating', [centred('3', 0, 8, 24, INK, 'bold')]],
    [
      'contested',
      [{ kind: 'rect', x: -15, y: -9, width: 30, height: 18, fill: CONTESTED }, ...sabres(16, ON_CONTESTED)],
    ],
    ['battle', burst(10, BURST, INK)],
    ['can march', [{ ...may, stroke: { colour: US_BLUE, width: 4 } }]],
    ['can turn', [{ ...may, stroke: { colour: US_BLUE, width: 3.5, dash: [8, 4] } }, ...turn(6, US_TEXT, US_BLUE)]],
    ['can assault', [openArrow(short, { colour: US_BLUE, width: 2.5 })]],
    ['can cross', [openCrossing(short, { colour: US_BLUE, width: 2.5 })]],
    ['was here', ghostOf('csa', { x: -17, y: -11, width: 34, height: 22 }, [4, 3], 5)],
    ['movement line', [{ kind: 'path', d: 'M -15 0 L 15 0', stroke: { colour: ROAD, width: 5 } }]],
    [
      `into ${typeset(view.areas.richmond.name)}`,
      [{ kind: 'path', d: 'M -15 -4 L 2 -4 L 2 -10 L 15 0 L 2 10 L 2 4 L -15 4 Z', fill: PRIZE }],
    ],
    ['defense', redoubt(9, '−1', EARTHWORK, ON_EARTHWORK)],
    ['moved, fought', [...solid(arrow(-15, -1), US_BLUE), ...outlined(arrow(2, 16))]],
    ['tried, failed', hollow(short, US_BLUE)],
  ];
}

/** A small arrow from left to right. */
function arrow(left: number, right: number): string {
  return arrowPath(straight({ x: left, y: 0 }, { x: right, y: 0 }), { width: 5, headWidth: 14, headLength: 10 });
}

const PLATE = { x: -60, y: -34, width: 120, height: 68 };

function small(items: readonly Item[]): Item {
  return { kind: 'group', x: 0, y: 0, scale: 0.27, items };
}
