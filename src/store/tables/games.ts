import { createHmac } from 'node:crypto';
import { type Database, queriesIn } from '../queries.ts';
import type { DatasetRecord, GameRecord, MemberRecord } from '../records.ts';

const DM = 'dm ';

/** Stands for the channel id of a member's DM with the bot. */
export function dmChannelOf(discordId: string): string {
  return `${DM}${discordId}`;
}

/** Discord's id of the member of a DM; null for any other channel. */
export function memberOfDm(channel: string): string | null {
  return channel.startsWith(DM) ? channel.slice(DM.length) : null;
}

const LESSON = 'lesson ';

/** The channel id of a member's lesson of a game, for which Discord has no channel. */
export function lessonChannelOf(discordId: string, system: string): string {
  return `${LESSON}${discordId} ${system}`;
}

export function isLessonChannel(channel: string): boolean {
  return channel.startsWith(LESSON);
}

export function isLessonOf(channel: string, discordId: string): boolean {
  return channel.startsWith(`${LESSON}${discordId} `);
}

export interface NewGame extends Omit<GameRecord, 'starter' | 'ended'> {
  readonly starter: number;
}

/** The channel id of a game in a DM after the member had their data deleted. */
export const NO_CHANNEL = '';

/**
 * A mark by which a game recognises a member who had their data deleted. It is a hash of their id on Discord under the
 * game's secret, so nobody can read the id from it.
 */
export function erasedMemberMark({ id, secret }: Pick<GameRecord, 'id' | 'secret'>, discordId: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`seen|${id}|${discordId}`).digest('hex');
}

/** The columns of a member, which a query may join to another table's. */
export interface MemberRow {
  readonly id: number;
  readonly discord_id: string | null;
  readonly name: string;
}

export function memberRecord({ id, discord_id: discordId, name }: MemberRow): MemberRecord {
  return { id, discordId, name };
}

