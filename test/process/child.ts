import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The program as a process of its own, seen from outside. */
export interface Running {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: { out: string; err: string };
  /** How it ended: an exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Resolves with the match once it has said so on stdout. Throws if it ends before, or says nothing for too long. */
  says(what: RegExp): Promise<RegExpMatchArray>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** The settings of `.env.example`. No `.env` of this machine has a say in what is left out, unless `ENV_FILE` names it. */
export interface Environment {
  readonly DISCORD_TOKEN?: string;
  readonly DISCORD_API_URL?: string;
  readonly DISCORD_GUILD_ID?: string;
  readonly SHARDS?: string;
  readonly SHARD_COUNT?: string;
  readonly DATABASE_PATH?: string;
  readonly SANDBOX_PORT?: string;
  readonly LOG_LEVEL?: string;
  readonly LOG_MEMBERS?: string;
  readonly HEALTH_PORT?: string;
  readonly HEALTH_HOST?: string;
  readonly BACKUP_EVERY?: string;
  readonly BACKUP_KEEP?: string;
  readonly PATH?: string;
  readonly NOTIFY_SOCKET?: string;
  readonly WATCHDOG_USEC?: string;
  readonly ENV_FILE?: string;
  readonly NODE_ENV?: string;
  readonly NODE_OPTIONS?: string;
}

const NONE = {
  ENV_FILE: devNull,
  DISCORD_TOKEN: '',
  DISCORD_API_URL: '',
  DISCORD_GUILD_ID: '',
  SHARDS: '',
  SHARD_COUNT: '',
  DATABASE_PATH: '',
  SANDBOX_PORT: '0',
  LOG_LEVEL: '',
  LOG_MEMBERS: '',
  HEALTH_PORT: '',
  HEALTH_HOST: '',
  BACKUP_EVERY: '',
  BACKUP_KEEP: '',
} as const;
const DOOR = [process.execPath, join('src', 'setup', 'run.mjs'), 'start'] as const;
const PATIENCE_MS = 120_000;

/** Starts the program. It is killed at the end of the test if it still runs then. */
export function start(environment: Environment, command: readonly string[] = DOOR): Running {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: PROJECT,
    env: { ...process.env, ...NONE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it.
    detached: true,
  });
  const output = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const hear = (stream: 'out' | 'err') => (chunk: Buffer) => {
    output[stream] += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear('out'));
  child.stderr.on('data', hear('err'));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  const running: Running = {
    child,
    output,
    ended,
    says(what) {
      return new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          listeners.delete(look);
        };
        const fail = (why: string) => {
          stop();
          reject(new Error(`${why} without saying ${what}.\n${output.out}\n${output.err}`));
        };
        const look = () => {
          const found = what.exec(output.out);
          if (!found) return;
          stop();
          resolve(found);
        };
        const timer = setTimeout(fail, PATIENCE_MS, `${PATIENCE_MS} ms have passed`);
        listeners.add(look);
        look();
        void ended.then((how) => fail(`It ended (${how})`));
      });
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      // The whole group: npm has children of its own.
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
  });
  return running;
}

/** A folder of its own, gone when the test is over. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'council-process-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** `NODE_OPTIONS` that run a line of code before the program. */
export function preload(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}
