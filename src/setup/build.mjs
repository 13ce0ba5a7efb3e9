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
  'draw-land': './src/cli/draw-land.ts',
  'rules-worker': './src/host/table/rules-worker.ts',
  'reader-worker': './src/host/reader-worker.ts',
};

/** Files besides the sources that change the bundle. */
const besides = ['package.json', 'package-lock.json', 'src/setup/build.mjs'];

/** Packages that stay beside the bundle: native ones, esbuild for the practice page, and what ws and discord.js use if it's installed. */
const external = ['better-sqlite3', 'bufferutil', 'canvas', 'esbuild', 'utf-8-validate', 'zlib-sync'];

/** CommonJS packages ask for Node's own modules by `require`, which a module does not have. */
const banner = {
  js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
};

/** The bundle is made here, then moved to `dist`. It lies beside `dist` because source maps name the sources by relative path. */
const fresh = '.dist';

/** The record of the last build: its sources, their digest, and its output files. Written last, so a build cut off has none. */
const record = 'built-from.json';

/** @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE = /** @type {const} */ ({
  entryPoints,
  outdir: fresh,
  bundle: true,
  external,
  banner,
  // jsonc-parser's code for CommonJS can't be bundled.
  mainFields: ['module', 'main'],
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // An image has no tsconfig.json, and its build must be the same.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
  // V8 keeps a source in memory, with two bytes a character unless all are ASCII.
  minifyWhitespace: true,
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
});

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
      ...BUNDLE,
      logLevel: 'silent',
    });
    if (warnings.length > 0) return warnings.map(told);
    // Packages change with the lock file.
    const own = Object.keys(metafile.inputs).filter((file) => !file.split('/').includes('node_modules'));
    const sources = [...own, ...besides];
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
