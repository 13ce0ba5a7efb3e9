import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What needs a real browser. Not part of `npm test`: Chromium is no npm package. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/browser/**/*.browser.ts'],
    environment: 'node',
    pool: 'forks',
    // One browser at a time.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
