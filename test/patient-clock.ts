import { type Clock, systemClock } from '../src/clock.ts';

/** The machine's time for a Discord that waits a hundred times as long: a busy machine is late for no answer. */
export const patientClock: Clock = {
  now: systemClock.now,
  after: (ms, act) => systemClock.after(100 * ms, act),
};
