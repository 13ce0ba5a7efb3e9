/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat('en', { hourCycle: 'h23', ...options });
const DIGITS = /** @type {const} */ ({ day: '2-digit', month: '2-digit', year: 'numeric' });
const LONG = /** @type {const} */ ({ day: 'numeric', month: 'long', year: 'numeric' });
const CLOCK = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit' });
const FULL = format({ ...LONG, ...CLOCK });

/** @type {Record<string, Intl.DateTimeFormat>} By Discord's styles except R, which is relative. */
const FORMATS = {
  t: format(CLOCK),
  T: format({ ...CLOCK, second: '2-digit' }),
  d: format(DIGITS),
  D: format(LONG),
  F: format({ weekday: 'long', ...LONG, ...CLOCK }),
  s: format({ ...DIGITS, ...CLOCK }),
  S: format({ ...DIGITS, ...CLOCK, second: '2-digit' }),
};

/** @type {readonly { unit: Intl.RelativeTimeFormatUnit, seconds: number, from: number }[]} `from`: seconds from which the unit is used. */
const UNITS = [
  { unit: 'year', seconds: 31_536_000, from: 29_808_000 },
  { unit: 'month', seconds: 2_592_000, from: 2_246_400 },
  { unit: 'day', seconds: 86_400, from: 79_200 },
  { unit: 'hour', seconds: 3600, from: 2700 },
  { unit: 'minute', seconds: 60, from: 60 },
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** @param {Date} date @param {Date} now */
export function relativeTime(date, now) {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const { unit, seconds: size } = UNITS.find(({ from }) => Math.abs(seconds) >= from) ?? { unit: 'second', seconds: 1 };
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/**
 * @param {Date} date
 * @param {string} style Discord's letter, for example R for "in 3 days"
 */
export function formatTime(date, style) {
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  if (style === 'R') return relativeTime(date, new Date());
  return (FORMATS[style] ?? FULL).format(date);
}

/** The time of a message: "Today at 14:05", "Yesterday at 09:12", "12/05/2026 09:12". @param {Date} date */
export function saidAt(date) {
  const days = Math.round((dayStart(new Date()) - dayStart(date)) / 86_400_000);
  const day = ['Today at', 'Yesterday at'][days] ?? formatTime(date, 'd');
  return `${day} ${formatTime(date, 't')}`;
}

/** @param {Date} date */
export function dayStart(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
