import { readFileSync } from 'node:fs';

/** The characters a TrueType file can draw: its `cmap` in format 4, the one for the Basic Multilingual Plane (OpenType, "cmap"). */
export function glyphsOf(file: string): (character: string) => boolean {
  const font = readFileSync(file);
  const table = tableAt(font, 'cmap');
  const subtables = Array.from(
    { length: font.readUInt16BE(table + 2) },
    (_, index) => table + font.readUInt32BE(table + 8 + index * 8),
  );
  const format4 = subtables.find((at) => font.readUInt16BE(at) === 4);
  if (format4 === undefined) throw new Error(`${file} has no cmap of format 4`);
  const twice = font.readUInt16BE(format4 + 6);
  const ends = format4 + 14;
  const starts = ends + twice + 2;
  return (character) => {
    const code = character.codePointAt(0) as number;
    for (let at = 0; at < twice; at += 2) {
      if (code > font.readUInt16BE(ends + at)) continue;
      return code >= font.readUInt16BE(starts + at);
    }
    return false;
  };
}

function tableAt(font: Buffer, tag: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table ${tag}`);
}
