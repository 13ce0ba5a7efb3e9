import { DAY, MINUTE } from '../../council/index.ts';

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
