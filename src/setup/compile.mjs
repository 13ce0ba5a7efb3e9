// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A source cannot be compiled; the message says where and why, ready to be shown. */
export class BrokenSource extends Error {}

/** The compiler itself cannot be run. */
export class NoCompiler extends Error {
  /** @override */
  name = 'NoCompiler';
}

/**
 * A program in one text.
 * @typedef {object} Compiled
 * @property {string} text CommonJS; packages are required and not in it, and the programs of threads are in `threadTexts`
 * @property {readonly string[]} threadTexts
 * @property {Uint8Array} map where each part of it comes from: a source map (version 3), whose sources are named from the folder src
 */

/** Where a source asks for its own place, it gets that of the source and not of what is compiled. */
const OWN_PLACE = 'import.meta.url';

/** Files that ask for it. esbuild warns of any other, and a warning counts as an error here. */
const HAVE_A_PLACE = /[\\/](?:main|replay|backup|version|fonts|files)\.ts$/;

/** What names the program of a thread, with that program, `worker.ts`, beside it. */
const THREAD = /[\\/]thread\.ts$/;

/** What a source is written in. */
const loader = 'ts';

/**
 * Compiles a program in TypeScript, with all of the project that it imports and with the programs of its threads. It is done in memory at
 * each start, a quarter of a second: nothing is written that could be stale, torn or in a folder that may not be written to. What
 * compiles file by file while Node loads them (tsx) stays in memory as long as the program runs, 70 MB, and makes it slower.
 * @param {string} root the folder of package.json
 * @param {string} program
 * @returns {Promise<Compiled>}
 * @throws {BrokenSource}
 * @throws {NoCompiler}
 */
export async function compiled(root, program) {
  const { build, stop } = compilerOf(root);
  const outputOf = async (/** @type {string} */ entry, /** @type {import('esbuild').Plugin[]} */ plugins) => {
    // esbuild takes the name of an entry point for a pattern: in a folder `a*b` it finds none, or others.
    const stdin = {
      contents: `import ${JSON.stringify(`./${path.basename(entry)}`)};`,
      resolveDir: path.dirname(entry),
    };
    const { warnings, outputFiles } = await build({ ...settings(root), stdin, plugins }).catch(broken);
    if (warnings.length > 0) broken({ errors: warnings });
    const [map, text] = outputFiles;
    if (!map || !text) throw new BrokenSource(`${entry} was compiled to nothing.`);
    return { map: map.contents, text: text.text };
  };
  /** @type {string[]} */
  const threadTexts = [];
  const numberOf = async (/** @type {string} */ folder) => {
    const { text } = await outputOf(path.join(folder, 'worker.ts'), []);
    return threadTexts.push(text) - 1;
  };
  try {
    return { ...(await outputOf(program, [ownPlaces, threads(numberOf)])), threadTexts };
  } finally {
    await stop();
  }
}

/**
 * @param {string} root
 */
function settings(root) {
  return /** @type {const} @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: root,
    outfile: path.join(root, 'src', 'program.cjs'),
    write: false,
    bundle: true,
    packages: 'external',
    // What is run from memory cannot import while it runs: it requires.
    supported: { 'dynamic-import': false },
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The same whether tsconfig.json is there or not: an image has none.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
    charset: 'utf8',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
  });
}

/** @type {import('esbuild').Plugin} */
const ownPlaces = {
  name: 'own places',
  setup(compiler) {
    compiler.onLoad({ filter: HAVE_A_PLACE }, ({ path: file }) => {
      const place = JSON.stringify(pathToFileURL(file).href);
      return { contents: readFileSync(file, 'utf8').replaceAll(OWN_PLACE, () => place), loader };
    });
  },
};

/**
 * @param {(folder: string) => Promise<number>} numberIn compiles the thread in a folder
 * @returns {import('esbuild').Plugin}
 */
function threads(numberIn) {
  return {
    name: 'threads',
    setup(compiler) {
      compiler.onLoad({ filter: THREAD }, async ({ path: file }) => {
        const number = await numberIn(path.dirname(file));
        return { contents: `export const THREAD = { text: threadTexts[${number}] };`, loader };
      });
    },
  };
}

/**
 * @param {string} root
 * @returns {typeof import('esbuild')}
 */
function compilerOf(root) {
  return createRequire(path.join(root, 'package.json'))('esbuild');
}

/**
 * @param {Error | { readonly errors: readonly import('esbuild').Message[] }} failure
 * @returns {never}
 */
function broken(failure) {
  if (!('errors' in failure)) throw new NoCompiler(failure.message, { cause: failure });
  throw new BrokenSource(failure.errors.map(told).join('\n'));
}

/** @param {import('esbuild').Message} message */
function told({ text, location }) {
  return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
}
