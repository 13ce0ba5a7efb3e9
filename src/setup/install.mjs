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

/**
 * Packages with a part in C++. `runtime` is the kind of the ready-made binary. `check` throws if one doesn't work.
 * @typedef {{ name: string, runtime: string, env: NodeJS.ProcessEnv, check: (load: NodeJS.Require) => void }} Addon
 * @type {Addon[]}
 */
const addons = [
  {
    name: 'better-sqlite3',
    runtime: 'node',
    // Relative to the folder in which its compiler runs, so that a space in the project's path does no harm.
    env: { CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include ../../../src/setup/object-wrap.h`.trim() },
    check: (load) => {
      // On Node 24 only a binary built without object-wrap.h names this function, as the ready-made one is.
      const [unmended, binary] = ['RemoveEnvironmentCleanupHook', 'better-sqlite3/build/Release/better_sqlite3.node'];
      if (process.versions.node.startsWith('24.') && readFileSync(load.resolve(binary)).includes(unmended))
        throw Error('better-sqlite3 was built without object-wrap.h');
      new (load('better-sqlite3'))(':memory:').close();
    },
  },
  { name: 'canvas', runtime: 'napi', env: {}, check: (load) => load('canvas').createCanvas(1, 1) },
];

/** Packages of Debian that building them needs. docs/hosting.md names those of other systems. */
const DEBIAN = 'build-essential python3 pkg-config libcairo2-dev libpango1.0-dev libjpeg-dev libgif-dev librsvg2-dev';
const ADVICE = `Install what’s needed, then run the same command again. docs/hosting.md names it for other systems. Debian, Ubuntu:
  sudo apt-get update && sudo apt-get install -y ${DEBIAN}`;

/** Is everything installed, and does it work? @param {boolean} needsDev whether packages of development are needed */
export const isInstalled = (needsDev) => hasPackages(needsDev) && addons.every(works);

/**
 * Does npm's record hold what package-lock.json asks for? npm writes it last, so an installation cut off has none.
 * An optional package must be there if it is made for exactly this system and processor. npm decides about one that
 * also names a C library.
 * @param {boolean} needsDev
 */
export function hasPackages(needsDev) {
  try {
    const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
      (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
    );
    return Object.keys(wanted).every((place) => {
      const { version, dev, optional, devOptional, os, cpu, libc } = wanted[place];
      if (place === '' || (!needsDev && (dev || devOptional))) return true;
      const isMadeForThis = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
      if ((optional || devOptional) && !isMadeForThis) return true;
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
 * Installs what is missing: the packages, then the parts in C++. Those come ready-made. One that can't be had so, or
 * doesn't work here, is built, at last with the libraries that this needs.
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
  const broken = () => addons.filter((addon) => !works(addon));
  await Promise.all(broken().map(fetchReadyMade));
  if (broken().length > 0) await build(broken());
  if (broken().length > 0 && (await installLibraries())) await build(broken());
  if (broken().length === 0) return printLine('Everything is installed.');
  const names = broken().map(({ name }) => name);
  throw new SetupFailed(`${names.join(' and ')} couldn’t be downloaded or built here.\n${cause()}\n${ADVICE}`);
}

/** npm and prebuild-install log each answer. npm asks a registry that refuses three times, a second or two apart. */
const NETWORK = {
  npm_config_loglevel: 'http',
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '2000',
};
const NPM_ANSWER = /npm http (fetch \S+ \d{3} |cache)/;
const isInLog = (/** @type {RegExp} */ line) => line.test(readFileSync(log, 'utf8'));

/**
 * Runs a program with its output in the log. Resolves to true if it ended with code 0.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, answer?: RegExp }} [options] answer: the program is killed if no
 *   such line is in the log after 18 seconds
 */
async function run([command = '', ...args], { cwd, env, answer } = {}) {
  writeSync(output, `$ ${[command, ...args].join(' ')}\n`);
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', output, output] });
  holdFor(child.pid);
  const hold = setInterval(() => holdFor(child.pid), 60_000);
  const patience = setTimeout(() => answer && !isInLog(answer) && child.kill('SIGKILL'), 18_000);
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  clearInterval(hold);
  clearTimeout(patience);
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
  const flags = ['--ignore-scripts', '--prefer-offline', `--include=${needsDev ? 'dev' : 'prod'}`];
  if (await run([...npmCommand(), 'ci', ...flags], { env: NETWORK, answer: NPM_ANSWER })) return;
  const isCutOff = !isInLog(NPM_ANSWER) || /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(cause());
  const reason = isCutOff ? ' npm can’t reach its registry. Is this machine online?' : '';
  throw new SetupFailed(`The packages couldn’t be installed.${reason}\n${cause()}`);
}

/** @param {Addon} addon */
async function fetchReadyMade({ name, runtime }) {
  printLine(`Fetching ${name}, ready-made …`);
  const cwd = path.resolve('node_modules', name);
  const script = createRequire(path.join(cwd, 'package.json')).resolve('prebuild-install/bin.js');
  const answer = RegExp(`http 200 .*${name}`);
  await run([process.execPath, script, '-r', runtime], { cwd, env: NETWORK, answer });
}

/** Builds packages from source, side by side. @param {Addon[]} broken */
async function build(broken) {
  const home = await findHeaders();
  const nodedir = home && { npm_config_nodedir: home, npm_package_config_node_gyp_nodedir: home };
  const builds = broken.map(({ name, env }) => {
    printLine(`Building ${name} from source, about a minute …`);
    const command = [...npmCommand(), 'rebuild', name, '--ignore-scripts=false', '--foreground-scripts'];
    return run(command, { env: { JOBS: 'max', npm_config_build_from_source: name, ...nodedir, ...env } });
  });
  await Promise.all(builds);
}

/**
 * The folder of this Node's C++ headers: those it came with, else those of npm's package of this Node, which are
 * fetched if need be. Without either, node-gyp downloads its own from nodejs.org.
 */
async function findHeaders() {
  const { node } = process.versions;
  const [major, minor, patch] = node.split('.');
  const text = RegExp(`MAJOR_VERSION ${major}\n.*MINOR_VERSION ${minor}\n.*PATCH_VERSION ${patch}\n`);
  const home = path.resolve(realpathSync(process.execPath), '..', '..');
  const name = `node-${process.platform}-${process.arch}`;
  const besides = [path.join(home, 'node_modules'), path.dirname(home), path.resolve(folder, 'node_modules')];
  const find = () =>
    [home, ...besides.map((place) => path.join(place, name))].find((place) => {
      const header = path.join(place, 'include', 'node', 'node_version.h');
      return existsSync(header) && text.test(readFileSync(header, 'utf8'));
    });
  const found = find();
  if (found !== undefined) return found;
  printLine(`Fetching the headers of Node ${node} …`);
  const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--prefer-offline'];
  await run([...npmCommand(), 'install', ...flags, `${name}@${node}`], { env: NETWORK });
  return find();
}

/** Installs what building needs, if this process is root and has apt-get. Work cut off earlier is finished first. */
async function installLibraries() {
  if (process.getuid?.() !== 0 || !(await run(['/bin/sh', '-c', 'command -v apt-get']))) return false;
  printLine('Installing what’s needed to build, with apt-get …');
  const get = 'apt-get -o DPkg::Lock::Timeout=300';
  const script = `dpkg --configure -a; ${get} update && ${get} install -y --no-install-recommends ${DEBIAN}`;
  return run(['/bin/sh', '-c', script], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
}

/** How compilers and npm tell a cause. */
const CAUSE =
  /^npm (?:error|ERR!) (?:code E|FetchError)|ERR! stack Error: (?!.*failed with exit code)|: (?:command )?not found|^make: .*No such|fatal error|was not found in the pkg-config/;

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
