import { daysAfter, daysBetween } from '../../kit/dates.ts';
import { oncePer } from '../../kit/memo.ts';
import type { Scenario } from './scenario.ts';

/**
 * The day that `points` Action Points left stand for: the campaign's days spread evenly over the points of the track, the first
 * day at the most points, the last at none (the calendar of the rulings: three days a point). ISO, `1864-05-07`.
 */
export function dateOf(numbers: Scenario, points: number): string {
  return trackOf(numbers)[points] ?? dayOf(numbers, points);
}

function dayOf({ calendar, actionPoints: { most } }: Scenario, points: number): string {
  const spent = (most - points) / most;
  return daysAfter(calendar.first, Math.round(daysBetween(calendar.first, calendar.last) * spent));
}

/** The day of each number of points from 0 to the most there may be: the Action Point track as a calendar. */
export const trackOf = oncePer((numbers: Scenario): readonly string[] =>
  Array.from({ length: numbers.actionPoints.most + 1 }, (_, points) => dayOf(numbers, points)),
);
