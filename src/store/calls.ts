import type { SeatId } from '../game/index.ts';
import type { HushedRecord, QuietRecord, SpellRecord } from './records.ts';
import type { Database } from './sqlite.ts';

/** What seats have been called for, and who is to be called later since they sleep. */
export function callsIn(database: Database) {
  const sql = statements(database);
  return {
    /** All that the seats of a game have been called for. */
    spells(game: string): SpellRecord[] {
      return (sql.spells.all(game) as SpellRow[]).map(spellRecord);
    },
    spell(game: string, seat: SeatId, spell: string): SpellRecord | null {
      const row = sql.spell.get(game, seat, spell) as SpellRow | undefined;
      return row ? spellRecord(row) : null;
    },
    /** Seats that are waited for since a time later than this. */
    waitedSince(time: number): { readonly game: string; readonly seat: SeatId }[] {
      return sql.waitedSince.all(time) as { game: string; seat: SeatId }[];
    },
    /** Notes it, or how it now stands. */
    putSpell(game: string, { reminded, ...spell }: SpellRecord): void {
      sql.putSpell.run({ game, ...spell, reminded: Number(reminded) });
    },
    removeSpell(game: string, seat: SeatId, spell: string): void {
      sql.removeSpell.run(game, seat, spell);
    },
    /** A game has ended: nobody is waited for any more. */
    forgetSpells(game: string): void {
      sql.removeSpells.run(game);
      sql.rouseAll.run(game);
    },

    quietOf(member: number): QuietRecord | null {
      return (sql.quiet.get(member) as QuietRecord | undefined) ?? null;
    },
    setQuiet(member: number, quiet: QuietRecord | null): void {
      if (quiet === null) sql.removeQuiet.run(member);
      else sql.putQuiet.run({ member, ...quiet });
    },

    /** A member is to be called for a seat when their quiet hours end. */
    hush(game: string, seat: SeatId, member: number): void {
      sql.hush.run(game, seat, member);
    },
    hushed(game: string, seat: SeatId): HushedRecord[] {
      return (sql.hushed.all(game, seat) as HushedRow[]).map(hushedRecord);
    },
    /** The same of a member, in all games. */
    hushedOf(member: number): HushedRecord[] {
      return (sql.hushedOf.all(member) as HushedRow[]).map(hushedRecord);
    },
    /** A member is not to be called for it later any more; null: nobody is. */
    rouse(game: string, seat: SeatId, member: number | null): void {
      if (member === null) sql.rouseSeat.run(game, seat);
      else sql.rouse.run(game, seat, member);
    },
  };
}

function statements(database: Database) {
  const hushed =
    'SELECT game, seat, member, discord_id, name FROM hushed JOIN member ON member.id = hushed.member WHERE';
  return {
    spells: database.prepare('SELECT * FROM spell WHERE game = ? ORDER BY seq, seat, spell'),
    spell: database.prepare('SELECT * FROM spell WHERE game = ? AND seat = ? AND spell = ?'),
    waitedSince: database.prepare('SELECT game, seat FROM spell WHERE since > ? ORDER BY since'),
    putSpell: database.prepare(
      `INSERT INTO spell (game, seat, spell, seq, since, spent, left_at, reminded)
       VALUES (:game, :seat, :spell, :seq, :since, :spent, :leftAt, :reminded)
       ON CONFLICT (game, seat, spell) DO UPDATE SET
         seq = excluded.seq, since = excluded.since, spent = excluded.spent, left_at = excluded.left_at,
         reminded = excluded.reminded`,
    ),
    removeSpell: database.prepare('DELETE FROM spell WHERE game = ? AND seat = ? AND spell = ?'),
    removeSpells: database.prepare('DELETE FROM spell WHERE game = ?'),
    quiet: database.prepare('SELECT starts, ends, zone FROM quiet WHERE member = ?'),
    putQuiet: database.prepare(
      `INSERT INTO quiet (member, starts, ends, zone) VALUES (:member, :starts, :ends, :zone)
       ON CONFLICT (member) DO UPDATE SET starts = excluded.starts, ends = excluded.ends, zone = excluded.zone`,
    ),
    removeQuiet: database.prepare('DELETE FROM quiet WHERE member = ?'),
    hush: database.prepare('INSERT INTO hushed (game, seat, member) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    hushed: database.prepare(`${hushed} game = ? AND seat = ? ORDER BY member`),
    hushedOf: database.prepare(`${hushed} member = ? ORDER BY game, seat`),
    rouse: database.prepare('DELETE FROM hushed WHERE game = ? AND seat = ? AND member = ?'),
    rouseSeat: database.prepare('DELETE FROM hushed WHERE game = ? AND seat = ?'),
    rouseAll: database.prepare('DELETE FROM hushed WHERE game = ?'),
  };
}

interface SpellRow extends Omit<SpellRecord, 'reminded' | 'leftAt'> {
  readonly left_at: number | null;
  readonly game: string;
  readonly reminded: number;
}

function spellRecord({ seat, spell, seq, since, spent, left_at, reminded }: SpellRow): SpellRecord {
  return { seat, spell, seq, since, spent, leftAt: left_at, reminded: reminded === 1 };
}

interface HushedRow {
  readonly game: string;
  readonly seat: string;
  readonly member: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function hushedRecord({ game, seat, member, discord_id, name }: HushedRow): HushedRecord {
  return { game, seat, member: { id: member, discordId: discord_id, name } };
}
