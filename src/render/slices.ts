import { setImmediate as breath } from 'node:timers/promises';

/** Milliseconds of the event loop taken at a time, and then the step that is being done: some take as long again. */
const SLICE = 4;

/** Goes through all steps of some long work, with a breath now and then for everything else that goes on. */
export async function inSlices(steps: Iterable<void>): Promise<void> {
  let since = performance.now();
  for (const _ of steps) {
    if (performance.now() - since < SLICE) continue;
    await breath();
    since = performance.now();
  }
}
