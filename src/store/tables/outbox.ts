import type { MessageRecord, NoticeRecord, OpeningRecord, OwedRecord, PostToOpen } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** A thread that will be opened, before its member's name is known. */
export interface NewOpening extends Omit<OpeningRecord, 'member' | 'message'> {
  readonly member: number;
}

/** A thread or a post to open, a message that is to lose its buttons, or an open ballot that has no message. */
export interface OutboxTask {
  readonly what: 'thread' | 'post' | 'buttons' | 'ballot' | 'side ballot';
  /** Discord's id of the interaction that asked for it, or of the message; the number of a ballot. */
  readonly id: string;
  readonly channel: string;
  readonly guild: string | null;
  readonly game: string | null;
}

/** What is still to be delivered to Discord: kept here until it is there, so that no crash and no broken line loses any. */
export function outboxIn(database: Database) {
  const sql = statements(database);
  const openings = () => sql.threads.all().map(openingRecord);
  const drop = (kind: OutboxRow['kind'], key: string) => sql.drop.run(kind, key);
  const delivered = database.transaction((game: string, isDelivered: (seq: number) => boolean) => {
    const left = entriesOf(sql.map.get(game)).filter(([seq]) => !isDelivered(seq));
    if (left.length === 0) return drop('map', game);
    const times = left.map(([, since]) => since);
    const body = JSON.stringify(Object.fromEntries(left));
    return sql.keepMap.run({ game, body, seq: left.at(-1)?.[0], since: Math.min(...times) });
  });
  return {
    owe(owed: OwedRecord): void {
      sql.addMap.run(owed);
    },
    /** Removes a channel's undelivered maps up to an entry: a later map shows what an earlier one would have. */
    settle(game: string, upTo: number): void {
      delivered(game, (seq) => seq <= upTo);
    },
    /** Strikes out these entries alone. */
    settleEach(game: string, seqs: readonly number[]): void {
      delivered(game, (seq) => seqs.includes(seq));
    },
    /** The entries up to one that a game's channel has still to see, by their number. */
    owedUpTo(game: string, upTo: number): number[] {
      return entriesOf(sql.map.get(game)).flatMap(([seq]) => (seq <= upTo ? seq : []));
    },
    /** The last map that a game owes its channel; null: it owes none. */
    owedBy(game: string): OwedRecord | null {
      return owedRecord(sql.map.get(game));
    },
    /** The last map each game owes its channel, which shows all that earlier ones would have; the longest owed first. */
    owed(): OwedRecord[] {
      return sql.maps.all().flatMap((row) => owedRecord(row) ?? []);
    },

    /** Notes words for a channel, and gives their number. */
    addNotice({ channel, guild, about, since, ...body }: Omit<NoticeRecord, 'id'>): number {
      return add({ kind: 'notice', channel, guild, ...about, since }, body);
    },
    notice(id: number): NoticeRecord | null {
      return noticeRecord(sql.notice.get(id));
    },
    /** All of them, the oldest first. */
    notices(): NoticeRecord[] {
      return sql.notices.all().flatMap((row) => noticeRecord(row) ?? []);
    },
    /** Those of a game, the oldest first. */
    noticesOf(game: string): NoticeRecord[] {
      return sql.noticesOf.all(game).flatMap((row) => noticeRecord(row) ?? []);
    },
    /** Its channel has it, is gone, or has no use for it any more. */
    removeNotice(id: number): void {
      sql.dropNotice.run(id);
    },
    /** Words for a member's DM, which the bot may not write to, go to a channel instead. */
    moveNotice(id: number, { channel, guild }: Pick<NoticeRecord, 'channel' | 'guild'>): void {
      sql.moveNotice.run(channel, guild, id);
    },

    addOpening({ interaction: key, channel, guild, game, seq, at: since, member, moves }: NewOpening): void {
      add({ kind: 'thread', key, channel, guild, game, seq, since }, { member, moves });
    },
    /** The one that was asked for first, first. */
    openings,
    openingsOf: (channel: string) => openings().filter((one) => one.channel === channel),
    opening: (interaction: string) => openings().find((one) => one.interaction === interaction) ?? null,
    /** The thread is open, or about to be, and its campaign has not begun: its id is that of the message it hangs from. */
    isToBegin: (thread: string) => openings().some(({ message }) => message === thread),
    /** The channel has the message that the thread is to hang from. */
    noteOpening(interaction: string, message: string): void {
      sql.noteThread.run(message, interaction);
    },
    /** Its campaign has begun, or cannot. */
    removeOpening(interaction: string): void {
      drop('thread', interaction);
    },
    /** Posts that forums are to get, the one that was asked for first, first. */
    postsToOpen(): PostToOpen[] {
      return (sql.posts.all() as string[]).map((json) => JSON.parse(json) as PostToOpen);
    },
    addPost(post: PostToOpen): void {
      const { interaction: key, forum: channel, guild, at: since } = post;
      add({ kind: 'post', key, channel, guild, since }, post);
    },
    /** Its game has begun, or cannot. */
    removePost(interaction: string): void {
      drop('post', interaction);
    },

    /** Whether anything waits that no answer brings, as words for a member's DM, or about no game of their channel. */
    hasUnprompted(): boolean {
      return sql.unprompted.get() !== undefined;
    },
    /** All that is neither a map nor words, what was asked for first, first. An undelivered map brings its ballots with it. */
    undeliveredTasks(): OutboxTask[] {
      return sql.tasks.all() as OutboxTask[];
    },
    /** Boards of before that still have their buttons, the oldest first. */
    oldBoards(): MessageRecord[] {
      return sql.oldBoards.all() as MessageRecord[];
    },
    /** A message that is no board any more is to lose its buttons. */
    retireBoard(game: string, { channel, id }: MessageRecord): void {
      sql.retireBoard.run(id, channel, game);
    },
    /** One of them has lost its buttons, or is gone. */
    oldBoardDone({ id }: MessageRecord): void {
      drop('buttons', id);
    },
  };

  function add(row: Partial<OutboxRow>, body: object): number {
    const { lastInsertRowid } = sql.add.run({ key: null, game: null, seq: null, ...row, body: JSON.stringify(body) });
    return Number(lastInsertRowid);
  }
}

