import { dateOf, longDate, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { place } from '../sentences.ts';
import type { Area } from '../vocabulary.ts';

const DAY = 86_400_000;

const UNITS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const TEENS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];
const NUMBERS = [...UNITS, ...TEENS, ...UNITS.slice(1, 10).map((unit) => `twenty-${unit}`), 'thirty'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** `three`, `twenty-one`; `31`. */
export function number(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** `third`. */
export function ordinal(count: number): string {
  return ORDINALS[count - 1] ?? `${count}th`;
}

/** `once`, `three times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${number(count)} times`;
}

/** `one attack`, `three attacks`. */
export function several(count: number, one: string, more = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : more}`;
}

/** `in the Wilderness`, `at Spotsylvania`. */
export function at(numbers: Scenario, area: Area): string {
  return `${numbers.areas[area].name.startsWith('The ') ? 'in' : 'at'} ${place(numbers, area)}`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Days from one number of Action Points left to another. */
export function daysBetween(numbers: Scenario, from: number, to: number): number {
  return Math.round((Date.parse(dateOf(numbers, to)) - Date.parse(dateOf(numbers, from))) / DAY);
}

/** `4 – 10 May 1864`, `28 May – 3 June 1864`, `10 May 1864`: ISO days, the earlier first. */
export function dateSpan(from: string, to: string): string {
  if (from === to) return longDate(from);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${longDate(from)} – ${longDate(to)}`;
  const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : shortDate(from);
  return `${first} – ${longDate(to)}`;
}
