import { createHmac } from 'node:crypto';
import type { DatasetRecord, GameRecord, MemberRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** A game about to be stored. */
export interface NewGame extends Omit<GameRecord, 'starter' | 'ended'> {
  readonly starter: number;
}

/** Replaces the channel that belonged to a member who had their data deleted; no channel on Discord has this id. */
export const NOWHERE = '';

/** A member by a mark that only the game's secret and their id on Discord give. */
export function markOf({ id, secret }: Pick<GameRecord, 'id' | 'secret'>, discordId: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`seen|${id}|${discordId}`).digest('hex');
}

/** The games, the rules data they began with, and who sits where in them. */
export function gamesIn(database: Database) {
  const sql = statements(database);
  const markIn = (id: string, discordId: string) => markOf({ id, secret: sql.secret.get(id) as string }, discordId);
  return {
    keepDataset(dataset: DatasetRecord): void {
      sql.putDataset.run(dataset.hash, dataset.system, dataset.files);
    },
    dataset(hash: string): DatasetRecord | null {
      return (sql.dataset.get(hash) as DatasetRecord | undefined) ?? null;
    },

    addGame(game: NewGame): void {
      const { whatIf, ...same } = game;
      sql.add.run({ ...same, origin: whatIf?.game ?? null, originSeq: whatIf?.seq ?? null });
    },
    /** Whether any has ever begun. */
    hasGames(): boolean {
      return sql.any.get() !== undefined;
    },
    endGame(id: string, at: number, how: 'finished' | 'abandoned'): void {
      sql.end.run(at, how, id);
      // Now everybody sees everything.
      sql.dropMarks.run(id);
      sql.dropStates.run({ id });
    },
    game(id: string): GameRecord | null {
      return gameRecord(sql.game.get(id));
    },
    runningIn(channel: string): GameRecord | null {
      return gameRecord(sql.runningIn.get(channel));
    },
    /** The guild a game is played in; null in a DM. */
    guildOf(game: string): string | null {
      return (sql.guildOf.get(game) as string | null | undefined) ?? null;
    },
    /** The running game of a channel, or else the one that began last. */
    latestIn(channel: string): GameRecord | null {
      return gameRecord(sql.runningIn.get(channel) ?? sql.latestIn.get(channel));
    },
    /** Ended games of a channel, the last first. */
    endedIn(channel: string, limit: number): GameRecord[] {
      return records(sql.endedIn.all(channel, limit));
    },
    /** Rules data and variants of all running games. */
    played(): { readonly dataset: string; readonly variant: string }[] {
      return sql.played.all() as { dataset: string; variant: string }[];
    },
    /**
     * The systems of a guild's running games, and of those that ended there since a time; a what-if counts only while it runs.
     * @param except a game that doesn't count
     */
    playedIn(guild: string, since: number, except: string | null = null): string[] {
      return sql.playedIn.all({ guild, since, except }) as string[];
    },
    /** Running games of a guild; of no guild (DMs) for null. */
    runningOf(guild: string | null): GameRecord[] {
      return records(sql.runningOf.all(guild));
    },

    /** @param at the time; null for the beginning of the game */
    sit(game: string, seat: string, member: number, at: number | null = null): void {
      sql.sit.run({ game, seat, member, at });
    },
    leaveSeat(game: string, seat: string, member: number, at: number): void {
      sql.leave.run({ game, seat, member, at });
    },
    /** Members who hold a seat, with the time they took it; null if at the game's start, or before times were noted. */
    seatedSince(game: string, seat: string): { readonly discordId: string; readonly since: number | null }[] {
      return sql.seatedSince.all(game, seat) as { discordId: string; since: number | null }[];
    },
    /** Every seat that a member has taken, also those they have left, and those from before they had their data deleted. */
    seatsEverOf(game: string, discordId: string): string[] {
      return sql.seatsEverOf.all({ game, discordId, mark: markIn(game, discordId) }) as string[];
    },
    /** Whether anybody but a member has ever taken a seat. */
    haveOthersSat(game: string, discordId: string): boolean {
      return sql.haveOthersSat.get({ game, discordId, mark: markIn(game, discordId) }) !== undefined;
    },
    /** Each seat that was ever taken, by a member's number, or by the mark that a deletion of their data has left. */
    seatsEver(game: string): { readonly seat: string; readonly member: number | string }[] {
      return sql.seatsEver.all({ game }) as { seat: string; member: number | string }[];
    },
    /** Members who hold a seat, in the order in which they became known here. */
    membersAt(game: string, seat: string): MemberRecord[] {
      return (sql.membersAt.all(game, seat) as MemberRow[]).map(({ id, discord_id, name }) => ({
        id,
        discordId: discord_id,
        name,
      }));
    },
    /** Discord’s ids of those who sit there. */
    sittersAt(game: string, seat: string): string[] {
      return sql.sittersAt.all(game, seat) as string[];
    },
    seatsOf(game: string, discordId: string): string[] {
      return sql.seatsOf.all(game, discordId) as string[];
    },
  };
}

