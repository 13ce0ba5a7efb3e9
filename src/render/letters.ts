import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Stroke, Text } from '../game/index.ts';
import { fontOf } from './fonts.ts';
import { settingOf, widthOf } from './measure.ts';

/** Draws a text: halo first, narrowed to `maxWidth` about its anchor where it would be wider. */
export function drawLetters(context: Context, text: Text): void {
  const { face, size, spacing = 0 } = text;
  const width = widthOf(face, size, text.text) + spacing * Math.max(0, [...text.text].length - 1);
  const narrowed = text.maxWidth !== undefined && width > text.maxWidth;
  context.save();
  context.font = fontOf(face, size);
  context.translate(text.x, text.y);
  if (narrowed) context.scale((text.maxWidth as number) / width, 1);
  context.translate(-width * ANCHOR[text.align ?? 'left'], 0);
  const runs = spacing || narrowed || isScaled(context) ? letterByLetter(text) : [{ run: text.text, x: 0 }];
  if (text.halo) {
    setHalo(context, text.halo);
    for (const { run, x } of runs) context.strokeText(run, x, 0);
  }
  context.fillStyle = text.fill;
  for (const { run, x } of runs) context.fillText(run, x, 0);
  context.restore();
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

function isScaled(context: Context): boolean {
  const { a, b, c, d } = context.getTransform();
  return Math.abs(Math.hypot(a, b) - 1) > 1e-6 || Math.abs(Math.hypot(c, d) - 1) > 1e-6;
}
