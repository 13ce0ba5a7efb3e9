// @ts-check
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { inTurn, SetupFailed } from './lock.mjs';

/** The folder of package.json. */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The set-up cannot finish: EX_UNAVAILABLE of sysexits. */
const EXIT_UNAVAILABLE = 69;
/** A source cannot be built, or the bot ended without a decision: EX_SOFTWARE of sysexits. */
const EXIT_BUG = 70;

const hasEsbuild = () => existsSync(path.join('node_modules', 'esbuild'));
const isReadyToStart = () => isInstalled(false);

/**
 * The needs of each command, and the program it then runs in this very process, so that signals and exit codes need no relay. Reading
 * replays and building need neither database nor pictures, so esbuild is enough for them.
 * @type {Record<string, { needsDev?: boolean, isReady: () => boolean, isBuilt?: boolean, run?: (args: string[]) => Promise<unknown> }>}
 */
const commands = {
  start: { isReady: isReadyToStart, isBuilt: true, run: startBot },
  replay: { isReady: hasEsbuild, isBuilt: true, run: (args) => runBuilt('replay', args) },
  backup: { isReady: isReadyToStart, isBuilt: true, run: (args) => runBuilt('backup', args) },
  doctor: { isReady: isReadyToStart, isBuilt: true, run: (args) => runBuilt('doctor', args) },
  reshard: { isReady: isReadyToStart, isBuilt: true, run: (args) => runBuilt('reshard', args) },
  build: { isReady: hasEsbuild, isBuilt: true, run: drawLand },
  test: { needsDev: true, isReady: () => isInstalled(true), run: runTests },
  install: { needsDev: true, isReady: () => isInstalled(true) },
};

/** @param {string[]} argv the command and its arguments */
export async function runCommand([name = 'install', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    return end(64, `Unknown command "${name}". Use one of: ${Object.keys(commands).join(', ')}.`);
  // The bot sets its own exit code when it decides to stop. If it ends because nothing is left to wait for, that is a bug.
  if (name === 'start') {
    useLittleMemory();
    process.exitCode = EXIT_BUG;
  }
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
  process.chdir(root);
  try {
    await prepare(command);
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error;
    return end(EXIT_UNAVAILABLE, `\n${error.message}`);
  }
  await command.run?.(args);
}

/** @param {(typeof commands)[string]} command */
async function prepare({ needsDev = false, isReady, isBuilt: needsDist = false }) {
  const lacks = () => (isReady() ? (needsDist && !isBuilt() ? 'built' : null) : 'installed');
  await inTurn(lacks, async () => {
    if (!isReady()) await install(needsDev);
    if (!needsDist || isBuilt()) return;
    const faults = await build().catch((error) => {
      throw new SetupFailed(`esbuild, which builds the program, can’t run here: ${error.message}`);
    });
    if (faults.length > 0) end(EXIT_BUG, ['The program can’t be built:', ...faults].join('\n'));
  });
}

/**
 * @param {number} code
 * @param {string} sentence
 * @returns {never}
 */
function end(code, sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

/**
 * A shell between npm and this process may end at a signal without passing it on. The end of the parent
 * therefore counts as a request to stop.
 */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/**
 * Makes V8 collect garbage before it asks for more memory. By default some 60 MB of pictures sent long ago pile up first, and a
 * program that runs for months never gives that memory back. Left to itself, V8 then collects all garbage at every third picture, which
 * takes as long as drawing: a growth of 30 % between two collections takes 10 MB more and a third less processor time.
 */
function useLittleMemory() {
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--heap-growing-percent=30');
}

/** @param {string} program */
const inDist = (program) => path.join(root, 'dist', `${program}.js`);

/** Draws the maps' land into `dist`, where canvas is installed. Elsewhere `dist` only reads replays. */
async function drawLand() {
  if (isReadyToStart()) await runAs(inDist('draw-land'), []);
}

/** @param {string[]} args */
function startBot(args) {
  if (!existsSync(path.join('dist', 'land', 'complete'))) drawLandMeanwhile();
  return runAs(inDist('main'), args);
}

/** Draws the land in a process of low priority that ends with the bot, so that a first start takes no longer. */
function drawLandMeanwhile() {
  const drawing = fork(inDist('draw-land'), { stdio: 'ignore' });
  drawing.once('spawn', () => setPriority(drawing.pid ?? 0, 19));
  // Without it the bot draws each part of the land when a picture first shows it.
  drawing.once('error', () => undefined);
  drawing.unref();
  drawing.channel?.unref();
}

/**
 * Runs a program of `dist`, with source maps: stack traces name the lines of the sources. The bot itself reads them only for an error.
 * @param {string} program
 * @param {string[]} args
 */
function runBuilt(program, args) {
  process.setSourceMapsEnabled(true);
  return runAs(inDist(program), args);
}

/** @param {string[]} args */
function runTests(args) {
  const [unread] = /[#?]/.exec(root) ?? [];
  if (unread !== undefined)
    return end(
      EXIT_UNAVAILABLE,
      `The tests can’t run in ${root}: vite, which loads them, cuts file names off at "${unread}". Move the folder, or run only the bot.`,
    );
  // vitest sets NODE_ENV to "test" unless it is set already.
  if (process.env.NODE_ENV === 'production') delete process.env.NODE_ENV;
  // The default loader takes the folder's name for a pattern and fails if it has a `*`.
  const options = ['--config', path.join('test', 'vitest.config.ts'), '--configLoader', 'runner'];
  return runAs(path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), ['run', ...options, ...args]);
}

/**
 * Goes on as `node script ...args` would.
 * @param {string} script
 * @param {string[]} args
 */
function runAs(script, args) {
  process.argv = [process.execPath, script, ...args];
  return import(pathToFileURL(script).href);
}
