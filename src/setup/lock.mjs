// @ts-check
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One running process. `born` tells it from a later one that was given the same number.
 * @typedef {{ pid: number, born: string | null }} ProcessMark
 */
/** @typedef {{ owner: ProcessMark, child: ProcessMark | null }} LockContent */

const heartbeatMs = 2_000;
/** Where the system cannot tell when a process was born, a lock untouched for this long counts as left behind. */
const staleAfterMs = 60_000;
const pollMs = 300;

/**
 * When a process was started, in the system's own ticks; null where the system does not tell or it is gone.
 * @param {number} pid
 */
function bornAt(pid) {
  try {
    // The second field is the command in brackets and may hold anything; starttime is the 20th after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {ProcessMark}
 */
export function markOf(pid) {
  return { pid, born: bornAt(pid) };
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * @param {ProcessMark} mark
 * @param {number} idleMs how long the lock has not been touched
 */
function isAlive(mark, idleMs) {
  if (!isRunning(mark.pid)) return false;
  return mark.born === null ? idleMs < staleAfterMs : bornAt(mark.pid) === mark.born;
}

/**
 * Is a set-up still at work behind this lock? An npm that outlived the set-up which started it counts.
 * @param {LockContent} content
 * @param {number} idleMs
 */
export function isHeld(content, idleMs) {
  return isAlive(content.owner, idleMs) || (content.child !== null && isAlive(content.child, idleMs));
}

/**
 * @param {string} file
 * @returns {{ content: LockContent | null, idleMs: number } | null} null when there is no lock
 */
function readLock(file) {
  try {
    const idleMs = Date.now() - statSync(file).mtimeMs;
    const text = readFileSync(file, 'utf8');
    try {
      return { content: JSON.parse(text), idleMs };
    } catch {
      return { content: null, idleMs };
    }
  } catch {
    return null;
  }
}

/** @param {{ content: LockContent | null, idleMs: number }} lock */
function isAbandoned(lock) {
  return lock.content === null ? lock.idleMs > heartbeatMs : !isHeld(lock.content, lock.idleMs);
}

/**
 * @param {string} file
 * @param {string} text
 */
function createExclusively(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a lock whose holder is gone. Only one process at a time may do so, and it looks again first: otherwise
 * the slower of two could remove the fresh lock of the faster.
 * @param {string} file
 */
function clearAbandoned(file) {
  const broom = `${file}.clearing`;
  if (!createExclusively(broom, '')) {
    const other = readLock(broom);
    if (other !== null && other.idleMs > heartbeatMs) rmSync(broom, { force: true });
    return;
  }
  try {
    const lock = readLock(file);
    if (lock !== null && isAbandoned(lock)) rmSync(file, { force: true });
  } finally {
    rmSync(broom, { force: true });
  }
}

/**
 * Waits until no other set-up works in this folder, then holds it.
 * @param {string} folder where the lock file is kept
 * @param {(pid: number | undefined) => void} onWaiting called once if another set-up has to be waited for
 * @returns {Promise<{ childIs: (pid: number | undefined) => void, release: () => void }>}
 */
export async function holdLock(folder, onWaiting) {
  const file = path.join(folder, 'lock');
  /** @type {LockContent} */
  const content = { owner: markOf(process.pid), child: null };
  let announced = false;
  while (!createExclusively(file, JSON.stringify(content))) {
    const lock = readLock(file);
    if (lock === null) continue;
    if (isAbandoned(lock)) {
      clearAbandoned(file);
    } else if (!announced && lock.content !== null) {
      announced = true;
      onWaiting(lock.content.owner.pid);
    }
    await sleep(pollMs);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // Someone removed the lock by hand; the work goes on.
    }
  }, heartbeatMs);
  heartbeat.unref();
  return {
    childIs(pid) {
      content.child = pid === undefined ? null : markOf(pid);
      writeFileSync(file, JSON.stringify(content));
    },
    release() {
      clearInterval(heartbeat);
      rmSync(file, { force: true });
    },
  };
}
