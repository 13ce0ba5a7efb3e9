import { isNight } from './vocabulary.ts';

/** The clock is only a label for members; no rule depends on it [2.3]. */

/** The nights, and the first daylight turn of each day with its hour. */
const DAYS = [
  { first: 1, last: 5, hour: 12, date: '27 June' },
  { first: 6, last: 13, hour: 6, date: '28 June' },
  { first: 14, last: 20, hour: 6, date: '29 June' },
] as const;

/** The day of the game that a turn belongs to: 0, 1 or 2. A night belongs to the day before it. */
export function dayOf(turn: number): 0 | 1 | 2 {
  return turn <= 5 ? 0 : turn <= 13 ? 1 : 2;
}

/** "27 June" */
export function dateOf(turn: number): string {
  return DAYS[dayOf(turn)].date;
}

/** "16:00 on 27 June", "the night after 27 June" */
export function clockOf(turn: number): string {
  const { first, hour, date } = DAYS[dayOf(turn)];
  if (isNight(turn)) return `the night after ${date}`;
  return `${String(hour + 2 * (turn - first)).padStart(2, '0')}:00 on ${date}`;
}