/** The games, the rules data that they began with, and the members at their seats. */
export function gamesIn(database: Database) {
  const { rows, row, values, value, has, run } = queriesIn(database);
  const games = `SELECT game.id, channel, guild, system, variant, dataset, seal, secret, starter, discord_id, name,
      started_at AS startedAt, ended_at, ended_how, origin, origin_seq
    FROM game JOIN member ON member.id = game.starter`;
  const secret = value<[id: string], string>('SELECT secret FROM game WHERE id = ?');
  const marked = (game: string, discordId: string) => ({
    game,
    discordId,
    mark: erasedMemberMark({ id: game, secret: secret(game) }, discordId),
  });
  type Marked = [of: ReturnType<typeof marked>];
  const add = run<[game: object]>(
    `INSERT INTO game (id, channel, guild, system, variant, dataset, seal, secret, starter, started_at, origin, origin_seq)
     VALUES
       (:id, :channel, :guild, :system, :variant, :dataset, :seal, :secret, :starter, :startedAt, :origin, :originSeq)`,
  );
  const end = run<[at: number, how: string, id: string]>(
    'UPDATE game SET ended_at = ?, ended_how = ? WHERE id = ? AND ended_at IS NULL',
  );
  const dropMarks = run<[game: string]>('DELETE FROM seen WHERE game = ?');
  const runningIn = row<[channel: string], GameRecord>(`${games} WHERE channel = ? AND ended_at IS NULL`, gameRecord);
  const latestIn = row<[channel: string], GameRecord>(
    `${games} WHERE channel = ? ORDER BY started_at DESC, game.id LIMIT 1`,
    gameRecord,
  );
  // The condition for ended games is that of the index `uncounted_games`: only then does SQLite use the index.
  const playedIn = values<[where: object], string>(
    `SELECT system FROM game WHERE guild = :guild AND ended_at IS NULL AND id IS NOT :except
     UNION SELECT system FROM game
     WHERE coalesce(guild, channel) = :guild AND ended_at IS NOT NULL AND origin IS NULL AND ended_at > :since
       AND id IS NOT :except`,
  );
  const sit = run<[seat: object]>(
    `INSERT INTO seat (game, seat, member, since) VALUES (:game, :seat, :member, :at)
     ON CONFLICT DO UPDATE SET since = :at, left_at = NULL WHERE left_at IS NOT NULL`,
  );
  const leave = run<[at: number, game: string, seat: string, member: number]>(
    'UPDATE seat SET left_at = ? WHERE game = ? AND seat = ? AND member = ? AND left_at IS NULL',
  );
  const seated = `FROM seat JOIN member ON member.id = seat.member
    WHERE game = ? AND seat = ? AND discord_id IS NOT NULL AND left_at IS NULL`;
  const seatsEverOf = values<Marked, string>(
    `SELECT seat FROM seat JOIN member ON member.id = seat.member WHERE game = :game AND discord_id = :discordId
     UNION SELECT seat FROM seen WHERE game = :game AND mark = :mark`,
  );
  const haveOthersSat = has<Marked>(
    `SELECT 1 FROM seat JOIN member ON member.id = seat.member WHERE game = :game AND discord_id IS NOT :discordId
     UNION ALL SELECT 1 FROM seen WHERE game = :game AND mark != :mark LIMIT 1`,
  );
  const seatsEver = rows<[of: object], { readonly seat: string; readonly member: number | string }>(
    'SELECT seat, member FROM seat WHERE game = :game UNION ALL SELECT seat, mark FROM seen WHERE game = :game',
  );
  const { dropOldStates, ...states } = storedStatesIn(database);
  return {
    keepDataset: run<[dataset: DatasetRecord]>(
      'INSERT INTO dataset (hash, system, files) VALUES (:hash, :system, :files) ON CONFLICT DO NOTHING',
    ),
    dataset: row<[hash: string], DatasetRecord>('SELECT hash, system, files FROM dataset WHERE hash = ?'),

    addGame: (game: NewGame) =>
      add({ ...game, origin: game.whatIf?.game ?? null, originSeq: game.whatIf?.seq ?? null }),
    hasGames: has<[]>('SELECT 1 FROM game LIMIT 1'),
    endGame(id: string, at: number, how: 'finished' | 'abandoned'): void {
      end(at, how, id);
      // An ended game has no secrets between its sides.
      dropMarks(id);
      dropOldStates({ game: id });
    },
    game: row<[id: string], GameRecord>(`${games} WHERE game.id = ?`, gameRecord),
    runningIn,
    guildOf: value<[game: string], string | null>('SELECT guild FROM game WHERE id = ?'),
    /** The running game of a channel. If none is running, the one that began last. */
    latestIn: (channel: string) => runningIn(channel) ?? latestIn(channel),
    endedIn: rows<[channel: string, limit: number], GameRecord>(
      `${games} WHERE channel = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, game.id LIMIT ?`,
      gameRecord,
    ),
    /** The rules data and variants of running games. */
    rulesInUse: rows<[], { readonly dataset: string; readonly variant: string }>(
      'SELECT DISTINCT dataset, variant FROM game WHERE ended_at IS NULL',
    ),
    /**
     * The systems of a server's running games, and of those that ended there since a time. An ended what-if doesn't
     * count.
     * @param except a game that doesn't count
     */
    playedIn: (guild: string, since: number, except: string | null = null) => playedIn({ guild, since, except }),
    /** @param guild null for games in DMs */
    runningOf: rows<[guild: string | null], GameRecord>(
      `${games} WHERE guild IS ? AND ended_at IS NULL ORDER BY started_at, game.id`,
      gameRecord,
    ),
    ...states,

    /** @param at milliseconds since 1970; null for the beginning of the game */
    sit: (game: string, seat: string, member: number, at: number | null = null) => sit({ game, seat, member, at }),
    leaveSeat: (game: string, seat: string, member: number, at: number) => leave(at, game, seat, member),
    /**
     * Members who hold a seat. `since` is null if they took it at the start of the game, or before times were noted.
     */
    seatedSince: rows<[game: string, seat: string], { readonly discordId: string; readonly since: number | null }>(
      `SELECT discord_id AS discordId, since ${seated}`,
    ),
    /** Includes seats that the member has left, and those before they had their data deleted. */
    seatsEverOf: (game: string, discordId: string) => seatsEverOf(marked(game, discordId)),
    haveOthersSat: (game: string, discordId: string) => haveOthersSat(marked(game, discordId)),
    /** Each seat with the members who ever had it. `member` is a mark for one who had their data deleted. */
    seatsEver: (game: string) => seatsEver({ game }),
    membersAt: rows<[game: string, seat: string], MemberRecord>(
      `SELECT member.id, discord_id, name ${seated} ORDER BY member.id`,
      memberRecord,
    ),
    /** Discord's ids of the members who hold a seat. */
    sittersAt: values<[game: string, seat: string], string>(`SELECT discord_id ${seated}`),
    seatsOf: values<[game: string, discordId: string], string>(
      `SELECT seat FROM seat JOIN member ON member.id = seat.member
       WHERE game = ? AND discord_id = ? AND left_at IS NULL ORDER BY seat`,
    ),
  };
}

