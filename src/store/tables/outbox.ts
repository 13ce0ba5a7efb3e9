import { type Database, queriesIn } from '../queries.ts';
import type { MessageRecord, NoticeRecord, OpeningRecord, PostToOpen, UndeliveredMap } from '../records.ts';
import { memberOfDm, memberRecord } from './games.ts';

export interface NewOpening extends Omit<OpeningRecord, 'member' | 'message'> {
  readonly member: number;
}

/** A message to post or edit, or a thread or forum post to open. */
export interface DueMessage {
  readonly what: OutboxRow['kind'];
  /**
   * Depends on the kind.
   * - A map or a board has its game's id.
   * - A ballot or a notice has its own number.
   * - An edit or a removal of buttons has Discord's id of the message.
   * - A thread or a forum post has Discord's id of the interaction that asked for it.
   */
  readonly id: string;
  readonly channel: string;
  /** `null` in a DM with the bot. */
  readonly guild: string | null;
  readonly game: string | null;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Ballots, boards and edits are found in other tables, so they have a row only after a failure. */
  readonly row: number | null;
  readonly attempts: number;
}

/**
 * The answer to a member's order brings the map and notices itself. The outbox waits this long before it sends them.
 */
const ANSWER_MS = 60_000;

/** Messages stay here until Discord has them, so that no crash or lost connection loses any. */
export function outboxIn(database: Database) {
  const { rows, row, values, value, run, add } = queriesIn(database);
  const addRow = add<[row: object]>(
    `INSERT INTO outbox (kind, key, channel, guild, game, seq, body, since, due)
     VALUES (:kind, :key, :channel, :guild, :game, :seq, :body, :since, :due)`,
  );
  const put = (given: Partial<OutboxRow>, body: object) =>
    addRow({ key: null, game: null, seq: null, due: 0, ...given, body: JSON.stringify(body) });
  const remove = run<[kind: OutboxRow['kind'], key: string]>('DELETE FROM outbox WHERE kind = ? AND key = ?');

  // Each entry has a time of its own, so that later orders don't change how long an earlier one has waited.
  const addMap = run<[map: object]>(
    `INSERT INTO outbox (kind, key, channel, guild, game, seq, body, since, due)
     VALUES ('map', :game, :channel, (SELECT guild FROM game WHERE id = :game), :game, :seq, json_object(CAST(:seq AS TEXT), CAST(:since AS INTEGER)), :since, :due)
     ON CONFLICT (kind, key) DO UPDATE SET channel = excluded.channel, seq = max(seq, excluded.seq),
       body = json_insert(body, '$."' || CAST(:seq AS INTEGER) || '"', CAST(:since AS INTEGER)), since = min(since, excluded.since)`,
  );
  const setMap = run<[map: object]>(
    "UPDATE outbox SET body = :body, seq = :seq, since = :since, due = :due, attempts = 0 WHERE kind = 'map' AND key = :game",
  );
  /** JSON: the log entries that a game's channel has not seen yet, each with the time since which it waits. */
  const mapBody = value<[game: string], string | null>("SELECT body FROM outbox WHERE kind = 'map' AND key = ?");
  const entriesOf = (game: string) =>
    Object.entries(JSON.parse(mapBody(game) ?? '{}') as Record<string, number>).map(
      ([seq, since]) => [Number(seq), since] as const,
    );
  /** Needs a transaction. */
  const removeEntries = (game: string, isDelivered: (seq: number) => boolean): void => {
    const undelivered = entriesOf(game).filter(([seq]) => !isDelivered(seq));
    if (undelivered.length === 0) {
      remove('map', game);
      return;
    }
    const since = Math.min(...undelivered.map(([, since]) => since));
    const body = JSON.stringify(Object.fromEntries(undelivered));
    setMap({ game, body, seq: undelivered.at(-1)?.[0], since, due: since + ANSWER_MS });
  };

  const due = rows<[now: number], DueMessage>(
    `SELECT DISTINCT row, what, id, channel, guild, game, since, attempts FROM (${UNDELIVERED}) WHERE due <= ?
     ORDER BY CASE WHEN what IN ('notice', 'map') THEN 0 WHEN what = 'board' THEN 1 ELSE 2 END, since, what DESC, length(id), id`,
  );
  const nextDue = value<[of: object], number | null>(
    `SELECT min(due) FROM (
       SELECT min(due) AS due FROM outbox WHERE due > :after
       UNION ALL
       SELECT opened_at FROM ballot INDEXED BY unposted_side_ballots
       WHERE side_channel IS NOT NULL AND side_message IS NULL AND closed_at IS NULL AND opened_at > :after
         AND NOT ${hasRow('side ballot', 'ballot.id')}
       UNION ALL
       SELECT 0 FROM ballot INDEXED BY stale_ballots
       WHERE message IS NOT NULL AND shown < revision AND 0 > :after AND NOT ${hasRow('edit', 'message')}
       UNION ALL
       SELECT 0 FROM ballot INDEXED BY stale_side_ballots
       WHERE side_message IS NOT NULL AND side_shown < revision AND 0 > :after AND NOT ${hasRow('edit', 'side_message')})`,
  );
  const putOff = run<[put: object]>('UPDATE outbox SET due = :due, attempts = :attempts WHERE id = :row');
  const addFailed = run<[failed: object]>(
    `INSERT INTO outbox (kind, key, channel, guild, game, body, since, due, attempts)
     VALUES (:what, :id, :channel, :guild, :game, '{}', :since, :due, :attempts)
     ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due, attempts = excluded.attempts WHERE excluded.attempts > 0`,
  );
  const retryAll = run<[]>('UPDATE outbox SET due = 0, attempts = 0 WHERE due > 0');
  const tryFirst = run<[]>('UPDATE outbox SET due = 0 WHERE due > 0 AND attempts = 0');
  const retryGuild = run<[guild: string]>('UPDATE outbox SET due = 0, attempts = 0 WHERE guild = ?');
  const retryChannels = run<[channels: string]>(
    'UPDATE outbox SET due = 0, attempts = 0 WHERE channel IN (SELECT value FROM json_each(?))',
  );
  const moveNotice = run<[notice: object]>(
    "UPDATE outbox SET channel = :channel, guild = :guild, due = 0, attempts = 0 WHERE kind = 'notice' AND id = :id",
  );

  const threads = `SELECT outbox.*, member.id AS member, discord_id, name FROM outbox
    JOIN member ON member.id = outbox.body ->> 'member' WHERE kind = 'thread'`;
  const openings = rows<[], OpeningRecord>(`${threads} ORDER BY since, key`, openingRecord);
  const noteThread = run<[message: string, interaction: string]>(
    "UPDATE outbox SET body = json_set(body, '$.message', ?) WHERE kind = 'thread' AND key = ?",
  );
  const posts = values<[], string>("SELECT body FROM outbox WHERE kind = 'post' ORDER BY length(key), key");
  const takeButtons = run<[message: string, channel: string, game: string]>(
    `INSERT INTO outbox (kind, key, channel, guild, body, since)
     SELECT 'buttons', ?, ?, guild, '{}', 0 FROM game WHERE id = ? ON CONFLICT DO NOTHING`,
  );
  return {
    addMap: (waiting: UndeliveredMap) => addMap({ ...waiting, due: waiting.since + ANSWER_MS }),
    /** Removes a game's undelivered maps up to an entry, since a later map shows all that an earlier one would. */
    delivered: (game: string, upTo: number) => removeEntries(game, (seq) => seq <= upTo),
    deliveredEach: (game: string, seqs: readonly number[]) => removeEntries(game, (seq) => seqs.includes(seq)),
    /** The entries, up to one, whose map a game's channel has not got yet. */
    undeliveredUpTo: (game: string, upTo: number) => entriesOf(game).flatMap(([seq]) => (seq <= upTo ? seq : [])),
    undeliveredMap: row<[game: string], UndeliveredMap>(
      "SELECT game, seq, channel, since FROM outbox WHERE kind = 'map' AND key = ?",
    ),
    undeliveredMaps: rows<[], UndeliveredMap>(
      "SELECT game, seq, channel, since FROM outbox WHERE kind = 'map' ORDER BY since, game",
    ),

    addNotice({ channel, guild, about, since, ...body }: Omit<NoticeRecord, 'id'>): number {
      const isInAnswer = about !== null && body.kind !== 'news' && memberOfDm(channel) === null;
      return put({ kind: 'notice', channel, guild, ...about, since, due: isInAnswer ? since + ANSWER_MS : 0 }, body);
    },
    notice: row<[id: number], NoticeRecord>("SELECT * FROM outbox WHERE kind = 'notice' AND id = ?", noticeRecord),
    notices: rows<[], NoticeRecord>("SELECT * FROM outbox WHERE kind = 'notice' ORDER BY id", noticeRecord),
    noticesOf: rows<[game: string], NoticeRecord>(
      "SELECT * FROM outbox WHERE kind = 'notice' AND game = ? ORDER BY id",
      noticeRecord,
    ),
    /** For a notice that was delivered, is out of date, or whose channel was deleted. */
    removeNotice: run<[id: number]>("DELETE FROM outbox WHERE kind = 'notice' AND id = ?"),
    /** Redirects a notice that the bot can't write to a DM. */
    moveNotice: (id: number, to: Pick<NoticeRecord, 'channel' | 'guild'>) => moveNotice({ ...to, id }),

    addOpening: ({ interaction: key, channel, guild, game, seq, at: since, member, moves }: NewOpening) =>
      put({ kind: 'thread', key, channel, guild, game, seq, since }, { member, moves }),
    /** Threads to open, in the order in which members asked for them. */
    openings,
    openingsOf: (channel: string) => openings().filter((one) => one.channel === channel),
    opening: row<[interaction: string], OpeningRecord>(`${threads} AND key = ?`, openingRecord),
    /** Whether a thread waits for its game to begin. A thread has the id of the message that it starts from. */
    isToBegin: (thread: string) => openings().some(({ message }) => message === thread),
    /** Notes the message in the channel from which the thread will start. */
    noteOpening: (interaction: string, message: string) => noteThread(message, interaction),
    removeOpening: (interaction: string) => remove('thread', interaction),
    /** Forum posts to open, in the order in which members asked for them. */
    postsToOpen: () => posts().map((json) => JSON.parse(json) as PostToOpen),
    addPost(post: PostToOpen): void {
      const { interaction: key, forum: channel, guild, at: since } = post;
      put({ kind: 'post', key, channel, guild, since }, post);
    },
    removePost: (interaction: string) => remove('post', interaction),

    /**
     * Messages due now: notices and maps first, then boards, then the rest, each the oldest first. Leaves out notices
     * and ballots that the map of the same game will bring.
     */
    dueMessages: (now = Number.MAX_SAFE_INTEGER) => due(now),
    /** The undelivered map or board of a game, due or not. */
    dueBoard: row<[game: string], DueMessage>(
      `SELECT row, what, id, channel, guild, game, since, attempts FROM (${UNDELIVERED})
       WHERE game = ? AND what IN ('map', 'board') ORDER BY what DESC LIMIT 1`,
    ),
    /**
     * When the next message after a time may become due unannounced: milliseconds since 1970, 0 for at once, null for
     * never. A channel's unposted ballots and lost boards are left out, since `dueMessages` finds them at the next
     * regular look.
     */
    nextDue: (after = -1) => nextDue({ after }),
    /**
     * Sets the time when messages are tried again. `attempts` is how often each has failed by now. With 0, a ballot,
     * board or edit that has failed before keeps its row as it is.
     */
    putOff: database.transaction((messages: readonly DueMessage[], due: number): void => {
      for (const message of messages) (message.row === null ? addFailed : putOff)({ ...message, due });
    }),
    /** Removes the row of a delivered ballot, board or edit that had failed before. */
    removeFailed: run<[row: number]>(
      "DELETE FROM outbox WHERE id = ? AND kind IN ('board', 'ballot', 'side ballot', 'edit') AND body = '{}'",
    ),
    /**
     * Makes undelivered messages due at once, and forgets their failures.
     * @param where channels, a server or everywhere; or only the messages that were never tried
     */
    retry(
      where: { readonly channels: readonly string[] } | { readonly guild: string } | 'everywhere' | 'untried',
    ): void {
      if (where === 'everywhere') retryAll();
      else if (where === 'untried') tryFirst();
      else if ('guild' in where) retryGuild(where.guild);
      else retryChannels(JSON.stringify(where.channels));
    },
    /** Queues the removal of buttons from an earlier board. */
    takeButtons: (game: string, { channel, id }: MessageRecord) => takeButtons(id, channel, game),
    /** For an earlier board that has lost its buttons, or was deleted. */
    oldBoardDone: ({ id }: MessageRecord) => remove('buttons', id),
  };
}

