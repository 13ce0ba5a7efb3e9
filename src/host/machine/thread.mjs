// What a thread begins with: on Node 20 it does not inherit what lets the thread that starts it run TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
