import type { Scenario } from './scenario.ts';

const DAY = 86_400_000;

/**
 * The day that `points` Action Points left stand for: the campaign's days spread evenly over the points of the track, the first
 * day at the most points, the last at none (the calendar of the rulings: three days a point). ISO, `1864-05-07`.
 */
export function dateOf(numbers: Scenario, points: number): string {
  const first = Date.parse(numbers.calendar.first);
  const last = Date.parse(numbers.calendar.last);
  const spent = (numbers.actionPoints.most - points) / numbers.actionPoints.most;
  return iso.format(first + Math.round(((last - first) / DAY) * spent) * DAY);
}

/** `7 May 1864`. */
export function longDate(day: string): string {
  return long.format(Date.parse(day));
}

/** `7 May`. */
export function shortDate(day: string): string {
  return short.format(Date.parse(day));
}

// Intl takes milliseconds, so no Date is made: the rules have no clock. Swedish dates are written as ISO's are.
const iso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', dateStyle: 'short' });
const long = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });
