import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { suite } from '../suite.ts';

/** Where steps are counted: each in a process of its own, since V8 counts in what is loaded after the counting has begun, and slows all that follows. */
const COUNTING = ['test/host/long-log-holds.trial.ts', 'test/host/replay-hostile.trial.ts'];

const { test, ...all } = suite('test/**/*.trial.ts');

function project(name: string, own: ViteUserConfig['test']) {
  return { ...all, test: { ...test, name, ...own } };
}

/** `npm run trials`: what starts, starves and kills real processes, and plays through whatever Discord may do; before a change lands. */
export default defineConfig({
  ...all,
  test: {
    ...test,
    projects: [
      project('steps', { include: COUNTING, isolate: true, env: { COUNTING_STEPS: 'yes' } }),
      project('trials', { exclude: [...configDefaults.exclude, ...COUNTING] }),
    ],
  },
});
