// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** @satisfies {import('esbuild').BuildOptions} */
export const BUNDLE = /** @type {const} */ ({
  // By name in `dist`. A worker must lie beside the program that starts it.
  entryPoints: {
    main: './src/main.ts',
    replay: './src/cli/replay.ts',
    backup: './src/cli/backup.ts',
    doctor: './src/cli/doctor.ts',
    reshard: './src/cli/reshard.ts',
    'draw-land': './src/cli/draw-land.ts',
    'rules-worker': './src/host/table/rules-worker.ts',
    'reader-worker': './src/host/reader-worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  // Native packages, esbuild for the practice page, and what ws and discord.js use if it's installed.
  external: ['better-sqlite3', 'bufferutil', 'canvas', 'esbuild', 'utf-8-validate', 'zlib-sync'],
  // CommonJS packages ask for Node's own modules by `require`, which a module does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // jsonc-parser's code for CommonJS can't be bundled.
  mainFields: ['module', 'main'],
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // An image has no tsconfig.json, and its build must be the same.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
  // V8 keeps a source in memory, with two bytes a character unless all are Latin-1.
  minifyWhitespace: true,
  plugins: [
    { name: 'latin-1', setup: escapeBeyondLatin1 },
    { name: 'discord.js-once', setup: shareDiscordJs },
  ],
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
});

/**
 * Writes letters beyond Latin-1 as escapes. A single one doubles the memory of its whole file, and esbuild leaves them in
 * regular expressions and tagged templates.
 * @param {import('esbuild').PluginBuild} build
 */
function escapeBeyondLatin1({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
    const source = await readFile(file, 'utf8');
    const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return { contents: source.replace(/[^\0-\xff]/g, escaped), loader: 'ts' };
  });
}

/**
 * Lets all files share one copy of discord.js's exports. For each file that imports a CommonJS package, esbuild copies
 * them as getters: 700 for each of forty files, 6 MB in all.
 * @param {import('esbuild').PluginBuild} build
 */
function shareDiscordJs({ onLoad, onResolve }) {
  onResolve({ filter: /^discord\.js$/, namespace: 'file' }, () => ({ path: 'discord.js', namespace: 'shared' }));
  onLoad({ filter: /^/, namespace: 'shared' }, () => ({
    contents: "export * from 'discord.js'",
    resolveDir: process.cwd(),
  }));
}

/** Names the sources of the last build, their digest, and its output files. A build cut off has no record. */
const record = path.join('dist', 'built-from.json');

/** Is `dist` up to date? Compares contents, since a copy or a checkout gives files other times. */
export function isBuilt() {
  try {
    const { sources, digest, outputs } = JSON.parse(readFileSync(record, 'utf8'));
    return digestOf(sources) === digest && outputs.every(existsSync);
  } catch {
    return false;
  }
}

/** Has `npm run build`, or an earlier start, drawn all land with this build? */
export const hasLand = () => existsSync(`dist/land/${JSON.parse(readFileSync(record, 'utf8')).digest}/complete`);

/** @param {string[]} sources */
function digestOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source)).update('\0');
  return hash.digest('hex');
}

/** Bundles the program into `dist`. It throws once esbuild has printed what is wrong with the sources. */
export async function build() {
  /** @type {typeof import('esbuild')} */
  const esbuild = createRequire(path.resolve('package.json'))('esbuild');
  rmSync(record, { force: true });
  try {
    // Entry points are relative: esbuild would take a `*` in the folder's own name for a pattern.
    const { metafile } = await esbuild.build({ absWorkingDir: process.cwd(), ...BUNDLE, logLevel: 'warning' });
    const own = Object.keys(metafile.inputs).filter(
      (file) => !file.split('/').includes('node_modules') && !file.startsWith('shared:'),
    );
    // Packages change with the lock file.
    const sources = [...own, 'package.json', 'package-lock.json', 'src/setup/build.mjs'];
    const outputs = Object.keys(metafile.outputs);
    const outdated = readdirSync('dist').filter((file) => !outputs.includes(`dist/${file}`));
    // A folder of land stays if a process still draws into it. The next build removes it.
    await Promise.allSettled(outdated.map((file) => rm(path.join('dist', file), { recursive: true })));
    writeFileSync(record, JSON.stringify({ sources, digest: digestOf(sources), outputs }));
  } finally {
    await esbuild.stop();
  }
}
