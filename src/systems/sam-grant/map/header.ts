import type { Face, Framing, Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { fitting, textAt, widthOf } from '../../../kit/draw/text-layout.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { sealWords } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { cardsLine, pictureLine } from '../words/game-status.ts';
import { PAPER } from './palette.ts';

/** Pixels above a map. */
export const HEADER = 122;

/** Title, score and cards above a map, three lines without broken words. */
export function header(theatre: Theatre, view: View, width: number, at: HexId | null, framing: Framing): Item[] {
  const place = at === null ? [] : [hexLabel(theatre, at)];
  const title = [theatre.scenario.name, ...place, ...(framing.note ? [framing.note] : [])].join(' · ');
  const room = width - 50;
  const stands = inLines(pictureLine(theatre, view).split(/(?<=[.;]) /), ' ', room, 22, 'bold', 2);
  const cards = inLines(cardsLine(view).split(BETWEEN), BETWEEN, room, 20, 'text', LINES - stands.length);
  const lines = [
    ...stands.map((words) => ({ words, face: 'bold', size: 22 }) as const),
    ...[...cards, ...sealWords(framing)].map((words) => ({ words, face: 'text', size: 20 }) as const),
  ];
  return [
    { kind: 'rect', x: 0, y: 0, width, height: HEADER, fill: PAPER },
    textAt(fitting(title, room, 28, 'title'), 30, 32, 28, INK, 'title'),
    ...lines
      .slice(0, LINES)
      .map(({ words, face, size }, row) => ({ ...textAt(words, 30, 60 + row * 26, size, INK, face), maxWidth: room })),
  ];
}

const LINES = 3;
const BETWEEN = '  ·  ';

/** Joins parts into as few lines as possible, up to a limit. */
function inLines(
  parts: readonly string[],
  between: string,
  room: number,
  size: number,
  face: Face,
  most: number,
): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}${between}${part}`;
    if (lines.length > 0 && (lines.length === most || widthOf(longer, size, face) <= room))
      lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}
