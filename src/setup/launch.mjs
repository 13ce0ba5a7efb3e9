// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Interrupted } from './child.mjs';
import { BrokenSource, NoCompiler } from './compile.mjs';
import { ensureReady, SetupFailed } from './ensure.mjs';

/** Where package.json lives. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const compilerFolder = path.join(projectRoot, 'node_modules', 'esbuild');

/** What the process ends with when the set-up cannot finish (sysexits: a needed thing is unavailable). */
export const EXIT_UNAVAILABLE = 69;

/** What it ends with when a source cannot be compiled (sysexits: a fault of the program). */
const EXIT_BUG = 70;

/**
 * What each command runs once everything is installed. All run inside this process, so that signals and exit
 * codes need no relay.
 * @type {Record<string, { needsDev: boolean, isReady?: () => boolean, run: (args: string[]) => Promise<void> }>}
 */
const commands = {
  start: { needsDev: false, run: (args) => runThriftily(() => runSource('main.ts', args)) },
  // Where anything is installed, what it needs is: no database, no pictures.
  replay: { needsDev: false, isReady: () => existsSync(compilerFolder), run: (args) => runSource('replay.ts', args) },
  backup: { needsDev: false, run: (args) => runSource('backup.ts', args) },
  test: { needsDev: true, run: runTests },
  install: { needsDev: true, run: async () => {} },
};

/**
 * @param {string[]} argv the command and what is passed on to it
 */
export async function launch(argv) {
  const [name = 'install', ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`Unknown command "${name}": one of ${Object.keys(commands).join(', ')}.\n`);
    process.exitCode = 64;
    return;
  }
  // The bot ends by a decision, which brings its own code: with nothing left to wait for, the set-up included, it is a bug.
  if (name === 'start') process.exitCode = EXIT_BUG;
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
  process.chdir(projectRoot);
  try {
    if (!command.isReady?.()) await ensureReady({ root: projectRoot, needsDev: command.needsDev });
  } catch (error) {
    if (error instanceof Interrupted) {
      process.exit(error.exitCode);
    }
    if (error instanceof SetupFailed) {
      process.stderr.write(`\n${error.message}\n`);
      process.exit(EXIT_UNAVAILABLE);
    }
    throw error;
  }
  await command.run(args);
}

/**
 * Between npm and this process there may be a shell which ends at a signal without passing it on. So that whoever
 * stops npm stops this too, the end of the parent counts as a request to stop.
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
 * Has V8 collect what is not needed any more before it asks for more memory. By itself it lets pictures that were sent long ago lie
 * until there are some 60 MB of them, and a program that runs for months keeps what it once had.
 * @param {() => Promise<void>} run
 */
function runThriftily(run) {
  setFlagsFromString('--optimize-for-size');
  return run();
}

/**
 * @param {string} file in src
 * @param {string[]} args
 */
async function runSource(file, args) {
  const program = path.join(projectRoot, 'src', file);
  process.argv = [process.execPath, program, ...args];
  const { runProgram } = await import('./program.mjs');
  try {
    await runProgram(projectRoot, program);
  } catch (error) {
    if (error instanceof NoCompiler) {
      process.stderr.write(`esbuild, which the program is compiled with, cannot run here: ${error.message}\n`);
      process.exit(EXIT_UNAVAILABLE);
    }
    if (!(error instanceof BrokenSource)) throw error;
    process.stderr.write(`The program cannot be compiled:\n${error.message}\n`);
    process.exit(EXIT_BUG);
  }
}

/** @param {string[]} args */
async function runTests(args) {
  const [unread] = /[#?]/.exec(projectRoot) ?? [];
  if (unread !== undefined) {
    process.stderr.write(
      `The tests cannot run in ${projectRoot}: vite, which reads them, ends the name of a file at "${unread}". The bot itself can.\n`,
    );
    process.exit(EXIT_UNAVAILABLE);
  }
  // vitest sets NODE_ENV to "test" unless it is set already.
  if (process.env.NODE_ENV === 'production') delete process.env.NODE_ENV;
  const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  // The default loader takes the folder's name for a pattern, and fails where it has a `*`.
  const loader = ['--configLoader', 'runner'];
  await runAs(vitest, ['run', '--config', path.join('test', 'vitest.config.ts'), ...loader, ...args]);
}

/**
 * Goes on as `node script ...args` would.
 * @param {string} script
 * @param {string[]} args
 */
async function runAs(script, args) {
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}
