import { defineConfig, mergeConfig } from 'vitest/config';
import { suite } from '../suite.ts';

/** What needs a real browser. Not part of `npm test`: Chromium is no npm package. One browser at a time. */
export default mergeConfig(suite('test/browser/**/*.browser.ts'), defineConfig({ test: { fileParallelism: false } }));
