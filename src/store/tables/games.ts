import { createHmac } from 'node:crypto';
import { type Database, queriesIn } from '../queries.ts';
import type { DatasetRecord, GameRecord, MemberRecord } from '../records.ts';

const DM = 'dm ';

/** Stands for the channel id of a member's DM with the bot until that is known. */
export function dmChannelOf(discordId: string): string {
  return `${DM}${discordId}`;
}

/** The member of a DM, by Discord's id; null if it is a channel. */
export function memberOfDm(channel: string): string | null {
  return channel.startsWith(DM) ? channel.slice(DM.length) : null;
}

const LESSON = 'lesson ';

/** Stands for a channel id in a member's lesson of a game; it is no channel of Discord's. */
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

/** Replaces the channel that belonged to a member who had their data deleted; no channel on Discord has this id. */
export const NOWHERE = '';

/** A member by a mark that only the game's secret and their id on Discord give. */
export function markOf({ id, secret }: Pick<GameRecord, 'id' | 'secret'>, discordId: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`seen|${id}|${discordId}`).digest('hex');
}

/** A member's columns, in a row of their own or beside what they have to do with. */
interface MemberRow {
  readonly id: number;
  readonly discord_id: string | null;
  readonly name: string;
}

export function memberRecord({ id, discord_id: discordId, name }: MemberRow): MemberRecord {
  return { id, discordId, name };
}

/** The games, the rules data they began with, and who sits where in them. */
export function gamesIn(database: Database) {
  const { rows, row, values, value, has, run } = queriesIn(database);
  const games = `SELECT game.*, member.discord_id, member.name FROM game JOIN member ON member.id = game.starter`;
  const secret = value<[id: string], string>('SELECT secret FROM game WHERE id = ?');
  const marked = (game: string, discordId: string) => ({
    game,
    discordId,
    mark: markOf({ id: game, secret: secret(game) }, discordId),
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
  // The ended ones just as the index `uncounted_games` has them.
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
  const sitting = 'FROM seat JOIN member ON member.id = seat.member WHERE game = ? AND seat = ?';
  const present = `${sitting} AND discord_id IS NOT NULL AND left_at IS NULL`;
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
  const { dropOld, ...states } = storedStatesIn(database);
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
      // Now everybody sees everything.
      dropMarks(id);
      dropOld({ id });
    },
    game: row<[id: string], GameRecord>(`${games} WHERE game.id = ?`, gameRecord),
    runningIn,
    /** The guild a game is played in; null in a DM. */
    guildOf: value<[game: string], string | null>('SELECT guild FROM game WHERE id = ?'),
    /** The running game of a channel, or else the one that began last. */
    latestIn: (channel: string) => runningIn(channel) ?? latestIn(channel),
    endedIn: rows<[channel: string, limit: number], GameRecord>(
      `${games} WHERE channel = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, game.id LIMIT ?`,
      gameRecord,
    ),
    played: rows<[], { readonly dataset: string; readonly variant: string }>(
      'SELECT DISTINCT dataset, variant FROM game WHERE ended_at IS NULL',
    ),
    /**
     * The systems of a guild's running games, and of those that ended there since a time; a what-if counts only while it runs.
     * @param except a game that doesn't count
     */
    playedIn: (guild: string, since: number, except: string | null = null) => playedIn({ guild, since, except }),
    /** Running games of a guild; of no guild (DMs) for null. */
    runningOf: rows<[guild: string | null], GameRecord>(
      `${games} WHERE guild IS ? AND ended_at IS NULL ORDER BY started_at, game.id`,
      gameRecord,
    ),
    ...states,

    /** @param at the time; null for the beginning of the game */
    sit: (game: string, seat: string, member: number, at: number | null = null) => sit({ game, seat, member, at }),
    leaveSeat: (game: string, seat: string, member: number, at: number) => leave(at, game, seat, member),
    /** Members who hold a seat, with the time they took it; null if at the game's start, or before times were noted. */
    seatedSince: rows<[game: string, seat: string], { readonly discordId: string; readonly since: number | null }>(
      `SELECT discord_id AS discordId, since ${present}`,
    ),
    /** Every seat that a member has taken, also those they have left, and those from before they had their data deleted. */
    seatsEverOf: (game: string, discordId: string) => seatsEverOf(marked(game, discordId)),
    haveOthersSat: (game: string, discordId: string) => haveOthersSat(marked(game, discordId)),
    /** Each seat that was ever taken, by a member's number, or by the mark that a deletion of their data has left. */
    seatsEver: (game: string) => seatsEver({ game }),
    membersAt: rows<[game: string, seat: string], MemberRecord>(
      `SELECT member.id, discord_id, name ${present} ORDER BY member.id`,
      memberRecord,
    ),
    sittersAt: values<[game: string, seat: string], string>(`SELECT discord_id ${present}`),
    seatsOf: values<[game: string, discordId: string], string>(
      `SELECT seat FROM seat JOIN member ON member.id = seat.member
       WHERE game = ? AND discord_id = ? AND left_at IS NULL ORDER BY seat`,
    ),
  };
}

