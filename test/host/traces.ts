import { existsSync, readFileSync } from 'node:fs';

/** Which of these words stand anywhere in a database's files, as they are on the disk now. */
export function tracesOf(words: readonly string[], file: string): string[] {
  const files = [file, `${file}-wal`].filter(existsSync).map((one) => readFileSync(one));
  return words.filter((word) => files.some((bytes) => bytes.includes(Buffer.from(word, 'utf8'))));
}