function statements(database: Database) {
  const games = `SELECT game.*, member.discord_id, member.name FROM game JOIN member ON member.id = game.starter`;
  return {
    putDataset: database.prepare('INSERT INTO dataset (hash, system, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    dataset: database.prepare('SELECT hash, system, files FROM dataset WHERE hash = ?'),
    add: database.prepare(
      `INSERT INTO game (id, channel, guild, system, variant, dataset, seal, secret, starter, started_at, origin, origin_seq)
       VALUES
         (:id, :channel, :guild, :system, :variant, :dataset, :seal, :secret, :starter, :startedAt, :origin, :originSeq)`,
    ),
    any: database.prepare('SELECT 1 FROM game LIMIT 1'),
    end: database.prepare('UPDATE game SET ended_at = ?, ended_how = ? WHERE id = ? AND ended_at IS NULL'),
    game: database.prepare(`${games} WHERE game.id = ?`),
    guildOf: database.prepare('SELECT guild FROM game WHERE id = ?').pluck(),
    runningIn: database.prepare(`${games} WHERE channel = ? AND ended_at IS NULL`),
    latestIn: database.prepare(`${games} WHERE channel = ? ORDER BY started_at DESC, game.id LIMIT 1`),
    endedIn: database.prepare(
      `${games} WHERE channel = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, game.id LIMIT ?`,
    ),
    played: database.prepare('SELECT DISTINCT dataset, variant FROM game WHERE ended_at IS NULL'),
    // The ended ones just as the index `uncounted_games` has them.
    playedIn: database
      .prepare(
        `SELECT system FROM game WHERE guild = :guild AND ended_at IS NULL AND id IS NOT :except
         UNION SELECT system FROM game
         WHERE coalesce(guild, channel) = :guild AND ended_at IS NOT NULL AND origin IS NULL AND ended_at > :since
           AND id IS NOT :except`,
      )
      .pluck(),
    runningOf: database.prepare(`${games} WHERE guild IS ? AND ended_at IS NULL ORDER BY started_at, game.id`),
    sit: database.prepare(
      `INSERT INTO seat (game, seat, member, since) VALUES (:game, :seat, :member, :at)
       ON CONFLICT DO UPDATE SET since = :at, left_at = NULL WHERE left_at IS NOT NULL`,
    ),
    leave: database.prepare(
      'UPDATE seat SET left_at = :at WHERE game = :game AND seat = :seat AND member = :member AND left_at IS NULL',
    ),
    seatedSince: database.prepare(
      `SELECT discord_id AS discordId, since FROM seat JOIN member ON member.id = seat.member
       WHERE game = ? AND seat = ? AND discord_id IS NOT NULL AND left_at IS NULL`,
    ),
    secret: database.prepare('SELECT secret FROM game WHERE id = ?').pluck(),
    // The last ones show how it ended.
    dropStates: database.prepare(
      'DELETE FROM state WHERE game = :id AND seq < (SELECT max(seq) - 50 FROM state WHERE game = :id)',
    ),
    dropMarks: database.prepare('DELETE FROM seen WHERE game = ?'),
    seatsEverOf: database
      .prepare(
        `SELECT seat FROM seat JOIN member ON member.id = seat.member WHERE game = :game AND discord_id = :discordId
         UNION SELECT seat FROM seen WHERE game = :game AND mark = :mark`,
      )
      .pluck(),
    haveOthersSat: database.prepare(
      `SELECT 1 FROM seat JOIN member ON member.id = seat.member WHERE game = :game AND discord_id IS NOT :discordId
       UNION ALL SELECT 1 FROM seen WHERE game = :game AND mark != :mark LIMIT 1`,
    ),
    seatsEver: database.prepare(
      'SELECT seat, member FROM seat WHERE game = :game UNION ALL SELECT seat, mark FROM seen WHERE game = :game',
    ),
    membersAt: database.prepare(
      `SELECT member.id, discord_id, name FROM seat JOIN member ON member.id = seat.member
       WHERE game = ? AND seat = ? AND discord_id IS NOT NULL AND left_at IS NULL ORDER BY member.id`,
    ),
    sittersAt: database
      .prepare(
        `SELECT discord_id FROM seat JOIN member ON member.id = seat.member
         WHERE game = ? AND seat = ? AND discord_id IS NOT NULL AND left_at IS NULL`,
      )
      .pluck(),
    seatsOf: database
      .prepare(
        `SELECT seat FROM seat JOIN member ON member.id = seat.member
         WHERE game = ? AND discord_id = ? AND left_at IS NULL ORDER BY seat`,
      )
      .pluck(),
  };
}

interface MemberRow {
  readonly id: number;
  readonly discord_id: string;
  readonly name: string;
}

interface GameRow {
  readonly id: string;
  readonly channel: string;
  readonly guild: string | null;
  readonly system: string;
  readonly variant: string;
  readonly dataset: string;
  readonly seal: string;
  readonly secret: string;
  readonly starter: number;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly ended_how: 'finished' | 'abandoned' | null;
  readonly origin: string | null;
  readonly origin_seq: number | null;
  readonly counted: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function records(rows: readonly unknown[]): GameRecord[] {
  return rows.map((row) => gameRecord(row) as GameRecord);
}

function gameRecord(row: unknown): GameRecord | null {
  if (row === undefined) return null;
  const { starter, started_at, ended_at, ended_how, origin, origin_seq, counted, discord_id, name, ...same } =
    row as GameRow;
  return {
    ...same,
    starter: { id: starter, discordId: discord_id, name },
    startedAt: started_at,
    ended: ended_at === null || ended_how === null ? null : { at: ended_at, how: ended_how },
    whatIf: origin === null || origin_seq === null ? null : { game: origin, seq: origin_seq },
  };
}
