import { type Database, queriesIn } from '../queries.ts';
import { NO_CHANNEL } from './games.ts';
import { RECORD_KEY } from './server-log.ts';

/**
 * Settings of members, each a column of `member`. A second column, with `_at`, has the time of the last change.
 * Deleting a member's data resets them to `unset`.
 */
export const MEMBER_SETTINGS = {
  /** Whether the member is listed in the records of servers. By default they are once they have voted. */
  inRecord: { column: 'recorded', unset: null },
  pingsByDm: { column: 'dm_pings', unset: 0 },
} as const;

export type MemberSetting = keyof typeof MEMBER_SETTINGS;

/** SQL for the columns of all settings, or of the times of their last changes, by the settings' names. */
export function settingColumns(suffix: '' | '_at'): string {
  return Object.entries(MEMBER_SETTINGS)
    .map(([name, { column }]) => `${column}${suffix} AS ${name}`)
    .join(', ');
}

/** The column with the time when quiet hours were last changed. The hours have a table of their own. */
export const QUIET_AT = 'quiet_at';

export type MemberSettings = { readonly [Setting in MemberSetting]: boolean | null };

/** One kind of rows about a member. Both `/mydata export` and `/mydata delete` go through all kinds. */
interface MemberRows<Row> {
  /** The columns that hold a member's number, or their id on Discord. */
  readonly columns: readonly string[];
  /** SQL that reads the rows of `:member`. */
  readonly rows: string;
  /** Sorts many rows. SQLite would write them to a temporary file, which is not wiped, if no index has their order. */
  readonly compare?: (one: Row, other: Row) => number;
  /** Makes the member's copy from each row, or from all together. */
  readonly copy: ((row: Row, member: number) => unknown) | { readonly whole: (rows: readonly Row[]) => unknown };
  /** SQL to run when `:member` deletes their data. If it is empty, the rows stay and the member has a made-up name. */
  readonly erase: readonly string[];
}

/** A log entry that a member caused, as it is stored. Times are milliseconds since 1970. */
interface EntryRow {
  readonly game: string;
  readonly seq: number;
  readonly kind: string;
  readonly seat: string | null;
  readonly body: string | null;
  readonly throws: string | null;
  readonly reason: string | null;
  readonly ballot: number | null;
  readonly interaction: string | null;
  readonly at: number;
}

/** A change of a council, in a game in which the member was ever named as a commander. */
interface CommandRow {
  readonly game: string;
  readonly seat: string;
  readonly at: number;
  /** The member's index among the commanders; null if this council does not name them. */
  readonly place: number | null;
  readonly mode: string;
}

// Only the member of a DM can start games there.
const IN_DM = 'SELECT id FROM game WHERE starter = :member AND guild IS NULL';
const ENTRIES = 'SELECT game, seq, kind, seat, body, throws, reason, ballot, interaction, at FROM entry';

