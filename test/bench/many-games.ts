import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Database, openDatabase } from '../../src/store/index.ts';
import { FIRST_INTERACTION, type Manner, Players, ROAD } from './played.ts';

/** What a database is to hold. */
export interface Many {
  readonly games: number;
  /** How many of them are being played. */
  readonly running: number;
  /** What is played to be copied. */
  readonly campaigns?: Campaigns;
  /** Milliseconds since 1970, the present by default: no clock of a running game has run out then. */
  readonly now?: number;
}

interface Place {
  readonly channel: string;
  readonly guild: string;
}

/** What it holds. */
export interface Held {
  readonly games: number;
  readonly running: number;
  readonly entries: number;
  readonly votes: number;
  readonly members: number;
  readonly bytes: number;
}

const DAY = 24 * 3_600_000;
/** Over how long the games that have ended were begun. */
const YEARS = 800 * DAY;
/** Games of one server, and its channels in which games have ended. */
const A_SERVER = 50;
const CHANNELS = 12;
/** So many more interactions than had an effect on a log. */
const BEYOND = 1000;
/** Servers that share no members; more of them than this have the members of another. */
const SERVERS_APART = 400;
const FIRST_CHANNEL = 700_000_000_000_000_000n;
const FIRST_GUILD = 800_000_000_000_000_000n;

/** A campaign to be copied; `weight`: how often, against the others. */
export type Template = Manner & { readonly seed: number; readonly weight: number };

export interface Campaigns {
  readonly ended: readonly Template[];
  readonly running: readonly Template[];
}

export const overland = (seed: number, more: Partial<Template> = {}): Template => ({
  system: 'overland',
  orders: 200,
  seed,
  weight: 4,
  ...more,
});
export const road = (seed: number, orders: number, more: Partial<Template> = {}): Template => ({
  system: ROAD,
  orders,
  straight: orders - 4,
  seed,
  weight: 1,
  ...more,
});

const CAMPAIGNS: Campaigns = {
  ended: [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed) => overland(seed)),
    ...[9, 10, 11].map((seed) => overland(seed, { undone: 4 })),
    ...[12, 13, 14, 15].map((seed) => overland(seed, { voted: true })),
    overland(16, { orders: 4, abandoned: true }),
    road(17, 5000),
    road(18, 300, { abandoned: true }),
    road(19, 40, { abandoned: true }),
  ],
  running: [
    overland(21, { orders: 2 }),
    overland(22, { orders: 4, voted: true }),
    road(23, 150),
    overland(24, { orders: 6 }),
    overland(25, { orders: 8, undone: 3 }),
    overland(26, { orders: 2, voted: true }),
    road(27, 600),
  ],
};

/**
 * Writes a database file of very many games: some are played by the rules through a host, the others are copies of them under other
 * ids, in other channels, among other members, some time earlier. Each log replays, for it has its dice; but those of a copy are not the
 * ones that its secret throws, and `/verify` says so.
 * @throws UnusableDatabase where the file is there and is no database of ours
 */
export function manyGames(file: string, { games, running, campaigns = CAMPAIGNS, now = Date.now() }: Many): Held {
  if (running > games) throw new RangeError(`${running} of ${games} games cannot run`);
  const templates = `${file}.played`;
  const played = playAll(campaigns, templates, now - DAY);
  const database = openDatabase(file);
  try {
    // Whoever loses it makes it again: nothing waits for the disk.
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -100000'])
      database.pragma(pragma);
    database.prepare('ATTACH ? AS played').run(templates);
    plan(database, played, { games, running, now });
    database.transaction(() => copyAll(database))();
    database.exec('DETACH played');
    return counts(database);
  } finally {
    database.close();
    for (const end of ['', '-wal', '-shm', '.lock']) rmSync(templates + end, { force: true });
  }
}

/** The ids of the campaigns, once each as often as it is to be copied. */
interface Played {
  readonly ended: readonly string[];
  readonly running: readonly string[];
  /** When the last of them was played to, milliseconds since 1970. */
  readonly until: number;
}

function playAll({ ended, running }: Campaigns, file: string, from: number): Played {
  const database = openDatabase(file);
  try {
    database.pragma('synchronous = OFF');
    let games = 0;
    const players = new Players(database, from, {
      secret: () => createHash('sha256').update(`many ${games}`).digest('hex'),
      gameId: () => `played${String(++games).padStart(4, '0')}`,
    });
    const all = (templates: readonly Template[]) =>
      templates.flatMap(({ seed, weight, ...manner }) =>
        Array<string>(weight).fill(players.play(String(seed), seed, manner)),
      );
    const played = { ended: all(ended), running: all(running) };
    // What ended campaigns came to is reckoned when it is first asked for, and kept.
    players.host.record.show(players.caller('', 0), false);
    const until = players.now;
    while (players.host.timers.tick(until).more);
    return { ...played, until };
  } finally {
    database.close();
  }
}

