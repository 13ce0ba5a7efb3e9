import { SAME_WORTH } from '../../advisor/index.ts';
import { MANAGER } from '../../council/index.ts';
import type { Order, State } from '../../game/index.ts';
import { capital, percent } from '../../kit/plain-english.ts';
import type { GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { type Decided, decided, decidedAs, isBest, lastDecided, worthNow } from './odds-visibility.ts';

/** Empty if the table does not see its chances. */
export function chancesNow(table: GameTable): string[] {
  const certain = decidedAs(table);
  if (certain !== null) return [DECIDED[certain]];
  const worth = worthNow(table);
  return worth === null ? [] : [`Winning chances ${percent(worth)}`];
}

const DECIDED = {
  0: `**Decided:** this game can’t be won any more. Play it out, or let ${MANAGER} end it with \`/abandon\`.`,
  1: '**Decided:** with the best orders, this game can’t be lost any more.',
} as const;

/** @param position the position after the order, as of `lastDecided` */
export function verdictOnLast(table: GameTable, position: GamePosition): string[] {
  const last = lastDecided(table, position);
  return last ? verdict(last) : [];
}

export function verdictOn(table: GameTable, before: State, order: Order): string[] {
  const found = decided(table, before, order);
  return found ? verdict(found) : [];
}

/** Small print that blames nobody; empty if no order could win. */
function verdict(found: Decided): string[] {
  if ((found.prospects[0]?.worth ?? 0) < SAME_WORTH) return [];
  return [`-# Winning chances with this order, before any roll: ${percent(found.chosen.worth)}. ${compared(found)}`];
}

function compared(found: Decided): string {
  const { prospects, chosen } = found;
  const [best] = prospects;
  if (prospects.length === 1) return 'No other order was possible.';
  if (!best || isBest(found)) {
    const even = prospects.every(({ worth }) => chosen.worth - worth < SAME_WORTH);
    return even ? 'Every order was worth the same.' : 'No order was better.';
  }
  const would = `“${best.label.text}” would have been worth`;
  // Rounded to tenths, the two may look the same.
  return percent(best.worth) === percent(chosen.worth)
    ? `${would} only slightly more.`
    : `${would} ${percent(best.worth)}.`;
}

export const ODDS = {
  over: 'The game is over. `/recap` shows what its orders were worth.',
  off: 'This table hides winning chances. The recap shows them once the game is over.',
  sealed:
    'The open ballot is sealed, so winning chances are hidden like the votes. Once it closes, you see what its result was worth.',
  none: 'No order has been given yet. Once one is decided, this table sees what it was worth.',
  hidden:
    'You see what the last order was worth once the next one is decided. Seeing it sooner could tell you which order is best now.',
  later: 'Once an order is decided, you see what each possible order was worth.',
  unknown: 'This position can’t be rated: it can’t come up under today’s rules.',
  youCanChange: 'You can change that with `/council odds`.',
  commandersCanPropose: `${capital(MANAGER)} can change that with \`/council odds\`; commanders can propose it there.`,
  anyoneCanPropose: `${capital(MANAGER)} can change that with \`/council odds\`; anyone can propose it there.`,
  nowTitle: 'Winning chances with each order',
  lastTitle: 'Winning chances at the last order',
  asGood: 'just as good',
} as const;

export function unsolvable({ about: { title, openHanded }, play }: GameTable['system']): string {
  const dice = openHanded ? ' Where an order rolls dice, you see its chances when you choose.' : '';
  const known =
    dice || !play?.planning ? dice : ' Write an attack with `/plan`: you see what it promises before you give it.';
  return `${title} can’t be worked out exactly, so the bot can’t say what its orders are worth.${known}`;
}

export function chancesWithEach(worth: number): string {
  return `**Winning chances ${percent(worth)}** with the best orders from here on. With each order now, before any roll:`;
}

export function chancesAtLast(order: string): string {
  return `**The last order: ${order}.** Winning chances with each order possible then, before any roll:`;
}

export function noneBetter(more: number): string {
  return `and ${more} more, none of them better`;
}

export function barsInWords(title: string, bars: readonly string[]): string {
  return `Bar chart. ${title}, before any roll: ${bars.join('; ')}.`;
}
