import { readdirSync, readFileSync } from 'node:fs';

const sources = new URL('../../src/', import.meta.url);
/** Where the kit refuses for every game. */
const KIT = ['kit/order-reading.ts', 'kit/order-rules.ts'];

/** The codes of refusals that neither a game nor the kit gives. Files named refusals.ts only word them. */
export function codesNeverGiven(game: string, codes: readonly string[]): readonly string[] {
  const folder = `systems/${game}/`;
  const files = readdirSync(new URL(folder, sources), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/refusals\.ts$/.test(name))
    .map((name) => `${folder}${name}`);
  const text = [...files, ...KIT].map((name) => readFileSync(new URL(name, sources), 'utf8')).join('\n');
  return codes.filter((code) => !text.includes(`'${code}'`));
}