/** Positions after log entries; `body` is JSON of the module that made it, valid for the same `rules` only. */
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
    /** Removes those of other rules, and those after an entry. */
    dropStates: run<[game: string, rules: string, after: number]>(
      'DELETE FROM state WHERE game = ? AND (rules != ? OR seq > ?)',
    ),
    /** Removes all but the last ones of a game, which show how it ended. */
    dropOld: run<[of: { readonly id: string }]>(
      'DELETE FROM state WHERE game = :id AND seq < (SELECT max(seq) - 50 FROM state WHERE game = :id)',
    ),
    /** Running games that have any. Few run of all that have been played: it begins with them. */
    gamesWithStates: values<[], string>(
      `SELECT id FROM game INDEXED BY running_games_of_a_guild
       WHERE ended_at IS NULL AND EXISTS (SELECT 1 FROM state WHERE game = id) ORDER BY id`,
    ),
  };
}

/** SQL for the key in `setting` of a channel that is gone. */
export const GONE_CHANNEL_KEY = (channel: string) => `'gone:' || ${channel}`;

/** Channels that were deleted on Discord. Their games are kept but no longer count as running. */
export function goneChannelsIn(database: Database) {
  const { has, changes } = queriesIn(database);
  const note = changes<[channel: string, at: string]>(
    `INSERT INTO setting (key, value) VALUES (${GONE_CHANNEL_KEY('?')}, ?) ON CONFLICT DO NOTHING`,
  );
  const isNoted = has<[channel: string]>(`SELECT 1 FROM setting WHERE key = ${GONE_CHANNEL_KEY('?')}`);
  const forget = changes<[channel: string]>(`DELETE FROM setting WHERE key = ${GONE_CHANNEL_KEY('?')}`);
  return {
    /** @returns whether that is news */
    noteChannelGone: (channel: string, at: number) => note(channel, String(at)),
    /** Notes that a channel exists after all. @returns whether that is news */
    // Reads first: a write waits for the disk, and every interaction asks this.
    noteChannelThere: (channel: string) => isNoted(channel) && forget(channel),
  };
}

interface GameRow
  extends Pick<GameRecord, 'id' | 'channel' | 'guild' | 'system' | 'variant' | 'dataset' | 'seal' | 'secret'> {
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

function gameRecord(row: GameRow): GameRecord {
  const { starter, started_at, ended_at, ended_how, origin, origin_seq, counted, discord_id, name, ...same } = row;
  return {
    ...same,
    starter: memberRecord({ id: starter, discord_id, name }),
    startedAt: started_at,
    ended: ended_at === null || ended_how === null ? null : { at: ended_at, how: ended_how },
    whatIf: origin === null || origin_seq === null ? null : { game: origin, seq: origin_seq },
  };
}
