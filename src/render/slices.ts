import { setImmediate as breath } from 'node:timers/promises';

/** Milliseconds of the event loop taken at a time, and then the step that is being done: some take as long again. */
const SLICE = 4;

/**
 * Goes through all steps of some long work, with a breath now and then for everything else that goes on.
 * @returns what the last step came to; undefined: there was none
 */
export async function inSlices<Step>(steps: Iterable<Step>): Promise<Step | undefined> {
  let since = performance.now();
  let last: Step | undefined;
  for (const step of steps) {
    last = step;
    if (performance.now() - since < SLICE) continue;
    await breath();
    since = performance.now();
  }
  return last;
}
