import { leftOf, VISIONS, type Vision } from '../render/vision.ts';
import type { Hung, HungGallery, HungRoom } from './hang.ts';

/** Discord shows a picture about so wide on a desktop, in CSS pixels. */
const DESKTOP = 550;

/** And on a phone. */
const PHONE = 400;

/** Above these a picture is marked: kilobytes, and the letters of an alt text that Discord takes. */
const MOST = { kilobytes: 150, animation: 8388, letters: 1024 };

const OTHERS = VISIONS.filter((vision) => vision !== 'colour');

/** SVG filters that show a picture as others see it, for the page to refer to. */
const FILTERS = OTHERS.map((vision) => {
  const rows = leftOf(vision).map((row) => `${row.join(' ')} 0 0`);
  return `<filter id="${vision}" color-interpolation-filters="linearRGB"><feColorMatrix values="${rows.join(' ')} 0 0 0 1 0"/></filter>`;
});

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; background: #1e1f22; color: #dbdee1; }
header, section > h2, section > h3, nav { margin: 0; padding: 12px 24px; }
h1 { margin: 0; font-size: 24px; }
h2 { font-size: 21px; position: sticky; top: 0; background: #1e1f22; z-index: 1; }
h3 { font-size: 17px; }
nav { column-width: 240px; }
a { color: #7cb7ff; }
figure { margin: 0 0 24px; }
figure > figcaption { padding: 8px 24px; }
figure > figcaption b { font-size: 17px; }
.wall { display: flex; flex-wrap: wrap; gap: 16px; padding: 16px 24px; align-items: flex-start; }
.dark { background: #313338; color: #dbdee1; }
.light { background: #ffffff; color: #313338; }
.wall div { display: flex; flex-direction: column; gap: 4px; font-size: 12px; }
.wall img { display: block; height: auto; border-radius: 8px; }
.alt { max-width: 76em; margin: 0; padding: 8px 24px; color: #b5bac1; }
.over { color: #ff8f8f; font-weight: bold; }
`;

/** The page that shows all pictures at once: static, and complete beside its files. */
export function contactSheet(galleries: readonly HungGallery[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>${STYLE}</style>
</head>
<body>
<svg width="0" height="0">${FILTERS.join('')}</svg>
<header><h1>Gallery</h1>${galleries.map(summary).join('\n')}</header>
${galleries.map(contents).join('\n')}
${galleries.map(walls).join('\n')}
</body>
</html>
`;
}

function summary({ title, rooms }: HungGallery): string {
  const pictures = rooms.flatMap((room) => room.pictures);
  const bytes = pictures.map((picture) => picture.bytes).sort((a, b) => a - b);
  const middle = bytes[Math.floor(bytes.length / 2)] ?? 0;
  const longest = Math.max(0, ...pictures.map(({ alt }) => alt.length));
  return `<p>${text(title)}: ${pictures.length} pictures, ${kilobytes(bytes[0] ?? 0)} to ${kilobytes(bytes.at(-1) ?? 0)}, median ${kilobytes(middle)}; the longest alt text has ${longest} of ${MOST.letters} characters.</p>`;
}

function contents({ system, title, rooms }: HungGallery): string {
  const links = rooms.map(
    (room, index) => `<a href="#${system}-${index}">${text(room.title)}</a> (${room.pictures.length})<br>`,
  );
  return `<nav><b>${text(title)}</b><br>${links.join('\n')}</nav>`;
}

function walls({ system, title, rooms }: HungGallery): string {
  return rooms.map((room, index) => wall(room, `${system}-${index}`, title)).join('\n');
}

function wall({ title, pictures }: HungRoom, id: string, system: string): string {
  return `<section id="${id}"><h2>${text(system)}: ${text(title)}</h2>\n${pictures.map(picture).join('\n')}</section>`;
}

function picture(hung: Hung): string {
  const { name, alt, bytes } = hung;
  return `<figure>
<figcaption><b>${text(name)}</b> · ${marked(kilobytes(bytes), bytes > MOST.kilobytes * 1000)}</figcaption>
${animation(hung)}<div class="wall dark">${image(hung, 'colour', DESKTOP)}${image(hung, 'colour', PHONE)}</div>
<div class="wall light">${image(hung, 'colour', DESKTOP)}${image(hung, 'colour', PHONE)}</div>
<div class="wall dark">${OTHERS.map((vision) => image(hung, vision, PHONE)).join('')}</div>
<p class="alt">${text(alt)} ${marked(`(${alt.length} characters)`, alt.length > MOST.letters)}</p>
</figure>`;
}

/** An animation as it plays, on a desktop and on a phone. */
function animation({ name, gif, width, height }: Hung): string {
  if (!gif) return '';
  const images = [DESKTOP, PHONE].map((shown) => {
    const size = `width="${shown}" height="${Math.round((height * shown) / width)}"`;
    return `<img src="${text(gif.file)}" ${size} loading="lazy" alt="${text(`${name}, animated`)}">`;
  });
  const told = `${gif.frames} frames, ${(gif.ms / 1000).toFixed(1)} s, ${kilobytes(gif.bytes)}`;
  return `<p class="alt">${marked(told, gif.bytes > MOST.animation * 1000)}</p><div class="wall dark">${images.join('')}</div>\n`;
}

function image({ name, file, width, height }: Hung, vision: Vision, shown: number): string {
  const label = vision === 'colour' ? `${shown} wide` : vision;
  const size = `width="${shown}" height="${Math.round((height * shown) / width)}"`;
  const seen = vision === 'colour' ? '' : ` style="filter: url(#${vision})"`;
  const alt = text(`${name}, ${label}`);
  return `<div><a href="${text(file)}"><img src="${text(file)}" ${size}${seen} loading="lazy" alt="${alt}"></a>${label}</div>`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function marked(words: string, over: boolean): string {
  return over ? `<span class="over">${words}</span>` : words;
}

function text(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
