// @ts-check
// Run as `node verify.mjs <addon> <folder of package.json>` after a build, in a process of its own: a broken binary
// may take the process down with it.
import { addonFault, addons } from './addons.mjs';

const [name, root = '.'] = process.argv.slice(2);
const addon = addons.find((candidate) => candidate.name === name);
const fault = addon === undefined ? 'no such addon' : addonFault(addon, root);
if (fault !== null) process.stderr.write(`error: ${name}: ${fault}\n`);
process.exitCode = fault === null ? 0 : 1;
