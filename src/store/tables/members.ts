import { type Database, queriesIn } from '../queries.ts';
import type { MemberRecord } from '../records.ts';
import { markOf, memberRecord } from './games.ts';
import { MEMBER_DATA, MEMBER_SETTINGS, MEMBER_TRACES, type MemberSetting, type MemberSettings } from './member-data.ts';

export function membersIn(database: Database) {
  const { rows, row, value } = queriesIn(database);
  const put = value<[discordId: string, name: string], number>(
    `INSERT INTO member (discord_id, name) VALUES (?, ?)
     ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name RETURNING id`,
  );
  const knownMember = row<[discordId: string], MemberRecord>(
    'SELECT id, discord_id, name FROM member WHERE discord_id = ?',
    memberRecord,
  );
  const inRecord = rows<[ids: string], { readonly id: number; readonly name: string }>(
    `SELECT id, name FROM member WHERE id IN (SELECT value FROM json_each(?)) AND discord_id IS NOT NULL
       AND coalesce(recorded, EXISTS (SELECT 1 FROM vote WHERE vote.member = member.id)
         OR EXISTS (SELECT 1 FROM server_entry WHERE server_entry.member = member.id AND kind = 'answer'))`,
  );
  const settings = Object.entries(MEMBER_SETTINGS).map(([name, { column }]) => ({
    name: name as MemberSetting,
    get: value<[id: number], number | null>(`SELECT ${column} FROM member WHERE id = ?`),
    set: database.prepare(`UPDATE member SET ${column} = ?, ${column}_at = ? WHERE id = ?`),
  }));
  return {
    /** The member with an id on Discord, if anything is kept of them. Makes and renames nobody. */
    knownMember,
    memberSettings(id: number): MemberSettings {
      const found = settings.map(({ name, get }) => [name, get(id)] as const);
      return Object.fromEntries(
        found.map(([name, value]) => [name, value === null ? null : value === 1]),
      ) as MemberSettings;
    },
    setMember(id: number, setting: MemberSetting, value: boolean, at: number): void {
      settings.find(({ name }) => name === setting)?.set.run(Number(value), at, id);
    },
    /**
     * Those of some members who are listed in the record of a server, by name: members who have voted or answered a problem unless they opt out, others only if
     * they opt in.
     */
    namesInRecord: (ids: readonly number[]): ReadonlyMap<number, string> =>
      new Map(inRecord(JSON.stringify(ids)).map(({ id, name }) => [id, name])),
    /** The member's row, made or renamed as needed. */
    member(discordId: string, name: string): MemberRecord {
      // A row that is written as it was would be written to the disk again.
      const before = knownMember(discordId);
      return before?.name === name ? before : { id: put(discordId, name), discordId, name };
    },
    memberById: row<[id: number], MemberRecord>('SELECT id, discord_id, name FROM member WHERE id = ?', memberRecord),
  };
}

/** The sweep blocks the event loop, so it waits until the member who asked has been answered. */
const SWEEP_AFTER_MS = 2000;

interface MemberErasure {
  readonly member: number;
  /** Discord's id of the press that asked for it. */
  readonly interaction: string;
  readonly at: number;
}

/** An open ballot in which a member's vote stands. */
export interface StandingBallot {
  readonly ballot: number;
  readonly game: string;
}

interface SeatRow {
  readonly id: string;
  readonly secret: string;
  readonly seat: string;
  readonly discordId: string;
}