/** Says in the table `copy` what is copied to where, in the order of the new ids. */
function plan(database: Database, played: Played, many: Spread): void {
  const { rows, interactions, members } = database
    .prepare(
      `SELECT (SELECT max(coalesce(max(ballot.id), 0), (SELECT coalesce(max(id), 0) FROM played.vote)) FROM played.ballot) AS rows,
         (SELECT max(CAST(interaction AS INTEGER)) - ${FIRST_INTERACTION} FROM played.entry) AS interactions,
         (SELECT max(id) FROM played.member) AS members`,
    )
    .get() as Record<'rows' | 'interactions' | 'members', number>;
  database.exec(`
    CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY, copied TEXT, game TEXT, channel TEXT, guild TEXT, apart INTEGER, later INTEGER,
      members INTEGER GENERATED ALWAYS AS (apart * ${members}), rows INTEGER GENERATED ALWAYS AS (n * ${rows}),
      interactions INTEGER GENERATED ALWAYS AS ((n + 1) * ${interactions + BEYOND}));
  `);
  const add = database.prepare('INSERT INTO copy VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    for (const [n, { copied, place, later }] of [...copies(played, many)].entries()) {
      const apart = Math.floor(n / A_SERVER) % SERVERS_APART;
      add.run(n, copied, `game${n.toString(36).padStart(6, '0')}`, place.channel, place.guild, apart, later);
    }
  })();
}

type Spread = Required<Pick<Many, 'games' | 'running' | 'now'>>;

interface Copy {
  readonly copied: string;
  readonly place: Place;
  /** Milliseconds from when it was played to when the copy was. */
  readonly later: number;
}

/** Those that are being played lie evenly among the others. */
function* copies({ ended, running: being, until }: Played, many: Spread): Generator<Copy> {
  const { games, running, now } = many;
  // A clock set in the future would be taken for one set before the time was set back, and looked at when the program starts.
  const toNow = now - until;
  let begun = 0;
  for (let n = 0; n < games; n++) {
    const later = toNow - Math.floor(((games - n) / games) * YEARS);
    if (Math.floor(((n + 1) * running) / games) === begun) {
      const place = elsewhere(n, n % CHANNELS);
      yield { copied: ended[n % ended.length] as string, place, later };
      continue;
    }
    const place = elsewhere(n, CHANNELS + (n % A_SERVER));
    yield { copied: being[begun % being.length] as string, place, later: toNow };
    begun += 1;
  }
}

/** A channel, by its number, of the server of a game. */
function elsewhere(game: number, channel: number): Place {
  const server = Math.floor(game / A_SERVER);
  return {
    channel: String(FIRST_CHANNEL + BigInt(server * 1000 + channel)),
    guild: String(FIRST_GUILD + BigInt(server)),
  };
}

/** What of a row is another's in the copy, by the name of its column; the rest is the same. */
const COPIED: Readonly<Record<string, string>> = {
  game: 'copy.game',
  channel: 'iif(played.channel IS NULL, NULL, copy.channel)',
  guild: 'iif(played.guild IS NULL, NULL, copy.guild)',
  ballot: 'played.ballot + copy.rows',
  ...each(['interaction', 'message'], (column) => `CAST(CAST(${column} AS INTEGER) + copy.interactions AS TEXT)`),
  ...each(['member', 'starter', 'opener', 'closer', 'casting'], (column) => `${column} + copy.members`),
  ...each(
    ['at', 'started_at', 'ended_at', 'opened_at', 'began', 'closes', 'closed_at', 'since', 'left_at'],
    (column) => `${column} + copy.later`,
  ),
};

function each(columns: readonly string[], made: (column: string) => string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, made(`played.${column}`)]));
}

/** Tables whose rows are of one game each, and have a number of their own beside. */
const NUMBERED = ['ballot', 'vote'];

function copyAll(database: Database): void {
  database.exec(`
    INSERT INTO dataset SELECT * FROM played.dataset;
    INSERT INTO member (id, discord_id, name)
      SELECT id + members, CAST(discord_id AS INTEGER) + members, name
      FROM (SELECT DISTINCT apart, members FROM copy) CROSS JOIN played.member ORDER BY 1;
  `);
  copyRows(database, 'game', 'played.id = copy.copied', { id: 'copy.game' });
  // Votes first: they are refused by a ballot that is closed.
  const votes = 'played.ballot IN (SELECT id FROM played.ballot WHERE game = copy.copied)';
  copyRows(database, 'vote', votes, { id: 'played.id + copy.rows' });
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('game', 'vote')
         AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'game')`,
    )
    .pluck()
    .all() as string[];
  for (const table of tables)
    copyRows(
      database,
      table,
      'played.game = copy.copied',
      NUMBERED.includes(table) ? { id: 'played.id + copy.rows' } : {},
    );
}

function copyRows(database: Database, table: string, on: string, more: Readonly<Record<string, string>>): void {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  const from: Readonly<Record<string, string>> = { ...COPIED, ...more };
  const values = columns.map((column) => from[column] ?? `played.${column}`);
  database.exec(
    `INSERT INTO main.${table} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM copy CROSS JOIN played.${table} AS played ON ${on} ORDER BY copy.n`,
  );
}

function counts(database: Database): Held {
  return database
    .prepare(
      `SELECT (SELECT count(*) FROM game) AS games, (SELECT count(*) FROM game WHERE ended_at IS NULL) AS running,
         (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM vote) AS votes, (SELECT count(*) FROM member) AS members,
         (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes`,
    )
    .get() as Held;
}
