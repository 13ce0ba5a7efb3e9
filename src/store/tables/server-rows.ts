import { createHash } from 'node:crypto';
import { VACUUM_DUE } from '../file/open-database.ts';
import type { Database } from '../queries.ts';
import { lessonChannelOf } from './games.ts';
import { MEMBER_SETTINGS, QUIET_AT } from './member-data.ts';

/**
 * The shard of a server, by Discord's formula (https://discord.com/developers/docs/events/gateway#sharding). Direct
 * messages and lessons have no server and belong to the first shard.
 */
export function shardOfServer(guild: string | null, count: number): number {
  return guild === null ? 0 : Number((BigInt(guild) >> 22n) % BigInt(count));
}

/**
 * How the rows of a table go to another database. Members and ballots may get new numbers there. In SQL,
 * `member_of(number)`, `ballot_of(number)` and `renumbered(json)` give the new ones.
 */
interface TableRows {
  /** SQL that chooses the rows; the games to move are in `moved_game`. Null for tables that `moveMembers` fills. */
  readonly rows: string | null;
  /** Columns with the number of a member. */
  readonly members?: readonly string[];
  /** Columns with the number of a ballot. */
  readonly ballots?: readonly string[];
  /** Columns with JSON that contains numbers of members or ballots. */
  readonly json?: readonly string[];
  /** SQL for the new values of other columns with such numbers. */
  readonly renumberedBy?: Readonly<Record<string, string>>;
  /** SQL for the new values of columns that a move changes for another reason. Digests leave these columns out. */
  readonly moved?: Readonly<Record<string, string>>;
  /** SQL for the part of a `moved` column that no move changes, which digests include. */
  readonly unmoved?: Readonly<Record<string, string>>;
}

const OF_GAME = 'game IN (SELECT id FROM moved_game)';
const isLesson = (game: string) => `${game}.channel LIKE '${lessonChannelOf('%', '%')}' AND ${game}.ended_at IS NULL`;

/** SQL for whether a setting goes to a shard, by its key. `FALSE`: it is about the file, or made again. */
const SETTINGS: Readonly<Record<string, string>> = {
  'server-commands:': `shard(substr(key, ${'server-commands:'.length + 1})) = :shard`,
  'gone:': `EXISTS (SELECT 1 FROM source.game WHERE channel = substr(key, 6) AND id IN (SELECT id FROM moved_game))
    OR (:shard = 0 AND NOT EXISTS (SELECT 1 FROM source.game WHERE channel = substr(key, 6)))`,
  'commands:': ':shard = 0',
  // An interaction's id doesn't tell its server.
  'handled:': 'TRUE',
  'record:': 'FALSE',
  shards: 'FALSE',
  [VACUUM_DUE]: 'FALSE',
  'health:written': 'FALSE',
  'wal:needed': 'FALSE',
  'backup:': 'FALSE',
};
const settingKind = (kind: string) => `substr(key, 1, ${kind.length}) = '${kind}'`;

/** Tables of SQLite and Litestream, which are about the file. */
const NOT_OURS = /^(sqlite|_litestream)_/;

