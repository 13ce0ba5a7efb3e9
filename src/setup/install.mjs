// @ts-check
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { folder, hold, letGo, releaseLock, SetupFailed, say, touchLock } from './lock.mjs';

// Paths are relative to the folder of package.json, which is the working directory.
const log = path.join(folder, 'setup.log');

/**
 * Packages with a part in C++, which is fetched ready-made or built here. `check` throws if it does not work; it runs here, and as text
 * in a process of its own, where a broken binary does no harm.
 */
const addons = [
  {
    name: 'better-sqlite3',
    prebuilt: [],
    time: 'about a minute',
    // Relative to the folder in which its compiler runs, so that a space in the project's path does no harm.
    env: { CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include ../../../src/setup/object-wrap.h`.trim() },
    check: (/** @type {NodeJS.Require} */ load) => {
      const { existsSync, readFileSync } = load('node:fs');
      const binary = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
      // On Node 24 only a binary built without object-wrap.h names this function.
      const unmended = 'RemoveEnvironmentCleanupHook';
      if (process.versions.node.startsWith('24.') && existsSync(binary) && readFileSync(binary).includes(unmended))
        throw Error('better-sqlite3 was built without object-wrap.h');
      const database = new (load('better-sqlite3'))(':memory:');
      if (database.prepare('select 6 * 7').pluck().get() !== 42) throw Error('better-sqlite3 cannot count');
      database.close();
    },
  },
  {
    name: 'canvas',
    prebuilt: ['-r', 'napi'],
    time: 'half a minute',
    env: {},
    check: (/** @type {NodeJS.Require} */ load) => {
      const context = load('canvas').createCanvas(2, 2).getContext('2d');
      context.fillStyle = '#336699';
      context.fillRect(0, 0, 1, 1);
      if ([...context.getImageData(0, 0, 1, 1).data].join() !== '51,102,153,255') throw Error('canvas cannot draw');
    },
  },
];
/** @typedef {(typeof addons)[number]} Addon */

/** What a system needs to build any addon, and what it needs for canvas besides. */
const apt = [
  'build-essential python3',
  ' pkg-config libcairo2-dev libpango1.0-dev libjpeg-dev libgif-dev librsvg2-dev',
];
const dnf = [
  'gcc-c++ make python3',
  ' pkgconf-pkg-config cairo-devel pango-devel libjpeg-turbo-devel giflib-devel librsvg2-devel',
];
const apk = ['build-base python3', ' pkgconf cairo-dev pango-dev jpeg-dev giflib-dev librsvg-dev'];
const brew = ['python', ' pkg-config cairo pango libpng jpeg giflib librsvg pixman'];

/**
 * Is everything installed, and does it work? Needs no network.
 * @param {boolean} needsDev whether packages used only in development are needed
 */
export function isInstalled(needsDev) {
  if (!hasPackages(needsDev)) return false;
  try {
    for (const { check } of addons) check(createRequire(path.resolve('package.json')));
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
  const { packages: wanted } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  /** @type {Record<string, { version: string }>} */
  let installed = {};
  try {
    installed = JSON.parse(readFileSync(path.join('node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    // The record is missing, or an installation was cut off while it was written.
  }
  return Object.entries(wanted).every(([place, { version, dev, optional, devOptional, os, cpu, libc }]) => {
    if (place === '' || (!needsDev && (dev || devOptional))) return true;
    const isMadeForThis = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
    if ((optional || devOptional) && !isMadeForThis) return true;
    return installed[place]?.version === version && existsSync(path.join(place, 'package.json'));
  });
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
  const began = Date.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  hold(child.pid);
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
  const watch = setInterval(() => {
    if (patience && Date.now() - began > patience(output)) stop('SIGKILL');
    touchLock();
  }, 250);
  const code = await new Promise((resolve) => {
    child.on('close', resolve).on('error', ({ message }) => {
      note(`${message}\n`);
      resolve(null);
    });
  });
  clearInterval(watch);
  letGo(child.pid);
  for (const signal of signals) process.off(signal, interrupt);
  if (stoppedBy !== undefined) {
    releaseLock();
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
 * Installs what is missing: the packages, then the parts in C++. These come ready-made, else they are built from source, and if that fails
 * too, built again after installing the libraries it needs.
 * @param {boolean} needsDev
 * @throws {SetupFailed}
 */
export async function install(needsDev) {
  const began = Date.now();
  writeFileSync(log, '');
  if (!hasPackages(needsDev)) await installPackages(needsDev);
  let broken = await brokenOf(addons);
  if (broken.length > 0) expectOwnFolder();
  await Promise.all(broken.map(fetchReadyMade));
  broken = await brokenOf(broken);
  if (broken.length > 0) broken = await buildAll(broken);
  if (broken.length > 0) throw new SetupFailed(adviceFor(broken));
  const seconds = Math.round((Date.now() - began) / 1000);
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

/** npm tries a registry that refuses twice more, a second or two apart, and logs each answer. */
const REGISTRY = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '2000',
  npm_config_loglevel: 'http',
};
/** How long a server may say nothing at all. */
const SILENCE_MS = 18_000;

/** @param {boolean} needsDev */
async function installPackages(needsDev) {
  expectOwnFolder();
  say('Installing packages …');
  const scope = !needsDev && process.env.NODE_ENV === 'production' ? '--omit=dev' : '--include=dev';
  const flags = ['--ignore-scripts', '--prefer-offline', scope, '--no-audit', '--no-fund'];
  let silent = false;
  const patience = (/** @type {string} */ output) => {
    silent = !/npm http (fetch \S+ \d{3} |cache)/.test(output);
    return silent ? SILENCE_MS : Number.POSITIVE_INFINITY;
  };
  if (await run([...npmCommand(), 'ci', ...flags], { env: REGISTRY, patience })) return;
  const isCutOff = silent || /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(causeInLog());
  const reason = isCutOff ? ' npm can’t reach its registry. Is this machine online?' : '';
  throw new SetupFailed(`The packages couldn’t be installed.${reason}\n${causeInLog()}`);
}

/** How compilers and npm tell a cause; without such a line, any that speaks of an error will do. */
const CAUSES = [
  /^npm error (?:code|FetchError)|ERR! stack Error: (?!.*failed with exit code)|: (?:command )?not found|^make: .*No such|fatal error|was not found in the pkg-config/,
  /\berror\b.*\w|\bERR!|not found|No such file|No package/i,
  /\w/,
];

/** The lines of the log that tell the cause, and the path of the log. */
function causeInLog() {
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !/^\$|complete log/.test(line));
  const [telling = []] = CAUSES.map((cause) => lines.filter((line) => cause.test(line))).filter(
    ({ length }) => length > 0,
  );
  const shown = [...new Set(telling.map((line) => `  ${line.replace(/^.*stack Error: /, '').trim()}\n`))].slice(-6);
  return `${shown.join('')}The full log is in ${log}.`;
}

/** @param {readonly Addon[]} candidates */
async function brokenOf(candidates) {
  const broken = [];
  // No preloads from NODE_OPTIONS.
  for (const addon of candidates)
    if (!(await run([process.execPath, '-e', `(${addon.check})(require)`], { env: { NODE_OPTIONS: '' } })))
      broken.push(addon);
  return broken;
}

/** @param {Addon} addon */
async function fetchReadyMade({ name, prebuilt }) {
  say(`Fetching ${name}, ready-made …`);
  const cwd = path.resolve('node_modules', name);
  const script = createRequire(path.join(cwd, 'package.json')).resolve('prebuild-install/bin.js');
  // Once the server answers, five minutes to bring the file.
  const patience = (/** @type {string} */ output) => (/http 200/.test(output) ? 300_000 : SILENCE_MS);
  await run([process.execPath, script, ...prebuilt], { cwd, env: REGISTRY, patience });
}

/**
 * Builds in parallel: one core compiles SQLite while the others build canvas or its libraries are installed.
 * @param {readonly Addon[]} wanted
 * @returns {Promise<Addon[]>} those that still do not work
 */
async function buildAll(wanted) {
  const nodedir = await findHeaders();
  const headers = nodedir && { npm_config_nodedir: nodedir, npm_package_config_node_gyp_nodedir: nodedir };
  /** @type {Promise<boolean> | undefined} */
  let libraries;
  const build = async (/** @type {Addon} */ addon) => {
    say(`Building ${addon.name} from source, ${addon.time} …`);
    const command = [...npmCommand(), 'rebuild', addon.name, '--ignore-scripts=false', '--foreground-scripts'];
    await run(command, { env: { JOBS: 'max', npm_config_build_from_source: addon.name, ...addon.env, ...headers } });
    return (await brokenOf([addon])).length === 0;
  };
  const built = await Promise.all(
    wanted.map(async (addon) => {
      if (await build(addon)) return true;
      libraries ??= installLibraries(wanted);
      return (await libraries) && build(addon);
    }),
  );
  return wanted.filter((_addon, at) => !built[at]);
}

/**
 * The folder of this Node's C++ headers: from the archive that Node came in, or from npm's package of Node. Without either, node-gyp
 * downloads them if it can reach nodejs.org.
 */
async function findHeaders() {
  const { node: version } = process.versions;
  const [major, minor, patch] = version.split('.');
  const home = path.resolve(realpathSync(process.execPath), '..', '..');
  const names = ['node', 'node-bin'].map((prefix) => `${prefix}-${process.platform}-${process.arch}`);
  const places = [
    home,
    ...names.flatMap((name) => [path.join(home, 'node_modules', name), path.join(home, '..', name)]),
  ];
  const brought = names.map((name) => path.resolve(folder, 'node_modules', name));
  const isFit = (/** @type {string} */ place) => {
    const header = path.join(place, 'include', 'node', 'node_version.h');
    const text = existsSync(header) ? readFileSync(header, 'utf8') : '';
    return [`MAJOR_VERSION ${major}\n`, `MINOR_VERSION ${minor}\n`, `PATCH_VERSION ${patch}\n`].every((line) =>
      text.includes(line),
    );
  };
  const find = () => [...places, ...brought].find(isFit);
  for (const name of names) {
    if (find()) break;
    say(`Fetching the headers of Node ${version} …`);
    const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
    await run([...npmCommand(), 'install', ...flags, `${name}@${version}`], { env: REGISTRY });
  }
  return find();
}

/**
 * Installs the packages needed to build, if this process is root and has apt-get.
 * @param {readonly Addon[]} wanted
 */
async function installLibraries(wanted) {
  if (process.getuid?.() !== 0 || !(await run(['apt-get', '--version']))) return false;
  say(`Installing what’s needed to build ${namesOf(wanted)}, with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const get = ['apt-get', '-o', 'DPkg::Lock::Timeout=300'];
  // An installation that was cut off earlier is finished first: apt refuses to go on otherwise.
  await run(['dpkg', '--configure', '-a'], { env });
  await run([...get, 'update'], { env });
  return run([...get, 'install', '-y', '--no-install-recommends', ...neededFor(wanted, apt).split(' ')], { env });
}

const namesOf = (/** @type {readonly Addon[]} */ wanted) => wanted.map(({ name }) => name).join(' and ');

/**
 * @param {readonly Addon[]} wanted
 * @param {string[]} packages
 */
const neededFor = (wanted, [any = '', canvas = '']) =>
  wanted.some(({ name }) => name === 'canvas') ? any + canvas : any;

/**
 * The advice shown when a machine can neither fetch nor build these.
 * @param {readonly Addon[]} broken
 */
function adviceFor(broken) {
  const told = `${namesOf(broken)} couldn’t be downloaded ready-made or built here.\n${causeInLog()}\n`;
  if (process.platform === 'win32')
    return `${told}On Windows they only come ready-made: make sure that github.com can be reached (a proxy is taken from HTTPS_PROXY)
and run the same command again, or run this inside WSL, where they can be built.`;
  return `${told}Install what’s needed with the line for your system, then run the same command again:

  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y ${neededFor(broken, apt)}
  Fedora, RHEL:    sudo dnf install -y ${neededFor(broken, dnf)}
  Alpine:          apk add ${neededFor(broken, apk)}
  macOS:           xcode-select --install; brew install ${neededFor(broken, brew)}`;
}
