// @ts-check
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

// Node 20 reads no TypeScript, and in Vite's module runner each call of an imported function looks it up: a tenth of the time of all tests.
if (isMainThread) register(import.meta.url);

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
    const source = await translated(await readFile(file, 'utf8'), file);
    return { format: /** @type {const} */ ('module'), source, shortCircuit: true };
  };
  if (pathname.endsWith('.json')) return loaded((text) => `export default ${text}`);
  return pathname.endsWith('.ts') ? loaded(withoutTypes) : nextLoad(url, context);
}

/**
 * @param {string} text
 * @param {string} sourcefile
 */
async function withoutTypes(text, sourcefile) {
  const { code } = await transform(text, {
    loader: 'ts',
    target: 'node20',
    sourcefile,
    sourcemap: 'inline',
    sourcesContent: false,
    // What the program is bundled with, too.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
  });
  return code;
}
