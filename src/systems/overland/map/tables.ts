import type { Colour, Item } from '../../../game/index.ts';
import { shortDate } from '../../../kit/dates.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { centred, textItem } from '../../../kit/draw/text-layout.ts';
import { SHEET_FADED } from '../land/sheet-colours.ts';
import type { View } from '../view.ts';
import type { Result } from '../vocabulary.ts';
import type { MarkedBattle, OrderSummary } from '../words/last-order-summary.ts';
import { diceOf, SHORT, type Span, spans } from '../words/printed-words.ts';
import { CONTESTED, ROLLED, US_BLUE, US_TEXT, VEIL } from './palette.ts';
import { PANELS } from './sheet-layout.ts';

/** The calendar and the Combat Results Table as printed. */
export function tablesGround(view: View): Item[] {
  const { x, y, width } = PANELS.results;
  return [
    ...framedCard(PANELS.track, INK, 2.5, 5.5),
    ...view.track.flatMap((_, points) => day(view, points, INK)),
    ...framedCard(PANELS.results, INK, 2.5, 5.5),
    centred('Combat Results', x + width / 2, y + 25, 24, INK, 'title'),
    ...spans(view).flatMap((span, index) => row(view, span, index)),
  ];
}

const FEW = 2;

/** So few points are left, and the campaign isn't won, that they are printed in red. */
export function areFewLeft({ points, over }: View): boolean {
  return points <= FEW && over?.won !== true;
}

/** The Action Point track doubles as the calendar: past days are crossed out; today is marked. */
export function track(view: View): Item[] {
  const past = view.track.flatMap((_, points): Item[] => {
    if (points <= view.points) return [];
    const box = dayAt(view, points);
    const middle = box.y + box.height / 2;
    const d = `M ${box.x + 4} ${middle} L ${box.x + box.width - 4} ${middle}`;
    return [
      { kind: 'rect', ...box, fill: VEIL },
      { kind: 'path', d, stroke: { colour: SHEET_FADED, width: 2.5 } },
    ];
  });
  const fill = areFewLeft(view) ? CONTESTED : US_BLUE;
  return [...past, { kind: 'rect', ...dayAt(view, view.points), fill }, ...day(view, view.points, US_TEXT)];
}

const MOST_SIZE = 33;

function day(view: View, points: number, ink: Colour): Item[] {
  const { x, y, width, height } = dayAt(view, points);
  const dates = view.track.map(shortDate);
  const date = dates[points] ?? '';
  const size = Math.min(MOST_SIZE, height * 0.9);
  const base = y + height / 2 + size * 0.29;
  const left = width * 0.31;
  return [
    { ...textItem(String(points), x + left, base, size, ink, 'bold'), align: 'right' },
    { ...textItem(date, x + left + 8, base, size, ink), maxWidth: columnWidth(dates, width - left - 14)(date) },
  ];
}

/** The days stand in two columns, the highest number of points first. */
function dayAt({ track }: View, points: number): Box {
  const { x, y, width, height } = PANELS.track;
  const rows = Math.ceil(track.length / 2);
  const at = track.length - 1 - points;
  const size = { width: (width - 20) / 2, height: (height - 20) / rows };
  return { x: x + 10 + Math.floor(at / rows) * size.width, y: y + 10 + (at % rows) * size.height, ...size };
}

/**
 * Marks the row of the last battle's die in the Combat Results Table, and prints each row's meaning for that battle.
 */
export function battleResults(view: View, { lastBattle: battle }: OrderSummary): Item[] {
  if (battle === null) return [];
  const rolled = spans(view).findIndex(({ upTo }) => upTo === null || battle.total <= upTo);
  return spans(view).flatMap((span, index): Item[] => {
    const result = meaning(view, battle, span.result);
    if (index !== rolled && result === SHORT[span.result]) return [];
    return [
      { kind: 'rect', ...rowAt(view, index), fill: index === rolled ? ROLLED : CARD },
      ...row(view, span, index, result),
    ];
  });
}

/**
 * The words for a result in the last battle. For a CSA attack a retreat means a contested area [XII.A.6–7]. `turning`
 * is a plain failure unless Grant attacked Lee outside Richmond and the campaign goes on [XI].
 */
function meaning(view: View, { attacker, defender, area }: MarkedBattle, result: Result): string {
  if (view.leaders[attacker].side === 'csa') return result === 'retreat' ? 'contested' : SHORT.nothing;
  const mayTurn = attacker === 'grant' && defender === 'lee' && area !== 'richmond' && view.over === null;
  return SHORT[result === 'turning' && !mayTurn ? 'nothing' : result];
}

function row(view: View, span: Span, index: number, result: string = SHORT[span.result]): Item[] {
  const { x, y, width, height } = rowAt(view, index);
  const size = Math.min(MOST_SIZE, height * 0.9);
  const text = { kind: 'text', y: y + height / 2 + size * 0.29, size, fill: INK } as const;
  const dice = columnWidth(
    spans(view).map((one) => diceOf(one)),
    124,
  );
  return [
    { ...text, x: x + 10, text: diceOf(span), face: 'bold', maxWidth: dice(diceOf(span)) },
    { ...text, x: x + 142, text: result, face: 'text', maxWidth: width - 150 },
  ];
}

const HEADING = 30;
const PADDING = 6;

function rowAt(view: View, index: number): Box {
  const { x, y, width, height } = PANELS.results;
  const each = (height - HEADING - PADDING) / spans(view).length;
  return { x: x + PADDING, y: y + HEADING + index * each, width: width - PADDING * 2, height: each };
}

/**
 * The width of each word in a column. All words are narrowed by the same factor, by which the longest fits. Length is
 * counted in letters.
 */
export function columnWidth(words: readonly string[], room: number): (word: string) => number {
  const longest = Math.max(...words.map((word) => word.length));
  return (word) => (room * (word.length + 1)) / (longest + 1);
}
