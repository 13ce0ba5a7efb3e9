// @ts-check
// Run as `node verify.mjs <addon> <folder of package.json>` after a build, in a process of its own: a broken binary
// may take the process down with it.
import { addons, addonWorks } from './addons.mjs';

const [name, root = '.'] = process.argv.slice(2);
const addon = addons.find((candidate) => candidate.name === name);
process.exitCode = addon !== undefined && addonWorks(addon, root) ? 0 : 1;