/** SQL for whether a ballot, board or edit has a row, because it has failed before. */
const hasRow = (kind: OutboxRow['kind'], key: string) =>
  `EXISTS (SELECT 1 FROM outbox WHERE kind = '${kind}' AND key = ${key} || '')`;
const hasMap = (game: string) => `EXISTS (SELECT 1 FROM outbox AS map WHERE map.kind = 'map' AND map.key = ${game})`;

/**
 * SQL for everything that waits: the rows of the outbox, and then, without a row, ballots that have no message,
 * messages that don't show all votes, and boards whose message was deleted.
 */
const UNDELIVERED = `
  SELECT id AS row, kind AS what, coalesce(key, id || '') AS id, channel, guild, game, since, attempts, due FROM outbox
  WHERE NOT (kind = 'notice' AND body ->> 'kind' IN ('call', 'turn') AND channel NOT LIKE 'dm %' AND ${hasMap('outbox.game')})
  UNION ALL
  SELECT NULL, 'ballot', ballot.id || '', game.channel, guild, game, opened_at, 0, 0
  FROM ballot CROSS JOIN game ON game.id = ballot.game
  WHERE message IS NULL AND closed_at IS NULL AND NOT (subject = 'order' AND ${hasMap('ballot.game')})
    AND NOT ${hasRow('ballot', 'ballot.id')}
  UNION ALL
  SELECT NULL, 'side ballot', ballot.id || '', side_channel, guild, game, opened_at, 0, 0
  FROM ballot INDEXED BY unposted_side_ballots CROSS JOIN game ON game.id = ballot.game
  WHERE side_channel IS NOT NULL AND side_message IS NULL AND closed_at IS NULL
    AND NOT ${hasRow('side ballot', 'ballot.id')}
  UNION ALL
  SELECT NULL, 'edit', message, ballot.channel, guild, game, 0, 0, 0
  FROM ballot INDEXED BY stale_ballots CROSS JOIN game ON game.id = ballot.game
  WHERE message IS NOT NULL AND shown < revision AND NOT ${hasRow('edit', 'message')}
  UNION ALL
  SELECT NULL, 'edit', side_message, side_channel, guild, game, 0, 0, 0
  FROM ballot INDEXED BY stale_side_ballots CROSS JOIN game ON game.id = ballot.game
  WHERE side_message IS NOT NULL AND side_shown < revision AND NOT ${hasRow('edit', 'side_message')}
  UNION ALL
  SELECT NULL, 'board', game.id, game.channel, guild, game.id, 0, 0, 0
  FROM board INDEXED BY lost_boards CROSS JOIN game ON game.id = board.game
  WHERE board.message IS NULL AND ended_at IS NULL AND NOT ${hasMap('board.game')} AND NOT ${hasRow('board', 'board.game')}`;

interface OutboxRow {
  readonly id: number;
  readonly kind: 'map' | 'board' | 'notice' | 'ballot' | 'side ballot' | 'edit' | 'thread' | 'post' | 'buttons';
  readonly key: string | null;
  readonly channel: string;
  readonly guild: string | null;
  readonly game: string | null;
  readonly seq: number | null;
  readonly body: string;
  readonly since: number;
  readonly due: number;
}

function noticeRecord({ id, channel, guild, game, seq, since, body }: OutboxRow): NoticeRecord {
  const { asked, ...words } = JSON.parse(body);
  const about = game === null || seq === null ? null : { game, seq };
  return { id, channel, guild, about, since, ...words, ...(asked ? { asked } : {}) };
}

function openingRecord(
  row: OutboxRow & { readonly member: number; readonly discord_id: string | null; readonly name: string },
): OpeningRecord {
  const { moves, message = null } = JSON.parse(row.body);
  const { key, channel, guild, game, seq, since: at, member: id, discord_id, name } = row;
  const member = memberRecord({ id, discord_id, name });
  return { interaction: key, channel, guild, game, seq, at, moves, message, member } as OpeningRecord;
}
