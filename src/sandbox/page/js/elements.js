/** @import { Emoji } from './discord-objects.d.ts' */
import { html, useEffect, useState } from './preact.js';
import { formatTime } from './time.js';

/** @type {Record<string, string>} SVG paths, drawn as strokes on a 24 × 24 grid. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  send: 'M4 12 20 4l-5 16-4-6zM11 14l9-10',
  close: 'M6 6l12 12M18 6 6 18',
  talk: 'M5 5h14v10H11l-4 4v-4H5z',
  eye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  down: 'M12 5v14M6 13l6 6 6-6',
  chevron: 'M6 9l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  out: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
  reply: 'M20 18v-4a4 4 0 0 0-4-4H5M9 5.5 4.5 10 9 14.5',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  auto: 'M4 5h16v11H4zM9 20h6M12 16v4',
  thread: 'M4 6h16M4 12h9M13 12v6h7M17 15l3 3-3 3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8-11h-6z',
  warn: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
};

/**
 * A decorative icon. It is hidden from screen readers, so the element around it needs a name.
 *
 * @param {{ name: string }} props
 */
export const Icon = ({ name }) =>
  html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** @param {{ name: string, label: string, onClick: () => void }} props */
export const IconButton = ({ name, label, onClick, ...others }) => html`
  <button type="button" class="quiet center" aria-label=${label} onClick=${onClick} ...${others}><${Icon} name=${name} /></button>
`;

/**
 * The first letter on the person's colour. It is hidden from screen readers, since the name is always beside it.
 *
 * @param {{ name: string, color?: string, size?: string }} props
 */
export const Avatar = ({ name, color = '#7a5c2e', size = '' }) => html`
  <span class="avatar center ${size}" aria-hidden="true" style=${{ '--person': color }}>${[...name.trim()][0]?.toUpperCase() ?? '?'}</span>
`;

/**
 * The emoji of a button or an option. One of a server has no picture here, only its name.
 *
 * @param {{ emoji: Emoji | undefined }} props
 */
export const EmojiView = ({ emoji }) =>
  emoji?.name && html`<span aria-hidden="true">${emoji.id ? `:${emoji.name}:` : emoji.name}</span>`;

/**
 * A `<time>` with the full date as its tooltip. With the style R it counts by itself.
 *
 * @param {{ date: Date, style?: string, text?: string, class?: string }} props
 */
export function Time({ date, style = 'f', text, class: className }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (style !== 'R') return;
    const timer = window.setInterval(() => redraw((count) => count + 1), 1000);
    return () => window.clearInterval(timer);
  }, [style]);
  const valid = !Number.isNaN(date.getTime());
  return html`<time class=${className} datetime=${valid ? date.toISOString() : undefined} title=${formatTime(date, 'F')}>
    ${text ?? formatTime(date, style)}
  </time>`;
}
