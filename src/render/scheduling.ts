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

/** Runs `work` in its turn. Owners (`whose`) share the turns. */
type RoundRobin = <T>(work: () => Promise<T>, whose?: string) => Promise<T>;

/**
 * A queue that runs one job at a time. Owners take turns with one job each; an owner's jobs run in the order given. A
 * failure does not stop the next.
 */
export function roundRobin(): RoundRobin {
  let busy = false;
  /** By owner; the owner served last comes last. */
  const waiting = new Map<string, (() => void)[]>();
  return async (work, whose = '') => {
    if (busy) await new Promise<void>((resolve) => waiting.set(whose, [...(waiting.get(whose) ?? []), resolve]));
    busy = true;
    try {
      return await work();
    } finally {
      // The place is handed straight to the next job, so that no newcomer takes it.
      const [owner = '', line = []] = waiting.entries().next().value ?? [];
      const next = line.shift();
      waiting.delete(owner);
      if (line.length > 0) waiting.set(owner, line);
      if (next) next();
      else busy = false;
    }
  };
}
