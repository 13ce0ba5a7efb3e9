import { DAY, MINUTE } from '../../council/index.ts';
import type { QuietRecord } from '../../store/index.ts';
import { localMilliseconds, offsetIn } from './time-zones.ts';

const QUARTER = 15 * MINUTE;

/** Whether a time, in milliseconds since 1970, is in a member's quiet hours. From a time to the same there are none: `/quiet` refuses them. */
export function isQuiet(quiet: QuietRecord | null, at: number): boolean {
  return quiet !== null && wakes(quiet, at) > at;
}

/**
 * When quiet hours that a time is in end, milliseconds since 1970; the time itself where it is in none. They go by the member's clock,
 * which may change for summer time on the way, always at a quarter of an hour.
 */
export function wakes({ starts, ends, zone }: QuietRecord, at: number): number {
  const ahead = offsetIn(zone);
  const length = (ends - starts) * MINUTE + (ends < starts ? DAY : 0);
  for (let end = at; ; ) {
    const sinceStart = (localMilliseconds(end, ahead(end)) - starts * MINUTE + DAY) % DAY;
    if (sinceStart >= length) return end;
    end = Math.min(end + length - sinceStart, end - (end % QUARTER) + QUARTER);
  }
}

const TIME = /^(\d{1,2})(?:[:.h]?([0-5]\d)?)? ?(am|pm)?$/;

/** A time of day as members type it, in minutes: "22", "22:30", "10 pm", "7h". Null: it is none. */
export function readTimeOfDay(text: string): number | null {
  const [, hours, minutes = '0', half] = TIME.exec(text.trim().toLowerCase()) ?? [];
  if (hours === undefined) return null;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const whole = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  return whole < 24 || (whole === 24 && Number(minutes) === 0) ? (whole % 24) * 60 + Number(minutes) : null;
}

/** "22:00" */
export function timeOfDay(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
