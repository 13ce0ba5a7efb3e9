import { defineConfig } from 'vitest/config';
import { suite } from '../suite.ts';
/** `npm run trials`: what starts, starves and kills real processes, and plays through whatever Discord may do; before a change lands. */
export default defineConfig(suite('test/**/*.trial.ts'));
