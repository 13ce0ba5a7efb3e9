import type { Item } from '../../../game/index.ts';
import { longDate, shortDate } from '../../../kit/dates.ts';
import { cartouche, framedCard } from '../../../kit/draw/card-frames.ts';
import { CARD, HAIRLINE, INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { rule } from '../../../kit/draw/symbols.ts';
import { centred, columnWidth } from '../../../kit/draw/text-layout.ts';
import type { View } from '../view.ts';
import type { Result } from '../vocabulary.ts';
import type { OrderSummary, Rolled } from '../words/last-order-summary.ts';
import { diceOf, SHORT, type Span, spans } from '../words/printed-words.ts';
import { PRIZE, ROLLED, SHADOW } from './palette.ts';
import { PANELS } from './sheet-layout.ts';

export function titleCard(): Item[] {
  return cartouche(PANELS.title, { fill: CARD, edge: INK, inner: HAIRLINE, shadow: SHADOW });
}

/** The name of the game and the days it covers: 116 pixels high. */
export function title(view: View, { x, y, width }: Omit<Box, 'height'>): Item[] {
  const middle = x + width / 2;
  const first = view.track[view.track.length - 1] ?? view.date;
  const last = view.track[0] ?? view.date;
  const covers = `Grant’s campaign in Virginia, ${shortDate(first)} – ${longDate(last)}`;
  return [
    { ...centred('Overland', middle, y + 64, 70, INK, 'title'), spacing: 8 },
    { kind: 'group', x: middle, y: y + 77, items: rule(width * 0.7, PRIZE) },
    { ...centred(covers, middle, y + 99, 19, INK, 'italic'), maxWidth: width - 52 },
  ];
}

const HEADING = 30;
const PADDING = 6;

/** The Combat Results Table. */
export function results(view: View): Item[] {
  const { x, y, width } = PANELS.results;
  return [
    ...framedCard(PANELS.results, INK, 2.5, 5.5),
    centred('Combat Results', x + width / 2, y + 25, 24, INK, 'title'),
    ...spans(view).flatMap((span, index) => row(view, span, index)),
  ];
}

/** The table with the row of the last battle's die marked, and each row's meaning for that battle. */
export function lastBattle(view: View, last: OrderSummary): Item[] {
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

/** The CSA's attacks use the same table [XII.A.6–7]. Only Grant's attack on Lee earns a turning movement [XI], and not once the campaign is over. */
function meaning(view: View, { attacker, defender, area }: Rolled, result: Result): string {
  if (view.leaders[attacker].side === 'csa') return result === 'retreat' ? 'contested' : SHORT.nothing;
  const mayTurn = attacker === 'grant' && defender === 'lee' && area !== 'richmond' && view.over === null;
  return SHORT[result === 'turning' && !mayTurn ? 'nothing' : result];
}

function row(view: View, span: Span, index: number, result: string = SHORT[span.result]): Item[] {
  const { x, y, width, height } = rowAt(view, index);
  const size = Math.min(33, height * 0.9);
  const text = { kind: 'text', y: y + height / 2 + size * 0.29, size, fill: INK } as const;
  const dice = columnWidth(spans(view).map(diceOf), 124);
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
