import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How test files run, whichever of them. */
export function suite(include: string): ViteUserConfig {
  const root = fileURLToPath(new URL('..', import.meta.url));
  return {
    root,
    test: {
      include: [include],
      environment: 'node',
      // Processes, not threads: canvas and better-sqlite3 are made of C++ and belong to one process each.
      pool: 'forks',
      // One more than the cores of a small machine: some tests wait for sockets.
      maxWorkers: 3,
      // One process runs many files: what they import is read once, and what has run hot stays hot.
      isolate: false,
      // Node itself loads the tested code.
      server: { deps: { external: [RegExp(`^${root.replace(/\W/g, '\\$&')}(src|commands)/`)] } },
      execArgv: [
        '--import',
        new URL('typescript-hooks.mjs', import.meta.url).href,
        '--enable-source-maps',
        // A large nursery, since tests make much that is thrown away at once. Helping threads would only take the core from other tests.
        '--single-threaded-gc',
        '--max-semi-space-size=64',
        '--min-semi-space-size=16',
      ],
      setupFiles: ['test/each-file.ts'],
      // Patience costs nothing where a test passes, and no test may fail because the machine is busy: these limits end only what hangs.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
    },
  };
}

/** Has files that last long begin first, so that short ones share out what is left at the end; otherwise large files come first. */
export function longFirst(lasting: RegExp): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const sorted = await super.sort(files);
      return [
        ...sorted.filter(({ moduleId }) => lasting.test(moduleId)),
        ...sorted.filter(({ moduleId }) => !lasting.test(moduleId)),
      ];
    }
  };
}
