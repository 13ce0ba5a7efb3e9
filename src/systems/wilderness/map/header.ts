import type { Framing, Item } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { sidePlates } from '../../../kit/draw/side-plates.ts';
import { fitting, textAt, typeset, widthOf, wrapped } from '../../../kit/draw/text-layout.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { capital } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { SIDES } from '../vocabulary.ts';
import { aheadWords, headerWords } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { HEADER } from './theatre-ground.ts';

/** Width between the edges, in pixels. */
const WIDE = CLOSE_UP.width - 32;

function line(words: string, x: number, y: number, size: number, maxWidth: number): Item {
  return { ...textAt(typeset(fitting(words, maxWidth, size, 'bold')), x, y, size, INK, 'bold'), maxWidth };
}

/** A title in one line, in smaller letters if need be, or else in two lines. */
function titleLines(title: string): Item[] {
  const size = [28, 24].find((letters) => widthOf(typeset(title), letters, 'bold') <= WIDE);
  if (size !== undefined) return [line(title, 16, 31, size, WIDE)];
  // Bold letters are about a tenth wider.
  return wrapped(typeset(title), WIDE / 1.1, 20, 2).map((words, at) => line(words, 16, 17 + at * 20, 20, WIDE));
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
    // Long lines are drawn narrower, because no word can be left out.
    ...[headerWords(view), capital(aheadWords(view))].map(
      (words, at): Item => ({
        ...textAt(words, 16, 62 + at * 24, 22, INK, 'bold'),
        maxWidth: left - 26,
      }),
    ),
    ...items,
  ];
}
