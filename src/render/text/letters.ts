import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Stroke, Text } from '../../game/index.ts';
import type { Matrix } from '../matrix.ts';
import { fontOf } from './fonts.ts';
import { type Letters, type Place, placeLetters, type SetLetters } from './letter-stamps.ts';
import { heightOf, lettersOf, settingOf, widthOf } from './measure-text.ts';

/** Where a text stands, narrowed to `maxWidth` about its anchor where it would be wider. Null: it is out of sight. */
export function placeText(text: Text, place: Matrix): SetLetters | null {
  if (text.text.trim() === '' || (text.maxWidth ?? 1) <= 0) return null;
  const { face, size, fill, align, halo, spacing, maxWidth } = text;
  const look = JSON.stringify([text.text, face, size, fill, align, spacing, maxWidth, halo]);
  return placeLetters(place, { ...text, look }, (at) => lettersOfText(text, at));
}

function lettersOfText(text: Text, place: Place): Letters {
  const { face, size, spacing = 0, halo } = text;
  const gaps = spacing === 0 ? 0 : Math.max(0, lettersOf(text.text).length - 1);
  const width = widthOf(face, size, text.text) + spacing * gaps;
  const narrowed = text.maxWidth !== undefined && width > text.maxWidth;
  const scale = narrowed ? (text.maxWidth as number) / width : 1;
  const start = -width * ANCHOR[text.align ?? 'left'];
  const { up, down } = heightOf(face, size, text.text);
  // Letters lean out of their advance widths, the more the larger they are.
  const [aside, above] = [size / 2 + (halo?.width ?? 0), 2 + (halo?.width ?? 0)];
  return {
    corners: [start - aside, start + width + aside].flatMap((x) =>
      [-up - above, down + above].map((y) => [x * scale, y] as const),
    ),
    *draw(context) {
      context.scale(scale, 1);
      context.translate(start, 0);
      context.font = fontOf(face, size);
      const runs = spacing || narrowed || isScaled(place) ? letterByLetter(text) : [{ run: text.text, x: 0 }];
      if (halo) {
        setHalo(context, halo);
        for (const { run, x } of runs) yield context.strokeText(run, x, 0);
      }
      context.fillStyle = text.fill;
      for (const { run, x } of runs) yield context.fillText(run, x, 0);
    },
  };
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
