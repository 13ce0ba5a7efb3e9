import type { LiveBoardRecord, MessageRecord, PostingWay } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** How tables post, and the messages that are live boards. */
export function liveBoardsIn(database: Database) {
  const sql = statements(database);
  const putBoard = database.transaction((board: LiveBoardRecord) => {
    const before = sql.board.get(board.game) as LiveBoardRecord | undefined;
    if (before?.message && before.message !== board.message) sql.leave.run(board.game);
    sql.put.run(board);
  });
  const moveToThread = database.transaction((game: string, parent: string, thread: string, phase: string) => {
    sql.thread.run({ game, parent, phase });
    sql.leave.run(game);
    sql.remove.run(game);
    for (const move of sql.move) move.run({ game, parent, thread });
  });
  return {
    /** Moves a game to a thread of its channel, with its undelivered messages. */
    moveToThread(game: string, parent: string, thread: string, phase: string): void {
      moveToThread(game, parent, thread, phase);
    },
    /** The channel whose thread a game was moved to, and the phase it was told of last; null if the game never moved. */
    threadOf(game: string): { readonly parent: string; readonly told: string } | null {
      return (sql.threadOf.get(game) as { parent: string; told: string } | undefined) ?? null;
    },
    setToldPhase(game: string, phase: string): void {
      sql.tell.run(phase, game);
    },
    /** How a table posts; null for its game's default. */
    postingOf(game: string): PostingWay | null {
      return (sql.posting.get(game) as PostingWay | undefined) ?? null;
    },
    setPosting(game: string, way: PostingWay): void {
      sql.putPosting.run(game, way);
    },

    liveBoard(game: string): LiveBoardRecord | null {
      return (sql.board.get(game) as LiveBoardRecord | undefined) ?? null;
    },
    /** Stores a board that was posted or edited. If its message is new, the earlier board loses its buttons. */
    putLiveBoard(board: LiveBoardRecord): void {
      putBoard(board);
    },
    /** Discord no longer has the message: if it is a board, it must be posted again. */
    lostBoard({ channel, id }: MessageRecord): boolean {
      sql.buttonsGone.run(id);
      return sql.lose.run(channel, id).changes > 0;
    },
    /** The game posts every order from now on: its board loses its buttons. */
    closeLiveBoard(game: string): void {
      sql.leave.run(game);
      sql.remove.run(game);
    },
  };
}

function statements(database: Database) {
  return {
    posting: database.prepare('SELECT way FROM posting WHERE game = ?').pluck(),
    putPosting: database.prepare(
      'INSERT INTO posting (game, way) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET way = excluded.way',
    ),
    thread: database.prepare(
      `INSERT INTO posting (game, way, parent, told) VALUES (:game, 'orders', :parent, :phase)
       ON CONFLICT (game) DO UPDATE SET way = excluded.way, parent = excluded.parent, told = excluded.told`,
    ),
    threadOf: database.prepare('SELECT parent, told FROM posting WHERE game = ? AND parent IS NOT NULL'),
    tell: database.prepare('UPDATE posting SET told = ? WHERE game = ?'),
    move: [
      'UPDATE game SET channel = :thread WHERE id = :game AND channel = :parent',
      `UPDATE outbox SET channel = :thread
       WHERE game = :game AND channel = :parent AND kind IN ('map', 'board', 'notice', 'ballot')`,
      // Open ballots are posted again in the thread and leave their old message.
      `INSERT INTO outbox (kind, key, channel, guild, game, body, since)
       SELECT 'edit', message, ballot.channel, guild, game.id, json_object('ballots', json_group_array(ballot.id)), 0
       FROM ballot JOIN game ON game.id = ballot.game
       WHERE game = :game AND ballot.channel = :parent AND closed_at IS NULL GROUP BY message
       ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body`,
      `UPDATE ballot SET channel = NULL, message = NULL, shown = 0
       WHERE game = :game AND channel = :parent AND closed_at IS NULL`,
    ].map((sql) => database.prepare(sql)),
    board: database.prepare('SELECT * FROM board WHERE game = ?'),
    put: database.prepare(
      `INSERT INTO board (game, channel, message, phase, begins, shown)
       VALUES (:game, :channel, :message, :phase, :begins, :shown) ON CONFLICT (game) DO UPDATE SET
         channel = excluded.channel, message = excluded.message, phase = excluded.phase, begins = excluded.begins,
         shown = excluded.shown`,
    ),
    lose: database.prepare('UPDATE board SET message = NULL WHERE channel = ? AND message = ?'),
    remove: database.prepare('DELETE FROM board WHERE game = ?'),
    /** Has a board's message lose its buttons. */
    leave: database.prepare(
      `INSERT INTO outbox (kind, key, channel, guild, body, since)
       SELECT 'buttons', message, board.channel, guild, '{}', 0 FROM board JOIN game ON game.id = board.game
       WHERE game = ? AND message IS NOT NULL ON CONFLICT DO NOTHING`,
    ),
    buttonsGone: database.prepare("DELETE FROM outbox WHERE kind = 'buttons' AND key = ?"),
  };
}
