import type { Database } from './database.ts';
import type { DatasetRecord, EntryBody, EntryRecord, GameRecord, MemberRecord, OwedRecord } from './records.ts';

/** A game about to be stored. */
export interface NewGame extends Omit<GameRecord, 'starter' | 'ended'> {
  readonly starter: number;
}

/** A line about to be appended to a game's log. */
export interface NewEntry {
  readonly game: string;
  readonly seq: number;
  readonly member: number;
  /** Discord's id of the interaction that caused it; no two entries share one. */
  readonly interaction: string;
  readonly at: number;
  readonly body: EntryBody;
}

export type Store = ReturnType<typeof openStore>;

/**
 * All reading and writing of the database, over statements prepared once. Nothing here decides anything: rights, rules and what
 * belongs into one transaction are the host's.
 */
export function openStore(database: Database) {
  const sql = statements(database);
  return {
    /** Runs `work` as one transaction that takes the write lock at its start. Throwing rolls back. */
    transaction<Result>(work: () => Result): Result {
      return database.transaction(work).immediate();
    },
    close(): void {
      database.close();
    },

    /** The member's row, made or renamed as needed. */
    member(discordId: string, name: string): MemberRecord {
      const id = sql.putMember.get(discordId, name) as number;
      return { id, discordId, name };
    },

    keepDataset(dataset: DatasetRecord): void {
      sql.putDataset.run(dataset.hash, dataset.system, dataset.files);
    },
    dataset(hash: string): DatasetRecord | null {
      return (sql.dataset.get(hash) as DatasetRecord | undefined) ?? null;
    },

    addGame(game: NewGame): void {
      sql.addGame.run(game);
    },
    endGame(id: string, at: number, how: 'finished' | 'abandoned'): void {
      sql.endGame.run(at, how, id);
    },
    game(id: string): GameRecord | null {
      return gameRecord(sql.game.get(id));
    },
    runningIn(channel: string): GameRecord | null {
      return gameRecord(sql.runningIn.get(channel));
    },
    /** The game that runs in a channel; where none does, the one that began last. */
    latestIn(channel: string): GameRecord | null {
      return gameRecord(sql.latestIn.get(channel));
    },
    /** Ended games of a channel, the last first. */
    endedIn(channel: string, limit: number): GameRecord[] {
      return records(sql.endedIn.all(channel, limit));
    },
    /** Running games of a guild; of no guild (DMs) for null. */
    runningOf(guild: string | null): GameRecord[] {
      return records(sql.runningOf.all(guild));
    },

    append(entry: NewEntry): void {
      const { body } = entry;
      sql.append.run({
        game: entry.game,
        seq: entry.seq,
        kind: body.kind,
        member: entry.member,
        seat: body.kind === 'order' ? body.seat : null,
        body: body.kind === 'order' ? JSON.stringify(body.order) : body.kind === 'undo' ? String(body.takesBack) : null,
        throws: 'throws' in body ? JSON.stringify(body.throws) : null,
        interaction: entry.interaction,
        at: entry.at,
      });
    },
    /** A game's log from its beginning. */
    entries(game: string): EntryRecord[] {
      return (sql.entries.all(game) as EntryRow[]).map(entryRecord);
    },
    lastSeq(game: string): number {
      return sql.lastSeq.get(game) as number;
    },
    /** Whether an interaction has already had its effect. */
    isDone(interaction: string): boolean {
      return sql.isDone.get(interaction) !== undefined;
    },

    owe(owed: OwedRecord): void {
      sql.owe.run(owed);
    },
    /** Strikes out what a channel was owed up to an entry: a later map shows what an earlier one would have. */
    settle(game: string, seq: number): void {
      sql.settle.run(game, seq);
    },
    /** The last map each game owes its channel, which shows all that earlier ones would have; the longest owed first. */
    owed(): OwedRecord[] {
      return sql.owed.all() as OwedRecord[];
    },

    sit(game: string, seat: string, member: number): void {
      sql.sit.run(game, seat, member);
    },
    seatsOf(game: string, discordId: string): string[] {
      return sql.seatsOf.all(game, discordId) as string[];
    },

    setting(key: string): string | null {
      return (sql.setting.get(key) as string | undefined) ?? null;
    },
    set(key: string, value: string): void {
      sql.set.run(key, value);
    },
  };
}

