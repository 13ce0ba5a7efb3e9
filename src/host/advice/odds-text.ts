import { SAME_WORTH } from '../../advisor/index.ts';
import { percent } from '../../kit/plain-english.ts';
import type { GameTable } from '../games/game-tables.ts';
import { type Decided, decided, isBest, lastDecided, worthNow } from './odds-visibility.ts';

/**
 * What stands under the map where the table is shown it; nothing where it is not.
 * @param above lines of the same message: what they name already, the numbers' source, is not named again
 */
export function chancesNow(table: GameTable, above: readonly string[]): string[] {
  const worth = worthNow(table);
  return worth === null ? [] : [`Winning chances ${percent(worth)}${source(table, above)}`];
}

/** " by reconstruction-1" */
function source({ system }: GameTable, above: readonly string[]): string {
  return above.some((line) => line.includes(system.basis)) ? '' : ` by ${system.basis}`;
}

/**
 * What the last order was worth, as small print; nothing where it is not to be told.
 * @param below lines of the same message, as for `chancesNow`
 */
export function verdictOnLast(table: GameTable, below: readonly string[]): string[] {
  const last = lastDecided(table);
  return last ? [`-# ${verdict(last, source(table, below))}`] : [];
}

/** What the order of a ballot that has closed was worth, as small print. `before`: where the table stood when it decided. */
export function verdictOn(table: GameTable, before: Parameters<typeof decided>[1], order: Decided['order']): string[] {
  const found = decided(table, before, order);
  return found ? [`-# ${verdict(found, source(table, []))}`] : [];
}

/** What an order was worth before its dice, and what the best would have been. One line that blames nobody. */
function verdict(found: Decided, source: string): string {
  return `Winning chances with this order, before any roll: ${percent(found.chosen.worth)}${source}. ${compared(found)}`;
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
  // Told in tenths, the two may look the same.
  return percent(best.worth) === percent(chosen.worth) ? `${would} hardly more.` : `${would} ${percent(best.worth)}.`;
}
