// @ts-check
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { compiled } from './compile.mjs';
import { originsOf } from './source-map.mjs';

/**
 * Runs a program in TypeScript in this process, compiled in memory. Its errors name the lines of the sources.
 * @param {string} root the folder of package.json
 * @param {string} program
 * @throws {import('./compile.mjs').BrokenSource}
 */
export async function runProgram(root, program) {
  const { text, threadTexts, map } = await compiled(root, program);
  const filename = path.join(root, 'src', 'program.cjs');
  nameSources(filename, map);
  const run = compileFunction(text, ['require', 'threadTexts'], { filename });
  run(createRequire(filename), threadTexts);
}

/**
 * Errors are told with their places in the sources from now on. The map is kept small, and read when there is one to tell.
 * @param {string} filename what the text is called
 * @param {Uint8Array} map
 */
function nameSources(filename, map) {
  const kept = deflateRawSync(map);
  /** @type {Map<string, string | undefined>} what has been looked up, by its place in the text: errors come from few */
  const names = new Map();
  const isOurs = (/** @type {NodeJS.CallSite} */ frame) => frame.getFileName() === filename;
  Error.prepareStackTrace = (error, frames) => {
    const unknown = frames.filter((frame) => isOurs(frame) && !names.has(placeOf(frame)));
    if (unknown.length > 0) lookUp(unknown);
    const lines = frames.map((frame) => {
      const place = placeOf(frame);
      const name = isOurs(frame) ? names.get(place) : undefined;
      return `    at ${name === undefined ? frame : String(frame).replace(`${filename}:${place}`, () => name)}`;
    });
    return [heading(error), ...lines].join('\n');
  };

  /** @param {readonly NodeJS.CallSite[]} frames */
  function lookUp(frames) {
    const { sources, mappings } = JSON.parse(inflateRawSync(kept).toString());
    if (names.size > MOST_NAMES) names.clear();
    const places = frames.map((frame) => ({
      line: (frame.getLineNumber() ?? 1) - 1,
      column: (frame.getColumnNumber() ?? 1) - 1,
    }));
    for (const [index, origin] of originsOf(mappings, places).entries()) {
      const file = origin && sources[origin.source];
      const name = file && `${path.resolve(path.dirname(filename), file)}:${origin.line + 1}:${origin.column + 1}`;
      names.set(placeOf(/** @type {NodeJS.CallSite} */ (frames[index])), name || undefined);
    }
  }
}

/** Places kept by name. */
const MOST_NAMES = 2000;

/** @param {NodeJS.CallSite} frame */
function placeOf(frame) {
  return `${frame.getLineNumber()}:${frame.getColumnNumber()}`;
}

/** @param {unknown} error */
function heading(error) {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
