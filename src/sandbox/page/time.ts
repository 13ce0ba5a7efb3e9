const DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** By Discord's styles except R, which is relative. */
const FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
  t: CLOCK,
  T: { ...CLOCK, second: '2-digit' },
  d: DIGITS,
  D: LONG,
  f: { ...LONG, ...CLOCK },
  F: { weekday: 'long', ...LONG, ...CLOCK },
  s: { ...DIGITS, ...CLOCK },
  S: { ...DIGITS, ...CLOCK, second: '2-digit' },
};

/** `from`: seconds from which the unit is used. */
const UNITS = [
  { unit: 'year', seconds: 31_536_000, from: 29_808_000 },
  { unit: 'month', seconds: 2_592_000, from: 2_246_400 },
  { unit: 'day', seconds: 86_400, from: 79_200 },
  { unit: 'hour', seconds: 3600, from: 2700 },
  { unit: 'minute', seconds: 60, from: 60 },
  { unit: 'second', seconds: 1, from: 0 },
] as const;
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function relativeTime(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const { unit, seconds: size } = UNITS.find(({ from }) => Math.abs(seconds) >= from) ?? UNITS[0];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/** @param style Discord's letter, for example R for "in 3 days" */
export function formatTime(date: Date, style: string): string {
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  if (style === 'R') return relativeTime(date, new Date());
  return date.toLocaleString('en', { hourCycle: 'h23', ...(FORMATS[style] ?? FORMATS.f) });
}

/** The time of a message: "Today at 14:05", "Yesterday at 09:12", "12/05/2026 09:12". */
export function saidAt(date: Date): string {
  const days = Math.round((dayStart(new Date()) - dayStart(date)) / 86_400_000);
  const day = ['Today at', 'Yesterday at'][days] ?? formatTime(date, 'd');
  return `${day} ${formatTime(date, 't')}`;
}

export const dayStart = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);