function statements(database: Database) {
  return {
    add: database.prepare(
      `INSERT INTO outbox (kind, key, channel, guild, game, seq, body, since)
       VALUES (:kind, :key, :channel, :guild, :game, :seq, :body, :since)`,
    ),
    drop: database.prepare('DELETE FROM outbox WHERE kind = ? AND key = ?'),
    // Each entry has its own time: members who go on while a map is on its way must not make it late.
    addMap: database.prepare(
      `INSERT INTO outbox (kind, key, channel, guild, game, seq, body, since)
       VALUES ('map', :game, :channel, (SELECT guild FROM game WHERE id = :game), :game, :seq, json_object(CAST(:seq AS TEXT), CAST(:since AS INTEGER)), :since)
       ON CONFLICT (kind, key) DO UPDATE SET channel = excluded.channel, seq = max(seq, excluded.seq),
         body = json_insert(body, '$."' || CAST(:seq AS INTEGER) || '"', CAST(:since AS INTEGER)), since = min(since, excluded.since)`,
    ),
    keepMap: database.prepare(
      "UPDATE outbox SET body = :body, seq = :seq, since = :since WHERE kind = 'map' AND key = :game",
    ),
    map: database.prepare("SELECT * FROM outbox WHERE kind = 'map' AND key = ?"),
    maps: database.prepare("SELECT * FROM outbox WHERE kind = 'map' ORDER BY since, game"),

    notice: database.prepare("SELECT * FROM outbox WHERE kind = 'notice' AND id = ?"),
    notices: database.prepare("SELECT * FROM outbox WHERE kind = 'notice' ORDER BY id"),
    noticesOf: database.prepare("SELECT * FROM outbox WHERE kind = 'notice' AND game = ? ORDER BY id"),
    dropNotice: database.prepare("DELETE FROM outbox WHERE kind = 'notice' AND id = ?"),
    unprompted: database.prepare(
      `SELECT 1 FROM outbox WHERE kind != 'map' AND (kind != 'notice' OR channel LIKE 'dm %' OR game IS NULL)
       UNION ALL
       SELECT 1 FROM ballot INDEXED BY unposted_side_ballots
       WHERE side_channel IS NOT NULL AND side_message IS NULL AND closed_at IS NULL LIMIT 1`,
    ),
    tasks: database.prepare(
      `SELECT what, id, channel, guild, game FROM (
         SELECT kind AS what, key AS id, channel, guild, game, since FROM outbox WHERE kind NOT IN ('map', 'notice')
         UNION ALL
         SELECT 'ballot', ballot.id || '', game.channel, guild, game, opened_at
         FROM ballot CROSS JOIN game ON game.id = ballot.game
         WHERE message IS NULL AND closed_at IS NULL
           AND NOT (subject = 'order' AND EXISTS (SELECT 1 FROM outbox WHERE kind = 'map' AND key = ballot.game))
         UNION ALL
         SELECT 'side ballot', ballot.id || '', side_channel, guild, game, opened_at
         FROM ballot INDEXED BY unposted_side_ballots CROSS JOIN game ON game.id = ballot.game
         WHERE side_channel IS NOT NULL AND side_message IS NULL AND closed_at IS NULL)
       ORDER BY since, length(id), id`,
    ),
    moveNotice: database.prepare("UPDATE outbox SET channel = ?, guild = ? WHERE kind = 'notice' AND id = ?"),

    threads: database.prepare(
      `SELECT outbox.*, member.id AS member, discord_id, name FROM outbox
       JOIN member ON member.id = outbox.body ->> 'member' WHERE kind = 'thread' ORDER BY since, key`,
    ),
    noteThread: database.prepare(
      "UPDATE outbox SET body = json_set(body, '$.message', ?) WHERE kind = 'thread' AND key = ?",
    ),
    posts: database.prepare("SELECT body FROM outbox WHERE kind = 'post' ORDER BY length(key), key").pluck(),

    oldBoards: database.prepare(
      "SELECT channel, key AS id FROM outbox WHERE kind = 'buttons' ORDER BY length(key), key",
    ),
    retireBoard: database.prepare(
      `INSERT INTO outbox (kind, key, channel, guild, body, since)
       SELECT 'buttons', ?, ?, guild, '{}', 0 FROM game WHERE id = ? ON CONFLICT DO NOTHING`,
    ),
  };
}

