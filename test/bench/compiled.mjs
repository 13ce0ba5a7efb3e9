// @ts-check
import { register } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// To be imported before a program in TypeScript: it is compiled and run as the bot is (src/setup/npm-commands.mjs). tsx names each function anew
// whenever it is made, which makes the same program slower.
setFlagsFromString('--optimize-for-size');
setFlagsFromString('--heap-growing-percent=30');
register('./compiling.mjs', import.meta.url);
