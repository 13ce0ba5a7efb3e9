import { daysAfter, shortDate } from '../../kit/dates.ts';

/** Turn 1 is 3 and 4 May 1864, every turn two days [1.1]. */
const FIRST = '1864-05-03';
const DAYS = 2;

/** "3–4 May", "31 May–1 June" */
export function datesOf(turn: number): string {
  return datesBetween(turn, turn);
}

/** "3–10 May": from the first day of one turn to the last of another. */
export function datesBetween(first: number, last: number): string {
  const day = (turn: number, of: number) => shortDate(daysAfter(FIRST, (turn - 1) * DAYS + of));
  const [from, to] = [day(first, 0), day(last, DAYS - 1)];
  const [number, month] = from.split(' ');
  return to.endsWith(` ${month}`) ? `${number}–${to}` : `${from}–${to}`;
}
