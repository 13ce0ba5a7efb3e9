import { signed, withMinus } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { AREAS, type Area, type Result } from '../vocabulary.ts';
import { named } from './sentences.ts';

/** `at Ashland`, `in the Wilderness`, `in Richmond`. */
export function whereabouts(area: Area, name: string): string {
  if (area === 'richmond') return `in ${named(name)}`;
  return name.startsWith('The ') ? `in the ${name.slice('The '.length)}` : `at ${name}`;
}

/** Every arrow into Richmond: `Ashland −1, Mechanicsville +0`. */
export function richmondDefenses(view: View): string {
  return AREAS.flatMap((area) => {
    const { name, richmond } = view.areas[area];
    return richmond === null ? [] : [`${name} ${signed(richmond)}`];
  }).join(', ');
}

/** Every area with an Area Defense. */
export function areaDefenses(view: View): string {
  return AREAS.flatMap((area) => {
    const { name, defense } = view.areas[area];
    return defense === 0 ? [] : [`${name} ${signed(defense)}`];
  }).join(', ');
}

/** A result in the description of a picture. */
export const CLAUSES: { readonly [result in Result]: string } = {
  nothing: 'the attack fails',
  turning: 'the attack fails, but Grant may earn a turning movement',
  retreat: 'the defender retreats',
};

/** A result short enough for a table cell. */
export const SHORT: { readonly [result in Result]: string } = {
  nothing: 'fails',
  turning: 'may turn',
  retreat: 'retreat',
};

/** A span of the Combat Results Table, both ends included; `null` is an open end. */
export interface Span {
  readonly from: number | null;
  readonly upTo: number | null;
  readonly result: Result;
}

/** The Combat Results Table; adjacent rows with one result are merged. */
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
export function diceOf({ from, upTo }: Span, to = '–'): string {
  if (from === null) return upTo === null ? 'any die' : `${withMinus(upTo)} or less`;
  if (upTo === null) return `${withMinus(from)} or more`;
  return from === upTo ? withMinus(from) : `${withMinus(from)} ${to} ${withMinus(upTo)}`;
}
