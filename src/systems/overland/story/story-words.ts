import { daysBetween, longDate, shortDate } from '../../../kit/dates.ts';
import { typeset } from '../../../kit/draw/text-layout.ts';
import { dateOf } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import type { Area, Leader } from '../vocabulary.ts';
import * as sentences from '../words/sentences.ts';

/** A place inside a sentence, `the Wilderness`, set as prose is: `Drury’s Bluff`. */
export function place(numbers: Scenario, area: Area): string {
  return typeset(sentences.place(numbers, area));
}

/** A leader's name, set as prose is. */
export function leader(numbers: Scenario, who: Leader): string {
  return typeset(sentences.leader(numbers, who));
}

/** `in the Wilderness`, `at Spotsylvania`. */
export function at(numbers: Scenario, area: Area): string {
  return `${numbers.areas[area].name.startsWith('The ') ? 'in' : 'at'} ${place(numbers, area)}`;
}

/** Days from one number of Action Points left to another. */
export function daysOfPoints(numbers: Scenario, from: number, to: number): number {
  return daysBetween(dateOf(numbers, from), dateOf(numbers, to));
}

/** `4 – 10 May`, `28 May – 3 June`, `10 May`: ISO days, the earlier first. The year stands only in a campaign that has two. */
export function dateSpan({ calendar }: Scenario, from: string, to: string): string {
  const oneYear = calendar.first.slice(0, 4) === calendar.last.slice(0, 4);
  const day = oneYear ? shortDate : longDate;
  if (from === to) return day(from);
  return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))} – ${day(to)}` : `${day(from)} – ${day(to)}`;
}
