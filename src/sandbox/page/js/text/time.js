import { h } from '../element.js';

/** @type {Record<string, Intl.DateTimeFormatOptions>} Discord's styles except R, which is relative. */
const STYLES = {
  t: { hour: '2-digit', minute: '2-digit' },
  T: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  d: { day: '2-digit', month: '2-digit', year: 'numeric' },
  D: { day: 'numeric', month: 'long', year: 'numeric' },
  f: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  F: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  s: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  S: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

/** @type {readonly { unit: Intl.RelativeTimeFormatUnit, seconds: number, from: number }[]} `from`: seconds from which the unit is used. */
const UNITS = [
  { unit: 'year', seconds: 31_536_000, from: 29_808_000 },
  { unit: 'month', seconds: 2_592_000, from: 2_246_400 },
  { unit: 'day', seconds: 86_400, from: 79_200 },
  { unit: 'hour', seconds: 3600, from: 2700 },
  { unit: 'minute', seconds: 60, from: 60 },
  { unit: 'second', seconds: 1, from: 0 },
];

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** Relative times under a minute count seconds. */
const REFRESH_MS = 1000;

/**
 * @param {Date} date
 * @param {Date} now
 */
export function relativeTime(date, now) {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const { unit, seconds: size } = /** @type {typeof UNITS[number]} */ (
    UNITS.find(({ from }) => Math.abs(seconds) >= from)
  );
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/**
 * @param {Date} date
 * @param {string} style Discord's letter, for example R for "in 3 days"
 * @param {Date} [now]
 */
export function formatTime(date, style, now = new Date()) {
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  if (style === 'R') return relativeTime(date, now);
  return new Intl.DateTimeFormat('en', { hourCycle: 'h23', ...(STYLES[style] ?? STYLES.f) }).format(date);
}

/**
 * The time of a message: "Today at 14:05", "Yesterday at 09:12", "12/05/2026, 09:12".
 *
 * @param {Date} date
 * @param {Date} [now]
 */
export function saidAt(date, now = new Date()) {
  const days = Math.round((dayStart(now) - dayStart(date)) / 86_400_000);
  const clock = formatTime(date, 't');
  if (days === 0) return `Today at ${clock}`;
  if (days === 1) return `Yesterday at ${clock}`;
  return `${formatTime(date, 'd')} ${clock}`;
}

/** @param {Date} date */
export function dayStart(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/**
 * A `<time>` with the full date as its tooltip.
 *
 * @param {Date} date
 * @param {string} text
 * @param {string} [className]
 */
export function timeElement(date, text, className) {
  const valid = !Number.isNaN(date.getTime());
  const machine = valid ? date.toISOString() : null;
  return h('time', { datetime: machine, title: valid ? formatTime(date, 'F') : null, class: className }, text);
}

/** Updates the relative times on the page every second. */
export function keepTimesFresh() {
  window.setInterval(() => {
    for (const element of document.querySelectorAll('time[data-relative]')) {
      const text = relativeTime(new Date(element.getAttribute('datetime') ?? ''), new Date());
      if (element.textContent !== text) element.textContent = text;
    }
  }, REFRESH_MS);
}
