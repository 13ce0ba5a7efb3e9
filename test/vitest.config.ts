import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longFirst, suite } from './suite.ts';

const MEMORY = '/dev/shm';
/** Bytes: far more than the tests write. */
const ENOUGH = 2 ** 31;

/** The folder that tests write to: in memory where Linux has room for it, since every commit of a database waits for the disk. */
function temporary(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A clone has no times of earlier runs, by which Vitest would sort. These take longest, and some of them are short. */
const LASTING =
  /\/test\/(conformance\/systems|host\/(hidden-ballots|golden)|bot\/(live-board|face-down)|secrecy\/text|layering)\.test/;

const { test, ...all } = suite('test/**/*.test.ts');

/** `npm test`: what is run at every change, within two minutes. */
export default defineConfig({
  ...all,
  test: { ...test, env: { TMPDIR: temporary() }, sequence: { sequencer: longFirst(LASTING) } },
});
