import { type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import type { Text } from '../game/index.ts';
import { fontOf } from './fonts.ts';

/** Draws a text: halo first, narrowed to `maxWidth` about its anchor where it would be wider. */
export function drawLetters(context: Context, text: Text): void {
  const font = fontOf(text.face, text.size);
  const width = measure(font, text.text) + (text.spacing ?? 0) * Math.max(0, [...text.text].length - 1);
  const narrowed = text.maxWidth !== undefined && width > text.maxWidth;
  context.save();
  context.font = font;
  context.translate(text.x, text.y);
  if (narrowed) context.scale((text.maxWidth as number) / width, 1);
  context.translate(-width * ANCHOR[text.align ?? 'left'], 0);
  const runs = text.spacing || narrowed || isScaled(context) ? letterByLetter(font, text) : [{ run: text.text, x: 0 }];
  if (text.halo) {
    context.strokeStyle = text.halo.colour;
    context.lineWidth = text.halo.width;
    context.lineJoin = 'round';
    context.setLineDash([...(text.halo.dash ?? [])]);
    for (const { run, x } of runs) context.strokeText(run, x, 0);
  }
  context.fillStyle = text.fill;
  for (const { run, x } of runs) context.fillText(run, x, 0);
  context.restore();
}

const ANCHOR = { left: 0, center: 0.5, right: 1 } as const;

interface Run {
  readonly run: string;
  /** Pixels from the start of the text. */
  readonly x: number;
}

/**
 * Each letter where it stands in the text as a whole, so that kerning stays. For spaced letters, as canvas has no spacing; and for
 * letters drawn to another scale, as the text engine sets a line as if it were not scaled.
 */
function letterByLetter(font: string, { text, spacing = 0 }: Text): Run[] {
  const letters = [...text];
  return letters.map((run, index) => {
    const upTo = measure(font, letters.slice(0, index + 1).join(''));
    return { run, x: upTo - measure(font, run) + index * spacing };
  });
}

/** Measured apart, on a canvas that nothing turns or scales. */
function measure(font: string, text: string): number {
  ruler ??= createCanvas(1, 1).getContext('2d');
  ruler.font = font;
  return ruler.measureText(text).width;
}

let ruler: Context | undefined;

function isScaled(context: Context): boolean {
  const { a, b, c, d } = context.getTransform();
  return Math.abs(Math.hypot(a, b) - 1) > 1e-6 || Math.abs(Math.hypot(c, d) - 1) > 1e-6;
}
