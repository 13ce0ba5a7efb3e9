// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Holds the lock and the log, beside package.json. */
export const folder = '.setup';
const lock = path.join(folder, 'lock');

/** The set-up cannot finish; the message says why and what to do, ready to be shown. */
export class SetupFailed extends Error {}

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Does the work if any is lacking. A lock lets one set-up at a time work in a folder, so that no other loads half-written files.
 * @param {() => 'installed' | 'built' | null} lacks the work that is lacking; `null` if none
 * @param {() => Promise<void>} work
 * @throws {SetupFailed}
 */
export async function inTurn(lacks, work) {
  const lack = existsSync(lock) ? 'installed' : lacks();
  if (lack === null) return;
  try {
    mkdirSync(folder, { recursive: true });
    for (let told = false; !(await takeLock()); await sleep(300)) {
      const holder = holderOfLock();
      if (holder === null) rmSync(lock, { force: true });
      if (!told && holder) say(`Another set-up is running in this folder (process ${holder}); waiting for it …`);
      told ||= Boolean(holder);
    }
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const where = `${process.cwd()} can’t be written to (${code})`;
    throw new SetupFailed(
      `The program has to be ${lack}, but ${where}. Run "npm run build" there as a user who can write there.`,
    );
  }
  try {
    await work();
  } finally {
    releaseLock();
  }
}

async function takeLock() {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    // Two set-ups may remove a stale lock at the same moment; the later then removes the new lock of the earlier, so look again.
    await sleep(100);
    return readFileSync(lock, 'utf8') === `${process.pid}`;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    return false;
  }
}

/**
 * The process id of a running set-up, or of an npm that outlived it; 0 while the lock is being written. `null` if they have ended, or if
 * the lock was not touched for ten minutes: other processes may have their ids by then.
 */
function holderOfLock() {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age > 600_000) return null;
  const text = readFileSync(lock, 'utf8');
  if (text === '' && age < 2000) return 0;
  return text.split(' ').map(Number).find(isRunning) ?? null;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Process ids of programs of this set-up that are running: they hold the lock too. @type {Set<number | undefined>} */
const children = new Set();

/** @param {number | undefined} child */
export function hold(child) {
  children.add(child);
  writeFileSync(lock, [process.pid, ...children].join(' '));
}

/** @param {number | undefined} child */
export const letGo = (child) => children.delete(child);

export function touchLock() {
  if (existsSync(lock)) utimesSync(lock, new Date(), new Date());
}

export const releaseLock = () => rmSync(lock, { force: true });
