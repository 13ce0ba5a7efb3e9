import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    environment: 'node',
    // Processes, not threads: canvas and better-sqlite3 are made of C++ and belong to one process each.
    pool: 'forks',
    maxWorkers: 2,
    // One process runs many files: what they import is read once, and what has run hot stays hot.
    isolate: false,
    setupFiles: ['test/each-file.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Patience costs nothing where a test passes, and no test may hang on how busy the machine is.
    expect: { poll: { timeout: 15_000 } },
  },
});
