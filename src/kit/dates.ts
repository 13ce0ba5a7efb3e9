import { Memo } from './memo.ts';

/** Days as data have them, `1864-05-07`, and as they are read. */

// Intl takes milliseconds, so no Date is made: the rules have no clock. Swedish dates are written as ISO's are.
const iso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', dateStyle: 'short' });
const long = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });

/** The days of some campaigns. */
const KNOWN = 64;
const longDates = new Memo<string>(KNOWN);
const shortDates = new Memo<string>(KNOWN);
const DAY = 86_400_000;

/** "7 May 1864" */
export function longDate(day: string): string {
  return longDates.get(day, () => long.format(Date.parse(day)));
}

/** "7 May" */
export function shortDate(day: string): string {
  return shortDates.get(day, () => short.format(Date.parse(day)));
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

export function daysAfter(day: string, days: number): string {
  return iso.format(Date.parse(day) + days * DAY);
}
