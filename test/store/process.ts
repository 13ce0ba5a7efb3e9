import { spawnSync } from 'node:child_process';

const STORE = new URL('../../src/store/index.ts', import.meta.url).href;

/** Runs a module in a process of its own, with the store's functions at hand. */
export function inProcess(code: string): {
  readonly out: string;
  readonly err: string;
  readonly signal: string | null;
} {
  const script = `import { copyDatabase, openDatabase, openStore } from ${JSON.stringify(STORE)};\n${code}`;
  const options = { encoding: 'utf8' } as const;
  const ran = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], options);
  return { out: ran.stdout, err: ran.stderr, signal: ran.signal };
}
