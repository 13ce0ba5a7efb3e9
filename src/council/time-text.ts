import { count } from '../kit/plain-english.ts';
import { DAY, HOUR, MINUTE } from './council-rules.ts';

const NUMBER = String.raw`(\d{1,6}(?:\.\d{1,3})?)`;
const LENGTH = new RegExp(
  `^(?:${NUMBER} ?(?:w|wks?|weeks?))? ?(?:${NUMBER} ?(?:d|days?))? ?(?:${NUMBER} ?(?:h|hrs?|hours?))? ?(?:${NUMBER} ?(m|mins?|minutes?)?)?$`,
);

/**
 * Reads a duration as members type it: `15m`, `1 h`, `1h30`, `1.5 hours`, `2 days`. A number alone means minutes.
 * @returns milliseconds; null unless it is a whole number of minutes
 */
export function readDuration(text: string): number | null {
  const found = LENGTH.exec(text.trim().replace(/\s+/g, ' ').toLowerCase());
  if (!found) return null;
  const [, weeks, days, hours, minutes, unit] = found;
  // A number without a unit means minutes in "30" and "1h30". In "2 days 3" it could also mean hours.
  if (minutes !== undefined && unit === undefined && hours === undefined && (weeks ?? days) !== undefined) return null;
  const amounts = [weeks, days, hours, minutes];
  if (amounts.every((amount) => amount === undefined)) return null;
  const length = [7 * DAY, DAY, HOUR, MINUTE].reduce((sum, unit, at) => sum + Number(amounts[at] ?? 0) * unit, 0);
  const inMinutes = Math.round(length / MINUTE);
  return Math.abs(length - inMinutes * MINUTE) < 1 ? inMinutes * MINUTE : null;
}

/** "15 minutes", "1 hour 30 minutes", "7 days". Seconds are dropped. */
export function durationInWords(ms: number): string {
  const parts = [
    count(Math.floor(ms / DAY), 'day'),
    count(Math.floor((ms % DAY) / HOUR), 'hour'),
    count(Math.floor((ms % HOUR) / MINUTE), 'minute'),
  ].filter((part) => !part.startsWith('0 '));
  return parts.join(' ') || 'less than a minute';
}

/** A Discord timestamp with the time of day and the distance. In this file, `at` is milliseconds since 1970. */
export function clockTime(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:t> (<t:${seconds}:R>)`;
}

/** Discord shows it as "7 May 2026". */
export function calendarDay(at: number): string {
  return `<t:${Math.floor(at / 1000)}:D>`;
}

/** Discord shows it as "07/05/2026". */
export function briefDay(at: number): string {
  return `<t:${Math.floor(at / 1000)}:d>`;
}

export function discordTime(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:f> (<t:${seconds}:R>)`;
}