/** Every table of the schema. Parents come before their children. */
export const TABLES: Readonly<Record<string, TableRows>> = {
  dataset: { rows: 'TRUE' },
  member: { rows: null },
  quiet: { rows: null, members: ['member'] },
  erased_member: { rows: null, members: ['member'] },
  game: {
    rows: 'id IN (SELECT id FROM moved_game)',
    members: ['starter'],
    moved: {
      counted: '0',
      ended_at: 'coalesce(ended_at, (SELECT at FROM moved_game WHERE moved_game.id = game.id))',
      ended_how: `coalesce(ended_how, (SELECT iif(at IS NULL, NULL, 'abandoned') FROM moved_game WHERE moved_game.id = game.id))`,
    },
    unmoved: {
      ended_at: 'iif(guild IS NULL, NULL, ended_at)',
      ended_how: 'iif(guild IS NULL, NULL, ended_how)',
    },
  },
  ballot: {
    rows: OF_GAME,
    members: ['opener', 'casting', 'closer'],
    ballots: ['id'],
    json: ['proposed'],
    // The buttons under an open ballot have its number, so its message must be edited after the number has changed.
    moved: { revision: 'revision + (closed_at IS NULL AND ballot_of(id) != id)' },
  },
  entry: { rows: OF_GAME, members: ['member'], ballots: ['ballot'], json: ['body'] },
  vote: {
    rows: `ballot IN (SELECT id FROM source.ballot WHERE ${OF_GAME})`,
    members: ['member'],
    ballots: ['ballot'],
    moved: { id: 'id + :voteShift' },
  },
  seat: { rows: OF_GAME, members: ['member'] },
  alarm: {
    rows: OF_GAME,
    renumberedBy: { what: `iif(what LIKE 'ballot %', 'ballot ' || ballot_of(CAST(substr(what, 8) AS INTEGER)), what)` },
  },
  machine: { rows: OF_GAME },
  seat_role: { rows: OF_GAME },
  seat_channel: { rows: OF_GAME },
  clock: { rows: OF_GAME },
  turn_ping: { rows: OF_GAME },
  deferred_ping: { rows: OF_GAME, members: ['member'] },
  standing_march: { rows: OF_GAME },
  posting: { rows: OF_GAME },
  board: { rows: OF_GAME },
  seen: { rows: OF_GAME },
  state: { rows: OF_GAME },
  // The results name members by number, and can be computed again.
  game_result: { rows: 'FALSE' },
  outbox: {
    rows: `iif(game IS NULL, shard(guild) = :shard, ${OF_GAME})`,
    json: ['body'],
    renumberedBy: { key: `iif(kind IN ('ballot', 'side ballot'), ballot_of(CAST(key AS INTEGER)) || '', key)` },
    moved: { id: 'id + :messageShift' },
  },
  server_entry: {
    rows: 'shard(guild) = :shard',
    members: ['member'],
    moved: { id: 'id + :serverEntryShift', about: 'about + :serverEntryShift' },
  },
  setting: {
    rows: Object.entries(SETTINGS)
      .map(([kind, rows]) => `(${settingKind(kind)} AND (${rows}))`)
      .join(' OR '),
  },
};

/**
 * SQL for the values of columns, with new numbers.
 * @param instead SQL that replaces some of them
 */
function valuesOf(table: string, columns: readonly string[], instead: Readonly<Record<string, string>> = {}): string[] {
  const { members = [], ballots = [], json = [], renumberedBy = {} } = TABLES[table] ?? {};
  return columns.map((column) => {
    const value = instead[column] ?? renumberedBy[column];
    if (value !== undefined) return value;
    if (members.includes(column)) return `member_of(${column})`;
    if (ballots.includes(column)) return `ballot_of(${column})`;
    if (!json.includes(column)) return `"${column}"`;
    // Of all log entries, only councils contain such numbers.
    return table === 'entry' ? `iif(kind = 'council', renumbered(${column}), ${column})` : `renumbered(${column})`;
  });
}

/**
 * Gives the new number for an old one. For digests, a string that identifies the member or ballot in every database.
 */
interface Numbers {
  member(number: number): string | number;
  ballot(number: number): string | number;
  serverEntry(number: number): number;
}

const same = (number: number) => number;

/** Defines the SQL functions for new numbers. The caller replaces the functions in the returned object. */
function numbersIn(database: Database): Numbers {
  const numbers: Numbers = { member: same, ballot: same, serverEntry: same };
  // SQLite would get a number as a float, and a bigint as an integer.
  const given = (value: string | number) => (typeof value === 'number' ? BigInt(value) : value);
  const define = <Value>(name: string, work: (value: Value) => string | number) =>
    database.function(name, (value) => (value === null ? null : given(work(value as Value))));
  define('member_of', (number: number) => numbers.member(number));
  define('ballot_of', (number: number) => numbers.ballot(number));
  define('renumbered', (json: string) => renumbered(json, numbers));
  return numbers;
}

function lookup(rows: Iterable<unknown>): (number: number) => string | number {
  const map = new Map(rows as Iterable<readonly [number, string | number]>);
  return (number) => map.get(number) ?? number;
}

/**
 * Prepares the move of rows to the database of a shard. The function it returns takes the rows of the shard's servers
 * from the database that is attached as `source`. The target must have the present schema without its triggers, and
 * nobody else may use it.
 */
