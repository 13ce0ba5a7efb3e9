import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Input } from './inputs/index.ts';

/** Inputs that once made trouble. */
export interface Fixture {
  /** What trouble it was. */
  readonly what: string;
  /** Of the games' dice. */
  readonly seed: string;
  readonly inputs: readonly Input[];
}

const FOLDER = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** Writes a fixture. @returns its file's name */
export function keep(fixture: Fixture): string {
  const text = `${JSON.stringify(fixture, null, 2)}\n`;
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = `${fixture.what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)}-${mark}.json`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}${name}`, text);
  return name;
}

/** All that were kept, by their files' names. */
export function fixtures(): readonly (readonly [string, Fixture])[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(FOLDER + name, 'utf8')) as Fixture] as const);
}
