import { inflateSync } from 'node:zlib';

/** A PNG read by the book (PNG, third edition), apart from what wrote it. */
export interface Chunks {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  /** Of the chunks, those of image data counted as one. */
  readonly names: readonly string[];
  readonly palette: Buffer;
  /** One byte a pixel, row by row. */
  readonly pixels: Buffer;
}

/** Throws where the signature, the order of chunks, a checksum or a row's filter is not what it must be. */
export function readChunks(png: Buffer): Chunks {
  if (png.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG');
  const names: string[] = [];
  const found = new Map<string, Buffer>();
  const image: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (checksum(png.subarray(at + 4, at + 8 + length)) !== png.readUInt32BE(at + 8 + length)) {
      throw new Error(`${name} has a wrong checksum`);
    }
    if (names.at(-1) !== name) names.push(name);
    else if (name !== 'IDAT') throw new Error(`${name} comes twice`);
    if (name === 'IDAT') image.push(data);
    found.set(name, data);
    at += length + 12;
  }
  const header = found.get('IHDR') as Buffer;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(Buffer.concat(image));
  if (rows.length !== (width + 1) * height) throw new Error(`${rows.length} bytes of rows`);
  const pixels = Buffer.concat(
    Array.from({ length: height }, (_, y) => {
      const start = y * (width + 1);
      if (rows[start] !== 0) throw new Error(`row ${y} is filtered`);
      return rows.subarray(start + 1, start + 1 + width);
    }),
  );
  return {
    width,
    height,
    depth: header[8] as number,
    colourType: header[9] as number,
    names,
    palette: found.get('PLTE') as Buffer,
    pixels,
  };
}

/** CRC-32, bit by bit as its polynomial says. */
function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return ~rest >>> 0;
}
