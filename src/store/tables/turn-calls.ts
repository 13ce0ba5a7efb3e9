import type { SeatId } from '../../game/index.ts';
import type { DeferredCallRecord, QuietRecord, TurnCallRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** What seats have been called for, and which members are called later because of quiet hours. */
export function turnCallsIn(database: Database) {
  const sql = statements(database);
  return {
    /** All that the seats of a game have been called for. */
    turnCalls(game: string): TurnCallRecord[] {
      return (sql.all.all(game) as TurnCallRow[]).map(turnCallRecord);
    },
    turnCall(game: string, seat: SeatId, phaseKey: string): TurnCallRecord | null {
      const row = sql.one.get(game, seat, phaseKey) as TurnCallRow | undefined;
      return row ? turnCallRecord(row) : null;
    },
    /** Seats that are waited for since a time later than this. */
    waitedSince(time: number): { readonly game: string; readonly seat: SeatId }[] {
      return sql.waitedSince.all(time) as { game: string; seat: SeatId }[];
    },
    /** Notes it, or how it now stands. */
    putTurnCall(game: string, { reminded, phaseKey, ...call }: TurnCallRecord): void {
      sql.put.run({ game, ...call, spell: phaseKey, reminded: Number(reminded) });
    },
    removeTurnCall(game: string, seat: SeatId, phaseKey: string): void {
      sql.remove.run(game, seat, phaseKey);
    },
    /** A game has ended: nobody is waited for any more. */
    removeTurnCalls(game: string): void {
      sql.removeAll.run(game);
      sql.dropAll.run(game);
    },

    quietOf(member: number): QuietRecord | null {
      return (sql.quiet.get(member) as QuietRecord | undefined) ?? null;
    },
    setQuiet(member: number, quiet: QuietRecord | null): void {
      if (quiet === null) sql.removeQuiet.run(member);
      else sql.putQuiet.run({ member, ...quiet });
    },

    /** Defers a member's call for a seat until their quiet hours end. */
    deferCall(game: string, seat: SeatId, member: number): void {
      sql.defer.run(game, seat, member);
    },
    deferredCalls(game: string, seat: SeatId): DeferredCallRecord[] {
      return (sql.deferred.all(game, seat) as DeferredCallRow[]).map(deferredCallRecord);
    },
    /** The same of a member, in all games. */
    deferredCallsOf(member: number): DeferredCallRecord[] {
      return (sql.deferredOf.all(member) as DeferredCallRow[]).map(deferredCallRecord);
    },
    /** Drops a member's deferred call for a seat; null: drops everybody's. */
    dropDeferredCall(game: string, seat: SeatId, member: number | null): void {
      if (member === null) sql.dropSeat.run(game, seat);
      else sql.drop.run(game, seat, member);
    },
  };
}

function statements(database: Database) {
  const deferred =
    'SELECT game, seat, member, discord_id, name FROM hushed JOIN member ON member.id = hushed.member WHERE';
  return {
    all: database.prepare('SELECT * FROM spell WHERE game = ? ORDER BY seq, seat, spell'),
    one: database.prepare('SELECT * FROM spell WHERE game = ? AND seat = ? AND spell = ?'),
    waitedSince: database.prepare('SELECT game, seat FROM spell WHERE since > ? ORDER BY since'),
    put: database.prepare(
      `INSERT INTO spell (game, seat, spell, seq, since, spent, left_at, reminded)
       VALUES (:game, :seat, :spell, :seq, :since, :spent, :leftAt, :reminded)
       ON CONFLICT (game, seat, spell) DO UPDATE SET
         seq = excluded.seq, since = excluded.since, spent = excluded.spent, left_at = excluded.left_at,
         reminded = excluded.reminded`,
    ),
    remove: database.prepare('DELETE FROM spell WHERE game = ? AND seat = ? AND spell = ?'),
    removeAll: database.prepare('DELETE FROM spell WHERE game = ?'),
    quiet: database.prepare('SELECT starts, ends, zone FROM quiet WHERE member = ?'),
    putQuiet: database.prepare(
      `INSERT INTO quiet (member, starts, ends, zone) VALUES (:member, :starts, :ends, :zone)
       ON CONFLICT (member) DO UPDATE SET starts = excluded.starts, ends = excluded.ends, zone = excluded.zone`,
    ),
    removeQuiet: database.prepare('DELETE FROM quiet WHERE member = ?'),
    defer: database.prepare('INSERT INTO hushed (game, seat, member) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    deferred: database.prepare(`${deferred} game = ? AND seat = ? ORDER BY member`),
    deferredOf: database.prepare(`${deferred} member = ? ORDER BY game, seat`),
    drop: database.prepare('DELETE FROM hushed WHERE game = ? AND seat = ? AND member = ?'),
    dropSeat: database.prepare('DELETE FROM hushed WHERE game = ? AND seat = ?'),
    dropAll: database.prepare('DELETE FROM hushed WHERE game = ?'),
  };
}

interface TurnCallRow extends Omit<TurnCallRecord, 'reminded' | 'leftAt' | 'phaseKey'> {
  readonly spell: string;
  readonly left_at: number | null;
  readonly game: string;
  readonly reminded: number;
}

function turnCallRecord({ seat, spell, seq, since, spent, left_at, reminded }: TurnCallRow): TurnCallRecord {
  return { seat, phaseKey: spell, seq, since, spent, leftAt: left_at, reminded: reminded === 1 };
}

interface DeferredCallRow {
  readonly game: string;
  readonly seat: string;
  readonly member: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function deferredCallRecord({ game, seat, member, discord_id, name }: DeferredCallRow): DeferredCallRecord {
  return { game, seat, member: { id: member, discordId: discord_id, name } };
}
