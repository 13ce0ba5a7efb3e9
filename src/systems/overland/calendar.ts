import { Kept } from './kept.ts';
import type { Scenario } from './scenario.ts';

const DAY = 86_400_000;
/**
 * The day that `points` Action Points left stand for: the campaign's days spread evenly over the points of the track, the first
 * day at the most points, the last at none (the calendar of the rulings: three days a point). ISO, `1864-05-07`.
 */
export function dateOf(numbers: Scenario, points: number): string {
  return trackOf(numbers)[points] ?? dayOf(numbers, points);
}

function dayOf({ calendar, actionPoints: { most } }: Scenario, points: number): string {
  const first = Date.parse(calendar.first);
  const last = Date.parse(calendar.last);
  const spent = (most - points) / most;
  return iso.format(first + Math.round(((last - first) / DAY) * spent) * DAY);
}

/** The day of each number of points from 0 to the most there may be: the Action Point track as a calendar. */
export function trackOf(numbers: Scenario): readonly string[] {
  let track = tracks.get(numbers);
  if (!track) {
    track = Array.from({ length: numbers.actionPoints.most + 1 }, (_, points) => dayOf(numbers, points));
    tracks.set(numbers, track);
  }
  return track;
}

const tracks = new WeakMap<Scenario, readonly string[]>();

/** `7 May 1864`. */
export function longDate(day: string): string {
  return longDates.get(day, () => long.format(Date.parse(day)));
}

/** `7 May`. */
export function shortDate(day: string): string {
  return shortDates.get(day, () => short.format(Date.parse(day)));
}

// Intl takes milliseconds, so no Date is made: the rules have no clock. Swedish dates are written as ISO's are.
const iso = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC', dateStyle: 'short' });
const long = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });

/** The days of some campaigns. */
const KEPT = 64;
const longDates = new Kept<string>(KEPT);
const shortDates = new Kept<string>(KEPT);
