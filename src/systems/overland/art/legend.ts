import type { Item } from '../../../game/index.ts';
import { PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { counterPlate } from './counters.ts';
import {
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
} from './palette.ts';
import { bars, redoubt, sabres, star } from './shapes.ts';
import { card } from './tables.ts';

/** Where each column begins, and the last ends, from the legend's left edge. */
const COLUMNS = [8, 134, 284, 428] as const;
const PADDING = 10;

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
  return [
    ['US leader', [small(counterPlate('us', PLATE)), ...star(8, US_TEXT)]],
    ['CSA leader', [small(counterPlate('csa', PLATE)), ...bars(6, CSA_TEXT)]],
    [
      'contested',
      [{ kind: 'rect', x: -15, y: -9, width: 30, height: 18, fill: CONTESTED }, ...sabres(16, ON_CONTESTED)],
    ],
    [
      `${view.leaders.grant.name} may go`,
      [{ kind: 'rect', x: -14, y: -7, width: 28, height: 14, radius: 4, stroke: { colour: US_BLUE, width: 4 } }],
    ],
    [
      `${view.leaders.grant.name} may turn`,
      [
        {
          kind: 'rect',
          x: -14,
          y: -7,
          width: 28,
          height: 14,
          radius: 4,
          stroke: { colour: US_BLUE, width: 4, dash: [8, 4] },
        },
      ],
    ],
    ['line of march', [{ kind: 'path', d: 'M -15 0 L 15 0', stroke: { colour: ROAD, width: 5 } }]],
    [
      `into ${view.areas.richmond.name}`,
      [{ kind: 'path', d: 'M -15 -4 L 2 -4 L 2 -10 L 15 0 L 2 10 L 2 4 L -15 4 Z', fill: PRIZE }],
    ],
    ['defense', redoubt(9, '−1', EARTHWORK, ON_EARTHWORK)],
    ['leader rating', [{ kind: 'text', x: 0, y: 8, text: '3', face: 'bold', size: 24, fill: INK, align: 'center' }]],
  ];
}

const PLATE = { x: -52, y: -36, width: 104, height: 72 };

function small(items: readonly Item[]): Item {
  return { kind: 'group', x: 0, y: 0, scale: 0.29, items };
}
