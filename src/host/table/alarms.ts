import type { SeatId } from '../../game/index.ts';

export type Alarm =
  | { readonly what: 'ballot'; readonly ballot: number }
  | { readonly what: 'silence'; readonly seat: SeatId }
  /** A side's time runs out, a reminder is due, or quiet hours end. */
  | { readonly what: 'clock' | 'remind' | 'wake'; readonly seat: SeatId }
  /** A commander's data was deleted: the channel learns who commands. */
  | { readonly what: 'left'; readonly seat: SeatId }
  /** A role was deleted: the council drops it. While the alarm is set, the table has been told. */
  | { readonly what: 'role'; readonly seat: SeatId; readonly role: string }
  /** Nobody has played a side for a day: the channel is told, once a game. */
  | { readonly what: typeof VACANT_ALARM };

export const VACANT_ALARM = 'vacant';

export function ballotAlarm(ballot: number): string {
  return `ballot ${ballot}`;
}

export function silenceAlarm(seat: SeatId): string {
  return `silence ${seat}`;
}

export function leftAlarm(seat: SeatId): string {
  return `left ${seat}`;
}

export function roleAlarm(seat: SeatId, role: string): string {
  return `role ${seat} ${role}`;
}

export function readAlarm(name: string): Alarm {
  const [what, which = '', role = ''] = name.split(' ');
  if (what === VACANT_ALARM) return { what };
  if (what === 'role') return { what, seat: which, role };
  if (what === 'ballot') return { what, ballot: Number(which) };
  if (what === 'silence' || what === 'left' || what === 'clock' || what === 'remind' || what === 'wake')
    return { what, seat: which };
  throw new Error(`No ballot has an alarm “${name}”`);
}
