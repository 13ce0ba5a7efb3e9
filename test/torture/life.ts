import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** As `npm start` does, without npm between. */
const DOOR = [join('src', 'setup', 'run.mjs'), 'start'] as const;
const NONE = { DISCORD_GUILD_ID: '', SANDBOX_PORT: '0', HEALTH_PORT: '', LOG_LEVEL: 'info' } as const;
const READY = /^Its games are saved/m;
/** A start takes a second or two; a machine that does other things as well may take its time. */
const PATIENCE_MS = 600_000;

export interface LifeEnvironment extends NodeJS.ProcessEnv {
  readonly DISCORD_TOKEN: string;
  readonly DISCORD_API_URL: string;
  readonly DATABASE_PATH: string;
}

/** How a process ended: an exit code, or the signal that ended it. */
export type End = number | NodeJS.Signals;

/** One run of the program, from its start to its end. */
export class Life {
  readonly #child: ChildProcess;
  #out = '';
  #log = '';
  /** Resolves once it serves; rejects if it ends before, or takes far too long. */
  readonly ready: Promise<void>;
  readonly ended: Promise<End>;
  /** Milliseconds it took to serve; null: it does not yet. */
  served: number | null = null;
  /** Milliseconds it took to leave once it was asked to; null: it was not asked, or has not left. */
  leaving: number | null = null;

  /** @param command the whole command with all of its environment, where it is not `npm start` in the environment of this process */
  constructor(environment: LifeEnvironment, command?: readonly [program: string, ...args: string[]]) {
    const began = performance.now();
    const [program, ...args] = command ?? [process.execPath, ...DOOR];
    const child = spawn(program, args, {
      cwd: PROJECT,
      env: command ? { ...environment } : { ...process.env, ...NONE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const together = () => child.kill('SIGKILL');
    process.once('exit', together);
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        process.off('exit', together);
        resolve(signal ?? code ?? -1);
      });
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#log += chunk.toString();
    });
    this.ready = new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The program did not come to serve: ${why}\n${this.said()}`));
      const timer = setTimeout(() => fail(`${PATIENCE_MS} ms have passed.`), PATIENCE_MS);
      child.stdout.on('data', (chunk: Buffer) => {
        this.#out += chunk.toString();
        if (this.served !== null || !READY.test(this.#out)) return;
        this.served = performance.now() - began;
        clearTimeout(timer);
        resolve();
      });
      void this.ended.then((how) => {
        clearTimeout(timer);
        fail(`it ended (${how}).`);
      });
    });
    // Whoever kills it before it serves does not wait for it.
    this.ready.catch(() => {});
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get over(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Ends it as a power cut would; what it was about to do does not happen any more. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Asks it to leave. */
  leave(): void {
    const asked = performance.now();
    this.#child.kill('SIGTERM');
    void this.ended.then(() => {
      this.leaving = performance.now() - asked;
    });
  }

  /** All that it has printed and logged. */
  said(): string {
    return `${this.#out}\n${this.#log}`;
  }

  /** Its errors: lines of the log of that level or worse, and what is no line of it. A kill may have cut the last one short. */
  errors(): string[] {
    const lines = this.#log.split('\n').filter((line) => line !== '');
    return lines.filter((line, at) => {
      if (!line.startsWith('{')) return true;
      try {
        return (JSON.parse(line) as { level: number }).level >= 50;
      } catch {
        return at < lines.length - 1;
      }
    });
  }
}
