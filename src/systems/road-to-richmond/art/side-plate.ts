import type { Item } from '../../../game/index.ts';
import { cutCorners } from '../../../kit/draw/frames.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { INK } from '../../../kit/draw/inks.ts';
import { centred } from '../../../kit/draw/lettering.ts';
import type { Side } from '../vocabulary.ts';
import { coloursOf } from './counters.ts';

/** Words on a plate in the colours and the shape of a side. */
export function sidePlate(side: Side, box: Box, words: string, size: number): Item[] {
  const { fill, text, edge } = coloursOf(side);
  const item = centred(words, box.x + box.width / 2, box.y + box.height / 2 + size * 0.35, size, text, 'bold');
  return [
    side === 'union'
      ? { kind: 'rect', ...box, fill, stroke: { colour: INK, width: 1.5 } }
      : { kind: 'path', d: cutCorners(box, box.height * 0.25), fill, stroke: { colour: edge, width: 2 } },
    { ...item, maxWidth: box.width - size * 0.4 },
  ];
}
