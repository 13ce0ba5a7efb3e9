/**
 * Exit codes of the project's programs, from sysexits.h, so that a service manager can tell them apart. After `later`,
 * the service restarts the program, for the fault may pass by itself. The launcher, which runs before anything is
 * built, has two of its own (src/setup/npm-commands.mjs).
 */
export const EXIT = {
  well: 0,
  /** A check found something wrong, or found nothing to check. */
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