/** All kinds, by their names in the member's copy and in its order. */
export const MEMBER_DATA = {
  gamesStarted: rowsOf<{
    readonly id: string;
    readonly system: string;
    readonly variant: string;
    readonly guild: string | null;
    readonly channel: string;
    readonly startedAt: number;
    readonly endedAt: number | null;
    readonly how: 'finished' | 'abandoned' | null;
    readonly whatIf: string | null;
  }>({
    columns: ['game.starter'],
    rows: `SELECT id, system, variant, guild, channel, started_at AS startedAt, ended_at AS endedAt, ended_how AS how,
      origin AS whatIf FROM game WHERE starter = :member ORDER BY started_at, id`,
    copy: ({ id, startedAt, endedAt, how, guild, whatIf, ...game }) => ({
      game: id,
      ...game,
      server: guild,
      startedAt: time(startedAt),
      ended: endedAt === null ? null : { at: time(endedAt), how },
      whatIfOf: whatIf,
    }),
    erase: [
      `DELETE FROM setting WHERE key IN (SELECT ${RECORD_KEY('channel')} FROM game WHERE id IN (${IN_DM}))`,
      `UPDATE ballot SET channel = NULL, message = NULL, shown = 0 WHERE game IN (${IN_DM})`,
      // Comes before the statement that removes the games' channel, by which it finds these rows.
      `DELETE FROM outbox WHERE kind IN ('map', 'board', 'notice', 'ballot', 'edit') AND (game IN (${IN_DM}) OR (guild IS NULL AND channel IN (
         SELECT channel FROM game WHERE starter = :member AND guild IS NULL AND channel != '${NO_CHANNEL}')))`,
      `UPDATE game SET channel = '${NO_CHANNEL}' WHERE id IN (${IN_DM})`,
    ],
  }),
  orders: rowsOf<EntryRow>({
    columns: ['entry.member'],
    rows: `${ENTRIES} WHERE member = :member AND kind = 'order' ORDER BY game, seq`,
    compare: byTime,
    copy: ({ seat, body, throws, reason, ballot, ...entry }) => ({
      ...caused(entry),
      seat,
      order: parsed(body),
      dice: parsed(throws),
      reason,
      ballot,
    }),
    erase: ['UPDATE entry SET reason = NULL WHERE member = :member AND reason IS NOT NULL'],
  }),
  /** The member's other log entries: starts, orders taken back, ends, changes of a council, ballots closed. */
  otherDeeds: rowsOf<EntryRow>({
    columns: ['entry.member'],
    rows: `${ENTRIES} WHERE member = :member AND kind != 'order' ORDER BY game, seq`,
    compare: byTime,
    copy: ({ kind, seat, body, reason, ...entry }, member) => ({
      ...caused(entry),
      did: kind,
      seat,
      what: kind === 'council' ? councilFor(member, body) : parsed(body),
      ...(reason === null ? {} : { reason }),
    }),
    erase: [],
  }),
  votes: rowsOf<{
    readonly game: string;
    readonly ballot: number;
    readonly subject: 'order' | 'council';
    readonly choice: string | null;
    readonly reason: string | null;
    readonly interaction: string;
    readonly at: number;
  }>({
    columns: ['vote.member'],
    rows: `SELECT ballot.game, vote.ballot, ballot.subject, choice, reason, interaction, at
      FROM vote JOIN ballot ON ballot.id = vote.ballot WHERE vote.member = :member ORDER BY vote.id`,
    copy: ({ game, ballot, subject, choice, reason, interaction, at }) => ({
      game,
      ballot,
      at: time(at),
      interaction,
      choice: subject === 'order' ? parsed(choice) : choice,
      reason,
    }),
    erase: [
      // Members who second a reason repeat its words. The repeats go, too, if this member was the first to use the
      // words.
      `UPDATE vote SET reason = NULL WHERE id IN (
         SELECT copy.id FROM vote AS own JOIN vote AS copy ON copy.ballot = own.ballot AND copy.reason = own.reason
         WHERE own.member = :member AND copy.member != :member AND own.reason != '' AND NOT EXISTS (
           SELECT 1 FROM vote AS earlier WHERE earlier.ballot = own.ballot AND earlier.reason = own.reason
             AND earlier.id < own.id AND earlier.member != :member))`,
      'UPDATE vote SET reason = NULL WHERE member = :member AND reason IS NOT NULL',
    ],
  }),
  /** Ballots that the member opened, closed, or had the casting vote in. */
  ballots: rowsOf<{
    readonly game: string;
    readonly ballot: number;
    readonly opened: number;
    readonly closed: number;
    readonly casting: number;
    readonly openedAt: number;
    readonly closedAt: number | null;
  }>({
    columns: ['ballot.opener', 'ballot.closer', 'ballot.casting'],
    rows: `SELECT game, id AS ballot, opener IS :member AS opened, closer IS :member AS closed, casting IS :member AS casting,
        opened_at AS openedAt, closed_at AS closedAt
      FROM ballot WHERE opener = :member OR closer = :member OR casting = :member ORDER BY id`,
    copy: ({ game, ballot, openedAt, closedAt, opened, closed, casting }) => ({
      game,
      ballot,
      openedByYou: opened === 1,
      closedByYou: closed === 1,
      yourCastingVote: casting === 1,
      openedAt: time(openedAt),
      closedAt: closedAt === null ? null : time(closedAt),
    }),
    // The messages of these ballots name the member, so they must be edited.
    erase: [
      `UPDATE ballot SET revision = revision + 1 WHERE closed_at IS NULL
         AND (opener = :member OR casting = :member OR id IN (SELECT ballot FROM vote WHERE member = :member))`,
    ],
  }),
  seats: rowsOf<{ readonly game: string; readonly seat: string }>({
    columns: ['seat.member'],
    rows: 'SELECT game, seat FROM seat WHERE member = :member ORDER BY game, seat',
    copy: (row) => row,
    erase: ['DELETE FROM seat WHERE member = :member AND game IN (SELECT id FROM game WHERE ended_at IS NULL)'],
  }),
  quietHours: rowsOf<{ readonly from: string; readonly to: string; readonly zone: string }>({
    columns: ['quiet.member'],
    rows: `SELECT format('%02d:%02d', starts / 60, starts % 60) AS "from", format('%02d:%02d', ends / 60, ends % 60) AS "to",
      zone FROM quiet WHERE member = :member`,
    copy: { whole: ([quiet]) => quiet ?? null },
    erase: ['DELETE FROM quiet WHERE member = :member'],
  }),
  /** The times when settings were last changed, in one row. */
  settingsChanged: rowsOf<{ readonly [setting in MemberSetting | 'quietHours']: number | null }>({
    columns: [],
    rows: `SELECT ${settingColumns('_at')}, ${QUIET_AT} AS quietHours FROM member WHERE id = :member`,
    copy: {
      whole: ([row]) =>
        Object.fromEntries(Object.entries(row ?? {}).map(([name, at]) => [name, at === null ? null : time(at)])),
    },
    erase: [],
  }),
  /** Sides that the member is pinged for when their quiet hours end. */
  calledLater: rowsOf<{ readonly game: string; readonly seat: string }>({
    columns: ['deferred_ping.member'],
    rows: 'SELECT game, seat FROM deferred_ping WHERE member = :member ORDER BY game, seat',
    copy: (row) => row,
    erase: ['DELETE FROM deferred_ping WHERE member = :member'],
  }),
  // Running games need no SQL: the caller has removed the member from their councils by log entries. Ended games keep
  // the member's number.
  commands: rowsOf<CommandRow>({
    columns: ['entry.body', 'ballot.proposed'],
    rows: `SELECT game, seq, seat, at, json_extract(body, '$.council.mode') AS mode,
        (SELECT key FROM json_each(body, '$.council.commanders') WHERE value = :member) AS place
      FROM entry WHERE kind = 'council' AND game IN (
        SELECT named.game FROM entry AS named
        WHERE named.kind = 'council' AND :member IN (SELECT value FROM json_each(named.body, '$.council.commanders')))
      ORDER BY game, seq`,
    copy: { whole: commandsHeld },
    erase: [],
  }),
  /**
   * Seasons that the member opened or changed, and problems they asked for or answered. The rows stay, since sums and
   * other members' answers need them.
   */
  serverEntries: rowsOf<{
    readonly guild: string;
    readonly channel: string;
    readonly kind: string;
    readonly about: number | null;
    readonly body: string;
    readonly at: number;
  }>({
    columns: ['server_entry.member'],
    rows: 'SELECT guild, channel, kind, about, body, at FROM server_entry WHERE member = :member ORDER BY id',
    copy: ({ guild, kind, body, at, ...entry }) => ({
      server: guild,
      ...entry,
      did: kind,
      at: time(at),
      // A problem has the values of its orders, which nobody may read before it ends.
      what: kind === 'problem' ? null : parsed(body),
    }),
    erase: [],
  }),
  waitingForAThread: rowsOf<{
    readonly game: string;
    readonly seq: number;
    readonly channel: string;
    readonly at: number;
  }>({
    columns: ['outbox.body'],
    rows: `SELECT game, seq, channel, since AS at FROM outbox WHERE kind = 'thread' AND body ->> 'member' = :member
      ORDER BY since`,
    copy: ({ game, seq, channel, at }) => ({ from: game, seq, channel, at: time(at) }),
    erase: [],
  }),
  waitingForAPost: rowsOf<{ readonly forum: string; readonly system: string; readonly at: number }>({
    columns: ['outbox.body'],
    rows: `SELECT channel AS forum, body ->> 'system' AS system, since AS at FROM outbox
      WHERE kind = 'post' AND body ->> 'member' = :member ORDER BY since`,
    copy: ({ forum, system, at }) => ({ forum, system, at: time(at) }),
    erase: [],
  }),
} as const;

