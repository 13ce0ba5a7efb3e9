import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The product itself, as `npm start` runs it. */
export interface Running {
  /** Of the sandbox's page. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts it on a free port, over a database of its own. */
export async function startProcess(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'council-page-'));
  const { DISCORD_TOKEN: _, ...env } = process.env;
  const child = spawn(process.execPath, ['src/setup/run.mjs', 'start'], {
    cwd: ROOT,
    env: { ...env, SANDBOX_PORT: '0', DATABASE_PATH: join(folder, 'games.sqlite'), ENV_FILE: devNull },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { url: await addressOf(child), stop: () => stopped(child, folder) };
}

/** Read to the end: a pipe that is let go stops whoever writes to it. */
function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: unknown) => {
      printed += chunk;
      const found = /Open (http:\S+) in a browser/.exec(printed)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('close', () => reject(new Error(`It did not start:\n${printed}`)));
  });
}

async function stopped(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
