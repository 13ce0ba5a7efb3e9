const SVG = 'http://www.w3.org/2000/svg';

/** SVG paths, drawn as strokes on a 24 × 24 grid. */
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
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  auto: 'M4 5h16v11H4zM9 20h6M12 16v4',
  thread: 'M4 6h16M4 12h9M13 12v6h7M17 15l3 3-3 3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8-11h-6z',
  warn: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
};

/**
 * A decorative icon. It is hidden from screen readers, so the element around it needs a name.
 *
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.appendChild(path);
  return svg;
}