/** Rows that the member's copy leaves out, and last the member's own row. */
export const MEMBER_TRACES: readonly Pick<MemberRows<never>, 'columns' | 'erase'>[] = [
  {
    columns: ['outbox.channel', 'outbox.body'],
    // `dmChannelOf` makes the same id.
    erase: [
      "DELETE FROM outbox WHERE channel = (SELECT 'dm ' || discord_id FROM member WHERE id = :member)",
      `UPDATE outbox SET body = json_set(replace(body, '<@' || discord_id || '>', '**' || :name || '**'), '$.users',
         (SELECT json_group_array(value) FROM json_each(body, '$.users') WHERE value != discord_id))
       FROM member WHERE member.id = :member AND kind = 'notice' AND instr(body, discord_id) > 0`,
    ],
  },
  { columns: ['erased_member.member'], erase: [] },
  {
    columns: ['member.id', 'member.discord_id', 'member.name'],
    erase: [
      `UPDATE member SET discord_id = NULL, name = :name, ${QUIET_AT} = NULL, ${Object.values(MEMBER_SETTINGS)
        .map(({ column, unset }) => `${column} = ${unset ?? 'NULL'}, ${column}_at = NULL`)
        .join(', ')} WHERE id = :member`,
    ],
  },
];

type MemberDataKind = keyof typeof MEMBER_DATA;