export function rowsInto(target: Database, shard: number, count: number) {
  const numbers = numbersIn(target);
  target.function('shard', (guild) => shardOfServer(guild as string | null, count));
  target.exec(
    'CREATE TEMP TABLE moved_game (id TEXT PRIMARY KEY, at INTEGER) -- at: end of a lesson that the move ends',
  );
  const numberOf = (sql: string) => Number(target.prepare(sql).pluck().get() ?? 0);
  const expectKnown = () => {
    const known = Object.keys(SETTINGS).map(settingKind).join(' OR ');
    const strange = target.prepare(`SELECT key FROM source.setting WHERE NOT (${known}) LIMIT 1`).pluck().get();
    if (strange !== undefined) throw new Error(`Nobody has said which server the setting “${strange}” belongs to`);
    const tables = target.prepare("SELECT name FROM source.sqlite_schema WHERE type = 'table'").pluck().all();
    const other = (tables as string[]).find((name) => !NOT_OURS.test(name) && !(name in TABLES));
    if (other !== undefined) throw new Error(`Nobody has said which server the rows of ${other} belong to`);
  };
  return target.transaction((source: string) => {
    expectKnown();
    target.pragma('defer_foreign_keys = ON');
    target.exec(`
      DELETE FROM moved_game;
      INSERT INTO moved_game (id) SELECT id FROM source.game WHERE shard(guild) = ${shard};`);
    endLessons(target);
    Object.assign(numbers, { member: same, ballot: same, serverEntry: same });
    const members = moveMembers(target, shard, numbers);
    // A shift is added to old numbers. A game's ballots keep their numbers unless the target has one of them.
    const ballotShift = numberOf('SELECT max((SELECT max(id) FROM main.ballot), (SELECT max(id) FROM source.ballot))');
    const ballotNumbers = target.prepare(`SELECT id, id + iif(game IN (
        SELECT own.game FROM source.ballot AS own JOIN main.ballot AS other ON other.id = own.id), ${ballotShift}, 0)
      FROM source.ballot WHERE ${OF_GAME}`);
    const doVotesCollide = numberOf('SELECT EXISTS (SELECT 1 FROM source.vote JOIN main.vote USING (id))');
    const voteShift = doVotesCollide * numberOf('SELECT max(id) FROM main.vote');
    // Discord recognises a message sent twice by its number here, so no number may be used again.
    const lastMessage = (schema: string) => numberOf(`SELECT seq FROM ${schema}.sqlite_sequence WHERE name = 'outbox'`);
    const [lastInTarget, lastInSource] = [lastMessage('main'), lastMessage('source')];
    const doMessagesCollide = numberOf('SELECT EXISTS (SELECT 1 FROM source.outbox JOIN main.outbox USING (id))');
    const messageShift = doMessagesCollide * Math.max(lastInTarget, lastInSource);
    const serverEntryShift = numberOf('SELECT max(id) FROM main.server_entry');
    numbers.member = lookup(members);
    numbers.ballot = lookup(ballotNumbers.raw().all());
    numbers.serverEntry = (number) => number + serverEntryShift;
    for (const [table, { rows, moved = {} }] of Object.entries(TABLES)) {
      if (rows === null) continue;
      const columns = columnsOf(target, table);
      const into = `INSERT ${table === 'dataset' || table === 'setting' ? 'OR IGNORE ' : ''}INTO main."${table}"`;
      const sql = `${into} (${columns.join(', ')}) SELECT ${valuesOf(table, columns, moved).join(', ')} FROM source."${table}" WHERE ${rows}`;
      target.prepare(sql).run({ shard, voteShift, messageShift, serverEntryShift });
    }
    target
      .prepare("UPDATE main.sqlite_sequence SET seq = ? WHERE name = 'outbox'")
      .run(Math.max(lastInTarget, lastInSource + messageShift));
    const dangling = target.pragma('main.foreign_key_check') as { readonly table: string }[];
    if (dangling.length > 0)
      throw new Error(`Rows of ${dangling[0]?.table} in ${source} name a game of another server`);
  });
}

function columnsOf(database: Database, table: string): string[] {
  return (database.pragma(`table_info("${table}")`) as { readonly name: string }[]).map(({ name }) => name);
}

