import type { SeatId } from '../../game/index.ts';

/** An alarm of a game, as its name in the store says it. */
export type Alarm =
  | { readonly what: 'ballot'; readonly ballot: number }
  | { readonly what: 'silence'; readonly seat: SeatId }
  /** A side's time runs out, it is reminded, or one of its members wakes. */
  | { readonly what: 'clock' | 'remind' | 'wake'; readonly seat: SeatId }
  /** Somebody in command has had their data deleted: the channel is to hear who commands. */
  | { readonly what: 'left'; readonly seat: SeatId }
  /** A role was deleted: what a side's council asked of it goes. While the alarm is set, the table has been told. */
  | { readonly what: 'role'; readonly seat: SeatId; readonly role: string }
  /** A side has had nobody for a day: the channel is told, once a game. */
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
