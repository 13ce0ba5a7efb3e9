import { DAY, MINUTE } from '../../council/index.ts';
import type { QuietRecord } from '../../store/index.ts';

const MINUTES_A_DAY = DAY / MINUTE;

/** Whether a time, in milliseconds since 1970, is in a member's quiet hours. From a time to the same there are none: `/quiet` refuses them. */
export function isQuiet(quiet: QuietRecord | null, at: number): boolean {
  return quiet !== null && wakes(quiet, at) > at;
}

/** When quiet hours that a time is in end, milliseconds since 1970; the time itself where it is in none. */
export function wakes(quiet: QuietRecord, at: number): number {
  const { starts, ends, zone } = quiet;
  const midnight = Math.floor((at + zone * MINUTE) / DAY) * DAY - zone * MINUTE;
  const now = (at - midnight) / MINUTE;
  const sinceStart = (now - starts + MINUTES_A_DAY) % MINUTES_A_DAY;
  const length = (ends - starts + MINUTES_A_DAY) % MINUTES_A_DAY;
  return sinceStart < length ? at + (length - sinceStart) * MINUTE : at;
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

const ZONE = /^(?:utc|gmt)? ?([+\-−]) ?(\d{1,2})(?::?([0-5]\d))?$/;
/** The clocks of the world, in minutes ahead of UTC. */
const ZONES = { least: -12 * 60, most: 14 * 60 };

/** How far a member's clock is ahead of UTC, in minutes: "UTC+2", "-4", "+5:30", "UTC". Null: it is no such thing. */
export function readZone(text: string): number | null {
  const plain = text.trim().toLowerCase();
  if (/^(utc|gmt|z|0)$/.test(plain)) return 0;
  const [, sign, hours = '', minutes = '0'] = ZONE.exec(plain) ?? [];
  if (sign === undefined) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
  return ahead >= ZONES.least && ahead <= ZONES.most ? ahead : null;
}

/** "22:00" */
export function timeOfDay(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** "UTC+5:30" */
export function zoneInWords(zone: number): string {
  if (zone === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  return `UTC${zone < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${minutes}`}`;
}

/** What somebody's clock shows, in minutes of their day. */
export function localTime(at: number, zone: number): number {
  return Math.floor(((((at + zone * MINUTE) % DAY) + DAY) % DAY) / MINUTE);
}

/** Offsets that clocks are set by somewhere, in minutes, those of whole hours first. */
export const OFFSETS: readonly number[] = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * 60),
  ...[-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765],
];