/** If a member has a lesson in two databases, the one with the earlier last entry ends. */
function endLessons(target: Database): void {
  const last = (schema: string, game: string) => `(SELECT max(at) FROM ${schema}.entry WHERE entry.game = ${game}.id)`;
  const both = `own.channel = other.channel AND ${isLesson('own')} AND ${isLesson('other')}`;
  target.exec(`
    UPDATE moved_game SET at = ended.at FROM (SELECT own.id, ${last('source', 'own')} AS at
      FROM source.game AS own JOIN main.game AS other ON ${both} AND ${last('source', 'own')} < ${last('main', 'other')}) AS ended
      WHERE moved_game.id = ended.id;
    UPDATE main.game SET ended_at = ended.at, ended_how = 'abandoned' FROM (SELECT other.id, ${last('main', 'other')} AS at
      FROM source.game AS own JOIN main.game AS other ON ${both} AND ${last('source', 'own')} >= ${last('main', 'other')}) AS ended
      WHERE game.id = ended.id;`);
}

/**
 * Moves members along with the rows that name them. Members whom no row names go to the first shard. A member whom the
 * target has already is recognised by their id on Discord, and the newer of each setting stays. A member who had their
 * data deleted is recognised by the press that asked for it.
 * @returns each member's old and new number
 */
function moveMembers(target: Database, shard: number, numbers: Numbers): ReadonlyMap<number, number> {
  const named = namedMembers(target, shard, numbers);
  const namedAnywhere = shard === 0 ? namedMembers(target, null, numbers) : named;
  const all = target
    .prepare(
      `SELECT id, discord_id AS discordId, name, interaction FROM source.member
       LEFT JOIN source.erased_member ON erased_member.member = member.id ORDER BY id`,
    )
    .all() as { id: number; discordId: string | null; name: string; interaction: string | null }[];
  const twin = target
    .prepare(
      `SELECT id FROM main.member WHERE discord_id = :discordId
       UNION SELECT member FROM main.erased_member WHERE interaction = :interaction`,
    )
    .pluck();
  const add = target
    .prepare(
      `INSERT INTO main.member (id, discord_id, name)
       VALUES (iif(EXISTS (SELECT 1 FROM main.member WHERE id = :id), NULL, :id), :discordId, :name) RETURNING id`,
    )
    .pluck();
  const addErased = target.prepare(
    'INSERT INTO main.erased_member SELECT :newId, interaction, at FROM source.erased_member WHERE member = :id',
  );
  const moved = new Map<number, number>();
  const settings = settingMerges().map((sql) => target.prepare(sql));
  for (const { id, discordId, name, interaction } of all) {
    const isMoved = named.has(id) || (shard === 0 && !namedAnywhere.has(id));
    if (!isMoved) continue;
    const known = twin.get({ discordId, interaction }) as number | undefined;
    const newId = known ?? (add.get({ id, discordId, name }) as number);
    moved.set(id, newId);
    if (known === undefined) addErased.run({ id, newId });
    for (const merge of settings) merge.run({ id, newId });
  }
  return moved;
}

/**
 * SQL that takes over each setting of `:id` that is newer than that of `:newId`. A setting from before times were noted
 * is older than any with a time.
 */
function settingMerges(): string[] {
  const at = (schema: string, id: string, time: string, isSet: string) =>
    `(SELECT coalesce(${time}, iif(${isSet}, 0, -1)) FROM ${schema}.member WHERE member.id = ${id})`;
  const isNewer = (time: string, isSet: (schema: string) => string) =>
    `${at('source', ':id', time, isSet('source'))} > ${at('main', ':newId', time, isSet('main'))}`;
  const columns = Object.values(MEMBER_SETTINGS).map(({ column, unset }) => {
    const both = `${column}, ${column}_at`;
    return `UPDATE main.member SET (${both}) = (SELECT ${both} FROM source.member WHERE id = :id)
      WHERE id = :newId AND ${isNewer(`${column}_at`, () => `${column} IS NOT ${unset ?? 'NULL'}`)}`;
  });
  const hasQuiet = (schema: string) => `EXISTS (SELECT 1 FROM ${schema}.quiet WHERE quiet.member = member.id)`;
  const quiet = isNewer(QUIET_AT, hasQuiet);
  return [
    ...columns,
    `DELETE FROM main.quiet WHERE member = :newId AND ${quiet}`,
    `INSERT INTO main.quiet SELECT :newId, starts, ends, zone FROM source.quiet WHERE member = :id AND ${quiet}`,
    // Comes last, since the two statements before it compare this time.
    `UPDATE main.member SET ${QUIET_AT} = (SELECT ${QUIET_AT} FROM source.member WHERE id = :id) WHERE id = :newId AND ${quiet}`,
  ];
}

