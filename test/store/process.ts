import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const STORE = fileURLToPath(new URL('../../src/store', import.meta.url));

/** A module with the store's functions at hand, in one text for `node --input-type=module -`: TypeScript would take a second to load. */
export function program(code: string): string {
  const contents = `import { copyDatabase, openDatabase, openStore } from './index.ts';\n${code}`;
  const stdin = { contents, resolveDir: STORE };
  const options = { bundle: true, write: false, packages: 'external', platform: 'node', format: 'esm' } as const;
  return buildSync({ stdin, ...options }).outputFiles[0]?.text ?? '';
}

/** Runs a module in a process of its own, with the store's functions at hand. */
export function inProcess(code: string): {
  readonly out: string;
  readonly err: string;
  readonly signal: string | null;
} {
  const options = { encoding: 'utf8', input: program(code) } as const;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-'], options);
  return { out: ran.stdout, err: ran.stderr, signal: ran.signal };
}
