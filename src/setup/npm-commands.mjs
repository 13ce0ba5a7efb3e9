// @ts-check
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, hasLand, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { inTurn, isLocked, printLine, SetupFailed } from './lock.mjs';

/** Codes of sysexits. `bug`: a source cannot be built, or the bot ended without a decision. */
const EXIT = { usage: 64, setupFailed: 69, bug: 70 };

/** By command: the program of `dist` that it runs. @type {Record<string, string>} */
const programs = {
  start: 'main',
  build: 'draw-land',
  replay: 'replay',
  backup: 'backup',
  doctor: 'doctor',
  reshard: 'reshard',
};
const commands = ['install', ...Object.keys(programs)];

/**
 * Installs and builds what the command needs. Then runs its program in this very process, so that signals and exit codes
 * need no relay.
 * @param {string[]} argv the command and its arguments
 */
export async function runCommand([name = 'install', ...args]) {
  if (!commands.includes(name)) {
    printLine(`Unknown command "${name}". Use one of: ${commands.join(', ')}.`);
    process.exit(EXIT.usage);
  }
  if (name === 'start') {
    // The bot sets its own exit code when it stops. If it ends because nothing is left to wait for, that is a bug.
    process.exitCode = EXIT.bug;
  }
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
  process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..'));
  try {
    await prepare(name);
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error;
    printLine(`\n${error.message}`);
    process.exit(EXIT.setupFailed);
  }
  if (programs[name] === undefined) return;
  // Without canvas, `dist` only reads replays.
  if (name === 'build' && !isInstalled(false)) return;
  if (name === 'start' && !hasLand()) drawLandMeanwhile();
  // Stack traces name the lines of the sources. The bot itself reads source maps only for an error.
  if (name !== 'start') process.setSourceMapsEnabled(true);
  const script = path.resolve('dist', `${programs[name]}.js`);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}

/** @param {string} name */
async function prepare(name) {
  const cwd = process.cwd();
  // Only the tests ask for no more than an installation, and vite takes the path for an address.
  if (name === 'install' && /[#?%]/.test(cwd))
    throw new SetupFailed(`Tests can’t run in ${cwd}. Move the project to a folder without #, ? and % in its path.`);
  // Building and reading replays need neither database nor pictures, so esbuild is enough for them.
  const hasPackages = () =>
    ['build', 'replay'].includes(name) ? existsSync('node_modules/esbuild') : isInstalled(name === 'install');
  const hasDist = () => name === 'install' || isBuilt();
  if (!isLocked() && hasPackages() && hasDist()) return;
  await inTurn(async () => {
    if (!hasPackages()) await install(name === 'install');
    if (hasDist()) return;
    await build().catch((error) => {
      // esbuild has printed what is wrong with the sources.
      if ('errors' in error) process.exit(EXIT.bug);
      throw new SetupFailed(`esbuild, which builds the program, can’t run here: ${error.message}`);
    });
  });
}

/** Draws the land in a process of low priority that ends with the bot, so that a first start takes no longer. */
function drawLandMeanwhile() {
  const drawing = fork('dist/draw-land.js', { stdio: 'ignore' });
  // Without it the bot draws each part of the land when a picture first shows it.
  drawing.once('error', () => undefined);
  drawing.unref();
  drawing.channel?.unref();
}

/** Stops when the parent ends: a shell between npm and this process may end at a signal without passing it on. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
