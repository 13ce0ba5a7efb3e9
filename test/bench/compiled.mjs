// @ts-check
import { register } from 'node:module';

// To be imported before a program in TypeScript: it is compiled as the bot is. (tsx names each function anew whenever it is made, which
// makes the same program slower.)
register('./compiling.mjs', import.meta.url);
