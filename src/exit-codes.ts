/**
 * What the programs of this project end with: the numbers of sysexits.h, which a service manager can tell apart. `later`: it may pass by
 * itself, so the service starts it again. The launcher, which runs before anything is built, has its own two (src/setup/npm-commands.mjs).
 */
export const EXIT = {
  well: 0,
  /** What was looked through is not right, or there is nothing to look through. */
  wrong: 1,
  usage: 2,
  data: 65,
  unavailable: 69,
  bug: 70,
  database: 74,
  later: 75,
  config: 78,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];
