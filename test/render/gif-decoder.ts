/** A GIF read again, as a browser does it: independent of what writes them. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  /** Rounds; 0: for ever. Null: it is shown once. */
  readonly loops: number | null;
  readonly images: readonly DecodedImage[];
}

export interface DecodedImage {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ms: number;
  /** How many of its pixels let what was there be seen. */
  readonly clear: number;
  /** Bytes of its data as compressed. */
  readonly bytes: number;
  /** The whole picture once it is shown, 0xrrggbb, row by row. */
  readonly seen: Uint32Array;
}

/** Throws at anything that GIF89a does not have, or that this house does not write. */
export function decodeGif(file: Uint8Array): Animation {
  const bytes = Buffer.from(file);
  let at = 0;
  const byte = () => {
    if (at >= bytes.length) throw new Error('The file ends too early');
    return bytes[at++] as number;
  };
  const word = () => byte() | (byte() << 8);
  const blocks = () => {
    const parts: Buffer[] = [];
    for (let size = byte(); size > 0; size = byte()) {
      if (at + size > bytes.length) throw new Error('A block ends too early');
      parts.push(bytes.subarray(at, at + size));
      at += size;
    }
    return Buffer.concat(parts);
  };
  if (bytes.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('No GIF');
  at = 6;
  const [width, height, flags] = [word(), word(), byte()];
  at += 2;
  if ((flags & 0x80) === 0) throw new Error('No colours for all');
  const count = 2 << (flags & 7);
  const colours = Array.from({ length: count }, () => (byte() << 16) | (byte() << 8) | byte());
  let loops: number | null = null;
  let control = { ms: 0, clear: -1 };
  let screen = new Uint32Array(width * height);
  const images: DecodedImage[] = [];
  for (let kind = byte(); kind !== 0x3b; kind = byte()) {
    if (kind === 0x21) {
      const label = byte();
      const data = blocks();
      if (label === 0xff && data.toString('latin1', 0, 11) === 'NETSCAPE2.0') loops = data.readUInt16LE(12);
      if (label === 0xf9) {
        const packed = data[0] as number;
        if (((packed >> 2) & 7) !== 1) throw new Error('An image is not left in place');
        control = { ms: data.readUInt16LE(1) * 10, clear: packed & 1 ? (data[3] as number) : -1 };
      }
      continue;
    }
    if (kind !== 0x2c) throw new Error(`What is ${kind}?`);
    const box = { x: word(), y: word(), width: word(), height: word() };
    if (box.x + box.width > width || box.y + box.height > height) throw new Error('An image is not on the screen');
    if (byte() !== 0) throw new Error('An image with colours of its own, or interlaced');
    const bits = byte();
    const data = blocks();
    const indices = unpacked(data, bits, box.width * box.height);
    screen = screen.slice();
    let clear = 0;
    for (const [place, index] of indices.entries()) {
      if (index === control.clear) {
        clear++;
        continue;
      }
      const y = box.y + Math.floor(place / box.width);
      screen[y * width + box.x + (place % box.width)] = colours[index] as number;
    }
    images.push({ ...box, ms: control.ms, clear, bytes: data.length, seen: screen });
  }
  if (at !== bytes.length) throw new Error('Something follows the end');
  return { width, height, loops, images };
}

/** LZW undone, by a table of whole strings (GIF89a, appendix F). Throws where there is more or less than `size`, or no end. */
export function unpacked(data: Uint8Array, bits: number, size: number): Uint8Array {
  const out = new Uint8Array(size);
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  /** Where in `out` each string was last told, and its length. */
  let strings: { readonly at: number; readonly length: number }[] = [];
  let width = bits + 1;
  let before: { readonly at: number; readonly length: number } | null = null;
  let [held, waiting, done] = [0, 0, 0];
  let from = 0;
  for (;;) {
    while (waiting < width) {
      if (from >= data.length) throw new Error('No end');
      held |= (data[from++] as number) << waiting;
      waiting += 8;
    }
    const code = held & ((1 << width) - 1);
    held >>>= width;
    waiting -= width;
    if (code === clear) {
      strings = [];
      width = bits + 1;
      before = null;
      continue;
    }
    if (code === end) break;
    const known = strings.length;
    const start = done;
    if (code < clear) {
      out[done++] = code;
    } else {
      const string =
        code - end - 1 < known
          ? strings[code - end - 1]
          : before && code - end - 1 === known
            ? { at: before.at, length: before.length + 1 }
            : null;
      if (!string) throw new Error(`No string has the code ${code}`);
      // Byte by byte: the last of a new string is told in this very copy.
      for (let step = 0; step < string.length; step++) out[done++] = out[string.at + step] as number;
    }
    if (done > size) throw new Error('More pixels than the image has');
    if (before && end + 1 + known < 4096) strings.push({ at: before.at, length: before.length + 1 });
    if (end + 1 + strings.length === 1 << width && width < 12) width++;
    before = { at: start, length: done - start };
  }
  if (done !== size) throw new Error(`${done} pixels of ${size}`);
  if (from !== data.length) throw new Error('Bytes after the end');
  return out;
}
