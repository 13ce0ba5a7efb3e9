import type { MemberRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';
import { markOf } from './games.ts';
import { MEMBER_DATA, MEMBER_TRACES } from './member-data.ts';

/** The sweep blocks the event loop, so it waits until the member who asked has been answered. */
const SWEEP_AFTER_MS = 2000;

/** A member about to be erased. */
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
  const sql = statements(database);
  const forget = database.transaction(({ member, interaction, at }: MemberErasure): MemberRecord => {
    const name = pseudonym(sql.count.get() as number, (taken) => sql.isTaken.get(taken) !== undefined);
    for (const { seat, discordId, ...game } of sql.seats.all({ member }) as SeatRow[])
      sql.mark.run(game.id, markOf(game, discordId), seat);
    for (const part of sql.erase) part.run({ member, name });
    sql.note.run({ member, interaction, at });
    sql.leaveTraces.run(String(at + SWEEP_AFTER_MS));
    return { id: member, discordId: null, name };
  });
  const takeReasons = database.transaction((entries: readonly { readonly game: string; readonly seq: number }[]) => {
    for (const { game, seq } of entries) sql.takeReason.run(game, seq);
  });
  return {
    /**
     * Takes a member's name, their id, their seats in running games, their quiet hours, and every reason in their words, also where another's vote
     * took it over; gives what the member is called from now on. Cards of open ballots are then to be shown anew. Of games in their DM it
     * takes the channel, and words that were still to come there; none of these may be running. Of seats in running games, and of those that they
     * ordered for over a council's head, a mark stays: if they come back, they play no other side and are no neutral moderator.
     */
    forget(forgetting: MemberErasure): MemberRecord {
      return forget(forgetting);
    },
    /** Takes the reasons of some entries: those of one who is about to be erased. */
    takeReasons(entries: readonly { readonly game: string; readonly seq: number }[]): void {
      takeReasons(entries);
    },
    /** Running games that a member began in their DM with the bot. */
    runningInDmOf(member: number): string[] {
      return sql.runningInDm.all(member) as string[];
    },
    /** Running games in which some seat's council, at some time, had a member in command. */
    runningUnder(member: number): string[] {
      return sql.runningUnder.all(member) as string[];
    },
    /** Running games with an open ballot on a change of a council that would put a member in command. */
    proposing(member: number): string[] {
      return sql.proposing.all(member) as string[];
    },
    /** Open ballots in which a member has voted last for something. */
    standingIn(member: number): StandingBallot[] {
      return sql.standingIn.all({ member }) as StandingBallot[];
    },
  };
}

/** "Officer 17": the seventeenth to leave, unless somebody is called that. */
function pseudonym(before: number, isTaken: (name: string) => boolean): string {
  for (let number = before + 1; ; number++) {
    const name = `Officer ${number}`;
    if (!isTaken(name)) return name;
  }
}

function statements(database: Database) {
  const playedIn = (table: 'seat' | 'entry') =>
    `SELECT game.id, game.secret, played.seat, member.discord_id AS discordId FROM ${table} AS played
       JOIN game ON game.id = played.game JOIN member ON member.id = played.member
     WHERE played.member = :member AND ended_at IS NULL AND discord_id IS NOT NULL`;
  return {
    count: database.prepare('SELECT count(*) FROM erased_member').pluck(),
    isTaken: database.prepare('SELECT 1 FROM member WHERE name = ?'),
    takeReason: database.prepare('UPDATE entry SET reason = NULL WHERE game = ? AND seq = ?'),
    seats: database.prepare(`${playedIn('seat')} UNION ${playedIn('entry')} AND kind = 'order'`),
    mark: database.prepare('INSERT INTO seen (game, mark, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    erase: [...Object.values(MEMBER_DATA), ...MEMBER_TRACES]
      .flatMap(({ erase }) => erase)
      .map((sql) => database.prepare(sql)),
    note: database.prepare('INSERT INTO erased_member (member, interaction, at) VALUES (:member, :interaction, :at)'),
    leaveTraces: database.prepare(
      `INSERT INTO setting (key, value) VALUES ('traces', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ),
    runningInDm: database
      .prepare('SELECT id FROM game WHERE starter = ? AND guild IS NULL AND ended_at IS NULL ORDER BY id')
      .pluck(),
    runningUnder: database
      .prepare(
        // Few games run: a CROSS JOIN has SQLite begin with them.
        `SELECT DISTINCT entry.game FROM game CROSS JOIN entry ON entry.game = game.id
         WHERE entry.kind = 'council' AND game.ended_at IS NULL
           AND ? IN (SELECT value FROM json_each(entry.body, '$.council.commanders')) ORDER BY entry.game`,
      )
      .pluck(),
    proposing: database
      .prepare(
        `SELECT DISTINCT game FROM ballot WHERE closed_at IS NULL AND subject = 'council'
           AND ? IN (SELECT value FROM json_each(proposed, '$.commanders')) ORDER BY game`,
      )
      .pluck(),
    standingIn: database.prepare(
      `SELECT ballot.id AS ballot, ballot.game FROM ballot WHERE closed_at IS NULL AND id IN (
         SELECT ballot FROM vote WHERE member = :member) AND (
         SELECT choice FROM vote WHERE ballot = ballot.id AND member = :member
         ORDER BY length(interaction) DESC, interaction DESC LIMIT 1) IS NOT NULL ORDER BY ballot.id`,
    ),
  };
}
