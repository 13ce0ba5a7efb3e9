// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** The person or the system asked the set-up to stop. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGHUP' ? 1 : 15);
  }
}

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How long a child may take to end after it was asked to, in milliseconds. */
const graceMs = 10_000;

/**
 * Runs a program with its output in a log file, and gives its exit code (null when it was stopped or could not be
 * started). It gets a process group of its own, so that all it started can be stopped with it.
 * @param {string} command
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {string} options.log the file its output is added to
 * @param {Record<string, string>} [options.env] added to this process's environment
 * @param {(pid: number | undefined) => void} [options.onProcess] told the child's id, and undefined when it has ended
 * @param {(output: string) => number} [options.patience] given what it printed so far, how many milliseconds it may
 *   have run by now; past that it is stopped
 * @returns {Promise<number | null>}
 * @throws {Interrupted} after the child has ended, when a signal asked this process to stop
 */
export async function runLogged(command, args, options) {
  const log = createWriteStream(options.log, { flags: 'a' });
  log.write(`$ ${[command, ...args].join(' ')}\n`);
  const startedAt = Date.now();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  options.onProcess?.(child.pid);

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      log.write(chunk);
      if (options.patience !== undefined) output += chunk.toString();
    });
  }

  /** @type {NodeJS.Signals | undefined} */
  let interruptedBy;
  /** @type {NodeJS.Timeout | undefined} */
  let lastResort;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    signalGroup(child, signal);
    lastResort ??= setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };
  const interrupt = (/** @type {NodeJS.Signals} */ signal) => {
    interruptedBy ??= signal;
    stop(signal);
  };
  for (const signal of stopSignals) process.on(signal, interrupt);
  const watch = setInterval(() => {
    if (options.patience !== undefined && Date.now() - startedAt > options.patience(output)) {
      log.write('\nstopped: it took too long\n');
      stop('SIGTERM');
    }
  }, 250);

  try {
    return await new Promise((resolve) => {
      child.on('error', (error) => {
        log.write(`${error.message}\n`);
        resolve(null);
      });
      child.on('close', (code) => resolve(code));
    });
  } finally {
    clearInterval(watch);
    clearTimeout(lastResort);
    for (const signal of stopSignals) process.off(signal, interrupt);
    options.onProcess?.(undefined);
    await new Promise((resolve) => log.end(resolve));
    if (interruptedBy !== undefined) {
      // biome-ignore lint/correctness/noUnsafeFinally: an interrupt outranks whatever the child ended with
      throw new Interrupted(interruptedBy);
    }
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}