interface OutboxRow {
  readonly id: number;
  readonly kind: 'map' | 'notice' | 'thread' | 'post' | 'buttons';
  readonly key: string | null;
  readonly channel: string;
  readonly guild: string | null;
  readonly game: string | null;
  readonly seq: number | null;
  readonly body: string;
  readonly since: number;
}

/** The entries of a map that its channel has still to see, with the time from which on it was to. */
function entriesOf(row: unknown): (readonly [number, number])[] {
  const entries = row === undefined ? {} : (JSON.parse((row as OutboxRow).body) as Record<string, number>);
  return Object.entries(entries).map(([seq, since]) => [Number(seq), since]);
}

function owedRecord(row: unknown): OwedRecord | null {
  if (row === undefined) return null;
  const { game, seq, channel, since } = row as OwedRecord;
  return { game, seq, channel, since };
}

function noticeRecord(row: unknown): NoticeRecord | null {
  if (row === undefined) return null;
  const { id, channel, guild, game, seq, since, body } = row as OutboxRow;
  const { asked, ...words } = JSON.parse(body);
  const about = game === null || seq === null ? null : { game, seq };
  return { id, channel, guild, about, since, ...words, ...(asked ? { asked } : {}) };
}

function openingRecord(found: unknown): OpeningRecord {
  const row = found as OutboxRow & {
    readonly member: number;
    readonly discord_id: string | null;
    readonly name: string;
  };
  const { moves, message = null } = JSON.parse(row.body);
  const { key, channel, guild, game, seq, since: at, member: id, discord_id: discordId, name } = row;
  const member = { id, discordId, name };
  return { interaction: key, channel, guild, game, seq, at, moves, message, member } as OpeningRecord;
}
