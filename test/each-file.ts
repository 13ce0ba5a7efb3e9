import { afterEach } from 'vitest';
import { clearAway } from './afterwards.ts';

// Test files share a process and its modules: a hook that a shared module registers as it loads would be the first file's alone.
afterEach(clearAway);
