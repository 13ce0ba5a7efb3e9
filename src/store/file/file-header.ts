import { closeSync, openSync, readSync } from 'node:fs';

/** Offset of the write version: 1 for a rollback journal, 2 for write-ahead logging (https://sqlite.org/fileformat.html#magic_header_string). */
const WRITTEN_HOW = 18;
const BY_JOURNAL = 1;
const AHEAD = 2;
const WHOSE = 68;
/** Bytes at the beginning of a file that say what it is. */
export const HEADER = 72;

/** Marks a file as ours in its header: `CoWr` in ASCII. */
export const APPLICATION_ID = 0x436f5772;

export function writtenHow(header: Buffer): number {
  return header.readUInt8(WRITTEN_HOW);
}

export function writesAhead(header: Buffer): boolean {
  return writtenHow(header) === AHEAD;
}

/** A database of ours that nobody has in use: one in use writes ahead, and says so in its header before it begins; a backup does not. */
export function isCopy(header: Buffer): boolean {
  return writtenHow(header) === BY_JOURNAL && header.readUInt32BE(WHOSE) === APPLICATION_ID;
}

/** Padded with zeros. Closing a descriptor drops SQLite's locks: only for a file that this process has not open. */
export function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER, 0);
  } finally {
    closeSync(file);
  }
  return header;
}
