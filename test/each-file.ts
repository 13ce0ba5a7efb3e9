import fc from 'fast-check';
import { afterEach } from 'vitest';
import { clearAway } from './afterwards.ts';
import { SEED } from './trials/long.ts';

fc.configureGlobal({ seed: SEED });
// Test files share a process and its modules: a hook that a shared module registers as it loads would be the first file's alone.
afterEach(clearAway);
