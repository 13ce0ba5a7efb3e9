import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { BAND } from '../bands.ts';
import type { Frame } from '../frame.ts';
import { roundRobin } from '../round-robin.ts';
import { adler32, adlerJoined } from './adler32.ts';
import { crc32 } from './crc32.ts';

/** Some rows of a PNG, deflated independently of the others. */
export interface Piece {
  /** A chunk of image data. */
  readonly chunk: Buffer;
  /** Bytes of the rows before deflating. */
  readonly length: number;
  readonly adler: number;
}

const deflated = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** Level 9 takes eight times as long for 5 % less. */
const LEVEL = 6;

/** A deflater takes a quarter of a megabyte. On two cores, more than two would take the event loop's core from it. */
const compressed = roundRobin(2);

/** A sync flush ends each piece at a whole byte without ending the stream. */
const DEFLATE = { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH };

/** Makes a piece of filtered rows (`filtered`). Deflating runs off the event loop. */
export async function pieceOf(rows: Uint8Array): Promise<Piece> {
  const data = await compressed(() => deflated(rows, DEFLATE));
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
    const rows = filtered(width, Math.min(BAND, height - top), (row, into) => {
      into.set(pixels.subarray((top + row) * width, (top + row + 1) * width));
    });
    pieces.push(await pieceOf(rows));
  }
  return joined(frame, pieces);
}

/**
 * Filtered rows, each preceded by its filter's number: always 0 (none), as indices near in value are not near in colour.
 * @param write writes a row's indices
 */
export function filtered(width: number, rows: number, write: (row: number, into: Uint8Array) => void): Uint8Array {
  const bytes = new Uint8Array((width + 1) * rows);
  for (let row = 0; row < rows; row++) write(row, bytes.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)));
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
