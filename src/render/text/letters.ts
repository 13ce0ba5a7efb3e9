import type { CanvasRenderingContext2D as Context } from 'canvas';
import type { Stroke, Text } from '../../game/index.ts';
import type { Matrix } from '../matrix.ts';
import { fontOf } from './fonts.ts';
import { type Letters, type Place, placeLetters, type SetLetters } from './letter-stamps.ts';
import { heightOf, lettersOf, settingOf, widthOf } from './measure-text.ts';

/** Places a text, narrowed to `maxWidth` about its anchor if it is wider; `null` if nothing of it is visible. */
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
  // Letters overhang their advance widths in proportion to their size.
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

/** Sets the stroke style of a halo. */
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
 * Letters at their positions within the whole text, so that kerning is kept. Needed for spaced letters, as canvas has no letter spacing,
 * and for scaled ones, as the text engine lays a line out without regard to scale.
 */
function letterByLetter({ face, size, text, spacing = 0 }: Text): Run[] {
  return settingOf(face, size, text).letters.map(({ letter, x }, index) => ({ run: letter, x: x + index * spacing }));
}

function isScaled([a, b, c, d]: Place): boolean {
  return Math.abs(Math.hypot(a, b) - 1) > 1e-6 || Math.abs(Math.hypot(c, d) - 1) > 1e-6;
}
