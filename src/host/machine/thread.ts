import type { Script } from '../worker-thread.ts';

/** What the machine's thread runs: `worker.ts`, which is compiled with the program where that is. */
export const THREAD: Script = new URL('./thread.mjs', import.meta.url);
