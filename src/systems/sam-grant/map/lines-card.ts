import type { Item, Scene } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { fitting, textAt, wrapped } from '../../../kit/draw/text-layout.ts';
import { isHeading } from '../words/picture-words.ts';

/** Letter size in pixels, readable on a phone, where pictures shrink to half. */
const SIZE = 22;
const STEP = 27;
const COLUMNS = 2;
const MOST_ROWS = 13;

/** A card of lines in columns at the foot of a picture, headings bold. `top`: its upper edge. */
export function linesCard(
  lines: readonly string[],
  { width, height }: Pick<Scene, 'width' | 'height'>,
): { readonly items: readonly Item[]; readonly top: number } {
  if (lines.length === 0) return { items: [], top: height };
  const column = (width - 50) / COLUMNS;
  const set = lines.flatMap((line) =>
    wrapped(line, column - 34, SIZE, 2).map(
      (text, at) => ({ text, face: isHeading(line) ? 'bold' : 'text', indent: at * 18 }) as const,
    ),
  );
  const room = MOST_ROWS * COLUMNS;
  const rest = { text: `… and ${set.length - room + 1} more`, face: 'text', indent: 0 } as const;
  const shown = set.length <= room ? set : [...set.slice(0, room - 1), rest];
  const rows = Math.ceil(shown.length / COLUMNS);
  const box = { x: 10, y: height - rows * STEP - 32, width: width - 20, height: rows * STEP + 22 };
  const words = shown.map(({ text, face, indent }, at): Item => {
    const [x, y] = [box.x + 16 + Math.floor(at / rows) * column, box.y + 32 + (at % rows) * STEP];
    return textAt(fitting(text, column - 34, SIZE, face), x + indent, y, SIZE, INK, face);
  });
  return { items: [...framedCard(box, INK, 2), ...words], top: box.y };
}
