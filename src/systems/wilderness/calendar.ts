import { daysAfter, shortDate } from '../../kit/dates.ts';

/** Turn 1 is 3 and 4 May 1864, every turn two days [1.1]. */
const FIRST = '1864-05-03';
const DAYS = 2;

/** "3–4 May", "31 May–1 June" */
export function datesOf(turn: number): string {
  const [from, to] = [0, 1].map((day) => shortDate(daysAfter(FIRST, (turn - 1) * DAYS + day))) as [string, string];
  const [day, month] = from.split(' ');
  return to.endsWith(` ${month}`) ? `${day}–${to}` : `${from}–${to}`;
}
