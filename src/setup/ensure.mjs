// @ts-check
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addonFault, addons, npmCommand } from './addons.mjs';
import { aptPackages, buildAdvice, indented, tellingLines } from './advice.mjs';
import { runLogged } from './child.mjs';
import { fetchHeaders, isToldOtherHeaders, ownHeaders } from './headers.mjs';
import { holdLock } from './lock.mjs';
import { missingPackagesIn } from './packages.mjs';
import { missingTools } from './toolchain.mjs';

/** @typedef {import('./addons.mjs').Addon} Addon */

/** The set-up cannot finish; the message says why and what to do, ready to be shown. */
export class SetupFailed extends Error {}

/**
 * One set-up under way.
 * @typedef {object} Work
 * @property {string} root the folder of package.json
 * @property {string} log
 * @property {(command: string[], options?: RunOptions) => Promise<boolean>} run whether it ended with code 0
 * @property {(line: string) => void} say
 * @property {boolean} mayUseApt whether Debian's packages may be installed here
 */
/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env]
 * @property {(output: string) => number} [patience]
 */

const folderName = '.setup';

/**
 * Makes sure that everything is installed and works. Looks only, and needs no network, when it is.
 * @param {object} options
 * @param {string} options.root the folder of package.json
 * @param {boolean} options.needsDev whether packages used only in development are needed now
 * @param {(line: string) => void} [options.say] where progress goes
 * @param {boolean} [options.mayUseApt]
 * @throws {SetupFailed | import('./child.mjs').Interrupted}
 */
export async function ensureReady({ root, needsDev, say = sayOnStderr, mayUseApt = isRootOnDebian() }) {
  const folder = path.join(root, folderName);
  // While another set-up is at work its half-written binaries are not to be loaded.
  const isQuiet = !existsSync(path.join(folder, 'lock'));
  if (isQuiet && isReady(root, needsDev)) return;

  openFolder(folder, root);
  const lock = await holdLock(folder, (pid) =>
    say(`Another set-up is at work in this folder (process ${pid}); waiting for it …`),
  );
  try {
    const log = path.join(folder, 'setup.log');
    rmSync(log, { force: true });
    /** @type {Work['run']} */
    const run = async ([command = '', ...args], options = {}) =>
      (await runLogged(command, args, { cwd: root, ...options, log, onProcess: lock.childIs })) === 0;
    await setUp({ root, log, say, mayUseApt, run }, needsDev);
  } finally {
    lock.release();
  }
}

/** @param {string} line */
function sayOnStderr(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @param {string} root
 * @param {boolean} needsDev
 */
function isReady(root, needsDev) {
  return missingPackagesIn(root, needsDev).length === 0 && addons.every((addon) => addonFault(addon, root) === null);
}

/**
 * @param {string} folder
 * @param {string} root
 */
function openFolder(folder, root) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new SetupFailed(`Packages have to be installed, but ${root} cannot be written to (${code}).`);
  }
}

/**
 * @param {Work} work
 * @param {boolean} needsDev
 */
