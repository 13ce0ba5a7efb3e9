import { VACUUM_DUE } from '../file/open-database.ts';
import { type Database, queriesIn, SET_SETTING } from '../queries.ts';
import type { MemberRecord } from '../records.ts';
import { erasedMemberMark, memberRecord } from './games.ts';
import {
  MEMBER_DATA,
  MEMBER_SETTINGS,
  MEMBER_TRACES,
  type MemberSetting,
  type MemberSettings,
  settingColumns,
} from './member-data.ts';

export function membersIn(database: Database) {
  const { rows, row, value, run } = queriesIn(database);
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
  const settingsOf = row<[id: number], Record<MemberSetting, number | null>>(
    `SELECT ${settingColumns('')} FROM member WHERE id = ?`,
  );
  const setters = new Map(
    Object.entries(MEMBER_SETTINGS).map(([setting, { column }]) => [
      setting,
      run<[value: number, at: number, id: number]>(`UPDATE member SET ${column} = ?, ${column}_at = ? WHERE id = ?`),
    ]),
  );
  return {
    /** The stored member with an id on Discord. Unlike `member`, it stores nothing. */
    knownMember,
    memberSettings(id: number): MemberSettings {
      const found = Object.entries(settingsOf(id) ?? {});
      return Object.fromEntries(found.map(([name, on]) => [name, on === null ? null : on === 1])) as MemberSettings;
    },
    setMember(id: number, setting: MemberSetting, value: boolean, at: number): void {
      setters.get(setting)?.(Number(value), at, id);
    },
    /**
     * The names of those members who may be listed in the record of a server. Members who have voted or answered a
     * problem can opt out; others must opt in.
     */
    namesInRecord: (ids: readonly number[]): ReadonlyMap<number, string> =>
      new Map(inRecord(JSON.stringify(ids)).map(({ id, name }) => [id, name])),
    /** Stores a member, or their new name, if needed. */
    member(discordId: string, name: string): MemberRecord {
      // SQLite would write an unchanged row to the disk again.
      const before = knownMember(discordId);
      return before?.name === name ? before : { id: put(discordId, name), discordId, name };
    },
    memberById: row<[id: number], MemberRecord>('SELECT id, discord_id, name FROM member WHERE id = ?', memberRecord),
  };
}

/** Rewriting the file blocks the event loop, so it waits until the member who asked has been answered. */
const VACUUM_AFTER_MS = 2000;

interface MemberErasure {
  readonly member: number;
  /** Discord's id of the press that asked for it. */
  readonly interaction: string;
  readonly at: number;
}

/** An open ballot in which a member's vote counts. */
export interface StandingBallot {
  readonly ballot: number;
  readonly game: string;
}

/** A seat of a running game, with what makes the mark of its member. */
interface MarkedSeat {
  readonly id: string;
  readonly secret: string;
  readonly seat: string;
  readonly discordId: string;
}

/** Deletes a member's data. Their orders, dice and votes stay in the log, under a made-up name. */
export function memberErasureIn(database: Database) {
  const { rows, values, value, has, run } = queriesIn(database);
  const playedIn = (table: 'seat' | 'entry') =>
    `SELECT game.id, game.secret, played.seat, member.discord_id AS discordId FROM ${table} AS played
       JOIN game ON game.id = played.game JOIN member ON member.id = played.member
     WHERE played.member = :member AND ended_at IS NULL AND discord_id IS NOT NULL`;
  const countErased = value<[], number>('SELECT count(*) FROM erased_member');
  const isTaken = has<[name: string]>('SELECT 1 FROM member WHERE name = ?');
  const takeReason = run<[game: string, seq: number]>('UPDATE entry SET reason = NULL WHERE game = ? AND seq = ?');
  const seatsToMark = rows<[of: object], MarkedSeat>(
    `${playedIn('seat')} UNION ${playedIn('entry')} AND kind = 'order'`,
  );
  const mark = run<[game: string, mark: string, seat: string]>(
    'INSERT INTO seen (game, mark, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const erase = [...Object.values(MEMBER_DATA), ...MEMBER_TRACES]
    .flatMap((kind) => kind.erase)
    .map((sql) => run<[of: object]>(sql));
  const note = run<[erasure: MemberErasure]>(
    'INSERT INTO erased_member (member, interaction, at) VALUES (:member, :interaction, :at)',
  );
  const set = run<[key: string, value: string]>(SET_SETTING);
  const standingIn = rows<[of: object], StandingBallot>(
    `SELECT ballot.id AS ballot, ballot.game FROM ballot WHERE closed_at IS NULL AND id IN (
       SELECT ballot FROM vote WHERE member = :member) AND (
       SELECT choice FROM vote WHERE ballot = ballot.id AND member = :member
       ORDER BY length(interaction) DESC, interaction DESC LIMIT 1) IS NOT NULL ORDER BY ballot.id`,
  );
  return {
    /**
     * Deletes a member's name, id, quiet hours and seats in running games. Deletes every reason in their words, even if
     * another member's vote repeats it. Games in the member's DM lose their channel and their undelivered messages, so
     * none of these games may be running.
     *
     * A mark stays for each seat in a running game that the member held, or gave orders for as a moderator. If they
     * come back, they can play no other side there, and don't count as a neutral moderator.
     * @returns the member under their made-up name
     */
    forget: database.transaction((erasure: MemberErasure): MemberRecord => {
      const { member, at } = erasure;
      const name = pseudonym(countErased(), isTaken);
      for (const { seat, discordId, ...game } of seatsToMark({ member }))
        mark(game.id, erasedMemberMark(game, discordId), seat);
      for (const part of erase) part({ member, name });
      note(erasure);
      set(VACUUM_DUE, String(at + VACUUM_AFTER_MS));
      return { id: member, discordId: null, name };
    }),
    /** Deletes the reasons of some entries, in the words of a member who deletes their data. */
    takeReasons: database.transaction((entries: readonly { readonly game: string; readonly seq: number }[]): void => {
      for (const { game, seq } of entries) takeReason(game, seq);
    }),
    runningInDmOf: values<[member: number], string>(
      'SELECT id FROM game WHERE starter = ? AND guild IS NULL AND ended_at IS NULL ORDER BY id',
    ),
    /** Running games in which a council has ever named a member as a commander. */
    // With a CROSS JOIN, SQLite begins with the running games, which are few.
    runningUnder: values<[member: number], string>(
      `SELECT DISTINCT entry.game FROM game CROSS JOIN entry ON entry.game = game.id
       WHERE entry.kind = 'council' AND game.ended_at IS NULL
         AND ? IN (SELECT value FROM json_each(entry.body, '$.council.commanders')) ORDER BY entry.game`,
    ),
    /** Running games with an open ballot on a council that would name a member as a commander. */
    proposing: values<[member: number], string>(
      `SELECT DISTINCT game FROM ballot WHERE closed_at IS NULL AND subject = 'council'
         AND ? IN (SELECT value FROM json_each(proposed, '$.commanders')) ORDER BY game`,
    ),
    /** Open ballots in which a member's vote counts: their last one was not a withdrawal. */
    standingIn: (member: number) => standingIn({ member }),
  };
}

/** "Officer 17" for the seventeenth member whose data is deleted, or the next free number. */
function pseudonym(erasedBefore: number, isTaken: (name: string) => boolean): string {
  for (let number = erasedBefore + 1; ; number++) {
    const name = `Officer ${number}`;
    if (!isTaken(name)) return name;
  }
}