/** `body` is JSON that only the same `rules`, a version of program and data, can read. */
function storedStatesIn(database: Database) {
  const { row, values, run } = queriesIn(database);
  return {
    keepState: run<
      [state: { readonly game: string; readonly seq: number; readonly rules: string; readonly body: string }]
    >(
      `INSERT INTO state (game, seq, rules, body) VALUES (:game, :seq, :rules, :body)
       ON CONFLICT (game, seq) DO UPDATE SET rules = excluded.rules, body = excluded.body`,
    ),
    stateBefore: row<[game: string, rules: string, seq: number], { readonly seq: number; readonly body: string }>(
      'SELECT seq, body FROM state WHERE game = ? AND rules = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
    ),
    entriesWithState: values<[game: string, rules: string], number>(
      'SELECT seq FROM state WHERE game = ? AND rules = ?',
    ),
    /** Deletes positions of other rules, and those after an entry. */
    dropStates: run<[game: string, rules: string, after: number]>(
      'DELETE FROM state WHERE game = ? AND (rules != ? OR seq > ?)',
    ),
    /** Deletes a game's positions, except the last ones, from which its end can be looked at again. */
    dropOldStates: run<[of: { readonly game: string }]>(
      'DELETE FROM state WHERE game = :game AND seq < (SELECT max(seq) - 50 FROM state WHERE game = :game)',
    ),
    /** Running games with a stored position. The index makes SQLite look at running games only, which are few. */
    gamesWithStates: values<[], string>(
      `SELECT id FROM game INDEXED BY running_games_of_a_guild
       WHERE ended_at IS NULL AND EXISTS (SELECT 1 FROM state WHERE game = id) ORDER BY id`,
    ),
  };
}

/** SQL for the key in `setting` that notes that a channel was deleted. */
export const GONE_CHANNEL_KEY = (channel: string) => `'gone:' || ${channel}`;

/** Channels that were deleted on Discord. Their games stay in the database but don't count as running. */
export function goneChannelsIn(database: Database) {
  const { has, changes } = queriesIn(database);
  const note = changes<[channel: string, at: string]>(
    `INSERT INTO setting (key, value) VALUES (${GONE_CHANNEL_KEY('?')}, ?) ON CONFLICT DO NOTHING`,
  );
  const isNoted = has<[channel: string]>(`SELECT 1 FROM setting WHERE key = ${GONE_CHANNEL_KEY('?')}`);
  const forget = changes<[channel: string]>(`DELETE FROM setting WHERE key = ${GONE_CHANNEL_KEY('?')}`);
  return {
    /** @returns false if that was noted already */
    noteChannelGone: (channel: string, at: number) => note(channel, String(at)),
    /**
     * Notes that a channel exists after all. It reads first, since every interaction calls it and a write waits for the
     * disk.
     * @returns whether the channel was noted as deleted
     */
    noteChannelThere: (channel: string) => isNoted(channel) && forget(channel),
  };
}

interface GameRow extends Omit<GameRecord, 'starter' | 'ended' | 'whatIf'>, Omit<MemberRow, 'id'> {
  readonly starter: number;
  readonly ended_at: number | null;
  readonly ended_how: 'finished' | 'abandoned' | null;
  readonly origin: string | null;
  readonly origin_seq: number | null;
}

function gameRecord(row: GameRow): GameRecord {
  const { starter, discord_id, name, ended_at, ended_how, origin, origin_seq, ...game } = row;
  return {
    ...game,
    starter: memberRecord({ id: starter, discord_id, name }),
    ended: ended_at === null || ended_how === null ? null : { at: ended_at, how: ended_how },
    whatIf: origin === null || origin_seq === null ? null : { game: origin, seq: origin_seq },
  };
}
