// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Node 20 reads no TypeScript, and in Vite's module runner each call of an imported function looks it up: a tenth of the time of all tests.
if (isMainThread) register(import.meta.url);

/** Translated sources of earlier runs, one file for each of ours. `npm ci` removes them with all of node_modules. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/typescript-hooks', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @type {Omit<import('esbuild').TransformOptions, 'sourcefile'>} */
const OPTIONS = {
  loader: 'ts',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  // What the program is bundled with, too.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
};

/**
 * Node's hook (https://nodejs.org/docs/latest-v20.x/api/module.html#loadurl-context-nextload): our TypeScript without its types, our JSON
 * without an import attribute.
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, nextLoad) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || pathname.includes('/node_modules/')) return nextLoad(url, context);
  /** @param {(text: string, file: string) => string | Promise<string>} translated */
  const loaded = async (translated) => {
    const file = fileURLToPath(url);
    const source = await translated(readFileSync(file, 'utf8'), file);
    return { format: /** @type {const} */ ('module'), source, shortCircuit: true };
  };
  if (pathname.endsWith('.json')) return loaded((text) => `export default ${text}`);
  return pathname.endsWith('.ts') ? loaded(withoutTypes) : nextLoad(url, context);
}

/**
 * Translates a source, or reads what an earlier run made of the same text: its last line is the digest of the source.
 * @param {string} text
 * @param {string} sourcefile
 */
async function withoutTypes(text, sourcefile) {
  const digest = createHash('sha1').update(JSON.stringify(OPTIONS)).update(sourcefile).update('\0').update(text);
  const mark = `\n// ${digest.digest('hex')}\n`;
  const kept = join(CACHE, relative(ROOT, sourcefile).replaceAll(sep, '~'));
  const before = textOf(kept);
  if (before.endsWith(mark)) return before;
  const { transform } = await import('esbuild');
  const { code } = await transform(text, { ...OPTIONS, sourcefile });
  keep(kept, code + mark);
  return code;
}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Writes a file whole, since other processes may read it meanwhile. Where nothing can be written, each process translates for itself.
 * @param {string} file
 * @param {string} text
 */
function keep(file, text) {
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch {}
}