async function setUp(work, needsDev) {
  const startedAt = Date.now();
  if (missingPackagesIn(work.root, needsDev).length > 0) {
    expectOwnFolder(work.root);
    await installPackages(work, needsDev);
  }
  const broken = await brokenOf(work, addons);
  if (broken.length > 0) {
    expectOwnFolder(work.root);
    await installAddons(work, broken);
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (seconds > 1) work.say(`Everything is installed (${seconds} s).`);
}

/**
 * npm empties `node_modules` before it installs, and through a link it empties the folder of somebody else.
 * @param {string} root
 */
function expectOwnFolder(root) {
  const folder = path.join(root, 'node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new SetupFailed(
    `Packages have to be installed, but node_modules in ${root} is a link to ${readlinkSync(folder)}: ` +
      'installing would empty that folder. Remove the link and run the same command again.',
  );
}

/**
 * @param {Work} work
 * @param {boolean} needsDev
 */
async function installPackages(work, needsDev) {
  work.say('Installing packages …');
  const leanly = !needsDev && process.env.NODE_ENV === 'production';
  const scope = leanly ? '--omit=dev' : '--include=dev';
  const flags = ['--ignore-scripts', '--prefer-offline', scope, '--no-audit', '--no-fund'];
  if (!(await work.run([...npmCommand(), 'ci', ...flags]))) {
    const errors = logged(work);
    const isCutOff = errors.some((line) => /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(line));
    const reason = isCutOff ? ': npm cannot reach its registry. Is this machine online?' : ':';
    throw new SetupFailed(
      [`The packages could not be installed${reason}`, ...indented(errors), `The full log is in ${nameOf(work)}.`].join(
        '\n',
      ),
    );
  }
}

/**
 * @param {Work} work
 * @param {readonly Addon[]} candidates
 */
async function brokenOf(work, candidates) {
  const script = fileURLToPath(new URL('verify.mjs', import.meta.url));
  /** @type {Addon[]} */
  const broken = [];
  for (const addon of candidates) {
    if (!(await work.run([process.execPath, script, addon.name, work.root]))) broken.push(addon);
  }
  return broken;
}

/**
 * Ready-made first; then built from source, with what that takes installed before where it may be. Where it may
 * not, building is tried all the same: the look at the tools may be wrong.
 * @param {Work} work
 * @param {readonly Addon[]} wanted
 */
async function installAddons(work, wanted) {
  for (const addon of wanted) await fetchPrebuilt(work, addon);
  const toBuild = await brokenOf(work, wanted);
  if (toBuild.length === 0) return;

  const names = toBuild.map(({ name }) => name);
  if (work.mayUseApt && missingTools(names, process.env).length > 0) await installWithApt(work, names);
  let headers = ownHeaders(process.execPath, process.versions.node);
  let broken = toBuild;
  if (headers !== null || !isToldOtherHeaders(process.env, process.versions.node)) {
    broken = await build(work, toBuild, headers);
  }
  if (broken.length > 0 && headers === null && missingTools(names, process.env).length === 0) {
    headers = await bringHeaders(work);
    if (headers !== null) broken = await build(work, broken, headers);
  }
  if (broken.length === 0) return;

  const failed = broken.map(({ name }) => name);
  throw new SetupFailed(
    buildAdvice({
      names: failed,
      missing: missingTools(failed, process.env),
      errors: logged(work),
      log: nameOf(work),
      platform: process.platform,
    }),
  );
}

/**
 * @param {Work} work
 * @param {Addon} addon
 */
async function fetchPrebuilt(work, addon) {
  work.say(`Fetching ${addon.name}, ready-made …`);
  const home = path.join(work.root, 'node_modules', addon.name);
  const script = createRequire(path.join(home, 'package.json')).resolve('prebuild-install/bin.js');
  await work.run([process.execPath, script, ...addon.prebuiltArgs], {
    cwd: home,
    env: { npm_config_loglevel: 'http' },
    // Twenty seconds to reach the server; once it answers, five minutes to bring the file.
    patience: (output) => (/http 200/.test(output) ? 300_000 : 20_000),
  });
}

/** @param {Work} work */
async function bringHeaders(work) {
  work.say(`Fetching the headers of Node ${process.versions.node} …`);
  const folder = path.join(path.dirname(work.log), `node-${process.versions.node}`);
  mkdirSync(folder, { recursive: true });
  return fetchHeaders(folder, process.versions.node, work.run);
}

/**
 * @param {Work} work
 * @param {readonly Addon[]} wanted
 * @param {string | null} headers the folder to build against; node-gyp finds one itself if it is not told
 * @returns {Promise<Addon[]>} those that still do not work
 */
async function build(work, wanted, headers) {
  for (const addon of wanted) {
    work.say(`Building ${addon.name} from source, ${addon.buildTime} …`);
    await work.run([...npmCommand(), 'rebuild', addon.name, '--ignore-scripts=false', '--foreground-scripts'], {
      env: {
        JOBS: 'max',
        ...addon.buildEnv,
        npm_config_build_from_source: addon.name,
        ...(headers === null ? {} : { npm_config_nodedir: headers, npm_package_config_node_gyp_nodedir: headers }),
      },
    });
  }
  return brokenOf(work, wanted);
}

function isRootOnDebian() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * @param {Work} work
 * @param {Addon['name'][]} names
 */
async function installWithApt(work, names) {
  work.say(`Installing what it takes to build ${names.join(' and ')}, by apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=300'];
  // An installation that was cut off earlier is finished first: apt refuses to go on otherwise.
  await work.run(['dpkg', '--configure', '-a'], { env });
  await work.run([...apt, 'update'], { env });
  const install = [...apt, 'install', '-y', '--no-install-recommends', ...aptPackages(names)];
  if (!(await work.run(install, { env }))) work.say('apt-get could not install it.');
}

/** @param {Work} work */
function logged(work) {
  return tellingLines(readFileSync(work.log, 'utf8'));
}

/** @param {Work} work */
function nameOf(work) {
  return path.relative(work.root, work.log);
}
