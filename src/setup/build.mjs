// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Entry points by name in `dist`. A worker must lie beside the program that starts it. */
const entryPoints = {
  main: './src/main.ts',
  replay: './src/cli/replay.ts',
  backup: './src/cli/backup.ts',
  doctor: './src/cli/doctor.ts',
  reshard: './src/cli/reshard.ts',
  'rules-worker': './src/host/table/rules-worker.ts',
  'reader-worker': './src/host/reader-worker.ts',
};

/** Files besides the sources that change the bundle. */
const besides = ['package.json', 'package-lock.json', 'src/setup/build.mjs'];

/** The bundle is made here, then moved to `dist`. It lies beside `dist` because source maps name the sources by relative path. */
const fresh = '.dist';

/** The record of the last build: its sources, their digest, and its output files. Written last, so a build cut off has none. */
const record = 'built-from.json';

/**
 * Is `dist` up to date? Compares contents: a copy or a checkout gives files new times, a file moved back an old one.
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
 * Bundles the program beside `dist`, then replaces `dist` as a whole.
 * @returns {Promise<string[]>} what is wrong with the sources, one line each
 */
export async function build() {
  /** @type {typeof import('esbuild')} */
  const esbuild = createRequire(path.resolve('package.json'))('esbuild');
  rmSync(fresh, { recursive: true, force: true });
  try {
    const { metafile, warnings } = await esbuild.build({
      // Entry points are relative: esbuild would take a `*` in the folder's own name for a pattern.
      absWorkingDir: process.cwd(),
      entryPoints,
      outdir: fresh,
      bundle: true,
      packages: 'external',
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      // An image has no tsconfig.json, and its build must be the same.
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
