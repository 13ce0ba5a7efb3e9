import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** The checksum of each byte (ISO 3309, reversed polynomial 0xedb88320). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The CRC-32 of some bytes, which ends each chunk of a PNG. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 255] as number);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The Adler-32 of some bytes. A zlib stream ends with it (RFC 1950), even one that compresses nothing. */
function adler32(bytes: Uint8Array): number {
  const stream = deflateSync(bytes, { level: 0, chunkSize: bytes.length + 64 });
  return stream.readUInt32BE(stream.length - 4);
}

/** The largest prime below 65,536. */
const BASE = 65_521;

/** The Adler-32 of two joinPieces byte strings from that of each; `length` is that of the second. */
function adlerJoined(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 + BASE - 1) % BASE;
  // Each byte of the second adds the first's sum once more; the initial 1 is already counted.
  const b = (b1 + b2 + (length % BASE) * ((a1 + BASE - 1) % BASE)) % BASE;
  return ((b << 16) | a) >>> 0;
}

/** All of a PNG but its pixels. */
interface Header {
  readonly width: number;
  readonly height: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
}

/** Some rows of a PNG, deflated independently of the others. */
export interface PngPiece {
  /** A chunk of image data. */
  readonly chunk: Buffer;
  /** Bytes of the rows before deflating. */
  readonly length: number;
  readonly adler: number;
}

let made = 0;

/** The number of pieces made by this process. */
export function piecesMade(): number {
  return made;
}

/**
 * Deflates rows, each with the number of its filter before it: a fraction of a millisecond for a
 * band. A sync flush ends them at a whole byte without ending the stream.
 * @param level zlib's
 */
export function pngPieceOf(rows: Uint8Array, level: number): PngPiece {
  made++;
  const data = deflateRawSync(rows, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { chunk: chunk('IDAT', data), length: rows.length, adler: adler32(rows) };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The zlib header: deflate with a window of 32 KB. */
const OPENING = chunk('IDAT', Buffer.from([0x78, 0x9c]));
/** An empty final deflate block. */
const LAST = [0x03, 0x00];
const END = chunk('IEND', Buffer.alloc(0));

/** Joins pieces, from the top, into a PNG of 8-bit palette indices (colour type 3). */
export function joinPieces(header: Header, pieces: readonly PngPiece[]): Buffer {
  const checksum = Buffer.from([...LAST, 0, 0, 0, 0]);
  checksum.writeUInt32BE(
    pieces.reduce((sum, { adler, length }) => adlerJoined(sum, adler, length), 1),
    LAST.length,
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(header)),
    chunk('PLTE', header.palette),
    OPENING,
    ...pieces.map((piece) => piece.chunk),
    chunk('IDAT', checksum),
    END,
  ]);
}

function headerOf({ width, height }: Header): Buffer {
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
