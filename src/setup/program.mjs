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
  const isOurs = (/** @type {NodeJS.CallSite} */ frame) => frame.getFileName() === filename;
  Error.prepareStackTrace = (error, frames) => {
    const ours = frames.filter(isOurs).map((frame) => ({
      line: (frame.getLineNumber() ?? 1) - 1,
      column: (frame.getColumnNumber() ?? 1) - 1,
    }));
    const named = ours.length > 0 ? namesOf(ours) : [];
    const lines = frames.map((frame) => {
      const name = isOurs(frame) ? named.shift() : undefined;
      const place = `${filename}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
      return `    at ${name === undefined ? frame : String(frame).replace(place, () => name)}`;
    });
    return [heading(error), ...lines].join('\n');
  };

  /** @param {readonly import('./source-map.mjs').Place[]} places */
  function namesOf(places) {
    const { sources, mappings } = JSON.parse(inflateRawSync(kept).toString());
    return originsOf(mappings, places).map((origin) => {
      const file = origin && sources[origin.source];
      return file ? `${path.resolve(path.dirname(filename), file)}:${origin.line + 1}:${origin.column + 1}` : undefined;
    });
  }
}

/** @param {unknown} error */
function heading(error) {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
