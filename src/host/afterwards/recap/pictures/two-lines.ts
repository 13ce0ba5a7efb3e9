import { widthOf } from '../../../../render/index.ts';

/** Letters narrowed by so much can still be read. */
const NARROWEST = 1.25;

/** Whether bold words can be read in one line, perhaps narrowed a little. */
export function fitsOneLine(words: string, size: number, room: number): boolean {
  return widthOf('bold', size, words) <= room * NARROWEST;
}

/** Bold words in one line where they have room, else in two: the second ends in an ellipsis where even it has none. */
export function inTwoLines(words: string, size: number, room: number): readonly string[] {
  const fits = (line: string) => widthOf('bold', size, line) <= room;
  if (fits(words)) return [words];
  const parts = words.split(' ');
  let first = parts.length - 1;
  while (first > 1 && !fits(parts.slice(0, first).join(' '))) first--;
  const rest = parts.slice(first);
  let second = rest.join(' ');
  while (!fits(second) && rest.length > 1) {
    rest.pop();
    second = `${rest.join(' ').replace(/[,;:]$/, '')}…`;
  }
  return [parts.slice(0, first).join(' '), second];
}
