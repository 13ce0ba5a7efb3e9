import type { Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/frames.ts';
import { INK } from '../../../kit/draw/house-inks.ts';
import { fitting, textAt } from '../../../kit/draw/text-layout.ts';
import type { Event } from '../events.ts';
import type { Theatre } from '../theatre.ts';
import { battleLines } from '../words/sentences.ts';

/** Letters that are read on a phone, where the picture is half as large. */
const SIZE = 22;
const STEP = 27;
const COLUMNS = 2;
const MOST_ROWS = 13;

/** The fight step by step, in columns at the foot of a picture: who fired with which dice, who lost, who went [14.5]. */
export function battleReport(
  theatre: Theatre,
  event: Event & { type: 'fought' },
  width: number,
  height: number,
): Item[] {
  const all = battleLines(theatre, event);
  if (all.length === 0) return [];
  const room = MOST_ROWS * COLUMNS;
  const lines = all.length <= room ? all : [...all.slice(0, room - 1), `… and ${all.length - room + 1} more`];
  const rows = Math.ceil(lines.length / COLUMNS);
  const box = { x: 10, y: height - rows * STEP - 32, width: width - 20, height: rows * STEP + 22 };
  const column = (box.width - 30) / COLUMNS;
  const words = lines.map((line, at): Item => {
    const [x, y] = [box.x + 16 + Math.floor(at / rows) * column, box.y + 32 + (at % rows) * STEP];
    const face = line.startsWith('Round') ? 'bold' : 'text';
    return textAt(fitting(line, column - 34, SIZE, face), x, y, SIZE, INK, face);
  });
  return [...framedCard(box, INK, 2), ...words];
}
