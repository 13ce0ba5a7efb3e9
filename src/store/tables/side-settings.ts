import type { SeatId } from '../../game/index.ts';
import { type Database, queriesIn } from '../queries.ts';
import type { ClockRecord, LiveBoardRecord, MessageRecord, PostingWay } from '../records.ts';

/** Settings of games with several sides: machines, roles to ping, channels, clocks. */
export function sideSettingsIn(database: Database) {
  const { rows, row, values, value, run } = queriesIn(database);
  const hasMachine = 'EXISTS (SELECT 1 FROM machine WHERE machine.game = game.id)';
  const putMachine = run<[game: string, seat: SeatId, style: string | null]>(
    'INSERT INTO machine (game, seat, style) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  /** Reads and sets a value that each seat of a game may have; null removes it. */
  const ofSeat = (table: 'seat_role' | 'seat_channel', column: 'role' | 'channel') => {
    const put = run<[game: string, seat: SeatId, value: string]>(
      `INSERT INTO ${table} (game, seat, ${column}) VALUES (?, ?, ?)
       ON CONFLICT (game, seat) DO UPDATE SET ${column} = excluded.${column}`,
    );
    const remove = run<[game: string, seat: SeatId]>(`DELETE FROM ${table} WHERE game = ? AND seat = ?`);
    return {
      get: value<[game: string, seat: SeatId], string | null>(
        `SELECT ${column} FROM ${table} WHERE game = ? AND seat = ?`,
      ),
      set: (game: string, seat: SeatId, given: string | null) =>
        given === null ? remove(game, seat) : put(game, seat, given),
    };
  };
  const [roles, channels] = [ofSeat('seat_role', 'role'), ofSeat('seat_channel', 'channel')];
  const rolesUsed = rows<[of: object], { readonly game: string; readonly seat: SeatId; readonly role: string }>(
    `SELECT seat_role.game, seat_role.seat, role FROM game JOIN seat_role ON seat_role.game = game.id
       WHERE guild = :guild AND ended_at IS NULL
     UNION SELECT entry.game, entry.seat, json_each.value FROM game JOIN entry ON entry.game = game.id AND kind = 'council'
       JOIN json_each(json_array(
         body ->> '$.council.ballot.voters.role', body ->> '$.council.ballot.reminder.role'))
       WHERE guild = :guild AND ended_at IS NULL AND json_each.value IS NOT NULL`,
  );
  const marches = rows<[game: string], { readonly seat: SeatId; readonly plan: string }>(
    `SELECT seat, plan FROM standing_march AS last WHERE game = ? AND plan <> '' AND seq =
       (SELECT max(seq) FROM standing_march WHERE game = last.game AND seat = last.seat)`,
  );
  const putClock = run<[clock: object]>(
    `INSERT INTO clock (game, phase, choice, reminder) VALUES (:game, :phase, :choice, :reminder)
     ON CONFLICT (game) DO UPDATE SET phase = excluded.phase, choice = excluded.choice, reminder = excluded.reminder`,
  );
  return {
    /** The seats of a game that machines play: the bot in place of a member. */
    machinesAt: values<[game: string], SeatId>('SELECT seat FROM machine WHERE game = ? ORDER BY seat'),
    /** The running game of a channel, if a machine plays one of its seats. */
    machineGameIn: value<[channel: string], string | null>(
      `SELECT id FROM game WHERE channel = ? AND ended_at IS NULL AND ${hasMachine}`,
    ),
    /**
     * Running games in which a machine plays a seat. The index makes SQLite look at running games only, which are few.
     */
    machineGames: values<[], string>(
      `SELECT id FROM game INDEXED BY running_games_of_a_guild WHERE ended_at IS NULL AND ${hasMachine} ORDER BY id`,
    ),
    /** How a machine plays a seat; null for the game's default. */
    machineStyle: value<[game: string, seat: SeatId], string | null>(
      'SELECT style FROM machine WHERE game = ? AND seat = ?',
    ),
    setMachine(game: string, seat: SeatId, style: string | null = null): void {
      putMachine(game, seat, style);
    },
    removeMachine: run<[game: string, seat: SeatId]>('DELETE FROM machine WHERE game = ? AND seat = ?'),

    /** Discord's id of the role that is pinged for a seat; null if its members are pinged instead. */
    roleOf: roles.get,
    setRole: roles.set,
    /** The roles that running games of a server ping for a seat, or that their councils have ever named. */
    rolesUsedIn: (guild: string) => rolesUsed({ guild }),

    channelOf: channels.get,
    setChannel: channels.set,
    seatsOfChannel: rows<[channel: string], { readonly game: string; readonly seat: SeatId }>(
      `SELECT game, seat FROM seat_channel JOIN game ON game.id = seat_channel.game
       WHERE seat_channel.channel = ? AND ended_at IS NULL ORDER BY game, seat`,
    ),

    /** Each seat's marches that go on in later turns, in text that the game reads. */
    marchesAt: (game: string): ReadonlyMap<SeatId, string> =>
      new Map(marches(game).map(({ seat, plan }) => [seat, plan])),
    /** `seq` is the entry before the order that changed the marches. `plan` is empty if none go on. */
    setMarches: run<[game: string, seat: SeatId, seq: number, plan: string]>(
      'INSERT INTO standing_march (game, seat, seq, plan) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET plan = excluded.plan',
    ),
    /** Restores the marches to what they were after an entry; the orders after it were taken back. */
    restoreMarches: run<[game: string, seq: number]>('DELETE FROM standing_march WHERE game = ? AND seq >= ?'),

    /** `null` if the table has no time limits. */
    clock: row<[game: string], ClockRecord>('SELECT phase, choice, reminder FROM clock WHERE game = ?'),
    setClock: (game: string, clock: ClockRecord) => putClock({ game, ...clock }),
  };
}

export function liveBoardsIn(database: Database) {
  const { row, value, run, changes } = queriesIn(database);
  const liveBoard = row<[game: string], LiveBoardRecord>('SELECT * FROM board WHERE game = ?');
  const put = run<[board: LiveBoardRecord]>(
    `INSERT INTO board (game, channel, message, phase, begins, shown)
     VALUES (:game, :channel, :message, :phase, :begins, :shown) ON CONFLICT (game) DO UPDATE SET
       channel = excluded.channel, message = excluded.message, phase = excluded.phase, begins = excluded.begins,
       shown = excluded.shown`,
  );
  const setTold = run<[phase: string, game: string]>('UPDATE posting SET told = ? WHERE game = ?');
  const remove = run<[game: string]>('DELETE FROM board WHERE game = ?');
  /** Queues the removal of buttons from a game's board. */
  const dropButtons = run<[game: string]>(
    `INSERT INTO outbox (kind, key, channel, guild, body, since)
     SELECT 'buttons', message, board.channel, guild, '{}', 0 FROM board JOIN game ON game.id = board.game
     WHERE game = ? AND message IS NOT NULL ON CONFLICT DO NOTHING`,
  );
  const buttonsGone = run<[message: MessageRecord]>("DELETE FROM outbox WHERE kind = 'buttons' AND key = :id");
  const lose = changes<[message: MessageRecord]>(
    'UPDATE board SET message = NULL WHERE channel = :channel AND message = :id',
  );
  const moves = [
    `INSERT INTO posting (game, way, parent, told) VALUES (:game, 'orders', :parent, :phase)
     ON CONFLICT (game) DO UPDATE SET way = excluded.way, parent = excluded.parent, told = excluded.told`,
    'UPDATE game SET channel = :thread WHERE id = :game AND channel = :parent',
    `UPDATE outbox SET channel = :thread
     WHERE game = :game AND channel = :parent AND kind IN ('map', 'board', 'notice', 'ballot')`,
    // Open ballots are posted again in the thread. Their old messages are edited to drop them.
    `INSERT INTO outbox (kind, key, channel, guild, game, body, since)
     SELECT 'edit', message, ballot.channel, guild, game.id, json_object('ballots', json_group_array(ballot.id)), 0
     FROM ballot JOIN game ON game.id = ballot.game
     WHERE game = :game AND ballot.channel = :parent AND closed_at IS NULL GROUP BY message
     ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body`,
    `UPDATE ballot SET channel = NULL, message = NULL, shown = 0
     WHERE game = :game AND channel = :parent AND closed_at IS NULL`,
  ].map((sql) => run<[move: object]>(sql));
  return {
    /**
     * Moves a game to a thread of its channel, with its undelivered messages.
     * @param phase the phase that the channel was last told of
     */
    moveToThread: database.transaction((game: string, parent: string, thread: string, phase: string): void => {
      dropButtons(game);
      remove(game);
      for (const move of moves) move({ game, parent, thread, phase });
    }),
    /** The channel from which a game moved to a thread, and the phase that this channel was last told of. */
    threadOf: row<[game: string], { readonly parent: string; readonly told: string }>(
      'SELECT parent, told FROM posting WHERE game = ? AND parent IS NOT NULL',
    ),
    setToldPhase: (game: string, phase: string) => setTold(phase, game),
    /** `null` for the game's default. */
    postingOf: value<[game: string], PostingWay | null>('SELECT way FROM posting WHERE game = ?'),
    setPosting: run<[game: string, way: PostingWay]>(
      'INSERT INTO posting (game, way) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET way = excluded.way',
    ),

    liveBoard,
    /** Stores a board that was posted or edited. If it was posted, the earlier board loses its buttons. */
    putLiveBoard: database.transaction((board: LiveBoardRecord): void => {
      const before = liveBoard(board.game);
      if (before?.message && before.message !== board.message) dropButtons(board.game);
      put(board);
    }),
    /** Notes that a message was deleted on Discord. Returns whether it was a board, which must then be posted again. */
    lostBoard(message: MessageRecord): boolean {
      buttonsGone(message);
      return lose(message);
    },
    /** Removes a game's board, since it posts every order from now on. */
    closeLiveBoard(game: string): void {
      dropButtons(game);
      remove(game);
    },
  };
}
