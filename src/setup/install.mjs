// @ts-check
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Paths are relative to the folder of package.json, which is the working directory.
const folder = '.setup';
const lock = path.join(folder, 'lock');
const log = path.join(folder, 'setup.log');
const record = path.join('node_modules', '.package-lock.json');

/** The set-up cannot finish; the message says why and what to do, ready to be shown. */
export class SetupFailed extends Error {}

/** Packages with a part in C++, which is fetched ready-made or built here. `check` throws if it does not work. */
const addons = [
  {
    name: 'better-sqlite3',
    prebuilt: [],
    time: 'about a minute',
    // Relative to the folder in which its compiler runs, so that a space in the project's path does no harm.
    env: { CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include ../../../src/setup/object-wrap.h`.trim() },
    // On Node 24 only a binary built without object-wrap.h names RemoveEnvironmentCleanupHook.
    check: `{ const fs = require('node:fs'), binary = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
      if (process.versions.node.startsWith('24.') && fs.existsSync(binary) && fs.readFileSync(binary).includes('RemoveEnvironmentCleanupHook'))
        throw Error('better-sqlite3 was built without object-wrap.h');
      const Database = require('better-sqlite3'), database = new Database(':memory:');
      if (database.prepare('select 6 * 7').pluck().get() !== 42) throw Error('better-sqlite3 cannot count');
      database.close(); }`,
  },
  {
    name: 'canvas',
    prebuilt: ['-r', 'napi'],
    time: 'half a minute',
    env: {},
    check: `{ const context = require('canvas').createCanvas(2, 2).getContext('2d');
      context.fillStyle = '#336699';
      context.fillRect(0, 0, 1, 1);
      if ([...context.getImageData(0, 0, 1, 1).data].join() !== '51,102,153,255') throw Error('canvas cannot draw'); }`,
  },
];

/** Packages needed to build on each system: for any addon, and the further ones for canvas. */
const apt = ['build-essential python3', 'pkg-config libcairo2-dev libpango1.0-dev libjpeg-dev libgif-dev librsvg2-dev'];
const dnf = [
  'gcc-c++ make python3',
  'pkgconf-pkg-config cairo-devel pango-devel libjpeg-turbo-devel giflib-devel librsvg2-devel',
];
const apk = ['build-base python3', 'pkgconf cairo-dev pango-dev jpeg-dev giflib-dev librsvg-dev'];
const brew = ['python', 'pkg-config cairo pango libpng jpeg giflib librsvg pixman'];

/**
 * Is everything installed, and does it work? Needs no network.
 * @param {boolean} needsDev whether packages used only in development are needed
 */
export function isInstalled(needsDev) {
  if (!hasPackages(needsDev)) return false;
  try {
    for (const { check } of addons) new Function('require', check)(createRequire(path.resolve('package.json')));
    return true;
  } catch {
    return false;
  }
}

/**
 * Does npm's record of its last installation hold all that package-lock.json asks for on this machine, and is it on the disk? An optional
 * package must be there if it is made for exactly this system and processor; npm decides about one that also names a C library.
 * @param {boolean} needsDev
 */
function hasPackages(needsDev) {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const installed = readRecord();
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional, os, cpu, libc }]) => {
    if (place === '' || (!needsDev && (dev || devOptional))) return true;
    const isMadeForThis = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
    if ((optional || devOptional) && !isMadeForThis) return true;
    return installed[place]?.version === version && existsSync(path.join(place, 'package.json'));
  });
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8')).packages;
  } catch {
    // The record is missing, or an installation was cut off while it was written.
    return {};
  }
}

/** Process ids of programs still running. @type {Set<number>} */
const children = new Set();

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Does the work if any is lacking. A lock lets one set-up at a time work in a folder, so that no other loads half-written files.
 * @param {() => 'installed' | 'built' | null} lacks the work that is lacking; `null` if none
 * @param {() => Promise<void>} work
 * @throws {SetupFailed}
 */
export async function inTurn(lacks, work) {
  const lack = existsSync(lock) ? 'installed' : lacks();
  if (lack === null) return;
  try {
    mkdirSync(folder, { recursive: true });
    await takeLock();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const where = `${process.cwd()} can’t be written to (${code})`;
    throw new SetupFailed(
      `The program has to be ${lack}, but ${where}. Run "npm run build" there as a user who can write there.`,
    );
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function takeLock() {
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
      // Two set-ups may remove a stale lock at the same moment; the later then removes the new lock of the earlier, so look again.
      await sleep(100);
      if (readFileSync(lock, 'utf8') === `${process.pid}`) return;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    }
    const holder = holderOfLock();
    if (holder === null) rmSync(lock, { force: true });
    else if (tries === 0 && holder > 0)
      say(`Another set-up is running in this folder (process ${holder}); waiting for it …`);
    if (holder !== null) await sleep(300);
  }
}

/**
 * The process id of a running set-up, or of an npm that outlived it; 0 while the lock is being written. `null` if they have ended, or if
 * the lock was not touched for ten minutes: other processes may have their ids by then.
 */
function holderOfLock() {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const text = readFileSync(lock, 'utf8');
    if (text === '' && age < 2000) return 0;
    if (age > 600_000) return null;
    const pids = text.split(' ').map(Number);
    return pids.find((pid) => pid !== process.pid && isRunning(pid)) ?? null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Runs a program with its output in the log. It has a process group of its own, so that its children are stopped with it: when it takes
 * too long, or when this process is asked to stop, which then ends too.
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, patience?: (output: string) => number }} [options] patience: milliseconds it
 *   may run, given its output so far
 * @returns {Promise<boolean>} whether it ended with code 0
 */
async function run([command = '', ...args], { cwd, env, patience } = {}) {
  const detached = process.platform !== 'win32';
  let output = '';
  const note = (/** @type {string} */ text) => {
    output += text;
    appendFileSync(log, text);
  };
  note(`$ ${[command, ...args].join(' ')}\n`);
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  children.add(child.pid ?? 0);
  writeFileSync(lock, [process.pid, ...children].join(' '));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', note);

  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid !== undefined) process.kill(detached ? -child.pid : child.pid, signal);
    } catch {
      // The program has ended by itself meanwhile.
    }
  };
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;
  const interrupt = (/** @type {NodeJS.Signals} */ signal) => {
    stoppedBy ??= signal;
    stop(signal);
    setTimeout(stop, 10_000, 'SIGKILL').unref();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, interrupt);
  const startedAt = Date.now();
  const watch = setInterval(() => {
    if (patience && Date.now() - startedAt > patience(output)) stop('SIGKILL');
    if (existsSync(lock)) utimesSync(lock, new Date(), new Date());
  }, 250);
  const code = await new Promise((resolve) => {
    child.on('close', resolve).on('error', ({ message }) => {
      note(`${message}\n`);
      resolve(null);
    });
  });
  clearInterval(watch);
  children.delete(child.pid ?? 0);
  for (const signal of signals) process.off(signal, interrupt);
  if (stoppedBy !== undefined) {
    rmSync(lock, { force: true });
    process.exit(128 + constants.signals[stoppedBy]);
  }
  return code === 0;
}

/**
 * How to run npm: the one that runs this script, else the one installed beside this Node, else the one on the path.
 * @returns {string[]}
 */
export function npmCommand() {
  const running = process.env.npm_execpath ?? '';
  const bin = path.dirname(realpathSync(process.execPath));
  const beside = [path.join(bin, '..', 'lib'), bin].map((place) => path.join(place, 'node_modules/npm/bin/npm-cli.js'));
  const script = [...(/npm-cli\.[cm]?js$/.test(running) ? [running] : []), ...beside].find((file) => existsSync(file));
  return script === undefined ? ['npm'] : [process.execPath, script];
}

/**
 * Installs what is missing: the packages, then the parts in C++.
 * @param {boolean} needsDev
 * @throws {SetupFailed}
 */
export async function install(needsDev) {
  const startedAt = Date.now();
  writeFileSync(log, '');
  if (!hasPackages(needsDev)) await installPackages(needsDev);
  let broken = await brokenOf(addons);
  if (broken.length > 0) expectOwnFolder();
  // Ready-made first, then built from source; if that fails too, built again after installing the libraries it needs.
  await Promise.all(broken.map(fetchReadyMade));
  broken = await brokenOf(broken);
  if (broken.length > 0) broken = await buildAll(broken);
  if (broken.length > 0) throw new SetupFailed(adviceFor(broken));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (seconds > 1) say(`Everything is installed (${seconds} s).`);
}

/** npm empties `node_modules` before it installs; through a link it would empty another project's folder. */
function expectOwnFolder() {
  if (!lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new SetupFailed(
    `Packages need to be installed, but node_modules in ${process.cwd()} is a link to ${readlinkSync('node_modules')}: ` +
      'installing would empty that folder. Remove the link and run the same command again.',
  );
}

/** @param {boolean} needsDev */
async function installPackages(needsDev) {
  expectOwnFolder();
  say('Installing packages …');
  const scope = !needsDev && process.env.NODE_ENV === 'production' ? '--omit=dev' : '--include=dev';
  const flags = ['--ignore-scripts', '--prefer-offline', scope, '--no-audit', '--no-fund'];
  if (await run([...npmCommand(), 'ci', ...flags])) return;
  const isCutOff = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(errorsOfLog());
  const reason = isCutOff ? ' npm can’t reach its registry. Is this machine online?' : '';
  throw new SetupFailed(`The packages couldn’t be installed.${reason}\n${errorsOfLog()}`);
}

/** The last lines of the log that report an error, and the path of the log. */
function errorsOfLog() {
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\w/.test(line) && !line.includes('A complete log'));
  const telling = lines.filter((line) => /\berror\b.*\w|\bERR!|not found|No such file|No package/i.test(line));
  const shown = (telling.length > 0 ? telling : lines).slice(-6).map((line) => `  ${line.trim()}\n`);
  return `${shown.join('')}The full log is in ${log}.`;
}

/** @param {typeof addons} candidates */
async function brokenOf(candidates) {
  const broken = [];
  // Each check has a process of its own, since a broken binary may crash it, and no preloads from NODE_OPTIONS.
  for (const addon of candidates)
    if (!(await run([process.execPath, '-e', addon.check], { env: { NODE_OPTIONS: '' } }))) broken.push(addon);
  return broken;
}

/** @param {(typeof addons)[number]} addon */
async function fetchReadyMade({ name, prebuilt }) {
  say(`Fetching ${name}, ready-made …`);
  const cwd = path.resolve('node_modules', name);
  const script = createRequire(path.join(cwd, 'package.json')).resolve('prebuild-install/bin.js');
  // Twenty seconds to reach the server; once it answers, five minutes to bring the file.
  const patience = (/** @type {string} */ output) => (/http 200/.test(output) ? 300_000 : 20_000);
  await run([process.execPath, script, ...prebuilt], { cwd, env: { npm_config_loglevel: 'http' }, patience });
}

/**
 * Builds in parallel: one core compiles SQLite while the others build canvas or its libraries are installed.
 * @param {typeof addons} wanted
 * @returns {Promise<typeof addons>} those that still do not work
 */
async function buildAll(wanted) {
  const nodedir = await findHeaders();
  const headers = nodedir && { npm_config_nodedir: nodedir, npm_package_config_node_gyp_nodedir: nodedir };
  /** @type {Promise<boolean> | undefined} */
  let libraries;
  const build = async (/** @type {(typeof addons)[number]} */ addon) => {
    say(`Building ${addon.name} from source, ${addon.time} …`);
    const command = [...npmCommand(), 'rebuild', addon.name, '--ignore-scripts=false', '--foreground-scripts'];
    await run(command, { env: { JOBS: 'max', npm_config_build_from_source: addon.name, ...addon.env, ...headers } });
    return (await brokenOf([addon])).length === 0;
  };
  const isBuilt = async (/** @type {(typeof addons)[number]} */ addon) => {
    if (await build(addon)) return true;
    libraries ??= installLibraries(wanted);
    return (await libraries) && (await build(addon));
  };
  const built = await Promise.all(wanted.map(isBuilt));
  return wanted.filter((_addon, at) => !built[at]);
}

/**
 * The folder of this Node's C++ headers: from the archive that Node came in, or from npm's package of Node. Without either, node-gyp
 * downloads them if it can reach nodejs.org.
 */
async function findHeaders() {
  const { node: version } = process.versions;
  const home = path.resolve(realpathSync(process.execPath), '..', '..');
  const names = ['node', 'node-bin'].map((prefix) => `${prefix}-${process.platform}-${process.arch}`);
  const brought = names.map((name) => path.resolve(folder, 'node_modules', name));
  const beside = names.flatMap((name) => [path.join(home, 'node_modules', name), path.join(home, '..', name)]);
  const isFit = (/** @type {string} */ place) => {
    const header = path.join(place, 'include', 'node', 'node_version.h');
    const text = existsSync(header) ? readFileSync(header, 'utf8') : '';
    return version
      .split('.')
      .every((part, at) => text.includes(`_${['MAJOR', 'MINOR', 'PATCH'][at]}_VERSION ${part}\n`));
  };
  const find = () => [home, ...beside, ...brought].find(isFit);
  for (const name of names) {
    if (find()) break;
    say(`Fetching the headers of Node ${version} …`);
    const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
    await run([...npmCommand(), 'install', ...flags, `${name}@${version}`]);
  }
  return find();
}

/**
 * Installs the packages needed to build, if this process is root and has apt-get.
 * @param {typeof addons} wanted
 */
async function installLibraries(wanted) {
  if (process.getuid?.() !== 0 || !(await run(['apt-get', '--version']))) return false;
  say(`Installing what’s needed to build ${namesOf(wanted)}, with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const get = ['apt-get', '-o', 'DPkg::Lock::Timeout=300'];
  // An installation that was cut off earlier is finished first: apt refuses to go on otherwise.
  await run(['dpkg', '--configure', '-a'], { env });
  await run([...get, 'update'], { env });
  return run([...get, 'install', '-y', '--no-install-recommends', ...packagesOf(apt, wanted).split(' ')], { env });
}

const namesOf = (/** @type {typeof addons} */ wanted) => wanted.map(({ name }) => name).join(' and ');

/**
 * @param {string[]} packages
 * @param {typeof addons} wanted
 */
function packagesOf(packages, wanted) {
  return packages.slice(0, wanted.some(({ name }) => name === 'canvas') ? 2 : 1).join(' ');
}

/**
 * The advice shown when a machine can neither fetch nor build these.
 * @param {typeof addons} broken
 */
function adviceFor(broken) {
  const told = `${namesOf(broken)} couldn’t be downloaded ready-made or built here.\n${errorsOfLog()}\n`;
  if (process.platform === 'win32')
    return `${told}On Windows they only come ready-made: make sure that github.com can be reached (a proxy is taken from HTTPS_PROXY)
and run the same command again, or run this inside WSL, where they can be built.`;
  return `${told}Install what’s needed with the line for your system, then run the same command again:

  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y ${packagesOf(apt, broken)}
  Fedora, RHEL:    sudo dnf install -y ${packagesOf(dnf, broken)}
  Alpine:          apk add ${packagesOf(apk, broken)}
  macOS:           xcode-select --install; brew install ${packagesOf(brew, broken)}`;
}