/** The numbers of the members whom the source's rows name: its rows for a shard, or all its rows if `shard` is null. */
function namedMembers(target: Database, shard: number | null, numbers: Numbers): ReadonlySet<number> {
  const found = new Set<number>();
  numbers.member = (number) => {
    found.add(number);
    return number;
  };
  for (const [table, { rows, members = [], json = [] }] of Object.entries(TABLES)) {
    const values = valuesOf(table, [...members, ...json]);
    if (rows === null || values.length === 0) continue;
    const sql = `SELECT ${values.join(', ')} FROM source."${table}" WHERE ${shard === null ? 'TRUE' : rows}`;
    for (const _ of target.prepare(sql).iterate({ shard }));
  }
  return found;
}

/** JSON keys of members' numbers, or of lists of them, in councils, notices, threads and forum posts. */
const MEMBER_KEYS: readonly string[] = ['member', 'name', 'bold', 'mention', 'actor', 'lets', 'bolds', 'commanders'];
const BALLOT_KEYS: readonly string[] = ['ballot', 'ballots'];

/** JSON with new numbers, or the same text if none has changed. */
function renumbered(json: string, { member, ballot, serverEntry }: Numbers): string {
  let isChanged = false;
  const newNumber = (number: number, key: string) => {
    if (MEMBER_KEYS.includes(key)) return member(number);
    if (BALLOT_KEYS.includes(key)) return ballot(number);
    return key === 'serverEntry' ? serverEntry(number) : number;
  };
  const convert = (value: unknown, key: string): unknown => {
    if (typeof value === 'number') {
      const now = newNumber(value, key);
      isChanged ||= now !== value;
      return now;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => convert(each, typeof each === 'number' ? key : ''));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each, name)]));
  };
  const made = JSON.stringify(convert(JSON.parse(json), ''));
  return isChanged ? made : json;
}

export interface GameDigest {
  readonly guild: string | null;
  /** SHA-256 over the game's rows, with members by their id on Discord and ballots by their rank. */
  readonly digest: string;
}

/** SQL for the game that a row belongs to, where that is not the column `game`. */
const GAME_OF: Readonly<Record<string, string>> = {
  game: 'id',
  vote: '(SELECT game FROM ballot WHERE ballot.id = vote.ballot)',
};

export function gameDigests(database: Database): ReadonlyMap<string, GameDigest> {
  const rows = (sql: string) => database.prepare(sql).raw().all();
  const numbers = numbersIn(database);
  numbers.member = lookup(
    rows(`SELECT id, coalesce(discord_id, 'erased ' || interaction, 'former ' || name) FROM member
      LEFT JOIN erased_member ON erased_member.member = member.id`),
  );
  numbers.ballot = lookup(rows('SELECT id, row_number() OVER (PARTITION BY game ORDER BY id) FROM ballot'));
  const games = (rows('SELECT id, guild FROM game') as [string, string | null][]).map(
    ([id, guild]) => [id, { guild, hash: createHash('sha256') }] as const,
  );
  const byId = new Map(games);
  for (const [table, { rows: which, moved = {}, unmoved = {} }] of Object.entries(TABLES)) {
    if (!(table in GAME_OF) && !which?.includes(OF_GAME)) continue;
    const game = GAME_OF[table] ?? 'game';
    const columns = columnsOf(database, table);
    const compared = columns.filter((column) => !(column in moved) || column in unmoved);
    const values = valuesOf(table, compared, unmoved).map((value) => `quote(${value})`);
    const rank = columns.includes('id') ? [`row_number() OVER (PARTITION BY ${game} ORDER BY id)`] : [];
    const lines = `SELECT ${game}, concat_ws(', ', ${[...rank, ...values].join(', ')}) FROM "${table}" WHERE ${game} IS NOT NULL`;
    for (const row of database.prepare(`${lines} ORDER BY 1, 2`).raw().iterate()) {
      const [id, line] = row as [string, string];
      byId.get(id)?.hash.update(`${table} ${line}\n`);
    }
  }
  return new Map(games.map(([id, { guild, hash }]) => [id, { guild, digest: hash.digest('hex') }]));
}
