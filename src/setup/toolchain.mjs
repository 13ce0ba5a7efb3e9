// @ts-check
import { spawnSync } from 'node:child_process';

/** @typedef {import('./addons.mjs').Addon['name']} AddonName */
/** @typedef {(command: string, args: string[]) => boolean} Answers does this program run and end with code 0? */

/** What the source of canvas asks pkg-config for. */
const canvasLibraries = ['pixman-1', 'cairo', 'libpng', 'pangocairo', 'freetype2'];

/** @type {Answers} */
function answers(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/**
 * What building these addons from source needs and this machine lacks, in words.
 * @param {readonly AddonName[]} names
 * @param {Record<string, string | undefined>} env
 * @param {Answers} [runs]
 */
export function missingTools(names, env, runs = answers) {
  /** @type {string[]} */
  const missing = [];
  /**
   * @param {string} what
   * @param {(string | undefined)[]} candidates
   * @param {string[]} args
   */
  const need = (what, candidates, args) => {
    if (!candidates.some((command) => command && runs(command, args))) missing.push(what);
  };
  // CXX may hold options after the program's name.
  need('a C++ compiler', [env.CXX?.split(' ')[0], 'c++', 'g++', 'clang++'], ['--version']);
  need('make', [env.MAKE, 'make', 'gmake'], ['--version']);
  const isPython3 = 'import sys; sys.exit(sys.version_info < (3, 6))';
  need('Python 3', [env.npm_config_python, env.PYTHON, 'python3', 'python'], ['-c', isPython3]);
  if (names.includes('canvas')) {
    if (!runs('pkg-config', ['--version'])) {
      missing.push('pkg-config', 'the development files of cairo and pango');
    } else {
      const absent = canvasLibraries.filter((library) => !runs('pkg-config', ['--exists', library]));
      if (absent.length > 0) missing.push(`the development files of ${absent.join(', ')}`);
    }
  }
  return missing;
}
