import type { SeatId } from '../../game/index.ts';
import type { DeferredPingRecord, TurnPingRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** Pings that seats have had, and members whose ping waits for the end of their quiet hours. */
export function turnPingsIn(database: Database) {
  const sql = statements(database);
  return {
    /** All that the seats of a game have been pinged for. */
    turnPings(game: string): TurnPingRecord[] {
      return (sql.all.all(game) as TurnPingRow[]).map(turnPingRecord);
    },
    turnPing(game: string, seat: SeatId, phaseKey: string): TurnPingRecord | null {
      const row = sql.one.get(game, seat, phaseKey) as TurnPingRow | undefined;
      return row ? turnPingRecord(row) : null;
    },
    /** Seats whose wait began after a time. */
    waitedSince(time: number): { readonly game: string; readonly seat: SeatId }[] {
      return sql.waitedSince.all(time) as { game: string; seat: SeatId }[];
    },
    /** Notes it, or how it now stands. */
    putTurnPing(game: string, { reminded, phaseKey, ...ping }: TurnPingRecord): void {
      sql.put.run({ game, ...ping, phase: phaseKey, reminded: Number(reminded) });
    },
    removeTurnPing(game: string, seat: SeatId, phaseKey: string): void {
      sql.remove.run(game, seat, phaseKey);
    },
    /** Ends all waits of a finished game. */
    removeTurnPings(game: string): void {
      sql.removeAll.run(game);
      sql.dropAll.run(game);
    },

    /** Defers a member's ping for a seat until their quiet hours end. */
    deferPing(game: string, seat: SeatId, member: number): void {
      sql.defer.run(game, seat, member);
    },
    deferredPings(game: string, seat: SeatId): DeferredPingRecord[] {
      return (sql.deferred.all(game, seat) as DeferredPingRow[]).map(deferredPingRecord);
    },
    /** Deferred pings of a member, in all games. */
    deferredPingsOf(member: number): DeferredPingRecord[] {
      return (sql.deferredOf.all(member) as DeferredPingRow[]).map(deferredPingRecord);
    },
    /** Drops a member's deferred ping for a seat; null drops everybody's. */
    dropDeferredPing(game: string, seat: SeatId, member: number | null): void {
      if (member === null) sql.dropSeat.run(game, seat);
      else sql.drop.run(game, seat, member);
    },
  };
}

function statements(database: Database) {
  const deferred =
    'SELECT game, seat, member, discord_id, name FROM deferred_ping JOIN member ON member.id = deferred_ping.member WHERE';
  return {
    all: database.prepare('SELECT * FROM turn_ping WHERE game = ? ORDER BY seq, seat, phase'),
    one: database.prepare('SELECT * FROM turn_ping WHERE game = ? AND seat = ? AND phase = ?'),
    waitedSince: database.prepare('SELECT game, seat FROM turn_ping WHERE since > ? ORDER BY since'),
    put: database.prepare(
      `INSERT INTO turn_ping (game, seat, phase, seq, since, spent, left_at, reminded)
       VALUES (:game, :seat, :phase, :seq, :since, :spent, :leftAt, :reminded)
       ON CONFLICT (game, seat, phase) DO UPDATE SET
         seq = excluded.seq, since = excluded.since, spent = excluded.spent, left_at = excluded.left_at,
         reminded = excluded.reminded`,
    ),
    remove: database.prepare('DELETE FROM turn_ping WHERE game = ? AND seat = ? AND phase = ?'),
    removeAll: database.prepare('DELETE FROM turn_ping WHERE game = ?'),
    defer: database.prepare('INSERT INTO deferred_ping (game, seat, member) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    deferred: database.prepare(`${deferred} game = ? AND seat = ? ORDER BY member`),
    deferredOf: database.prepare(`${deferred} member = ? ORDER BY game, seat`),
    drop: database.prepare('DELETE FROM deferred_ping WHERE game = ? AND seat = ? AND member = ?'),
    dropSeat: database.prepare('DELETE FROM deferred_ping WHERE game = ? AND seat = ?'),
    dropAll: database.prepare('DELETE FROM deferred_ping WHERE game = ?'),
  };
}

interface TurnPingRow extends Omit<TurnPingRecord, 'reminded' | 'leftAt' | 'phaseKey'> {
  readonly phase: string;
  readonly left_at: number | null;
  readonly game: string;
  readonly reminded: number;
}

function turnPingRecord({ seat, phase, seq, since, spent, left_at, reminded }: TurnPingRow): TurnPingRecord {
  return { seat, phaseKey: phase, seq, since, spent, leftAt: left_at, reminded: reminded === 1 };
}

interface DeferredPingRow {
  readonly game: string;
  readonly seat: string;
  readonly member: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function deferredPingRecord({ game, seat, member, discord_id, name }: DeferredPingRow): DeferredPingRecord {
  return { game, seat, member: { id: member, discordId: discord_id, name } };
}
