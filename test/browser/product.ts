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
  /** Kills it and starts it again, over the same database and on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a free port, over a database of its own. */
export async function startProcess(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'council-page-'));
  let child = spawned(folder, '0');
  const url = await addressOf(child);
  return {
    url,
    restart: async () => {
      await killed(child);
      child = spawned(folder, new URL(url).port);
      await addressOf(child);
    },
    stop: async () => {
      await killed(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function spawned(folder: string, port: string): ChildProcess {
  const { DISCORD_TOKEN: _, ...env } = process.env;
  return spawn(process.execPath, ['src/setup/run.mjs', 'start'], {
    cwd: ROOT,
    env: { ...env, SANDBOX_PORT: port, DATABASE_PATH: join(folder, 'games.sqlite'), ENV_FILE: devNull },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
