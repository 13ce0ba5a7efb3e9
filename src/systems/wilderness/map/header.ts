import type { Framing, Item } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { SIDE_STYLES, sidePlates } from '../../../kit/draw/counter-items.ts';
import { fitting, textLines, typeset, widthOf, wrapped } from '../../../kit/draw/text-layout.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { capital } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { SIDES } from '../vocabulary.ts';
import { aheadWords, headerWords } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { HEADER } from './theatre-ground.ts';

/** Width between the edges, in pixels. */
const WIDE = CLOSE_UP.width - 32;

/** A title in one line, in smaller letters if need be, or else in two lines. */
function titleLines(title: string): Item[] {
  const size = [28, 24].find((letters) => widthOf(typeset(title), letters, 'bold') <= WIDE);
  const at = { x: 16, face: 'bold', maxWidth: WIDE } as const;
  if (size !== undefined) return textLines([fitting(title, WIDE, size, 'bold')], { ...at, y: 31, step: 0, size });
  // Bold letters are about a tenth wider.
  const lines = wrapped(typeset(title), WIDE / 1.1, 20, 2).map((words) => fitting(words, WIDE, 20, 'bold'));
  return textLines(lines, { ...at, y: 17, step: 20, size: 20 });
}

/** The band above a picture: title, turn and step, points and lead. */
export function header(view: View, title: string, { note }: Framing): Item[] {
  const sides = SIDES.map((side) => ({
    style: SIDE_STYLES[side],
    words: `${sideName(side)} ${view.points[side]}`,
  }));
  const { items, left } = sidePlates(sides, { right: CLOSE_UP.width - 14, y: 46, size: 22 });
  return [
    { kind: 'rect', x: 0, y: 0, width: CLOSE_UP.width, height: HEADER, fill: CARD },
    { kind: 'rect', x: 0, y: HEADER - 3, width: CLOSE_UP.width, height: 3, fill: INK },
    ...titleLines(note === undefined ? title : `${note}: ${title}`),
    ...textLines([headerWords(view), capital(aheadWords(view))], {
      x: 16,
      y: 62,
      step: 24,
      size: 22,
      face: 'bold',
      maxWidth: left - 26,
    }),
    ...items,
  ];
}
