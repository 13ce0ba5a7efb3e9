import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { BUNDLE } from '../../src/setup/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

let outputs: Metafile['outputs'];
beforeAll(async () => {
  const { metafile, warnings } = await build({ ...BUNDLE, absWorkingDir: root, write: false, logLevel: 'silent' });
  expect(warnings).toEqual([]);
  outputs = metafile.outputs;
});

/** The packages of package.json that a program of `dist` holds or imports, itself or by its chunks. */
function packagesOf(file: string): ReadonlySet<string> {
  const known = new Set<string>();
  const read = (output: string) => {
    if (known.has(output)) return;
    known.add(output);
    const { imports, inputs } = outputs[output] ?? { imports: [], inputs: {} };
    for (const name of Object.keys(inputs)) known.add(/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? name);
    for (const one of imports) if (one.kind === 'import-statement') one.external ? known.add(one.path) : read(one.path);
  };
  read(`dist/${file}`);
  return new Set(Object.keys(dependencies).filter((name) => known.has(name)));
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

test('discord.js caches no messages in the bundle either', async () => {
  const contents = `
    import { Client, GuildMessageManager } from 'discord.js';
    import { boundedCaches } from './src/discord/connection/client-caches.ts';
    const client = new Client({ intents: [], makeCache: boundedCaches() });
    const { cache } = new GuildMessageManager({ client });
    cache.set('1', {});
    console.log(cache.size);
    process.exit();`;
  const { entryPoints, splitting, outdir, sourcemap, ...options } = BUNDLE;
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    write: false,
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd: root,
    input: outputFiles[0]?.text ?? '',
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});
