import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Stroke, Text } from '../game/index.ts';
import { fontOf } from './fonts.ts';
import { heightOf, settingOf, widthOf } from './measure.ts';
import { blankStamp, type Stamp, stampOf } from './stamps.ts';

/**
 * Draws a text: halo first, narrowed to `maxWidth` about its anchor where it would be wider. Outlining letters is the slow part of
 * a picture and its words are mostly those of the last, so a text is drawn apart, kept, and set on the sheet as a stamp.
 */
export function drawLetters(context: Context, text: Text): void {
  if (text.text.trim() === '') return;
  const { a, b, c, d, e, f } = context.getTransform();
  const [x, y] = [a * text.x + c * text.y + e, b * text.x + d * text.y + f];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const place: Place = [a, b, c, d, x - left, y - top];
  const stamp = stampOf(keyOf(text, place), () => drawStamp(text, place));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stamp.canvas, left + stamp.left, top + stamp.top);
  context.setTransform(a, b, c, d, e, f);
}

/** How a text is turned and scaled, and where in a pixel it begins. */
type Place = readonly [a: number, b: number, c: number, d: number, x: number, y: number];

function keyOf({ text, face, size, fill, align, halo, spacing, maxWidth }: Text, place: Place): string {
  return JSON.stringify([text, face, size, fill, align, spacing, maxWidth, halo, place]);
}

function drawStamp(text: Text, place: Place): Stamp {
  const { face, size, spacing = 0 } = text;
  const width = widthOf(face, size, text.text) + spacing * Math.max(0, [...text.text].length - 1);
  const narrowed = text.maxWidth !== undefined && width > text.maxWidth;
  const scale = narrowed ? (text.maxWidth as number) / width : 1;
  const start = -width * ANCHOR[text.align ?? 'left'];
  const [a, b, c, d, e, f] = place;
  const { up, down } = heightOf(face, size, text.text);
  // Letters lean out of their advance widths, the more the larger they are.
  const [aside, above] = [size / 2 + (text.halo?.width ?? 0), 2 + (text.halo?.width ?? 0)];
  const stamp = blankStamp(
    [start - aside, start + width + aside].flatMap((x) =>
      [-up - above, down + above].map((y) => [a * x * scale + c * y + e, b * x * scale + d * y + f] as const),
    ),
  );
  const context = stamp.canvas.getContext('2d');
  context.setTransform(a, b, c, d, e - stamp.left, f - stamp.top);
  context.scale(scale, 1);
  context.translate(start, 0);
  context.font = fontOf(face, size);
  const runs = spacing || narrowed || isScaled(place) ? letterByLetter(text) : [{ run: text.text, x: 0 }];
  if (text.halo) {
    setHalo(context, text.halo);
    for (const { run, x } of runs) context.strokeText(run, x, 0);
  }
  context.fillStyle = text.fill;
  for (const { run, x } of runs) context.fillText(run, x, 0);
  return stamp;
}

const ANCHOR = { left: 0, center: 0.5, right: 1 } as const;

/** The line an outline of letters is drawn with. */
export function setHalo(context: Context, { colour, width, dash = [] }: Stroke): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  context.setLineDash([...dash]);
}

interface Run {
  readonly run: string;
  /** Pixels from the start of the text. */
  readonly x: number;
}

/**
 * Each letter where it stands in the text as a whole, so that kerning stays. For spaced letters, as canvas has no spacing; and for
 * letters drawn to another scale, as the text engine sets a line as if it were not scaled.
 */
function letterByLetter({ face, size, text, spacing = 0 }: Text): Run[] {
  return settingOf(face, size, text).letters.map(({ letter, x }, index) => ({ run: letter, x: x + index * spacing }));
}

function isScaled([a, b, c, d]: Place): boolean {
  return Math.abs(Math.hypot(a, b) - 1) > 1e-6 || Math.abs(Math.hypot(c, d) - 1) > 1e-6;
}
