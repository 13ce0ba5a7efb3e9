import { DAY, MINUTE } from '../../council/index.ts';
import type { QuietRecord } from '../../store/index.ts';

const QUARTER = 15 * MINUTE;

/** Times are milliseconds since 1970. */
export function isQuiet(quiet: QuietRecord | null, at: number): boolean {
  return quiet !== null && quietUntil(quiet, at) > at;
}

/**
 * When quiet hours end, or `at` itself outside them. Local clocks may change for summer time meanwhile, always at a
 * quarter of an hour. So this looks again at each quarter.
 */
export function quietUntil({ starts, ends, zone }: QuietRecord, at: number): number {
  const ahead = offsetIn(zone);
  const length = (ends - starts) * MINUTE + (ends < starts ? DAY : 0);
  for (let end = at; ; ) {
    const sinceStart = (localMilliseconds(end, ahead(end)) - starts * MINUTE + DAY) % DAY;
    if (sinceStart >= length) return end;
    end = Math.min(end + length - sinceStart, end - (end % QUARTER) + QUARTER);
  }
}

const TIME = /^(\d{1,2})(?:[:.h]?([0-5]\d)?)? ?(am|pm)?$/;

/** Reads a time of day in minutes: "22", "22:30", "10 pm", "7h"; null if it is none. */
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

// A zone is stored as an offset, "UTC+5:30", or an IANA name, "Europe/Berlin", whose clocks change for summer time.

const OFFSET = /^(?:utc|gmt)? ?([+\-−]) ?(\d{1,2})(?::?([0-5]\d))?$/;
/** The world's clocks, in minutes ahead of UTC. */
const BOUNDS = { least: -12 * 60, most: 14 * 60 };

/** Node lists some zones by a former name. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Suggested first, from west to east. */
const WELL_KNOWN = [
  ...['Pacific/Honolulu', 'America/Los_Angeles', 'America/Denver', 'America/Phoenix', 'America/Chicago'],
  ...['America/New_York', 'America/Halifax', 'America/Sao_Paulo', 'Europe/London', 'Europe/Berlin', 'Europe/Helsinki'],
  ...['Europe/Istanbul', 'Asia/Dubai', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tokyo', 'Australia/Sydney'],
  'Pacific/Auckland',
];

const PLACES: readonly string[] = [
  ...new Set([...WELL_KNOWN, ...Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name)]),
];

/** Reads "UTC+2", "-4", "+5:30", "Europe/Berlin" or "new york"; null for anything else. */
export function readZone(text: string): string | null {
  const offset = readOffset(text);
  if (offset !== null) return offsetInWords(offset);
  const name = text.trim().toLowerCase().replace(/\s+/g, '_');
  const place = PLACES.find((one) => one.toLowerCase() === name || one.toLowerCase().endsWith(`/${name}`));
  // "CET" stays on winter time all year, which no member means.
  return place ?? (name.includes('/') ? earlierName(name) : null);
}

function earlierName(name: string): string | null {
  const today = formatOf(name)?.resolvedOptions().timeZone;
  return today === undefined ? null : (RENAMED[today] ?? today);
}

/** Minutes ahead of UTC, from "UTC+2", "-4", "+5:30" or "UTC"; null for anything else. */
function readOffset(text: string): number | null {
  const plain = text.trim().toLowerCase();
  if (/^(utc|gmt|z|0)$/.test(plain)) return 0;
  const [, sign, hours = '', minutes = '0'] = OFFSET.exec(plain) ?? [];
  if (sign === undefined) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
  return ahead >= BOUNDS.least && ahead <= BOUNDS.most ? ahead : null;
}

/** "UTC+5:30" */
function offsetInWords(ahead: number): string {
  if (ahead === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

/** "America/New York" */
export function zoneInWords(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** Whether a zone's clocks may change for summer time. */
export function mayHaveSummerTime(zone: string): boolean {
  return readOffset(zone) === null;
}

/** Minutes ahead of UTC, by time (milliseconds since 1970). An unknown place is at UTC. */
function offsetIn(zone: string): (at: number) => number {
  const fixed = readOffset(zone);
  if (fixed !== null) return () => fixed;
  const format = formatOf(zone);
  return (at) => readOffset(format?.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? 0;
}

function formatOf(place: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: place, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Minutes of the local day. */
export function localTime(at: number, zone: string): number {
  return Math.floor(localMilliseconds(at, offsetIn(zone)(at)) / MINUTE);
}

/** Milliseconds of the local day. */
function localMilliseconds(at: number, ahead: number): number {
  return (((at + ahead * MINUTE) % DAY) + DAY) % DAY;
}

/** Offsets in use, whole hours first. */
const OFFSETS: readonly string[] = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * 60),
  ...[-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765],
].map(offsetInWords);

/** At most `most` places with this text in their name; if there are none, the usual zones. */
export function zonesFor(typed: string, most: number): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const isMeant = (place: string) => `${place} ${zoneInWords(place)}`.toLowerCase().includes(wanted);
  const named = wanted === '' ? [] : PLACES.filter(isMeant).slice(0, most);
  return named.length > 0 ? named : [...WELL_KNOWN, ...OFFSETS];
}
