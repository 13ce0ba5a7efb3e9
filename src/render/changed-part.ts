import type { Lzw } from './lzw.ts';

/** A part of a picture, in whole pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle with all pixels in which two pictures of one size differ; `null` if they are equal. */
export function changedPart(before: Uint8Array, after: Uint8Array, width: number): Part | null {
  const [old, now] = [bufferOf(before), bufferOf(after)];
  const rows = after.length / width;
  const differs = (y: number) => old.compare(now, y * width, (y + 1) * width, y * width, (y + 1) * width) !== 0;
  let top = 0;
  while (top < rows && !differs(top)) top++;
  if (top === rows) return null;
  let bottom = rows - 1;
  while (!differs(bottom)) bottom--;
  let left = width;
  let right = -1;
  for (let start = top * width; start <= bottom * width; start += width) {
    for (let x = 0; x < left; x++) if (before[start + x] !== after[start + x]) left = x;
    for (let x = width - 1; x > right; x--) if (before[start + x] !== after[start + x]) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Writes the pixels of a part, row by row, in steps. */
export function* rowsIn(pixels: Uint8Array, width: number, part: Part, into: Lzw): Generator<void, void> {
  for (const from of rowsOf(part, width)) {
    into.write(pixels.subarray(from, from + part.width));
    yield;
  }
}

/** Writes a part row by row, in steps, with the common index (the transparent colour) for every unchanged pixel. */
export function* changesIn(
  before: Uint8Array,
  after: Uint8Array,
  width: number,
  part: Part,
  into: Lzw,
): Generator<void, void> {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changed = new Uint8Array(part.width);
  for (const from of rowsOf(part, width)) {
    const to = from + part.width;
    for (let at = from; at < to; ) {
      const start = at;
      while (at < to && before[at] === after[at]) {
        // Compares four pixels at a time where they are aligned.
        if ((at & 3) === 0 && at + 4 <= to && old[at >> 2] === now[at >> 2]) at += 4;
        else at++;
      }
      into.skip(at - start);
      let count = 0;
      for (; at < to && before[at] !== after[at]; at++) changed[count++] = after[at] as number;
      into.write(changed.subarray(0, count));
    }
    yield;
  }
}

/** Words of four bytes; a remainder is left out. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/** The index of the first pixel of each row of a part. */
function* rowsOf({ x, y, height }: Part, width: number): Generator<number, void> {
  for (let row = y; row < y + height; row++) yield row * width + x;
}
