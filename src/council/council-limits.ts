import { DAY, MINUTE } from './council.ts';

/** What may be set of a council, ends included. */
export const LIMITS = {
  window: { least: MINUTE, most: 7 * DAY },
  quorum: { least: 1, most: 1000 },
  early: { least: 1, most: 1000 },
  hours: { least: 1, most: 24 * 7 },
  days: { least: 0, most: 3650 },
  commanders: 10,
  /** Characters of a reason. */
  reason: 120,
} as const;
