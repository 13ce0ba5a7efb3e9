import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { longFirst, suite } from '../suite.ts';
import { LONG } from './long.ts';

/** Where steps are counted: each in a process of its own, since V8 counts in what is loaded after the counting has begun, and slows all that follows. */
const COUNTING = ['test/host/long-log-holds.trial.ts', 'test/host/replay-hostile.trial.ts'];

/** Left out at a landing. CONTRIBUTING.md says what still holds their promises there. */
const ONLY_LONG = [
  // Takes a quarter of an hour, and installs packages.
  'test/process/image.trial.ts',
  'test/process/litestream.trial.ts',
  'test/bot/sam-grant-year.trial.ts',
  'test/systems/*/machine-games.trial.ts',
];

const { test, ...all } = suite('test/**/*.trial.ts');

/** Some of the shortest files run longest: they start programs, or play. */
const LASTING = /\/test\/(bot|chaos|conformance|process|render|setup|store|torture)\//;

function project(name: string, own: ViteUserConfig['test']) {
  return { ...all, test: { ...test, name, ...own } };
}

/** `npm run trials`: what starts, starves and kills real processes, and plays through whatever Discord may do; before a change lands. */
export default defineConfig({
  ...all,
  test: {
    ...test,
    sequence: { sequencer: longFirst(LASTING) },
    projects: [
      project('steps', { include: COUNTING, isolate: true, env: { COUNTING_STEPS: 'yes' } }),
      project('trials', { exclude: [...configDefaults.exclude, ...COUNTING, ...(LONG ? [] : ONLY_LONG)] }),
    ],
  },
});
