import type { Framing, Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/frames.ts';
import { CARD, INK } from '../../../kit/draw/house-inks.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-inks.ts';
import { sidePlates } from '../../../kit/draw/side-plates.ts';
import { fitting, textAt, typeset } from '../../../kit/draw/text-layout.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import type { View } from '../view.ts';
import { SIDES } from '../vocabulary.ts';
import { stepWords, when } from '../words/game-status.ts';
import { sideName } from '../words/names.ts';
import { CLOSE_UP, HEADER, WHOLE } from './theatre-ground.ts';

function line(words: string, x: number, y: number, size: number, maxWidth: number): Item {
  return { ...textAt(typeset(fitting(words, maxWidth, size, 'bold')), x, y, size, INK, 'bold'), maxWidth };
}

function plates({ points }: View, right: number, y: number, size: number) {
  const sides = SIDES.map((side) => ({ style: SIDE_STYLES[side], words: `${sideName(side)} ${points[side]}` }));
  return sidePlates(sides, { right, y, size });
}

/** The band above the whole theatre: turn, step, points, and the last thing that happened. */
export function wholeHeader(view: View, title: string | null, framing: Framing): Item[] {
  const { items, left } = plates(view, WHOLE.width - 26, 24, 34);
  const said = [framing.note, title].filter((one) => one !== undefined && one !== null).join(': ');
  return [
    ...framedCard({ x: 8, y: 8, width: WHOLE.width - 16, height: HEADER.whole - 16 }),
    line(`${when(view)}: ${stepWords(view)}`, 28, 56, 38, left - 60),
    ...(said === '' ? [] : [line(said, 28, 94, 27, WHOLE.width - 60)]),
    ...items,
    ...sealWords(framing).map(
      (words): Item => ({ ...textAt(words, WHOLE.width - 20, WHOLE.height - 10, 14, INK), align: 'right' }),
    ),
  ];
}

/** The band above a close-up. */
export function closeHeader(view: View, title: string, { note }: Framing): Item[] {
  const { items, left } = plates(view, CLOSE_UP.width - 14, 50, 22);
  return [
    { kind: 'rect', x: 0, y: 0, width: CLOSE_UP.width, height: HEADER.close, fill: CARD },
    { kind: 'rect', x: 0, y: HEADER.close - 3, width: CLOSE_UP.width, height: 3, fill: INK },
    line(note === undefined ? title : `${note}: ${title}`, 16, 38, 28, CLOSE_UP.width - 32),
    line(`Turn ${view.turn}, ${stepWords(view)}`, 16, 76, 24, left - 34),
    ...items,
  ];
}
