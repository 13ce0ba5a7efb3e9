/**
 * Days, which data write as `1864-05-07`. `Intl` would take 15 ms of a start and 8 MB to word them, and the rules of a
 * game can't make a `Date`.
 */

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY = 86_400_000;

/** "7 May 1864" */
export function longDate(day: string): string {
  return `${shortDate(day)} ${day.slice(0, 4)}`;
}

/** "7 May" */
export function shortDate(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** @param days 0 or more */
export function daysAfter(day: string, days: number): string {
  const nextMonth = Number(day.slice(5, 7)) + 1;
  const next = nextMonth > 12 ? `${Number(day.slice(0, 4)) + 1}-01-01` : `${day.slice(0, 5)}${twoDigits(nextMonth)}-01`;
  const left = daysBetween(day, next);
  return days < left ? `${day.slice(0, 8)}${twoDigits(Number(day.slice(8)) + days)}` : daysAfter(next, days - left);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
