import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Input } from './inputs/index.ts';
import { REGRESSIONS } from './regressions.ts';

/** Inputs that once made trouble. */
export interface Fixture {
  /** What trouble it was. */
  readonly what: string;
  /** Of the games' dice. */
  readonly seed: string;
  readonly inputs: readonly Input[];
}

/** Inputs that a run has just found to fail stand here whole, until they are written down as one of the regressions. */
const FOLDER = fileURLToPath(new URL('./found/', import.meta.url));

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

/** All that were kept. */
export function fixtures(): readonly Fixture[] {
  const found = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return [...REGRESSIONS, ...found.map((name) => JSON.parse(readFileSync(FOLDER + name, 'utf8')) as Fixture)];
}
