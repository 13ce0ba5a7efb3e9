import type { Face, Text } from '../../game/index.ts';
import { INK } from './common-colours.ts';
import { textAt, typeset } from './text-layout.ts';

interface TextLines {
  readonly x: number;
  /** The first baseline. */
  readonly y: number;
  readonly step: number;
  readonly size: number;
  readonly face?: Face;
  readonly maxWidth: number;
}

/** Lines of words below each other. Long ones are drawn narrower, because no word can be left out. */
export function textLines(lines: readonly string[], { x, y, step, size, face, maxWidth }: TextLines): Text[] {
  return lines.map((words, at) => ({ ...textAt(typeset(words), x, y + at * step, size, INK, face), maxWidth }));
}
