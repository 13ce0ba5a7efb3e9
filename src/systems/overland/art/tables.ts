import type { Colour, Item } from '../../../game/index.ts';
import type { Account, Rolled } from '../account.ts';
import { longDate, shortDate } from '../calendar.ts';
import { type Box, PANELS } from '../layout.ts';
import { diceOf, evenly, SHORT, type Span, spans } from '../printed.ts';
import type { View } from '../view.ts';
import type { Result } from '../vocabulary.ts';
import { CARD, HAIRLINE, INK, PRIZE, ROLLED, SHADOW } from './inks.ts';
import { cartouchePath, rule } from './shapes.ts';

/** A card of paper laid on the map. */
export function card({ x, y, width, height }: Box, edge: Colour = INK): Item[] {
  return [
    { kind: 'rect', x, y, width, height, fill: CARD, stroke: { colour: edge, width: 2.5 } },
    {
      kind: 'rect',
      // On half pixels: a line of one pixel is then drawn in its own ink.
      x: x + 5.5,
      y: y + 5.5,
      width: width - 11,
      height: height - 11,
      stroke: { colour: HAIRLINE, width: 1 },
    },
  ];
}

/** A framed piece of paper for a title: its edge thick, a thin line within. */
export function cartouche({ x, y, width, height }: Box, fill: Colour, edge: Colour, inner: Colour): Item[] {
  const within = (by: number, corner: number) => cartouchePath(x + by, y + by, width - by * 2, height - by * 2, corner);
  return [
    { kind: 'path', d: cartouchePath(x + 5, y + 6, width, height, 16), fill: SHADOW },
    { kind: 'path', d: within(0, 16), fill, stroke: { colour: edge, width: 3.5 } },
    { kind: 'path', d: within(7, 15), stroke: { colour: inner, width: 1.5 } },
  ];
}

/** The name of the game and the days it covers: 116 pixels high. */
export function title(view: View, { x, y, width }: Omit<Box, 'height'>): Item[] {
  const middle = x + width / 2;
  const first = view.track[view.track.length - 1] ?? view.date;
  const last = view.track[0] ?? view.date;
  return [
    {
      kind: 'text',
      x: middle,
      y: y + 64,
      text: 'Overland',
      face: 'title',
      size: 70,
      fill: INK,
      align: 'center',
      spacing: 8,
    },
    { kind: 'group', x: middle, y: y + 77, items: rule(width * 0.7, PRIZE) },
    {
      kind: 'text',
      x: middle,
      y: y + 99,
      text: `Grant’s campaign in Virginia, ${shortDate(first)} – ${longDate(last)}`,
      face: 'italic',
      size: 19,
      fill: INK,
      align: 'center',
      maxWidth: width - 52,
    },
  ];
}

const HEADING = 30;
const PADDING = 6;

/** The Combat Results Table. */
export function results(view: View): Item[] {
  const { x, y, width } = PANELS.results;
  return [
    ...card(PANELS.results),
    {
      kind: 'text',
      x: x + width / 2,
      y: y + 25,
      text: 'Combat Results',
      face: 'title',
      size: 24,
      fill: INK,
      align: 'center',
    },
    ...spans(view).flatMap((span, index) => row(view, span, index)),
  ];
}

/** The table as the last battle was read by it: the row that its die fell in marked, and every row with what it means there. */
export function lastBattle(view: View, last: Account): Item[] {
  const { rolled } = last;
  if (rolled === null) return [];
  const fell = spans(view).findIndex(({ upTo }) => upTo === null || rolled.total <= upTo);
  return spans(view).flatMap((span, index): Item[] => {
    const result = meaning(view, rolled, span.result);
    if (index !== fell && result === SHORT[span.result]) return [];
    return [
      { kind: 'rect', ...rowAt(view, index), fill: index === fell ? ROLLED : CARD },
      ...row(view, span, index, result),
    ];
  });
}

/**
 * An attack of the CSA is decided by the same table [XII.A.6–7]; only one of Grant's on Lee earns a turn [XI], and none does when the
 * campaign is over.
 */
function meaning(view: View, { attacker, defender, area }: Rolled, result: Result): string {
  if (view.leaders[attacker].side === 'csa') return result === 'retreat' ? 'contested' : SHORT.nothing;
  const mayTurn = attacker === 'grant' && defender === 'lee' && area !== 'richmond' && view.over === null;
  return SHORT[result === 'turning' && !mayTurn ? 'nothing' : result];
}

function row(view: View, span: Span, index: number, result: string = SHORT[span.result]): Item[] {
  const { x, y, width, height } = rowAt(view, index);
  const size = Math.min(33, height * 0.9);
  const text = { kind: 'text', y: y + height / 2 + size * 0.29, size, fill: INK } as const;
  const dice = evenly(spans(view).map(diceOf), 124);
  return [
    { ...text, x: x + 10, text: diceOf(span), face: 'bold', maxWidth: dice(diceOf(span)) },
    { ...text, x: x + 142, text: result, face: 'text', maxWidth: width - 150 },
  ];
}

function rowAt(view: View, index: number): Box {
  const { x, y, width, height } = PANELS.results;
  const each = (height - HEADING - PADDING) / spans(view).length;
  return { x: x + PADDING, y: y + HEADING + index * each, width: width - PADDING * 2, height: each };
}
