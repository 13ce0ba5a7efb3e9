import type { Framing, Item } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-colours.ts';
import { sidePlates } from '../../../kit/draw/side-plates.ts';
import { fitting, textAt, typeset } from '../../../kit/draw/text-layout.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import type { View } from '../view.ts';
import { SIDES } from '../vocabulary.ts';
import { stepWords } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { HEADER } from './theatre-ground.ts';

function line(words: string, x: number, y: number, size: number, maxWidth: number): Item {
  return { ...textAt(typeset(fitting(words, maxWidth, size, 'bold')), x, y, size, INK, 'bold'), maxWidth };
}

/** The band above a picture: what it shows or what has happened; turn, step and points. */
export function header(view: View, title: string, { note }: Framing): Item[] {
  const sides = SIDES.map((side) => ({
    style: SIDE_STYLES[side],
    words: `${sideName(side)} ${view.points[side]}`,
  }));
  const { items, left } = sidePlates(sides, { right: CLOSE_UP.width - 14, y: 50, size: 22 });
  return [
    { kind: 'rect', x: 0, y: 0, width: CLOSE_UP.width, height: HEADER, fill: CARD },
    { kind: 'rect', x: 0, y: HEADER - 3, width: CLOSE_UP.width, height: 3, fill: INK },
    line(note === undefined ? title : `${note}: ${title}`, 16, 38, 28, CLOSE_UP.width - 32),
    line(`Turn ${view.turn}, ${stepWords(view)}`, 16, 76, 24, left - 34),
    ...items,
  ];
}
