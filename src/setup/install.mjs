// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { folder, holdFor, printLine, SetupFailed } from './lock.mjs';

// Paths are relative to the folder of package.json, which is the working directory.
const log = path.join(folder, 'setup.log');
/** The log, once it is open. */
let output = 0;

/** Packages with a part in C++. `check` throws if it does not work. */
const addons = [
  {
    name: 'better-sqlite3',
    // Relative to the folder in which its compiler runs, so that a space in the project's path does no harm.
    env: { CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include ../../../src/setup/object-wrap.h`.trim() },
    check: (/** @type {NodeJS.Require} */ load) => {
      // On Node 24 only a binary built without object-wrap.h names this function, as the ready-made one is.
      const [unmended, binary] = ['RemoveEnvironmentCleanupHook', 'better-sqlite3/build/Release/better_sqlite3.node'];
      if (process.versions.node.startsWith('24.') && readFileSync(load.resolve(binary)).includes(unmended))
        throw Error('better-sqlite3 was built without object-wrap.h');
      new (load('better-sqlite3'))(':memory:').close();
    },
  },
  { name: 'canvas', env: {}, check: (/** @type {NodeJS.Require} */ load) => load('canvas').createCanvas(1, 1) },
];
/** @typedef {(typeof addons)[number]} Addon */

/** Packages of Debian that building them needs. docs/hosting.md names those of other systems. */
const DEBIAN = 'build-essential python3 pkg-config libcairo2-dev libpango1.0-dev libjpeg-dev libgif-dev librsvg2-dev';
const ADVICE = `Install what’s needed, then run the same command again. docs/hosting.md names it for other systems. Debian, Ubuntu:
  sudo apt-get update && sudo apt-get install -y ${DEBIAN}`;

/** Is everything installed, and does it work? @param {boolean} needsDev whether packages of development are needed */
export const isInstalled = (needsDev) => hasPackages(needsDev) && addons.every(works);

/**
 * Does npm's record hold what package-lock.json asks for? npm writes it last, so an installation cut off has none. Optional packages are
 * left to npm.
 * @param {boolean} needsDev
 */
export function hasPackages(needsDev) {
  try {
    const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
      (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
    );
    return Object.keys(wanted).every((place) => {
      const { version, dev, optional, devOptional } = wanted[place];
      if (place === '' || optional || devOptional || (dev && !needsDev)) return true;
      return installed[place]?.version === version && existsSync(path.join(place, 'package.json'));
    });
  } catch {
    return false;
  }
}

/** @param {Addon} addon */
function works({ check }) {
  try {
    check(createRequire(path.resolve('package.json')));
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs what is missing: the packages, then the parts in C++.
 * @param {boolean} needsDev
 * @throws {SetupFailed}
 */
export async function install(needsDev) {
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink())
    throw new SetupFailed(
      'Packages need to be installed, but node_modules is a link: installing would empty the folder it leads to. ' +
        'Remove the link and run the same command again.',
    );
  output = openSync(log, 'w');
  if (!hasPackages(needsDev)) await installPackages(needsDev);
  const done = await Promise.all(addons.map(async (addon) => works(addon) || (await installAddon(addon))));
  const broken = addons.filter((_addon, at) => !done[at]).map(({ name }) => name);
  if (broken.length === 0) return printLine('Everything is installed.');
  throw new SetupFailed(`${broken.join(' and ')} couldn’t be downloaded or built here.\n${cause()}\n${ADVICE}`);
}

/**
 * Runs a program with its output in the log. Resolves to true if it ended with code 0.
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {() => boolean} [isTooSlow] asked every quarter of a second
 */
async function run([command = '', ...args], env, isTooSlow = () => false) {
  writeSync(output, `$ ${[command, ...args].join(' ')}\n`);
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] });
  holdFor(child.pid);
  const watch = setInterval(() => isTooSlow() && child.kill('SIGKILL'), 250);
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  clearInterval(watch);
  return code === 0;
}

/** How to run npm: the one that runs this script, else the one beside this Node, else the one on the path. */
export function npmCommand() {
  const bin = path.dirname(realpathSync(process.execPath));
  const npm = 'node_modules/npm/bin/npm-cli.js';
  const places = [process.env.npm_execpath ?? '', path.join(bin, '..', 'lib', npm), path.join(bin, npm)];
  const script = places.find((place) => /npm-cli\.[cm]?js$/.test(place) && existsSync(place));
  return script === undefined ? ['npm'] : [process.execPath, script];
}

/** @param {boolean} needsDev */
async function installPackages(needsDev) {
  printLine('Installing packages …');
  const began = Date.now();
  const isSilent = () => !/npm http (fetch \S+ \d{3} |cache)/.test(readFileSync(log, 'utf8'));
  const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=2000'];
  const flags = ['--ignore-scripts', '--prefer-offline', '--loglevel=http', ...retries];
  const command = [...npmCommand(), 'ci', ...flags, ...(needsDev ? ['--include=dev'] : [])];
  if (await run(command, {}, () => Date.now() - began > 18_000 && isSilent())) return;
  const reason = isSilent() ? ' npm can’t reach its registry. Is this machine online?' : '';
  throw new SetupFailed(`The packages couldn’t be installed.${reason}\n${cause()}`);
}

/** @type {Promise<boolean> | undefined} */
let libraries;

/**
 * Has the package's own script fetch its binary, or build it. If that fails, or the binary doesn't work here, builds it with the libraries
 * that this needs. Resolves to true if it works then.
 * @param {Addon} addon
 */
async function installAddon(addon) {
  const { name } = addon;
  printLine(`Fetching ${name}, or building it, which takes about a minute …`);
  const rebuild = [...npmCommand(), 'rebuild', name, '--ignore-scripts=false', '--foreground-scripts'];
  // The headers that came with this Node. Without them node-gyp downloads its own.
  const home = path.resolve(realpathSync(process.execPath), '..', '..');
  const hasHeaders = existsSync(path.join(home, 'include', 'node', 'node_version.h'));
  const headers = hasHeaders && { npm_config_nodedir: home, npm_package_config_node_gyp_nodedir: home };
  const env = { JOBS: 'max', ...headers, ...addon.env };
  const hasBinary = await run(rebuild, env);
  if (hasBinary && works(addon)) return true;
  if (!hasBinary) {
    libraries ??= installLibraries();
    if (!(await libraries)) return false;
  }
  await run(rebuild, { ...env, npm_config_build_from_source: name });
  return works(addon);
}

/** Installs what building needs, if this process is root and has apt-get. What apt-get was interrupted at is finished first. */
async function installLibraries() {
  if (process.getuid?.() !== 0 || !(await run(['/bin/sh', '-c', 'command -v apt-get'], {}))) return false;
  printLine('Installing what’s needed to build, with apt-get …');
  const get = 'apt-get -o DPkg::Lock::Timeout=300';
  const script = `dpkg --configure -a; ${get} update && ${get} install -y --no-install-recommends ${DEBIAN}`;
  return run(['/bin/sh', '-c', script], { DEBIAN_FRONTEND: 'noninteractive' });
}

/** How compilers and npm tell a cause. */
const CAUSE =
  /^npm error (?:code E|FetchError)|ERR! stack Error: (?!.*failed with exit code)|: (?:command )?not found|^make: .*No such|fatal error|was not found in the pkg-config/;

/** The lines of the log that tell the cause, else its last, and the path of the log. */
function cause() {
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\w/.test(line) && !/^\$|complete log/.test(line));
  const telling = lines.filter((line) => CAUSE.test(line));
  const shown = (telling.length > 0 ? telling : lines).map(
    (line) => `  ${line.replace(/^.*stack Error: /, '').trim()}\n`,
  );
  return `${[...new Set(shown)].slice(-6).join('')}The full log is in ${log}.`;
}
