import type { Colour, Item } from '../../../game/index.ts';
import { longDate, shortDate } from '../calendar.ts';
import { type Box, PANELS } from '../layout.ts';
import type { View } from '../view.ts';
import { CARD, HAIRLINE, INK, PAPER, ROLLED } from './palette.ts';
import { diceOf, SAYS, type Span, spans } from './printed.ts';

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
