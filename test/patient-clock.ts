import { type Clock, systemClock } from '../src/time-source.ts';

/** The machine's time for a Discord that waits so many times as long: a busy machine is late for no answer. */
export const patient = (times: number): Clock => ({
  now: systemClock.now,
  after: (ms, act) => systemClock.after(times * ms, act),
});

export const patientClock = patient(100);
