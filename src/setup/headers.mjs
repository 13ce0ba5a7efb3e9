// @ts-check
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from './addons.mjs';

/** Packages that hold a whole archive of Node for this machine, headers included. */
const archives = ['node', 'node-bin'].map((prefix) => `${prefix}-${process.platform}-${process.arch}`);

/**
 * The version of the headers below a folder, null if there are none.
 * @param {string} folder
 */
function headerVersion(folder) {
  const file = path.join(folder, 'include', 'node', 'node_version.h');
  if (!existsSync(file)) return null;
  const header = readFileSync(file, 'utf8');
  const numbers = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
  );
  return numbers.join('.');
}

/**
 * The folder to build against when this Node came with its own C++ headers, as Node's archives do, or as the npm
 * package `node` does, which keeps the archive beside it; they fit it exactly and need no download.
 * @param {string} execPath
 * @param {string} version as process.versions.node
 */
export function ownHeaders(execPath, version) {
  const home = path.dirname(path.dirname(realpathSync(execPath)));
  const kept = archives.flatMap((name) => [path.join(home, 'node_modules', name), path.join(home, '..', name)]);
  return [home, ...kept].find((folder) => headerVersion(folder) === version.replace(/-.*/, '')) ?? null;
}

/**
 * Is npm told to build against the headers of another Node than this?
 * @param {Record<string, string | undefined>} env
 * @param {string} version as process.versions.node
 */
export function isToldOtherHeaders(env, version) {
  const told = env.npm_config_nodedir;
  return told !== undefined && told !== '' && headerVersion(told) !== version.replace(/-.*/, '');
}

/**
 * Brings this Node's headers by way of npm, for where node-gyp cannot download them itself.
 * @param {string} folder where to keep them
 * @param {string} version as process.versions.node
 * @param {(command: string[], options: { cwd: string }) => Promise<boolean>} run
 * @returns {Promise<string | null>} the folder to build against
 */
export async function fetchHeaders(folder, version, run) {
  for (const name of archives) {
    const home = path.join(folder, 'node_modules', name);
    if (headerVersion(home) === version) return home;
    const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
    if (!(await run([...npmCommand(), 'install', ...flags, `${name}@${version}`], { cwd: folder }))) continue;
    for (const unused of ['bin', 'share']) rmSync(path.join(home, unused), { recursive: true, force: true });
    if (headerVersion(home) === version) return home;
  }
  return null;
}
