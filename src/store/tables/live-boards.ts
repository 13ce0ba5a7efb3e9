import type { LiveBoardRecord, MessageRecord, PostingWay } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** How tables post, and the messages that are live boards. */
export function liveBoardsIn(database: Database) {
  const sql = statements(database);
  const putBoard = database.transaction((board: LiveBoardRecord) => {
    const before = sql.board.get(board.game) as LiveBoardRecord | undefined;
    sql.put.run(board);
    if (before?.message && before.message !== board.message)
      sql.retire.run({ channel: before.channel, message: before.message });
  });
  const moveToThread = database.transaction((game: string, parent: string, thread: string, phase: string) => {
    sql.thread.run({ game, parent, phase });
    sql.retireAll.run(game);
    sql.remove.run(game);
    for (const move of sql.move) move.run({ game, parent, thread });
  });
  return {
    /** A game goes on in a thread of a channel, which posts every order there: what is on its way to the channel comes in the thread. */
    moveToThread(game: string, parent: string, thread: string, phase: string): void {
      moveToThread(game, parent, thread, phase);
    },
    /** The channel whose thread a game was moved to, and the phase it was told of last; null: the game is where it began. */
    threadOf(game: string): { readonly parent: string; readonly told: string } | null {
      return (sql.threadOf.get(game) as { parent: string; told: string } | undefined) ?? null;
    },
    setToldPhase(game: string, phase: string): void {
      sql.tell.run(phase, game);
    },
    /** How a table posts; null: as its game does by default. */
    postingOf(game: string): PostingWay | null {
      return (sql.posting.get(game) as PostingWay | undefined) ?? null;
    },
    setPosting(game: string, way: PostingWay): void {
      sql.putPosting.run(game, way);
    },

    liveBoard(game: string): LiveBoardRecord | null {
      return (sql.board.get(game) as LiveBoardRecord | undefined) ?? null;
    },
    /** A board has been posted, or shows more. The message that was the board before it is to lose its buttons. */
    putLiveBoard(board: LiveBoardRecord): void {
      putBoard(board);
    },
    /** Running games whose board has been deleted. */
    lostBoards(): LiveBoardRecord[] {
      return sql.lost.all() as LiveBoardRecord[];
    },
    /** A message has come that a later board has overtaken: it is to lose its buttons. */
    retireBoard({ channel, id }: MessageRecord): void {
      sql.retire.run({ channel, message: id });
    },
    /** Discord no longer has the message: if it is a board, it must be posted again. */
    lostBoard({ channel, id }: MessageRecord): boolean {
      sql.unretire.run(channel, id);
      return sql.lose.run(channel, id).changes > 0;
    },
    /** The game posts every order from now on: its board loses its buttons. */
    closeLiveBoard(game: string): void {
      sql.retireAll.run(game);
      sql.remove.run(game);
    },
    /** Boards of before that still have their buttons, the oldest first. */
    oldBoards(): MessageRecord[] {
      return sql.old.all() as MessageRecord[];
    },
    /** One of them has lost its buttons, or is gone. */
    oldBoardDone({ channel, id }: MessageRecord): void {
      sql.unretire.run(channel, id);
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
      'UPDATE owed SET channel = :thread WHERE game = :game AND channel = :parent',
      'UPDATE notice SET channel = :thread WHERE game = :game AND channel = :parent',
      // Ballots that are open come anew in the thread, and leave the message that has them.
      `INSERT INTO retired (channel, message, ballot) SELECT channel, message, id FROM ballot
       WHERE game = :game AND channel = :parent AND closed_at IS NULL ON CONFLICT DO NOTHING`,
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
    lost: database.prepare(
      `SELECT board.* FROM board INDEXED BY lost_boards CROSS JOIN game ON game.id = board.game
       WHERE board.message IS NULL AND game.ended_at IS NULL ORDER BY board.game`,
    ),
    lose: database.prepare('UPDATE board SET message = NULL WHERE channel = ? AND message = ?'),
    remove: database.prepare('DELETE FROM board WHERE game = ?'),
    retire: database.prepare(
      'INSERT INTO old_board (channel, message) VALUES (:channel, :message) ON CONFLICT DO NOTHING',
    ),
    retireAll: database.prepare(
      `INSERT INTO old_board (channel, message) SELECT channel, message FROM board
       WHERE game = ? AND message IS NOT NULL ON CONFLICT DO NOTHING`,
    ),
    unretire: database.prepare('DELETE FROM old_board WHERE channel = ? AND message = ?'),
    old: database.prepare('SELECT channel, message AS id FROM old_board ORDER BY length(message), message, channel'),
  };
}
