import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../../src/setup/build.mjs';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The settings of `.env.example`, and those of Node. No `.env` of this machine has a say in what is left out, unless `ENV_FILE` names it. */
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
  readonly ENV_FILE?: string;
  readonly NODE_ENV?: string;
  readonly NODE_OPTIONS?: string;
  readonly PATH?: string;
  readonly NOTIFY_SOCKET?: string;
  readonly WATCHDOG_USEC?: string;
}

const NONE: Environment = {
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
};
/** As npm runs the set-up, which sees that the program is installed and built, and goes on as one of its programs. */
export function setUp(...command: readonly string[]): readonly string[] {
  return [process.execPath, join('src', 'setup', 'run.mjs'), ...command];
}
/** The program behind the set-up. The set-up looks at what is installed and built, which takes an eighth of a start; tests build once. */
export function built(program: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, join('dist', `${program}.js`), ...args];
}
/** The program behind `npm start`. */
export const START = built('main');

/** Draws no land, which takes fifteen seconds of the processor: a program draws what it does not find. */
const BUNDLING = `
  import { build, isBuilt } from './src/setup/build.mjs';
  import { inTurn } from './src/setup/lock.mjs';
  await inTurn(async () => isBuilt() || build());
`;
let isFresh = false;

/** Bundles the program from its present sources. Looks at them once for this process. */
export function build(): void {
  isFresh ||= isBuilt();
  if (!isFresh) execFileSync(process.execPath, ['--input-type=module', '-e', BUNDLING], { cwd: PROJECT });
  isFresh = true;
}

/** A worker of the built program. Loaded from its sources, a thread takes five times as long to start. */
export function builtWorker(name: 'reader-worker' | 'rules-worker'): URL {
  build();
  return new URL(`../../dist/${name}.js`, import.meta.url);
}
const SERVES = /^Its games are saved/m;
const PATIENCE_MS = 120_000;
/** A start takes a second or two; a machine that does other things as well may take its time. */
const START_PATIENCE_MS = 600_000;

/** How a process ended: an exit code, or the signal that ended it. */
export type End = number | NodeJS.Signals;

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** One run of the program as a process of its own, from its start to its end. It ends at the latest with this process. */
export class Program {
  readonly child: ChildProcess;
  /** All that it has written so far. */
  readonly output = { out: '', err: '' };
  readonly ended: Promise<End>;
  /** Resolves once it serves; rejects if it ends before, or takes far too long. */
  readonly ready: Promise<unknown>;
  /** Milliseconds it took to serve; null: it does not yet. */
  served: number | null = null;
  /** Milliseconds it took to leave once it was asked to. */
  leaving = 0;
  readonly #listeners = new Set<() => void>();

  /** @param environment settings; with `whole` all of its environment */
  constructor(environment: Environment | NodeJS.ProcessEnv, command: readonly string[] = START, whole = false) {
    const [program = '', ...args] = command;
    build();
    const began = performance.now();
    const child = spawn(program, args, {
      cwd: PROJECT,
      env: whole ? { ...environment } : { ...process.env, ...NONE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as a terminal gives it.
      detached: true,
    });
    this.child = child;
    for (const [stream, name] of [
      [child.stdout, 'out'],
      [child.stderr, 'err'],
    ] as const)
      stream.on('data', (chunk: Buffer) => {
        this.output[name] += chunk.toString();
        for (const listener of this.#listeners) listener();
      });
    const together = () => this.#killGroup();
    process.once('exit', together);
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        process.off('exit', together);
        resolve(signal ?? code ?? -1);
      });
    });
    this.ready = this.says(SERVES, START_PATIENCE_MS).then(() => {
      this.served = performance.now() - began;
    });
    // A test that kills it before it serves does not wait for it.
    this.ready.catch(() => {});
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get over(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves with the match once it has said so on stdout. Rejects if it ends before, or says nothing for too long. */
  says(what: RegExp, patience = PATIENCE_MS): Promise<RegExpMatchArray> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        this.#listeners.delete(look);
      };
      const fail = (why: string) => {
        stop();
        reject(new Error(`${why} without saying ${what}.\n${this.said()}`));
      };
      const look = () => {
        const found = what.exec(this.output.out);
        if (!found) return;
        stop();
        resolve(found);
      };
      const timer = setTimeout(fail, patience, `${patience} ms have passed`);
      this.#listeners.add(look);
      look();
      void this.ended.then((how) => fail(`It ended (${how})`));
    });
  }

  /** Ends it as a power cut would; what it was about to do does not happen any more. */
  kill(): Promise<End> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Asks it to leave. */
  async leave(): Promise<End> {
    const asked = performance.now();
    this.child.kill('SIGTERM');
    const how = await this.ended;
    this.leaving = performance.now() - asked;
    return how;
  }

  /** Ends what it has started too: npm and shells have children of their own. */
  async end(): Promise<void> {
    if (this.child.pid === undefined || this.over) return;
    this.#killGroup();
    await this.ended;
  }

  #killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }

  /** All that it has printed and logged. */
  said(): string {
    return `${this.output.out}\n${this.output.err}`;
  }

  /** The lines of its log that say so. */
  logged(what: string): LogLine[] {
    return this.#lines().flatMap(({ parsed }) => (parsed?.msg.includes(what) ? [parsed] : []));
  }

  /** Its errors: lines of the log of that level or worse, and what is no line of it. A kill may have cut the last one short. */
  errors(): string[] {
    const lines = this.#lines();
    return lines.flatMap(({ line, parsed }, at) => {
      if (!line.startsWith('{')) return [line];
      return parsed ? (parsed.level >= 50 ? [line] : []) : at < lines.length - 1 ? [line] : [];
    });
  }

  #lines(): { readonly line: string; readonly parsed: LogLine | null }[] {
    const lines = this.output.err.split('\n').filter((line) => line !== '');
    return lines.map((line) => ({ line, parsed: parsedLine(line) }));
  }
}

function parsedLine(line: string): LogLine | null {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as LogLine) : null;
  } catch {
    return null;
  }
}

/** `NODE_OPTIONS` that run a line of code before the program. */
export function preload(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * The program as the service's unit runs it: its command, its environment and nothing else of this process's but the path of programs.
 * @param settings what the unit takes from /etc/council-of-war.env
 */
export function startService(database: string, settings: Environment): Program {
  const unit = readFileSync(join(PROJECT, 'deploy', 'council-of-war.service'), 'utf8');
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const command = settingOf('ExecStart').split(' ');
  const environment = Object.fromEntries(
    settingOf('Environment')
      .split(' ')
      .map((one) => one.split('=')),
  );
  return new Program(
    { PATH: process.env.PATH ?? '', ENV_FILE: devNull, ...environment, ...settings },
    command.map((part) => part.replace(/^DATABASE_PATH=.*/, () => `DATABASE_PATH=${database}`)),
    true,
  );
}
