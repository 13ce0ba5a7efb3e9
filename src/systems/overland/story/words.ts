import { dateOf, longDate, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import * as sentences from '../sentences.ts';
import type { Area, Leader } from '../vocabulary.ts';

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

/** A place inside a sentence, `the Wilderness`, set as prose is: `Drury’s Bluff`. */
export function place(numbers: Scenario, area: Area): string {
  return typeset(sentences.place(numbers, area));
}

/** A leader's name, set as prose is. */
export function leader(numbers: Scenario, who: Leader): string {
  return typeset(sentences.leader(numbers, who));
}

function typeset(text: string): string {
  return text.replaceAll("'", '’');
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

/** `4 – 10 May`, `28 May – 3 June`, `10 May`: ISO days, the earlier first. The year stands only in a campaign that has two. */
export function dateSpan({ calendar }: Scenario, from: string, to: string): string {
  const oneYear = calendar.first.slice(0, 4) === calendar.last.slice(0, 4);
  const day = oneYear ? shortDate : longDate;
  if (from === to) return day(from);
  return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))} – ${day(to)}` : `${day(from)} – ${day(to)}`;
}