function statements(database: Database) {
  const games = `SELECT game.*, member.discord_id, member.name FROM game JOIN member ON member.id = game.starter`;
  return {
    putMember: database
      .prepare(
        `INSERT INTO member (discord_id, name) VALUES (?, ?)
         ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name RETURNING id`,
      )
      .pluck(),
    putDataset: database.prepare('INSERT INTO dataset (hash, system, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    dataset: database.prepare('SELECT hash, system, files FROM dataset WHERE hash = ?'),
    addGame: database.prepare(
      `INSERT INTO game (id, channel, guild, system, variant, dataset, seal, secret, starter, started_at)
       VALUES (:id, :channel, :guild, :system, :variant, :dataset, :seal, :secret, :starter, :startedAt)`,
    ),
    endGame: database.prepare('UPDATE game SET ended_at = ?, ended_how = ? WHERE id = ? AND ended_at IS NULL'),
    game: database.prepare(`${games} WHERE game.id = ?`),
    runningIn: database.prepare(`${games} WHERE channel = ? AND ended_at IS NULL`),
    latestIn: database.prepare(
      `${games} WHERE channel = ? ORDER BY ended_at IS NULL DESC, started_at DESC, game.id LIMIT 1`,
    ),
    endedIn: database.prepare(
      `${games} WHERE channel = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, game.id LIMIT ?`,
    ),
    runningOf: database.prepare(`${games} WHERE guild IS ? AND ended_at IS NULL ORDER BY started_at, game.id`),
    append: database.prepare(
      `INSERT INTO entry (game, seq, kind, member, seat, body, throws, interaction, at)
       VALUES (:game, :seq, :kind, :member, :seat, :body, :throws, :interaction, :at)`,
    ),
    entries: database.prepare(
      `SELECT entry.*, member.discord_id, member.name FROM entry JOIN member ON member.id = entry.member
       WHERE game = ? ORDER BY seq`,
    ),
    lastSeq: database.prepare('SELECT max(seq) FROM entry WHERE game = ?').pluck(),
    isDone: database.prepare('SELECT 1 FROM entry WHERE interaction = ?'),
    owe: database.prepare('INSERT INTO owed (game, seq, channel, since) VALUES (:game, :seq, :channel, :since)'),
    settle: database.prepare('DELETE FROM owed WHERE game = ? AND seq <= ?'),
    owed: database.prepare(
      `SELECT game, max(seq) AS seq, channel, min(since) AS since FROM owed GROUP BY game, channel ORDER BY since, game`,
    ),
    sit: database.prepare('INSERT INTO seat (game, seat, member) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    seatsOf: database
      .prepare(
        'SELECT seat FROM seat JOIN member ON member.id = seat.member WHERE game = ? AND discord_id = ? ORDER BY seat',
      )
      .pluck(),
    setting: database.prepare('SELECT value FROM setting WHERE key = ?').pluck(),
    set: database.prepare(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ),
  };
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
  readonly discord_id: string | null;
  readonly name: string;
}

function records(rows: readonly unknown[]): GameRecord[] {
  return rows.map((row) => gameRecord(row) as GameRecord);
}

function gameRecord(row: unknown): GameRecord | null {
  if (row === undefined) return null;
  const { starter, started_at, ended_at, ended_how, discord_id, name, ...same } = row as GameRow;
  return {
    ...same,
    starter: { id: starter, discordId: discord_id, name },
    startedAt: started_at,
    ended: ended_at === null || ended_how === null ? null : { at: ended_at, how: ended_how },
  };
}

interface EntryRow {
  readonly game: string;
  readonly seq: number;
  readonly kind: EntryBody['kind'];
  readonly member: number;
  readonly seat: string | null;
  readonly body: string | null;
  readonly throws: string | null;
  readonly at: number;
  readonly discord_id: string | null;
  readonly name: string;
}

function entryRecord(row: EntryRow): EntryRecord {
  const member = { id: row.member, discordId: row.discord_id, name: row.name };
  return { game: row.game, seq: row.seq, member, at: row.at, ...entryBody(row) };
}

/** What `append` wrote, and so in the shape it wrote. */
function entryBody({ kind, seat, body, throws }: EntryRow): EntryBody {
  switch (kind) {
    case 'start':
      return { kind, throws: JSON.parse(throws as string) };
    case 'order':
      return { kind, seat: seat as string, order: JSON.parse(body as string), throws: JSON.parse(throws as string) };
    case 'undo':
      return { kind, takesBack: Number(body) };
    case 'abandon':
      return { kind };
    default:
      return kind satisfies never;
  }
}
