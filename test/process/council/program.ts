import type { ManualClock } from '../../../src/time-source.ts';
import { type Environment, type Running, start } from '../child.ts';

/** Members give up waiting after so many milliseconds. */
const WAITING_MS = 3000;

/** The program, ended and started again over the same database. */
export class Program {
  readonly #environment: Environment;
  readonly #clock: ManualClock;
  #running: Running | null = null;
  readonly #runs: Running[] = [];
  kills = 0;
  leaves = 0;

  /** @param clock is the sandbox's */
  constructor(environment: Environment, clock: ManualClock) {
    this.#environment = environment;
    this.#clock = clock;
  }

  async start(): Promise<void> {
    this.#running = start(this.#environment);
    this.#runs.push(this.#running);
    await this.#running.says(/^Its games are saved/m);
  }

  /** As a power cut does. Whoever waits for an answer is told that there is none. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.#now().kill();
    this.#over();
  }

  /** As whoever runs it does. */
  async leave(): Promise<void> {
    this.leaves += 1;
    const running = this.#now();
    running.child.kill('SIGTERM');
    const code = await running.ended;
    if (code !== 0) throw new Error(`It left with ${code}: ${running.output.err}`);
    this.#over();
  }

  /** What it has logged of this level or a higher one, through all its lives. */
  logged(level: number): string[] {
    return this.#runs
      .flatMap(({ output }) => output.err.split('\n'))
      .filter((line) => line !== '' && !(line.startsWith('{') && level > logLevel(line)));
  }

  #now(): Running {
    if (!this.#running) throw new Error('It is not running');
    return this.#running;
  }

  #over(): void {
    this.#running = null;
    this.#clock.advance(WAITING_MS + 1);
  }
}

/** A line that a kill cut short says nothing. */
function logLevel(line: string): number {
  try {
    return (JSON.parse(line) as { level: number }).level;
  } catch {
    return 0;
  }
}
