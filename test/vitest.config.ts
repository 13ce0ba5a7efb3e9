import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { suite } from './suite.ts';

/** Where steps are counted: each in a process of its own, since V8 counts in what is loaded after the counting has begun, and slows all that follows. */
const COUNTING = ['test/host/long-log-holds.test.ts', 'test/host/replay-hostile.test.ts'];

const { test, ...all } = suite('test/**/*.test.ts');

function project(name: string, own: ViteUserConfig['test']) {
  return { ...all, test: { ...test, name, ...own } };
}

/** `npm test`: what is run at every change, within two minutes. */
export default defineConfig({
  ...all,
  test: {
    ...test,
    projects: [
      project('steps', { include: COUNTING, isolate: true, env: { COUNTING_STEPS: 'yes' } }),
      project('suite', { exclude: [...configDefaults.exclude, ...COUNTING] }),
    ],
  },
});