/** Deletes what is stored of a member. Their orders, dice and votes stay in the log, under a name that is nobody's. */
export function memberErasureIn(database: Database) {
  const { rows, values, value, has, run } = queriesIn(database);
  const playedIn = (table: 'seat' | 'entry') =>
    `SELECT game.id, game.secret, played.seat, member.discord_id AS discordId FROM ${table} AS played
       JOIN game ON game.id = played.game JOIN member ON member.id = played.member
     WHERE played.member = :member AND ended_at IS NULL AND discord_id IS NOT NULL`;
  const erased = value<[], number>('SELECT count(*) FROM erased_member');
  const isTaken = has<[name: string]>('SELECT 1 FROM member WHERE name = ?');
  const takeReason = run<[game: string, seq: number]>('UPDATE entry SET reason = NULL WHERE game = ? AND seq = ?');
  const seats = rows<[of: object], SeatRow>(`${playedIn('seat')} UNION ${playedIn('entry')} AND kind = 'order'`);
  const mark = run<[game: string, mark: string, seat: string]>(
    'INSERT INTO seen (game, mark, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const erase = [...Object.values(MEMBER_DATA), ...MEMBER_TRACES]
    .flatMap((kind) => kind.erase)
    .map((sql) => run<[of: object]>(sql));
  const note = run<[erasure: MemberErasure]>(
    'INSERT INTO erased_member (member, interaction, at) VALUES (:member, :interaction, :at)',
  );
  const leaveTraces = run<[due: string]>(
    `INSERT INTO setting (key, value) VALUES ('traces', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  const standingIn = rows<[of: object], StandingBallot>(
    `SELECT ballot.id AS ballot, ballot.game FROM ballot WHERE closed_at IS NULL AND id IN (
       SELECT ballot FROM vote WHERE member = :member) AND (
       SELECT choice FROM vote WHERE ballot = ballot.id AND member = :member
       ORDER BY length(interaction) DESC, interaction DESC LIMIT 1) IS NOT NULL ORDER BY ballot.id`,
  );
  return {
    /**
     * Deletes a member's name, id, quiet hours and seats in running games, and every reason in their words, also where another's vote repeats it;
     * gives what the member is called from now on. The caller draws the cards of open ballots anew. Games in the member's DM lose their channel
     * and the words that were still to come there; none of these games may be running. A mark stays of the seats that the member held in running
     * games or gave orders for as a moderator: if they come back, they play no other side there and are no neutral moderator.
     */
    forget: database.transaction((erasure: MemberErasure): MemberRecord => {
      const { member, at } = erasure;
      const name = pseudonym(erased(), isTaken);
      for (const { seat, discordId, ...game } of seats({ member })) mark(game.id, markOf(game, discordId), seat);
      for (const part of erase) part({ member, name });
      note(erasure);
      leaveTraces(String(at + SWEEP_AFTER_MS));
      return { id: member, discordId: null, name };
    }),
    /** Takes the reasons of some entries: those of one who is about to be erased. */
    takeReasons: database.transaction((entries: readonly { readonly game: string; readonly seq: number }[]): void => {
      for (const { game, seq } of entries) takeReason(game, seq);
    }),
    runningInDmOf: values<[member: number], string>(
      'SELECT id FROM game WHERE starter = ? AND guild IS NULL AND ended_at IS NULL ORDER BY id',
    ),
    /** Running games in which some seat's council, at some time, had a member in command. */
    // Few games run: a CROSS JOIN has SQLite begin with them.
    runningUnder: values<[member: number], string>(
      `SELECT DISTINCT entry.game FROM game CROSS JOIN entry ON entry.game = game.id
       WHERE entry.kind = 'council' AND game.ended_at IS NULL
         AND ? IN (SELECT value FROM json_each(entry.body, '$.council.commanders')) ORDER BY entry.game`,
    ),
    /** Running games with an open ballot on a change of a council that would put a member in command. */
    proposing: values<[member: number], string>(
      `SELECT DISTINCT game FROM ballot WHERE closed_at IS NULL AND subject = 'council'
         AND ? IN (SELECT value FROM json_each(proposed, '$.commanders')) ORDER BY game`,
    ),
    /** Open ballots in which a member has voted last for something. */
    standingIn: (member: number) => standingIn({ member }),
  };
}

/** "Officer 17": the seventeenth to leave, unless somebody is called that. */
function pseudonym(before: number, isTaken: (name: string) => boolean): string {
  for (let number = before + 1; ; number++) {
    const name = `Officer ${number}`;
    if (!isTaken(name)) return name;
  }
}
