import type { Json } from '../../../game/index.ts';

/** The character at an offset, as it can be read: “{”, or its number where it shows nothing. */
export function shown(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return 'the end of the file';
  if (code === 0x0a) return 'a line break';
  if (code === 0x20) return 'a space';
  const character = String.fromCodePoint(code);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `“${character}”` : name;
}

/** A text that may be anything, short enough for a sentence. */
export function brief(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '·');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}

/** A value in a few words. */
export function briefly(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'nothing (null)';
  return typeof value === 'string' ? `“${brief(value)}”` : brief(JSON.stringify(value));
}

/** Line and column of an offset, both from 1; a column is a character. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let begins = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', begins)) {
    line += 1;
    begins = next + 1;
  }
  return { line, column: [...text.slice(begins, offset)].length + 1 };
}

/** With a capital letter in front. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
