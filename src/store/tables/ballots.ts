import type { BallotRules, Clockwork } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { BallotClose, BallotRecord, BallotSubject, MemberRecord, MessageRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';
import { councilRecord, rulesRecord } from './council-json.ts';
import { NOWHERE } from './games.ts';

/** A ballot about to open. */
export interface NewBallot {
  readonly game: string;
  readonly seat: SeatId;
  /** The last entry of the log. */
  readonly seq: number;
  readonly subject: BallotSubject;
  readonly rules: BallotRules;
  readonly opener: number | null;
  readonly casting: number | null;
  readonly openedAt: number;
  /** `null` without a clock. */
  readonly closes: number | null;
  /** The channel for its side's ballots. Absent: there is none. */
  readonly sideChannel?: string | null;
}

/** The ballots, and the messages that carry them. Whatever changes what a member may see of a ballot raises its `revision`. */
export function ballotsIn(database: Database) {
  const sql = statements(database);
  const carry = database.transaction((id: number, { channel, id: message }: MessageRecord, shown: number) => {
    const place = { channel, message };
    const forSide = sql.sideChannel.get(id) === channel;
    const before = (forSide ? sql.sideMessageOf : sql.messageOf).get(id) as Place | undefined;
    if (before?.channel === channel && isNewer(before.message, message)) {
      sql.leave.run({ ballot: id, ...place });
      return;
    }
    (forSide ? sql.carryForSide : sql.carry).run({ id, ...place, shown });
    if (before && (before.channel !== channel || before.message !== message)) sql.leave.run({ ballot: id, ...before });
  });
  const lose = database.transaction((channel: string, message: string) => {
    sql.lose.run(channel, message);
    sql.loseForSide.run(channel, message);
    sql.cleared.run(channel, message);
  });
  return {
    /** Opens a ballot and returns its number. Throws if the seat has one open on such a subject. */
    addBallot({ subject, rules, sideChannel = null, ...ballot }: NewBallot): number {
      const { lastInsertRowid } = sql.add.run({
        ...ballot,
        sideChannel,
        subject: subject.kind,
        proposed: subject.kind === 'council' ? JSON.stringify(subject.proposed) : null,
        rules: JSON.stringify(rules),
      });
      return Number(lastInsertRowid);
    },
    ballot(id: number): BallotRecord | null {
      return ballotRecord(sql.ballot.get(id));
    },
    openBallot(game: string, seat: SeatId, kind: BallotSubject['kind']): BallotRecord | null {
      return ballotRecord(sql.openOne.get(game, seat, kind));
    },
    /** A game's open ballots, the oldest first. */
    openBallots(game: string): BallotRecord[] {
      return records(sql.open.all(game));
    },
    /** The ballot on the next order of a seat that was the last to close, if it is among a game's last hundred. */
    lastClosed(game: string, seat: SeatId): BallotRecord | null {
      return ballotRecord(sql.lastClosed.get(game, seat));
    },
    /** The last ballot on an order that opened when the log had no more than this entry. */
    lastOpened(game: string, seq: number): BallotRecord | null {
      return ballotRecord(sql.lastOpened.get(game, seq));
    },
    /** All of a game's ballots, the oldest first. */
    ballotsOf(game: string): BallotRecord[] {
      return records(sql.ofGame.all(game));
    },
    setClockwork(id: number, { began, closes, extended, reminded }: Clockwork): void {
      sql.setClockwork.run({ id, began, closes, extended: Number(extended), reminded: Number(reminded) });
    },
    /** Closes a ballot; false if it was closed already, which changes nothing. */
    closeBallot(id: number, { at, how, why, by, decision }: BallotClose): boolean {
      const decided = decision && JSON.stringify(decision);
      return sql.close.run({ id, at, how, why, closer: by?.id ?? null, decision: decided }).changes > 0;
    },

    /**
     * A message that shows a ballot's revision `shown` has arrived. It carries the ballot from now on, and leaves the message before
     * (in the channel for the side's ballots, the one before there). If a newer message of the channel already carries it, since
     * arrivals may be reported in any order, the ballot leaves this one. Nothing is noted for a game whose channel was deleted from the data.
     */
    carry(id: number, message: MessageRecord, shown: number): void {
      carry(id, message, shown);
    },
    /** Notes that a message shows this revision of a ballot, unless it showed a later one already, or another message carries it by now. */
    showed(id: number, revision: number, { channel, id: message }: MessageRecord): void {
      sql.showed.run({ id, revision, channel, message });
      sql.showedForSide.run({ id, revision, channel, message });
    },
    /** The ballots a message carries, open or closed, the oldest first. */
    carriedBy({ channel, id }: MessageRecord): BallotRecord[] {
      return records(sql.carriedBy.all({ channel, id }));
    },
    /** The messages that carry open ballots, one each. */
    openBallotMessages(): MessageRecord[] {
      return sql.openMessages.all() as MessageRecord[];
    },
    /** Whether a ballot of a game is in this channel for a side. */
    isForSide(game: string, channel: string): boolean {
      return sql.isForSide.get(channel, game) !== undefined;
    },
    /** A message is gone from Discord, and carries nothing any more. */
    lostMessage({ channel, id }: MessageRecord): void {
      lose(channel, id);
    },
    /** A message that goes on to the next ballot shows those that have closed no more. */
    dropClosedBallots({ channel, id }: MessageRecord): void {
      sql.dropClosed.run(id, channel);
    },
    /** The ballots that have left a message which shows them still, open or closed, the oldest first. */
    leftBy({ channel, id }: MessageRecord): BallotRecord[] {
      return records(sql.leftBy.all(channel, id));
    },
    /** A message shows no more than what it carries. */
    cleared({ channel, id }: MessageRecord): void {
      sql.cleared.run(channel, id);
    },
  };
}

function statements(database: Database) {
  const ballots = `SELECT ballot.*, member.discord_id, member.name, closing.discord_id AS closer_discord_id,
    closing.name AS closer_name, breaking.discord_id AS casting_discord_id, breaking.name AS casting_name FROM ballot
    LEFT JOIN member ON member.id = opener LEFT JOIN member AS closing ON closing.id = closer
    LEFT JOIN member AS breaking ON breaking.id = casting`;
  return {
    add: database.prepare(
      `INSERT INTO ballot (game, seat, seq, subject, proposed, rules, opener, casting, opened_at, began, closes, side_channel)
       VALUES (:game, :seat, :seq, :subject, :proposed, :rules, :opener, :casting, :openedAt, :openedAt, :closes, :sideChannel)`,
    ),
    ballot: database.prepare(`${ballots} WHERE ballot.id = ?`),
    openOne: database.prepare(`${ballots} WHERE game = ? AND seat = ? AND subject = ? AND closed_at IS NULL`),
    lastClosed: database.prepare(
      `${ballots} WHERE ballot.id IN (SELECT id FROM ballot WHERE game = ? ORDER BY id DESC LIMIT 100)
         AND seat = ? AND subject = 'order' AND closed_at IS NOT NULL ORDER BY ballot.id DESC LIMIT 1`,
    ),
    lastOpened: database.prepare(
      `${ballots} WHERE game = ? AND subject = 'order' AND seq <= ? ORDER BY ballot.id DESC LIMIT 1`,
    ),
    open: database.prepare(`${ballots} WHERE game = ? AND closed_at IS NULL ORDER BY ballot.id`),
    ofGame: database.prepare(`${ballots} WHERE game = ? ORDER BY ballot.id`),
    setClockwork: database.prepare(
      `UPDATE ballot SET began = :began, closes = :closes, extended = :extended, reminded = :reminded,
       revision = revision + 1 WHERE id = :id AND closed_at IS NULL`,
    ),
    close: database.prepare(
      `UPDATE ballot SET closed_at = :at, closed_how = :how, closed_why = :why, closer = :closer, decision = :decision,
       revision = revision + 1 WHERE id = :id AND closed_at IS NULL`,
    ),
    messageOf: database.prepare('SELECT channel, message FROM ballot WHERE id = ? AND message IS NOT NULL'),
    carry: database.prepare(
      `UPDATE ballot SET shown = CASE WHEN channel = :channel AND message = :message THEN max(shown, :shown) ELSE :shown END,
       channel = :channel, message = :message
       WHERE id = :id AND (SELECT channel FROM game WHERE game.id = ballot.game) != '${NOWHERE}'`,
    ),
    sideChannel: database.prepare('SELECT side_channel FROM ballot WHERE id = ?').pluck(),
    sideMessageOf: database.prepare(
      'SELECT side_channel AS channel, side_message AS message FROM ballot WHERE id = ? AND side_message IS NOT NULL',
    ),
    carryForSide: database.prepare(
      `UPDATE ballot SET side_shown = CASE WHEN side_message = :message THEN max(side_shown, :shown) ELSE :shown END,
       side_message = :message WHERE id = :id AND side_channel = :channel`,
    ),
    leave: database.prepare(
      `INSERT INTO outbox (kind, key, channel, guild, game, body, since)
       SELECT 'edit', :message, :channel, guild, game.id, json_object('ballots', json_array(ballot.id)), 0
       FROM ballot JOIN game ON game.id = ballot.game WHERE ballot.id = :ballot
       ON CONFLICT (kind, key) DO UPDATE SET
         body = json_set(body, '$.ballots', json_insert(coalesce(body -> '$.ballots', '[]'), '$[#]', :ballot))`,
    ),
    cleared: database.prepare("DELETE FROM outbox WHERE kind = 'edit' AND channel = ? AND key = ?"),
    leftBy: database.prepare(
      `${ballots} WHERE ballot.id IN (SELECT value FROM outbox, json_each(body, '$.ballots')
         WHERE kind = 'edit' AND outbox.channel = ? AND outbox.key = ?) ORDER BY ballot.id`,
    ),
    showed: database.prepare(
      `UPDATE ballot SET shown = :revision
       WHERE id = :id AND channel = :channel AND message = :message AND shown < :revision`,
    ),
    showedForSide: database.prepare(
      `UPDATE ballot SET side_shown = :revision
       WHERE id = :id AND side_channel = :channel AND side_message = :message AND side_shown < :revision`,
    ),
    carriedBy: database.prepare(
      `${ballots} WHERE ballot.id IN (SELECT id FROM ballot WHERE message = :id AND channel = :channel
         UNION SELECT id FROM ballot WHERE side_channel = :channel AND side_message = :id) ORDER BY ballot.id`,
    ),
    openMessages: database.prepare(
      `SELECT channel, message AS id FROM ballot WHERE closed_at IS NULL AND message IS NOT NULL
       UNION
       SELECT side_channel, side_message FROM ballot WHERE closed_at IS NULL AND side_message IS NOT NULL`,
    ),
    isForSide: database.prepare('SELECT 1 FROM ballot WHERE side_channel = ? AND game = ? LIMIT 1'),
    loseForSide: database.prepare(
      'UPDATE ballot SET side_message = NULL, side_shown = 0 WHERE side_channel = ? AND side_message = ?',
    ),
    dropClosed: database.prepare(
      `UPDATE ballot SET channel = NULL, message = NULL, shown = 0
       WHERE message = ? AND channel = ? AND closed_at IS NOT NULL`,
    ),
    lose: database.prepare(
      'UPDATE ballot SET channel = NULL, message = NULL, shown = 0 WHERE channel = ? AND message = ?',
    ),
  };
}

/** A message as its columns have it. */
interface Place {
  readonly channel: string;
  readonly message: string;
}

/** Discord's ids grow with time, and are numbers too long for `number`. */
function isNewer(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}

interface BallotRow {
  readonly id: number;
  readonly game: string;
  readonly seat: string;
  readonly seq: number;
  readonly proposed: string | null;
  readonly rules: string;
  readonly opener: number | null;
  readonly casting: number | null;
  readonly opened_at: number;
  readonly began: number;
  readonly closes: number | null;
  readonly extended: number;
  readonly reminded: number;
  readonly closed_at: number | null;
  readonly closed_how: BallotClose['how'] | null;
  readonly closed_why: string | null;
  readonly closer: number | null;
  readonly decision: string | null;
  readonly channel: string | null;
  readonly message: string | null;
  readonly revision: number;
  readonly shown: number;
  readonly side_channel: string | null;
  readonly side_message: string | null;
  readonly side_shown: number;
  readonly discord_id: string | null;
  readonly name: string | null;
  readonly closer_discord_id: string | null;
  readonly closer_name: string | null;
  readonly casting_discord_id: string | null;
  readonly casting_name: string | null;
}

function records(rows: readonly unknown[]): BallotRecord[] {
  return rows.map((row) => ballotRecord(row) as BallotRecord);
}

/** Trusts the row's shape, since only this module writes it. */
function ballotRecord(found: unknown): BallotRecord | null {
  if (found === undefined) return null;
  const row = found as BallotRow;
  const { id, game, seat, seq, began, closes, channel, message, revision, shown } = row;
  return {
    id,
    game,
    seat,
    seq,
    subject:
      row.proposed === null
        ? { kind: 'order' }
        : { kind: 'council', proposed: councilRecord(JSON.parse(row.proposed)) },
    rules: rulesRecord(JSON.parse(row.rules)),
    opener: member(row.opener, row.discord_id, row.name),
    casting: member(row.casting, row.casting_discord_id, row.casting_name),
    openedAt: row.opened_at,
    clockwork: { began, closes, extended: row.extended === 1, reminded: row.reminded === 1 },
    closed: close(row),
    message: channel === null || message === null ? null : { channel, id: message },
    revision,
    shown,
    forSide:
      row.side_channel === null
        ? null
        : { channel: row.side_channel, message: row.side_message, shown: row.side_shown },
  };
}

function close(row: BallotRow): BallotClose | null {
  const { closed_at: at, closed_how: how, closed_why: why, decision } = row;
  if (at === null || how === null) return null;
  const by = member(row.closer, row.closer_discord_id, row.closer_name);
  return { at, how, why, by, decision: decision === null ? null : JSON.parse(decision) };
}

function member(id: number | null, discordId: string | null, name: string | null): MemberRecord | null {
  return id === null ? null : { id, discordId, name: name as string };
}
