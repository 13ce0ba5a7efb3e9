import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { BAND } from './bands.ts';
import { roundRobin } from './scheduling.ts';

/** The checksum of each byte (ISO 3309, reversed polynomial 0xedb88320). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The CRC-32 of some bytes, which ends each chunk of a PNG. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 255] as number);
  return (rest ^ 0xffffffff) >>> 0;
}

/** The largest prime below 65,536. */
const BASE = 65_521;
/** Bytes that can be summed before the sums overflow 32 bits (zlib's NMAX). */
const AT_ONCE = 5552;

/** The Adler-32 of some bytes (RFC 1950), as it ends a zlib stream. */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, bytes.length);
    for (let at = from; at < to; at++) {
      a += bytes[at] as number;
      b += a;
    }
    a %= BASE;
    b %= BASE;
  }
  return ((b << 16) | a) >>> 0;
}

/** The Adler-32 of two joined byte strings from that of each; `length` is that of the second. */
export function adlerJoined(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 + BASE - 1) % BASE;
  // Each byte of the second adds the first's sum once more; the initial 1 is already counted.
  const b = (b1 + b2 + (length % BASE) * ((a1 + BASE - 1) % BASE)) % BASE;
  return ((b << 16) | a) >>> 0;
}

/** A picture of at most 256 colours. Equal palettes give the same colours in the same order. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** One byte a pixel, row by row. */
  readonly pixels: Uint8Array;
}

/** Some rows of a PNG, deflated independently of the others. */
export interface Piece {
  /** A chunk of image data. */
  readonly chunk: Buffer;
  /** Bytes of the rows before deflating. */
  readonly length: number;
  readonly adler: number;
}

/** zlib's level for a band of some rows: level 9 takes eight times as long for 5 % less. */
const BAND_LEVEL = 6;
/** The level for all rows at once. They are as small as in bands at level 6, in half the time. */
export const WHOLE_LEVEL = 4;

/** A deflater takes a quarter of a megabyte. On two cores, more than two would take the event loop's core from it. */
const compressed = roundRobin(2);

/** Deflaters at rest by their level: to make one for each piece would take a third of the time. */
const atRest = new Map<number, DeflateRaw[]>();

/** Bytes of output at a time: most of a picture. */
const AT_A_TIME = 1 << 16;

/** A sync flush ends each piece at a whole byte without ending the stream. */
function makeDeflater(level: number): DeflateRaw {
  const chunkSize = level === WHOLE_LEVEL ? AT_A_TIME : constants.Z_DEFAULT_CHUNK;
  // A failure is told to the writer.
  return createDeflateRaw({ level, chunkSize, flush: constants.Z_SYNC_FLUSH }).on('error', () => undefined);
}

/** Deflates bytes as a stream of their own, off the event loop. After a failure the deflater is dropped. */
async function deflated(bytes: Uint8Array, level: number): Promise<Buffer> {
  const resting = atRest.get(level) ?? [];
  atRest.set(level, resting);
  const deflater = resting.pop() ?? makeDeflater(level);
  const parts: Buffer[] = [];
  const take = (part: Buffer) => parts.push(part);
  deflater.on('data', take);
  await new Promise<void>((resolve, reject) => {
    deflater.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  // The rest is emitted now.
  deflater.read();
  deflater.off('data', take);
  deflater.reset();
  resting.push(deflater);
  return Buffer.concat(parts);
}

/** The number of pieces made by this process. */
export function piecesMade(): number {
  return made;
}

let made = 0;

/** Makes a piece of filtered rows (`filtered`). Deflating runs off the event loop. @param level zlib's */
export async function pieceOf(rows: Uint8Array, level = BAND_LEVEL): Promise<Piece> {
  made++;
  const data = await compressed(() => deflated(rows, level));
  return { chunk: chunk('IDAT', data), length: rows.length, adler: adler32(rows) };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The zlib header: deflate with a window of 32 KB. */
const OPENING = chunk('IDAT', Buffer.from([0x78, 0x9c]));
/** An empty final deflate block. */
const LAST = [0x03, 0x00];
const END = chunk('IEND', Buffer.alloc(0));

/** Joins pieces, from the top, into a PNG of 8-bit palette indices (colour type 3). */
export function joined(frame: Omit<Frame, 'pixels'>, pieces: readonly Piece[]): Buffer {
  const checksum = Buffer.from([...LAST, 0, 0, 0, 0]);
  checksum.writeUInt32BE(
    pieces.reduce((sum, { adler, length }) => adlerJoined(sum, adler, length), 1),
    LAST.length,
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(frame)),
    chunk('PLTE', frame.palette),
    OPENING,
    ...pieces.map((piece) => piece.chunk),
    chunk('IDAT', checksum),
    END,
  ]);
}

/** A frame as a PNG, byte for byte as `renderScene` makes it. */
export async function encodePng(frame: Frame): Promise<Buffer> {
  const { width, height, pixels } = frame;
  const pieces: Piece[] = [];
  for (let top = 0; top < height; top += BAND) {
    pieces.push(await pieceOf(filtered(width, pixels.subarray(top * width, (top + BAND) * width))));
  }
  return joined(frame, pieces);
}

/** Rows of pixels, each preceded by its filter's number: always 0 (none), as indices near in value are not near in colour. */
export function filtered(width: number, pixels: Uint8Array): Uint8Array {
  const rows = pixels.length / width;
  const bytes = new Uint8Array((width + 1) * rows);
  for (let row = 0; row < rows; row++) {
    bytes.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return bytes;
}

function headerOf({ width, height }: Omit<Frame, 'pixels'>): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, palette colours, deflate, the only filter method, not interlaced.
  header.set([8, 3, 0, 0, 0], 8);
  return header;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}
