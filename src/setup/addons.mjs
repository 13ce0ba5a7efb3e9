// @ts-check
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * A package with a part written in C++, for which a prebuilt binary may be fetched or which is built here.
 * @typedef {object} Addon
 * @property {'better-sqlite3' | 'canvas'} name
 * @property {string[]} prebuiltArgs what prebuild-install is told besides
 * @property {string} buildTime how long building it takes, in words
 * @property {Record<string, string>} buildEnv added to the environment of a build from source
 * @property {(load: NodeJS.Require) => boolean} works
 */

/** @type {readonly Addon[]} */
export const addons = [
  {
    name: 'better-sqlite3',
    prebuiltArgs: [],
    buildTime: 'about a minute',
    // Relative to the folder in which its compiler runs, so that a space in the project's path does no harm.
    buildEnv: { CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include ../../../src/setup/object-wrap.h`.trim() },
    works: (load) => {
      if (abortsWhenCollected(load)) return false;
      const Database = load('better-sqlite3');
      const database = new Database(':memory:');
      const answer = database.prepare('select 6 * 7 as answer').pluck().get();
      database.close();
      return answer === 42;
    },
  },
  {
    name: 'canvas',
    prebuiltArgs: ['-r', 'napi'],
    buildTime: 'half a minute',
    buildEnv: {},
    works: (load) => {
      const context = load('canvas').createCanvas(2, 2).getContext('2d');
      context.fillStyle = '#336699';
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].join() === '51,102,153,255';
    },
  },
];

/**
 * Was better-sqlite3 built against the headers that object-wrap.h guards from, without that guard? It then names a
 * function which it has no use for otherwise.
 * @param {NodeJS.Require} load
 */
function abortsWhenCollected(load) {
  if (!process.versions.node.startsWith('24.')) return false;
  const home = path.dirname(load.resolve('better-sqlite3/package.json'));
  const binary = path.join(home, 'build', 'Release', 'better_sqlite3.node');
  return existsSync(binary) && readFileSync(binary).includes('RemoveEnvironmentCleanupHook');
}

/**
 * Loads an addon into this process and puts it to a small use: a pixel drawn and read back, a query answered.
 * @param {Addon} addon
 * @param {string} root the folder of package.json
 * @returns {string | null} what is wrong with it, null when it works
 */
export function addonFault(addon, root) {
  try {
    return addon.works(createRequire(path.join(root, 'package.json'))) ? null : 'it does not do what it should';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * How to run npm: the one that runs this script, else the one installed beside this Node, else the one on the path.
 * @returns {string[]}
 */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running !== undefined && /npm-cli\.[cm]?js$/.test(running) && existsSync(running)) {
    return [process.execPath, running];
  }
  const bin = path.dirname(realpathSync(process.execPath));
  for (const place of [path.join(bin, '..', 'lib'), bin]) {
    const script = path.join(place, 'node_modules', 'npm', 'bin', 'npm-cli.js');
    if (existsSync(script)) return [process.execPath, script];
  }
  return ['npm'];
}
