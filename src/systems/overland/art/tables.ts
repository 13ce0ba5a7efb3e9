import type { Colour, Item } from '../../../game/index.ts';
import { longDate, shortDate } from '../calendar.ts';
import { type Box, PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { counterPlate } from './counters.ts';
import {
  CARD,
  CONTESTED,
  EARTHWORK,
  FADED,
  HAIRLINE,
  INK,
  ON_CONTESTED,
  ON_EARTHWORK,
  PAPER,
  PRIZE,
  ROAD,
  ROLLED,
  US_BLUE,
} from './palette.ts';
import { diceOf, SAYS, type Span, spans } from './printed.ts';
import { redoubt, sabres } from './shapes.ts';

/** A card of paper laid on the map. */
export function card({ x, y, width, height }: Box, edge: Colour = INK): Item[] {
  return [
    { kind: 'rect', x, y, width, height, fill: CARD, stroke: { colour: edge, width: 2.5 } },
    {
      kind: 'rect',
      x: x + 5,
      y: y + 5,
      width: width - 10,
      height: height - 10,
      stroke: { colour: HAIRLINE, width: 1 },
    },
  ];
}

export function title(view: View): Item[] {
  const { x, y, width, height } = PANELS.title;
  const middle = x + width / 2;
  const first = view.track[view.track.length - 1] ?? view.date;
  const last = view.track[0] ?? view.date;
  return [
    { kind: 'rect', x, y, width, height, fill: PAPER },
    {
      kind: 'text',
      x: middle,
      y: y + 56,
      text: 'Overland',
      face: 'title',
      size: 72,
      fill: INK,
      align: 'center',
      spacing: 12,
    },
    {
      kind: 'text',
      x: middle,
      y: y + 86,
      text: `Grant’s campaign in Virginia, ${shortDate(first)} – ${longDate(last)}`,
      face: 'italic',
      size: 21,
      fill: INK,
      align: 'center',
      maxWidth: width - 8,
    },
  ];
}

const ROW = 24;

export function results(view: View): Item[] {
  const { x, y, width } = PANELS.results;
  return [
    ...card(PANELS.results),
    {
      kind: 'text',
      x: x + width / 2,
      y: y + 21,
      text: 'Combat Results',
      face: 'title',
      size: 20,
      fill: INK,
      align: 'center',
    },
    ...rows(view),
  ];
}

function rows(view: View): Item[] {
  return spans(view).flatMap((span, index): Item[] => row(span, index, INK));
}

function row(span: Span, index: number, ink: Colour): Item[] {
  const { x, y, width } = PANELS.results;
  const base = y + 44 + index * ROW - 2;
  return [
    { kind: 'text', x: x + 12, y: base, text: diceOf(span), face: 'bold', size: 18, fill: ink, maxWidth: 96 },
    {
      kind: 'text',
      x: x + 116,
      y: base,
      text: SAYS[span.result],
      face: 'text',
      size: 18,
      fill: ink,
      maxWidth: width - 128,
    },
  ];
}

/** The row a modified die fell in, marked. */
export function rolledRow(view: View, total: number): Item[] {
  const index = spans(view).findIndex(({ upTo }) => upTo === null || total <= upTo);
  const span = spans(view)[index];
  if (span === undefined) return [];
  const { x, y, width } = PANELS.results;
  return [
    { kind: 'rect', x: x + 6, y: y + 25 + index * ROW, width: width - 12, height: ROW - 2, fill: ROLLED },
    ...row(span, index, INK),
  ];
}

const ENTRY = 25;

export function legend(view: View): Item[] {
  const { x, y } = PANELS.legend;
  const entries: readonly (readonly [label: string, sign: readonly Item[]])[] = [
    [
      'US leader',
      [
        {
          kind: 'group',
          x: 0,
          y: 0,
          scale: 0.24,
          items: counterPlate('us', { x: -60, y: -35, width: 120, height: 70 }),
        },
      ],
    ],
    [
      'CSA leader',
      [
        {
          kind: 'group',
          x: 0,
          y: 0,
          scale: 0.24,
          items: counterPlate('csa', { x: -60, y: -35, width: 120, height: 70 }),
        },
      ],
    ],
    [
      'contested',
      [{ kind: 'rect', x: -15, y: -9, width: 30, height: 18, fill: CONTESTED }, ...sabres(16, ON_CONTESTED)],
    ],
    [
      `${view.leaders.grant.name} may go`,
      [{ kind: 'rect', x: -14, y: -8, width: 28, height: 16, stroke: { colour: US_BLUE, width: 4 } }],
    ],
    ['line of march', [{ kind: 'path', d: 'M -15 0 L 15 0', stroke: { colour: ROAD, width: 5 } }]],
    ['into Richmond', [{ kind: 'path', d: 'M -15 -4 L 2 -4 L 2 -10 L 15 0 L 2 10 L 2 4 L -15 4 Z', fill: PRIZE }]],
    ['defense', [...redoubt(9, '−1', EARTHWORK, ON_EARTHWORK)]],
    ['leader rating', [{ kind: 'text', x: 0, y: 8, text: '3', face: 'bold', size: 24, fill: INK, align: 'center' }]],
  ];
  return [
    ...card(PANELS.legend, FADED),
    ...entries.flatMap(([label, sign], index): Item[] => {
      const left = x + 28 + (index % 2) * 154;
      const middle = y + 18 + Math.floor(index / 2) * ENTRY;
      return [
        { kind: 'group', x: left, y: middle, items: sign },
        { kind: 'text', x: left + 24, y: middle + 6, text: label, face: 'text', size: 17, fill: INK, maxWidth: 108 },
      ];
    }),
  ];
}
