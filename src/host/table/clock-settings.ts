import { DAY, durationInWords, HOUR, MINUTE, readDuration } from '../../council/index.ts';
import type { Asked, SeatId } from '../../game/index.ts';
import type { ClockRecord, TurnPingRecord } from '../../store/index.ts';
import { CLOCKS } from './turn-words.ts';

export const DEFAULT_CLOCK: ClockRecord = { phase: null, choice: 12 * HOUR, reminder: DAY };

const LIMITS = { least: HOUR / 4, most: 14 * DAY };

/** The options of `/clock`, and the fields that they set. */
const FIELDS = [
  ['phase', 'phase'],
  ['choices', 'choice'],
  ['reminder', 'reminder'],
] as const;

/** Applies the options of `/clock`; returns a sentence if they are out of bounds. */
export function clockWith(clock: ClockRecord, options: Readonly<Record<string, string>>): ClockRecord | string {
  let set = clock;
  for (const [option, field] of FIELDS) {
    const text = options[option];
    if (text === undefined) continue;
    const value = /^(off|no|none|never)$/i.test(text.trim()) ? null : lengthOf(text);
    if (value === undefined)
      return CLOCKS.outOfBounds(option, durationInWords(LIMITS.least), durationInWords(LIMITS.most));
    if (value === null && field === 'choice') return CLOCKS.choiceNeeded;
    set = { ...set, [field]: value };
  }
  return options.reminder === undefined ? remindedInTime(set) : set;
}

/** Reads a time; a number alone is hours. Undefined if it is out of bounds. */
function lengthOf(text: string): number | undefined {
  const plain = text.trim();
  const length = readDuration(/^\d+([.,]\d+)?$/.test(plain) ? `${plain.replace(',', '.')}h` : plain);
  return length !== null && length >= LIMITS.least && length <= LIMITS.most ? length : undefined;
}

/** A seat's time for a question; null for no limit. */
export function timeLimitOf(clock: ClockRecord, { outOfTurn, defaultOrder }: Asked): number | null {
  if (defaultOrder === undefined) return null;
  return outOfTurn ? clock.choice : clock.phase;
}

/** Markdown lines: each setting, then when the time of each side in `sides` ends. `ends` goes with `sides`. */
export function clocksInWords(
  { phase, choice, reminder }: ClockRecord,
  sides: readonly string[],
  ends: readonly number[],
): string[] {
  const time = (limit: number | null) => (limit === null ? null : durationInWords(limit));
  const clocks = [CLOCKS.phase(time(phase)), CLOCKS.choice(time(choice)), CLOCKS.reminder(time(reminder))];
  return [...clocks.map((line) => `- ${line}`), ...sides.map((side, at) => CLOCKS.runs(side, ends[at] ?? 0))];
}

/** A reminder that would come after the phase's end comes after half of it. A short phase has none. */
function remindedInTime(clock: ClockRecord): ClockRecord {
  const { phase, reminder } = clock;
  if (phase === null || reminder === null || reminder < phase) return clock;
  return { ...clock, reminder: phase < 2 * LIMITS.least ? null : Math.floor(phase / 2 / MINUTE) * MINUTE };
}

/** Milliseconds since 1970; null if no reminder is due. */
export function reminderAt({ reminder }: ClockRecord, row: TurnPingRecord | null): number | null {
  if (row === null || row.since === null || row.reminded || reminder === null) return null;
  return row.since + reminder - row.spent;
}

export type Alarm =
  | { readonly what: 'ballot'; readonly ballot: number }
  | { readonly what: 'silence'; readonly seat: SeatId }
  /** A side's time runs out, a reminder is due, or quiet hours end. */
  | { readonly what: 'clock' | 'remind' | 'wake'; readonly seat: SeatId }
  /** A commander's data was deleted: the channel learns who commands. */
  | { readonly what: 'left'; readonly seat: SeatId }
  /** A role was deleted: the table is told at once, and the council drops the role when the alarm goes off. */
  | { readonly what: 'role'; readonly seat: SeatId; readonly role: string }
  /** Nobody has played a side for a day: the channel is told, once a game. */
  | { readonly what: 'vacant' };

/** Alarms' names in the store. */
export const ALARM = {
  ballot: (ballot: number) => `ballot ${ballot}`,
  silence: (seat: SeatId) => `silence ${seat}`,
  clock: (seat: SeatId) => `clock ${seat}`,
  remind: (seat: SeatId) => `remind ${seat}`,
  wake: (seat: SeatId) => `wake ${seat}`,
  left: (seat: SeatId) => `left ${seat}`,
  role: (seat: SeatId, role: string) => `role ${seat} ${role}`,
  vacant: 'vacant',
} as const;

export function readAlarm(name: string): Alarm {
  const [what, which = '', role = ''] = name.split(' ');
  if (what === 'vacant') return { what };
  if (what === 'role') return { what, seat: which, role };
  if (what === 'ballot') return { what, ballot: Number(which) };
  if (what === 'silence' || what === 'left' || what === 'clock' || what === 'remind' || what === 'wake')
    return { what, seat: which };
  throw new Error(`Unknown alarm “${name}”`);
}
