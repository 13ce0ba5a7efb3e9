// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What is bundled, by its name in `dist`. A worker stands there beside the program that starts it. */
const entryPoints = {
  main: './src/main.ts',
  replay: './src/cli/replay.ts',
  backup: './src/cli/backup.ts',
  'rules-worker': './src/host/table/rules-worker.ts',
  'reader-worker': './src/host/reader-worker.ts',
};

/** What is bundled depends on these besides the sources. */
const besides = ['package.json', 'package-lock.json', 'src/setup/build.mjs'];

/** Where the program is bundled before it is put into `dist`: beside it, since its source maps name the sources from there. */
const fresh = '.dist';

/** What `dist` was made from, written last: the sources, the digest of all of them, and the files that were made. */
const record = 'built-from.json';

/**
 * Is `dist` what the sources say now? It goes by their content: a copy or a checkout gives them new times, a file moved back an old one.
 */
export function isBuilt() {
  try {
    const { sources, digest, outputs } = JSON.parse(readFileSync(path.join('dist', record), 'utf8'));
    return (
      digestOf(sources) === digest && outputs.every((/** @type {string} */ file) => existsSync(path.join('dist', file)))
    );
  } catch {
    return false;
  }
}

/** @param {string[]} sources */
function digestOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source)).update('\0');
  return hash.digest('hex');
}

/**
 * Bundles the program into `dist`. It is made beside and put there whole.
 * @returns {Promise<string[]>} what is wrong with the sources, one line each
 */
export async function build() {
  /** @type {typeof import('esbuild')} */
  const esbuild = createRequire(path.resolve('package.json'))('esbuild');
  rmSync(fresh, { recursive: true, force: true });
  try {
    const { metafile, warnings } = await esbuild.build({
      // Named from here: where the name of the folder itself has a `*`, esbuild would take it for a pattern.
      absWorkingDir: process.cwd(),
      entryPoints,
      outdir: fresh,
      bundle: true,
      packages: 'external',
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      // The same whether tsconfig.json is there or not: an image has none.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
      charset: 'utf8',
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    });
    if (warnings.length > 0) return warnings.map(told);
    const sources = [...Object.keys(metafile.inputs), ...besides];
    const outputs = Object.keys(metafile.outputs).map((file) => path.basename(file));
    writeFileSync(path.join(fresh, record), JSON.stringify({ sources, digest: digestOf(sources), outputs }));
    rmSync('dist', { recursive: true, force: true });
    renameSync(fresh, 'dist');
    return [];
  } catch (error) {
    if (!(error instanceof Error && 'errors' in error)) throw error;
    return /** @type {import('esbuild').BuildFailure} */ (error).errors.map(told);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    await esbuild.stop();
  }
}

/** @param {import('esbuild').Message} message */
function told({ text, location }) {
  return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
}
