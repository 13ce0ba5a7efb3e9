import { Memo } from './memo.ts';

/** Days, which data write as `1864-05-07`, in words. */

// The rules may not use `Date`, but Intl takes milliseconds. Swedish dates are written as `1864-05-07`.
const iso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', dateStyle: 'short' });
const long = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });

/** Enough for the days of several campaigns. */
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
