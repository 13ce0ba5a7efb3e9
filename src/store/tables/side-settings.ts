import type { SeatId } from '../../game/index.ts';
import type { ClockRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** Settings of games with several sides: machines, roles to ping, channels, clocks. */
export function sideSettingsIn(database: Database) {
  const sql = statements(database);
  return {
    /** Seats of a game that no member plays. */
    machinesAt(game: string): SeatId[] {
      return sql.machinesAt.all(game) as SeatId[];
    },
    /** The running game of a channel, if a machine has a seat in it. */
    machineGameIn(channel: string): string | null {
      return (sql.machineGameIn.get(channel) as string | undefined) ?? null;
    },
    /** Running games in which a machine plays some seat. */
    machineGames(): string[] {
      return sql.machineGames.all() as string[];
    },
    /** Style of a machine at a seat; null for the default. */
    machineStyle(game: string, seat: SeatId): string | null {
      return (sql.machineStyle.get(game, seat) as string | null | undefined) ?? null;
    },
    setMachine(game: string, seat: SeatId, plays: boolean, style: string | null = null): void {
      if (plays) sql.putMachine.run(game, seat, style);
      else sql.removeMachine.run(game, seat);
    },

    /** Discord's id of the role that is pinged for a seat; null if its members are. */
    roleOf(game: string, seat: SeatId): string | null {
      return (sql.roleOf.get(game, seat) as string | undefined) ?? null;
    },
    setRole(game: string, seat: SeatId, role: string | null): void {
      if (role === null) sql.removeRole.run(game, seat);
      else sql.putRole.run(game, seat, role);
    },
    /** The roles that running games of a server ping, or have asked their voters for. */
    rolesUsedIn(guild: string): { readonly game: string; readonly seat: SeatId; readonly role: string }[] {
      return sql.rolesUsedIn.all({ guild }) as { game: string; seat: SeatId; role: string }[];
    },

    /** Discord's id of the channel for a seat's ballots; null if there is none. */
    channelOf(game: string, seat: SeatId): string | null {
      return (sql.channelOf.get(game, seat) as string | undefined) ?? null;
    },
    setChannel(game: string, seat: SeatId, channel: string | null): void {
      if (channel === null) sql.removeChannel.run(game, seat);
      else sql.putChannel.run(game, seat, channel);
    },
    /** The seats of running games that a channel is for. */
    seatsOfChannel(channel: string): { readonly game: string; readonly seat: SeatId }[] {
      return sql.seatsOfChannel.all(channel) as { game: string; seat: SeatId }[];
    },

    /** Marches that go on in later turns, by their seats, as the game reads them. */
    marchesAt(game: string): ReadonlyMap<SeatId, string> {
      const rows = sql.marches.all(game) as { seat: SeatId; plan: string }[];
      return new Map(rows.map(({ seat, plan }) => [seat, plan]));
    },
    /**
     * @param seq of the entry after which an order changes them
     * @param plan empty: none goes on
     */
    setMarches(game: string, seat: SeatId, seq: number, plan: string): void {
      sql.putMarches.run(game, seat, seq, plan);
    },
    /** Restores the marches as they were before the orders after that entry, which were taken back. */
    restoreMarches(game: string, seq: number): void {
      sql.removeMarches.run(game, seq);
    },

    /** A table's time limits; null if none are set. */
    clock(game: string): ClockRecord | null {
      return (sql.clock.get(game) as ClockRecord | undefined) ?? null;
    },
    setClock(game: string, clock: ClockRecord): void {
      sql.putClock.run({ game, ...clock });
    },
  };
}

function statements(database: Database) {
  return {
    machinesAt: database.prepare('SELECT seat FROM machine WHERE game = ? ORDER BY seat').pluck(),
    machineGameIn: database
      .prepare(
        `SELECT id FROM game WHERE channel = ? AND ended_at IS NULL
         AND EXISTS (SELECT 1 FROM machine WHERE machine.game = game.id)`,
      )
      .pluck(),
    machineGames: database
      .prepare(
        // Few games run of all that have been played: it begins with them.
        `SELECT id FROM game INDEXED BY running_games_of_a_guild
         WHERE ended_at IS NULL AND EXISTS (SELECT 1 FROM machine WHERE machine.game = game.id) ORDER BY id`,
      )
      .pluck(),
    machineStyle: database.prepare('SELECT style FROM machine WHERE game = ? AND seat = ?').pluck(),
    putMachine: database.prepare('INSERT INTO machine (game, seat, style) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    removeMachine: database.prepare('DELETE FROM machine WHERE game = ? AND seat = ?'),
    roleOf: database.prepare('SELECT role FROM seat_role WHERE game = ? AND seat = ?').pluck(),
    putRole: database.prepare(
      'INSERT INTO seat_role (game, seat, role) VALUES (?, ?, ?) ON CONFLICT (game, seat) DO UPDATE SET role = excluded.role',
    ),
    removeRole: database.prepare('DELETE FROM seat_role WHERE game = ? AND seat = ?'),
    rolesUsedIn: database.prepare(
      `SELECT seat_role.game, seat_role.seat, role FROM game JOIN seat_role ON seat_role.game = game.id
         WHERE guild = :guild AND ended_at IS NULL
       UNION SELECT entry.game, entry.seat, json_extract(body, '$.council.ballot.voters.role') FROM game
         JOIN entry ON entry.game = game.id AND kind = 'council' WHERE guild = :guild AND ended_at IS NULL
         AND json_extract(body, '$.council.ballot.voters.role') IS NOT NULL
       UNION SELECT entry.game, entry.seat, json_extract(body, '$.council.ballot.reminder.role') FROM game
         JOIN entry ON entry.game = game.id AND kind = 'council' WHERE guild = :guild AND ended_at IS NULL
         AND json_extract(body, '$.council.ballot.reminder.role') IS NOT NULL`,
    ),
    channelOf: database.prepare('SELECT channel FROM seat_channel WHERE game = ? AND seat = ?').pluck(),
    putChannel: database.prepare(
      `INSERT INTO seat_channel (game, seat, channel) VALUES (?, ?, ?)
       ON CONFLICT (game, seat) DO UPDATE SET channel = excluded.channel`,
    ),
    removeChannel: database.prepare('DELETE FROM seat_channel WHERE game = ? AND seat = ?'),
    seatsOfChannel: database.prepare(
      `SELECT game, seat FROM seat_channel JOIN game ON game.id = seat_channel.game
       WHERE seat_channel.channel = ? AND ended_at IS NULL ORDER BY game, seat`,
    ),
    marches: database.prepare(
      `SELECT seat, plan FROM standing_march AS last WHERE game = ? AND plan <> '' AND seq =
         (SELECT max(seq) FROM standing_march WHERE game = last.game AND seat = last.seat)`,
    ),
    removeMarches: database.prepare('DELETE FROM standing_march WHERE game = ? AND seq >= ?'),
    putMarches: database.prepare(
      'INSERT INTO standing_march (game, seat, seq, plan) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET plan = excluded.plan',
    ),
    clock: database.prepare('SELECT phase, choice, reminder FROM clock WHERE game = ?'),
    putClock: database.prepare(
      `INSERT INTO clock (game, phase, choice, reminder) VALUES (:game, :phase, :choice, :reminder)
       ON CONFLICT (game) DO UPDATE SET phase = excluded.phase, choice = excluded.choice, reminder = excluded.reminder`,
    ),
  };
}
