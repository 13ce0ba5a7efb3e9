import { setImmediate as breath } from 'node:timers/promises';

/** Milliseconds of the event loop taken at a time. The last step may take as long again. */
const SLICE = 4;

/** All jobs share one chain of turns, so that many at once block the event loop no longer than one. */
let turns: Promise<unknown> = Promise.resolve();
/** The start of the last turn, by `performance.now()`. */
let since = Number.NEGATIVE_INFINITY;

/**
 * Runs all steps of a long job, with pauses for the rest of the process.
 * @returns the last step; undefined if there was none
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
