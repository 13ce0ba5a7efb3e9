// @ts-check
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Holds the lock and the log, beside package.json. */
export const folder = '.setup';
/** Holds the process ids of the set-up and of its programs: an npm that outlives its set-up holds the lock too. */
const lock = path.join(folder, 'lock');
/** Milliseconds after its last entry, a lock counts for nothing: other processes may have its ids by then. */
const STALE_MS = 600_000;

/** The set-up cannot finish; the message says why and what to do, ready to be shown. */
export class SetupFailed extends Error {}

/** @param {string} line */
export const printLine = (line) => process.stderr.write(`${line}\n`);

export const isLocked = () => existsSync(lock);
const releaseLock = () => rmSync(lock, { force: true });

/** Enters a program that the set-up runs, to be entered again each minute. @param {number | undefined} pid */
export const holdFor = (pid) => writeFileSync(lock, ` ${pid}`, { flag: 'a' });

/**
 * Works while no other set-up does in this folder, so that none loads half-written files.
 * @param {() => Promise<void>} work
 * @throws {SetupFailed}
 */
export async function inTurn(work) {
  try {
    mkdirSync(folder, { recursive: true });
    for (let told = 0; !(await takeLock()); await sleep(300)) {
      const holder = holderOf(lock);
      if (holder === undefined) takeAway();
      else if (told === 0) printLine(`Another set-up is running in this folder (process ${holder}); waiting for it …`);
      told ||= holder ?? 0;
    }
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new SetupFailed(
      `The program has to be installed or built, but ${process.cwd()} can’t be written to (${code}). ` +
        'Run "npm run build" there as a user who can write there.',
    );
  }
  await work().finally(releaseLock);
}

async function takeLock() {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    // Another set-up may just be taking it away in place of a stale one, so look again.
    await sleep(100);
    return readFileSync(lock, 'utf8') === `${process.pid}`;
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return false;
    throw error;
  }
}

/** Takes a stale lock away. One that somebody took since the look is put back, over any lock made in between. */
function takeAway() {
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) === undefined) rmSync(aside);
    else renameSync(aside, lock);
  } catch (error) {
    // Another set-up was faster if it has gone.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
}

/** @param {string} file a lock @returns a running process that holds it; `undefined` too if it has gone meanwhile */
function holderOf(file) {
  try {
    const isStale = Date.now() - statSync(file).mtimeMs > STALE_MS;
    return isStale ? undefined : readFileSync(file, 'utf8').split(' ').map(Number).find(isRunning);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
