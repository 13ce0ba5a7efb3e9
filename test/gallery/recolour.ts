import { crc32 } from '../../src/render/png.ts';

/** A PNG of indexed colours with other colours in the same places: its palette, the chunk PLTE, is exchanged. */
export function recoloured(png: Buffer, palette: Uint8Array): Buffer {
  const length = png.indexOf('PLTE', 8, 'latin1') - 4;
  if (length < 0 || png.readUInt32BE(length) !== palette.length) throw new Error('The PNG has no palette of this size');
  const other = Buffer.from(png);
  const colours = length + 8;
  other.set(palette, colours);
  const checked = other.subarray(length + 4, colours + palette.length);
  other.writeUInt32BE(crc32(checked), colours + palette.length);
  return other;
}
