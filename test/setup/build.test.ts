import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'src', 'setup', 'run.mjs'), 'build']);
  expect([status, stderr.toString()]).toEqual([0, '']);
});

/** The packages that a program of `dist` imports, itself or by its chunks. */
function packagesOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  const text = readFileSync(path.join(root, 'dist', file), 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|\} from)\b[^\n;]*?"([^"\n]+)";$/gm)) {
    if (name.startsWith('node:') || known.has(name)) continue;
    known.add(name);
    if (name.startsWith('./')) packagesOf(name, known);
  }
  return new Set([...known].filter((name) => !name.startsWith('./')));
}

test('the reader of replays needs no database, no pictures and no Discord', () => {
  expect(packagesOf('replay.js')).toEqual(new Set(['jsonc-parser', 'zod']));
});

test('the threads that solve and choose need no database, no pictures and no Discord', () => {
  expect(packagesOf('rules-worker.js')).toEqual(new Set(['zod']));
});

test('the bot needs what package.json says it does', () => {
  const needed = Object.keys(dependencies).filter(
    // Fonts are read as files. The practice page is bundled with htm, by an esbuild that is loaded when a reader asks for it.
    (name) => !['esbuild', 'htm'].includes(name) && !name.startsWith('@expo-google-fonts/'),
  );
  expect(packagesOf('main.js')).toEqual(new Set(needed));
});