export type MemberData = {
  readonly [Kind in MemberDataKind]: readonly ((typeof MEMBER_DATA)[Kind] extends MemberRows<infer Row>
    ? Row
    : never)[];
};

/** Reading a member's data takes long if they have so many entries. */
const PROLIFIC = 200;

export function memberDataIn(database: Database) {
  const { rows, has } = queriesIn(database);
  const kinds = Object.entries(MEMBER_DATA).map(([kind, { rows: sql, compare }]: [string, MemberRows<never>]) => {
    const read = rows<[of: { readonly member: number }], never>(sql);
    return [kind, (member: number) => (compare ? read({ member }).toSorted(compare) : read({ member }))] as const;
  });
  return {
    memberData: (member: number) =>
      Object.fromEntries(kinds.map(([kind, read]) => [kind, read(member)])) as unknown as MemberData,
    isProlific: has<[member: number]>(`SELECT 1 FROM entry WHERE member = ? LIMIT 1 OFFSET ${PROLIFIC - 1}`),
  };
}

function rowsOf<Row>(rows: MemberRows<Row>): MemberRows<Row> {
  return rows;
}

function byTime(one: EntryRow, other: EntryRow): number {
  return one.at - other.at;
}

function caused({ game, seq, at, interaction }: Pick<EntryRow, 'game' | 'seq' | 'at' | 'interaction'>): object {
  return { game, entry: seq, at: time(at), interaction };
}

/** The content of a council entry, without the numbers of other members. */
function councilFor(member: number, body: string | null): object {
  const { council, cause } = parsed(body) as { council: { commanders: readonly number[] }; cause: string };
  const commanders = council.commanders.map((commander) => (commander === member ? 'you' : 'another member'));
  return { council: { ...council, commanders }, cause };
}

/**
 * The periods in which the member was a commander. `place` is their rank among the commanders when it began, from 1.
 */
function commandsHeld(changes: readonly CommandRow[]): object[] {
  const held: object[] = [];
  const open = new Map<string, object>();
  const close = (key: string, until: string | null) => {
    const one = open.get(key);
    if (one) held.push({ ...one, until });
    open.delete(key);
  };
  for (const { game, seat, at, place, mode } of changes) {
    const key = `${game} ${seat}`;
    const commands = place !== null && mode === 'commander';
    if (!commands) close(key, time(at));
    else if (!open.has(key)) open.set(key, { game, seat, from: time(at), until: null, place: place + 1 });
  }
  for (const key of [...open.keys()]) close(key, null);
  return held;
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function time(at: number): string {
  return new Date(at).toISOString();
}
