import { defineConfig } from 'vitest/config';
import { suite } from './suite.ts';

/** `npm test`: what is run at every change, within two minutes. */
export default defineConfig(suite('test/**/*.test.ts'));
