import { MINUTE } from '../../council/index.ts';
import type { ClockRecord, TurnPingRecord } from '../../store/index.ts';

/**
 * A reminder that nobody has set comes before the phase is over: after half of its time, unless that is short anyway.
 * @param least the shortest reminder, milliseconds
 */
export function remindedInTime(clock: ClockRecord, least: number): ClockRecord {
  const { phase, reminder } = clock;
  if (phase === null || reminder === null || reminder < phase) return clock;
  return { ...clock, reminder: phase < 2 * least ? null : Math.floor(phase / 2 / MINUTE) * MINUTE };
}

/** When a seat is reminded, milliseconds since 1970; null: it isn't waited for, or no reminder is due. */
export function reminderAt({ reminder }: ClockRecord, row: TurnPingRecord | null): number | null {
  if (row === null || row.since === null || row.reminded || reminder === null) return null;
  return row.since + reminder - row.spent;
}
