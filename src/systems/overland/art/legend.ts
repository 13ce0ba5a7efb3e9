import type { Item } from '../../../game/index.ts';
import { arrowPath, straight } from '../curve.ts';
import { PANELS } from '../layout.ts';
import { typeset } from '../printed.ts';
import type { View } from '../view.ts';
import { hollow, outlined, solid } from './arrows.ts';
import { counterPlate } from './counters.ts';
import {
  BURST,
  CONTESTED,
  CSA_TEXT,
  EARTHWORK,
  FADED,
  INK,
  ON_CONTESTED,
  ON_EARTHWORK,
  PRIZE,
  ROAD,
  US_BLUE,
  US_TEXT,
} from './inks.ts';
import { bars, burst, redoubt, sabres, star } from './shapes.ts';
import { card } from './tables.ts';

/** Where each column begins, and the last ends, from the legend's left edge. */
const COLUMNS = [8, 132, 284, 430] as const;
const PADDING = 8;

/** What the signs of the map mean. Each sign is some 30 pixels wide. */
export function legend(view: View): Item[] {
  const { x, y, height } = PANELS.legend;
  const all = entries(view);
  const rows = Math.ceil(all.length / (COLUMNS.length - 1));
  const down = (height - PADDING * 2) / rows;
  return [
    ...card(PANELS.legend, FADED),
    ...all.flatMap(([label, sign], index): Item[] => {
      const column = Math.floor(index / rows);
      const left = COLUMNS[column] as number;
      const right = COLUMNS[column + 1] as number;
      const middle = y + PADDING + ((index % rows) + 0.5) * down;
      return [
        { kind: 'group', x: x + left + 18, y: middle, items: sign },
        {
          kind: 'text',
          x: x + left + 40,
          y: middle + 6,
          text: label,
          face: 'text',
          size: 17,
          fill: INK,
          maxWidth: right - left - 44,
        },
      ];
    }),
  ];
}

function entries(view: View): readonly (readonly [label: string, sign: readonly Item[]])[] {
  const { grant } = view.leaders;
  const may = { kind: 'rect', x: -14, y: -7, width: 28, height: 14, radius: 4 } as const;
  return [
    ['US leader', [small(counterPlate('us', PLATE)), ...star(8, US_TEXT)]],
    ['CSA leader', [small(counterPlate('csa', PLATE)), ...bars(6, CSA_TEXT)]],
    [
      'contested',
      [{ kind: 'rect', x: -15, y: -9, width: 30, height: 18, fill: CONTESTED }, ...sabres(16, ON_CONTESTED)],
    ],
    ['battle', burst(11, BURST, INK)],
    [`${grant.name} may go`, [{ ...may, stroke: { colour: US_BLUE, width: 4 } }]],
    [`${grant.name} may turn`, [{ ...may, stroke: { colour: US_BLUE, width: 4, dash: [8, 4] } }]],
    ['marched', [...solid(short(-8), US_BLUE), ...outlined(short(8))]],
    ['tried, failed', hollow(short(0), US_BLUE)],
    ['line of march', [{ kind: 'path', d: 'M -15 0 L 15 0', stroke: { colour: ROAD, width: 5 } }]],
    [
      `into ${typeset(view.areas.richmond.name)}`,
      [{ kind: 'path', d: 'M -15 -4 L 2 -4 L 2 -10 L 15 0 L 2 10 L 2 4 L -15 4 Z', fill: PRIZE }],
    ],
    ['defense', redoubt(10, '−1', EARTHWORK, ON_EARTHWORK)],
    ['leader rating', [{ kind: 'text', x: 0, y: 8, text: '3', face: 'bold', size: 24, fill: INK, align: 'center' }]],
  ];
}

/** A small arrow, so many pixels up or down. */
function short(down: number): string {
  return arrowPath(straight({ x: -15, y: down }, { x: 15, y: down }), { width: 5, headWidth: 14, headLength: 12 });
}

const PLATE = { x: -52, y: -36, width: 104, height: 72 };

function small(items: readonly Item[]): Item {
  return { kind: 'group', x: 0, y: 0, scale: 0.29, items };
}
