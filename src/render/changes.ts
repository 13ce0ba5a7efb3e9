/** A part of a picture, in whole pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle with all pixels in which two pictures of one size differ; null: in none. */
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

/** The pixels of a part, row by row. */
export function cut(pixels: Uint8Array, width: number, part: Part): Uint8Array {
  const out = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row++) {
    const start = (part.y + row) * width + part.x;
    out.set(pixels.subarray(start, start + part.width), row * part.width);
  }
  return out;
}

/** The same, with another colour, one nothing is drawn in, wherever a pixel is as it was. */
export function cutChanges(
  before: Uint8Array,
  after: Uint8Array,
  width: number,
  part: Part,
  unchanged: number,
): Uint8Array {
  const out = new Uint8Array(part.width * part.height).fill(unchanged);
  const [old, now] = [bufferOf(before), bufferOf(after)];
  for (let row = 0; row < part.height; row++) {
    const from = (part.y + row) * width + part.x;
    const to = from + part.width;
    if (old.compare(now, from, to, from, to) === 0) continue;
    const shift = row * part.width - from;
    for (let at = from; at < to; at++) if (before[at] !== after[at]) out[at + shift] = after[at] as number;
  }
  return out;
}
