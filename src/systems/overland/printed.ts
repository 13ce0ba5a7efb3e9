import type { View } from './view.ts';
import type { Result } from './vocabulary.ts';

/** What is printed on the sheet, in the short words the picture and its alt text share. */

/** `at Ashland`, `in the Wilderness`. */
export function whereabouts(name: string): string {
  return name.startsWith('The ') ? `in the ${name.slice('The '.length)}` : `at ${name}`;
}

/** A modifier as the map prints it. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : value > 0 ? `+${value}` : '0';
}

/**
 * A chance in percent, as it is shown everywhere: `41.3 %`, with a space that does not break. What can still go either way is never shown
 * as settled.
 */
export function percent(chance: number): string {
  const tenths = Math.round(chance * 1000);
  if (tenths === 0 && chance > 0) return 'under\u00a00.1\u00a0%';
  if (tenths === 1000 && chance < 1) return 'over\u00a099.9\u00a0%';
  return `${(tenths / 10).toFixed(1)}\u00a0%`;
}

/** A span of the Combat Results Table: neighbouring rows of one result are one row. */
export interface Span {
  readonly from: number | null;
  readonly upTo: number | null;
  readonly result: Result;
}

export const SAYS: { readonly [result in Result]: string } = {
  nothing: 'the attack fails',
  turning: 'fails, but may earn a turn',
  retreat: 'the defender retreats',
};

/** The same in the space of a table. */
export const SHORT: { readonly [result in Result]: string } = {
  nothing: 'fails',
  turning: 'may turn',
  retreat: 'retreat',
};

export function spans(view: View): readonly Span[] {
  const merged: Span[] = [];
  for (const { upTo, result } of view.combatResults) {
    const before = merged.at(-1);
    if (before?.result === result) merged[merged.length - 1] = { ...before, upTo };
    else merged.push({ from: before?.upTo == null ? null : before.upTo + 1, upTo, result });
  }
  return merged;
}

/** The modified dice of a span: `1 or less`, `2 – 4`, `5 or more`. */
export function diceOf({ from, upTo }: Span): string {
  if (from === null) return upTo === null ? 'any' : `${upTo} or less`;
  if (upTo === null) return `${from} or more`;
  return from === upTo ? `${from}` : `${from} – ${upTo}`;
}
