import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXIT } from '../../src/exit-codes.ts';
import { type End, PROJECT, Program } from '../harness/program.ts';

/** The kubelet probes as often as this. */
const PROBE_MS = 500;
/** A pod that is not ready by then never will be: a busy machine may take its time. */
const READY_MS = 300_000;
const PATIENCE_MS = 120_000;

/** A process in a pod's place. */
interface Pod {
  readonly program: Program;
  readonly port: number;
  /** Whether it is to be there: what ends all the same is started again. */
  wanted: boolean;
}

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/**
 * What `deploy/kubernetes/council-of-war.yaml` has a cluster do, with processes for pods and folders for volumes: the pod of ordinal K runs
 * shard K of as many as there are pods, on volume K. A pod that ends is started again, and updates go from the last to the first, each when the one
 * before it answers `/health` with 200.
 */
export class StatefulSet {
  /** Has the volume K as its folder K. */
  readonly volumes: string;
  readonly errors: string[] = [];
  readonly #discord: { readonly token: string; readonly apiUrl: string };
  readonly #pods: Pod[] = [];
  readonly #restarted: () => void;
  killed = 0;
  /** How often a pod ended because Discord did not answer its start. */
  unavailable = 0;

  constructor(volumes: string, discord: { readonly token: string; readonly apiUrl: string }, restarted: () => void) {
    this.volumes = volumes;
    this.#discord = discord;
    this.#restarted = restarted;
  }

  get replicas(): number {
    return this.#pods.length;
  }

  /** The database of each pod. */
  files(): string[] {
    return this.#pods.map((_, ordinal) => this.#file(ordinal));
  }

  #file(ordinal: number): string {
    return join(this.volumes, String(ordinal), 'council-of-war.sqlite');
  }

  /** Starts so many pods at once, and waits until all are ready. */
  async scaleUp(replicas: number): Promise<void> {
    const ports = await Promise.all(Array.from({ length: replicas }, freePort));
    for (const [ordinal, port] of ports.entries()) this.#pods[ordinal] = this.#start(ordinal, replicas, port);
    await Promise.all(ports.map((_, ordinal) => this.ready(ordinal)));
  }

  /** Stops all of them. */
  async scaleDown(): Promise<void> {
    await Promise.all(this.#pods.map((pod) => this.#stop(pod)));
    this.#pods.length = 0;
  }

  /** Ends a pod as a lost node would; it is started again. */
  async kill(ordinal: number): Promise<void> {
    await this.#pods[ordinal]?.program.kill();
    await this.ready(ordinal);
  }

  /** A new version of the program, pod by pod. */
  async rollOut(): Promise<void> {
    for (let ordinal = this.replicas - 1; ordinal >= 0; ordinal--) {
      const pod = this.#pods[ordinal] as Pod;
      await this.#stop(pod);
      this.#pods[ordinal] = this.#start(ordinal, this.replicas, pod.port);
      await this.ready(ordinal);
    }
  }

  /** Waits until a pod's readiness probe succeeds. */
  async ready(ordinal: number): Promise<void> {
    const until = performance.now() + READY_MS;
    while (!(await this.#isReady(ordinal))) {
      if (performance.now() > until)
        throw new Error(
          [`Pod ${ordinal} is not ready:`, this.#pods[ordinal]?.program.said(), ...this.errors].join('\n'),
        );
      await wait(PROBE_MS);
    }
  }

  async #isReady(ordinal: number): Promise<boolean> {
    const pod = this.#pods[ordinal];
    if (!pod || pod.program.over) return false;
    return fetch(`http://127.0.0.1:${pod.port}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  #start(ordinal: number, replicas: number, port: number): Pod {
    mkdirSync(join(this.volumes, String(ordinal)), { recursive: true });
    const program = new Program({
      DISCORD_TOKEN: this.#discord.token,
      DISCORD_API_URL: this.#discord.apiUrl,
      SHARDS: String(ordinal),
      SHARD_COUNT: String(replicas),
      DATABASE_PATH: this.#file(ordinal),
      HEALTH_PORT: String(port),
      LOG_LEVEL: 'info',
      BACKUP_EVERY: 'off',
    });
    const pod: Pod = { program, port, wanted: true };
    void program.ended.then((how) => this.#over(ordinal, replicas, pod, how));
    return pod;
  }

  /** Starts a pod again that has ended by itself, as its restart policy says. */
  #over(ordinal: number, replicas: number, pod: Pod, how: End): void {
    // A Discord that is too busy to answer a start is no fault of the pod’s: the next start finds it.
    if (how === EXIT.unavailable) this.unavailable += 1;
    else this.errors.push(...pod.program.errors().map((line) => `Pod ${ordinal}: ${line}`));
    if (!pod.wanted) return;
    if (how === 'SIGKILL') this.killed += 1;
    else if (how !== EXIT.unavailable)
      this.errors.push(`Pod ${ordinal} ended by itself with ${how}: ${pod.program.output.err}`);
    this.#pods[ordinal] = this.#start(ordinal, replicas, pod.port);
    this.#restarted();
  }

  async #stop(pod: Pod): Promise<void> {
    pod.wanted = false;
    const how = await pod.program.leave();
    if (how !== 0) this.errors.push(`A pod that was stopped ended with ${how}`);
  }

  /**
   * Runs the Job of `deploy/kubernetes/reshard.yaml`.
   * @param cutAfter milliseconds from when the first new database is there until the Job is killed; null: it is not
   */
  async reshard(count: number, cutAfter: number | null = null): Promise<Ended> {
    const run = [join('src', 'setup', 'run.mjs'), 'reshard', '--from', this.volumes, '--to', String(count)];
    const child = spawn(process.execPath, run, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    if (cutAfter !== null) {
      const first = `${this.#file(0)}.moving`;
      while (child.exitCode === null && !existsSync(first)) await wait(1);
      await wait(cutAfter);
      child.kill('SIGKILL');
    }
    return { code: await ended, said };
  }

  /** Ends whatever runs. */
  async close(): Promise<void> {
    for (const pod of this.#pods) pod.wanted = false;
    await Promise.all(this.#pods.map(({ program }) => program.end()));
  }
}

/** A port below those that a system gives to connections: nobody else takes it while a pod starts again. */
function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(freePort()))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
