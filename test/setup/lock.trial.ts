import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdLock, isHeld, markOf } from '../../src/setup/lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'setup-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noWait = () => expect.unreachable('nobody holds the lock');

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid ?? expect.unreachable();
}

test('a lock is there while it is held and gone afterwards', async () => {
  const lock = await holdLock(folder, noWait);
  expect(existsSync(path.join(folder, 'lock'))).toBe(true);
  lock.release();
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
});

test('the second waits, says so once, and gets it when the first lets go', async () => {
  const first = await holdLock(folder, noWait);
  const waited: (number | undefined)[] = [];
  const second = holdLock(folder, (pid) => {
    waited.push(pid);
    setTimeout(first.release, 400);
  });
  (await second).release();
  expect(waited).toEqual([process.pid]);
});

test('a lock left behind by a process that is gone is taken over', async () => {
  const pid = await deadPid();
  writeFileSync(path.join(folder, 'lock'), JSON.stringify({ owner: { pid, born: '1' }, child: null }));
  (await holdLock(folder, noWait)).release();
});

test('a number given to a later process holds nothing', () => {
  const mark = markOf(process.pid);
  expect(isHeld({ owner: mark, child: null }, 0)).toBe(true);
  if (mark.born !== null) expect(isHeld({ owner: { ...mark, born: '1' }, child: null }, 0)).toBe(false);
  expect(isHeld({ owner: { ...mark, born: null }, child: null }, 3_600_000)).toBe(false);
});

test('an npm that outlived its set-up still holds the lock', async () => {
  const gone = { pid: await deadPid(), born: null };
  expect(isHeld({ owner: gone, child: markOf(process.pid) }, 0)).toBe(true);
  expect(isHeld({ owner: gone, child: gone }, 0)).toBe(false);
});

test('a lock cut off while being written does not stand for ever', async () => {
  const file = path.join(folder, 'lock');
  writeFileSync(file, '{"own');
  const past = new Date(Date.now() - 60_000);
  utimesSync(file, past, past);
  (await holdLock(folder, noWait)).release();
});

test('of many that come upon a lock left behind, one at a time gets it', async () => {
  const pid = await deadPid();
  writeFileSync(path.join(folder, 'lock'), JSON.stringify({ owner: { pid, born: '1' }, child: null }));
  const diary = path.join(folder, 'diary');
  const turns = Array.from({ length: 6 }, async (_, n) => {
    const lock = await holdLock(folder, () => {});
    appendFileSync(diary, `in ${n}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    appendFileSync(diary, `out ${n}\n`);
    lock.release();
  });
  await Promise.all(turns);
  const lines = readFileSync(diary, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(12);
  for (let at = 0; at < lines.length; at += 2) {
    expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'));
  }
});
