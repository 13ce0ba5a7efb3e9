import type { SeatId } from '../../game/index.ts';
import { type Database, queriesIn } from '../queries.ts';
import type { AlarmRecord, DeferredPingRecord, QuietRecord, TurnPingRecord } from '../records.ts';
import { type MemberRow, memberRecord } from './games.ts';
import { QUIET_AT } from './member-data.ts';

/** Alarms are stored, so that a restart loses none. */
export function alarmsIn(database: Database) {
  const { rows, value, run } = queriesIn(database);
  const due = rows<[until: number, most: number], AlarmRecord>(
    'SELECT game, what, at FROM alarm WHERE at <= ? ORDER BY at, game, what LIMIT ?',
  );
  return {
    setAlarm: run<[game: string, what: string, at: number]>(
      'INSERT INTO alarm (game, what, at) VALUES (?, ?, ?) ON CONFLICT (game, what) DO UPDATE SET at = excluded.at',
    ),
    clearAlarm: run<[game: string, what: string]>('DELETE FROM alarm WHERE game = ? AND what = ?'),
    alarm: value<[game: string, what: string], number | null>('SELECT at FROM alarm WHERE game = ? AND what = ?'),
    clearAlarms: run<[game: string]>('DELETE FROM alarm WHERE game = ?'),
    /**
     * The alarms up to and including a time, the earliest first. They stay until they are cleared.
     * @param most -1 for all
     */
    alarms: (until: number, most = -1) => due(until, most),
    nextAlarm: value<[], number | null>('SELECT min(at) FROM alarm'),
  };
}

/** The phases that seats were pinged for, and the members whose ping waits for the end of their quiet hours. */
export function turnPingsIn(database: Database) {
  const { rows, row, run } = queriesIn(database);
  const pings =
    'SELECT seat, phase AS phaseKey, seq, since, spent, left_at AS leftAt, reminded FROM turn_ping WHERE game = ?';
  const deferred =
    'SELECT game, seat, id, discord_id, name FROM deferred_ping JOIN member ON id = deferred_ping.member WHERE';
  const put = run<[ping: object]>(
    `INSERT INTO turn_ping (game, seat, phase, seq, since, spent, left_at, reminded)
     VALUES (:game, :seat, :phaseKey, :seq, :since, :spent, :leftAt, :reminded)
     ON CONFLICT (game, seat, phase) DO UPDATE SET
       seq = excluded.seq, since = excluded.since, spent = excluded.spent, left_at = excluded.left_at,
       reminded = excluded.reminded`,
  );
  const removeAll = run<[game: string]>('DELETE FROM turn_ping WHERE game = ?');
  const removeAllDeferred = run<[game: string]>('DELETE FROM deferred_ping WHERE game = ?');
  return {
    turnPings: rows<[game: string], TurnPingRecord>(`${pings} ORDER BY seq, seat, phase`, turnPingRecord),
    turnPing: row<[game: string, seat: SeatId, phaseKey: string], TurnPingRecord>(
      `${pings} AND seat = ? AND phase = ?`,
      turnPingRecord,
    ),
    /** Seats that a table began to wait for after a time, and still waits for. */
    waitedSince: rows<[time: number], { readonly game: string; readonly seat: SeatId }>(
      'SELECT game, seat FROM turn_ping WHERE since > ? ORDER BY since',
    ),
    putTurnPing: (game: string, ping: TurnPingRecord) => put({ game, ...ping, reminded: Number(ping.reminded) }),
    removeTurnPing: run<[game: string, seat: SeatId, phaseKey: string]>(
      'DELETE FROM turn_ping WHERE game = ? AND seat = ? AND phase = ?',
    ),
    /** Removes the deferred pings of a game, too. */
    removeTurnPings(game: string): void {
      removeAll(game);
      removeAllDeferred(game);
    },

    deferPing: run<[game: string, seat: SeatId, member: number]>(
      'INSERT INTO deferred_ping (game, seat, member) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    deferredPings: rows<[game: string, seat: SeatId], DeferredPingRecord>(
      `${deferred} game = ? AND seat = ? ORDER BY member`,
      deferredPingRecord,
    ),
    deferredPingsOf: rows<[member: number], DeferredPingRecord>(
      `${deferred} member = ? ORDER BY game, seat`,
      deferredPingRecord,
    ),
    /** @param member null for all members */
    dropDeferredPing: run<[game: string, seat: SeatId, member: number | null]>(
      'DELETE FROM deferred_ping WHERE game = ? AND seat = ? AND member = coalesce(?, member)',
    ),
  };
}

export function quietHoursIn(database: Database) {
  const { row, run } = queriesIn(database);
  const put = run<[quiet: object]>(
    `INSERT INTO quiet (member, starts, ends, zone) VALUES (:member, :starts, :ends, :zone)
     ON CONFLICT (member) DO UPDATE SET starts = excluded.starts, ends = excluded.ends, zone = excluded.zone`,
  );
  const note = run<[at: number, member: number]>(`UPDATE member SET ${QUIET_AT} = ? WHERE id = ?`);
  const remove = run<[member: number]>('DELETE FROM quiet WHERE member = ?');
  return {
    quietOf: row<[member: number], QuietRecord>('SELECT starts, ends, zone FROM quiet WHERE member = ?'),
    setQuiet(member: number, quiet: QuietRecord | null, at: number): void {
      note(at, member);
      if (quiet === null) remove(member);
      else put({ member, ...quiet });
    },
  };
}

function turnPingRecord({
  reminded,
  ...ping
}: Omit<TurnPingRecord, 'reminded'> & { readonly reminded: number }): TurnPingRecord {
  return { ...ping, reminded: reminded === 1 };
}

function deferredPingRecord({
  game,
  seat,
  ...member
}: Omit<DeferredPingRecord, 'member'> & MemberRow): DeferredPingRecord {
  return { game, seat, member: memberRecord(member) };
}
