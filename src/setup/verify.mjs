// @ts-check
// Run as `node verify.mjs <addon>` after a build, in a process of its own: a broken binary may take the process down.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addons, addonWorks } from './addons.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const addon = addons.find(({ name }) => name === process.argv[2]);
process.exitCode = addon !== undefined && addonWorks(addon, root) ? 0 : 1;
