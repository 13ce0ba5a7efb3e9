import { setImmediate as breath } from 'node:timers/promises';

/** Milliseconds of the event loop taken at a time, and then the step that is being done: some take as long again. */
const SLICE = 4;

/** All works take turns, so that many at once hold up others no longer than one. */
let turns: Promise<unknown> = Promise.resolve();
/** When the last turn began. */
let since = Number.NEGATIVE_INFINITY;

/**
 * Goes through all steps of some long work, with a breath now and then for everything else that goes on.
 * @returns what the last step came to; undefined: there was none
 */
export async function inSlices<Step>(steps: Iterable<Step>): Promise<Step | undefined> {
  let last: Step | undefined;
  for (const step of steps) {
    last = step;
    const taken = performance.now() - since;
    if (taken < 0 || taken >= SLICE) await nextTurn();
  }
  return last;
}

async function nextTurn(): Promise<void> {
  turns = turns.then(() => breath());
  await turns;
  since = performance.now();
}
