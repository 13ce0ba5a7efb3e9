import type { Council } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { EntryBody, EntryRecord, OrderCause } from '../records.ts';
import type { Database } from '../sqlite.ts';
import { councilRecord } from './council-json.ts';

/** A line about to be appended to a game's log. */
export interface NewEntry {
  readonly game: string;
  readonly seq: number;
  /** `null` if a clock or a ballot did it. */
  readonly member: number | null;
  /** Discord's id of the interaction that caused it, which no two entries share; null if none did. */
  readonly interaction: string | null;
  readonly at: number;
  readonly body: EntryBody;
}

/** An entry that changes how a seat decides. */
export type CouncilEntry = EntryRecord & { readonly kind: 'council' };

/** Entries read at a time if the caller may stop early: mostly one is enough. */
const PAGES = { first: 8, next: 200 };

/** The log. */
export function entriesIn(database: Database) {
  const sql = statements(database);
  function* paged(read: (past: number | null, most: number) => EntryRecord[]): Generator<EntryRecord> {
    let past: number | null = null;
    for (let most = PAGES.first; ; most = PAGES.next) {
      const page = read(past, most);
      yield* page;
      past = page.at(-1)?.seq ?? null;
      if (page.length < most) return;
    }
  }
  return {
    append({ body, ...entry }: NewEntry): void {
      sql.append.run({ ...entry, ...columns(body) });
    },
    /** A game's log from its beginning. */
    entries(game: string): EntryRecord[] {
      return (sql.entries.all(game) as EntryRow[]).map(entryRecord);
    },
    entry(game: string, seq: number): EntryRecord | null {
      const row = sql.entry.get(game, seq) as EntryRow | undefined;
      return row ? entryRecord(row) : null;
    },
    /** The entries of these numbers, in their order. */
    entriesAt(game: string, seqs: readonly number[]): EntryRecord[] {
      return (sql.at.all(game, JSON.stringify(seqs)) as EntryRow[]).map(entryRecord);
    },
    /** The entries after one, in their order, up to another; -1: from the first on. They are read as they are asked for. */
    entriesAfter(game: string, seq: number, upTo = Number.MAX_SAFE_INTEGER): Generator<EntryRecord> {
      return paged((past, most) => (sql.after.all(game, past ?? seq, upTo, most) as EntryRow[]).map(entryRecord));
    },
    /** The log from its end, the last entry first. It is read as it is asked for. */
    entriesBackwards(game: string): Generator<EntryRecord> {
      const end = Number.MAX_SAFE_INTEGER;
      return paged((past, most) => (sql.before.all(game, past ?? end, most) as EntryRow[]).map(entryRecord));
    },
    lastSeq(game: string): number {
      return sql.lastSeq.get(game) as number;
    },
    /** Whether all entries after one, up to another, change how seats decide and nothing else. */
    areCouncils(game: string, after: number, upTo: number): boolean {
      return sql.other.get(game, after, upTo) === undefined;
    },
    /** All entries of a log that change how a seat decides. */
    councilsIn(game: string): CouncilEntry[] {
      return (sql.councils.all(game) as EntryRow[]).map((row) => entryRecord(row) as CouncilEntry);
    },
    /** How a seat decided after an entry of the log; null for the default of every table. */
    councilAt(game: string, seat: SeatId, seq: number): Council | null {
      const row = sql.councilAt.get(game, seat, seq) as EntryRow | undefined;
      return row ? (entryRecord(row) as CouncilEntry).council : null;
    },
    /** Whether a member has given an order of the log after an entry. */
    hasOrdered(game: string, member: number, after: number): boolean {
      return sql.hasOrdered.get(member, game, after) !== undefined;
    },
    /** Whether an interaction has already had its effect: in the log, as a vote, as a thread that will be opened, on leaving, or in a server's log. */
    isDone(interaction: string): boolean {
      return sql.isDone.get({ interaction }) !== undefined;
    },
  };
}

function statements(database: Database) {
  const entries =
    'SELECT entry.*, member.discord_id, member.name FROM entry LEFT JOIN member ON member.id = entry.member';
  // The planner knows no figures of these tables: it would go through the log.
  const councils = entries.replace('FROM entry', 'FROM entry INDEXED BY council_entries');
  return {
    append: database.prepare(
      `INSERT INTO entry (game, seq, kind, member, seat, body, throws, reason, ballot, interaction, at, cause, together,
         passed)
       VALUES (:game, :seq, :kind, :member, :seat, :body, :throws, :reason, :ballot, :interaction, :at, :cause, :together,
         :passed)`,
    ),
    entries: database.prepare(`${entries} WHERE game = ? ORDER BY seq`),
    entry: database.prepare(`${entries} WHERE game = ? AND seq = ?`),
    at: database.prepare(`${entries} WHERE game = ? AND seq IN (SELECT value FROM json_each(?)) ORDER BY seq`),
    after: database.prepare(`${entries} WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`),
    before: database.prepare(`${entries} WHERE game = ? AND seq < ? ORDER BY seq DESC LIMIT ?`),
    other: database.prepare(
      "SELECT 1 FROM entry WHERE game = ? AND seq > ? AND seq <= ? AND kind != 'council' LIMIT 1",
    ),
    councils: database.prepare(`${councils} WHERE game = ? AND kind = 'council' ORDER BY seq`),
    councilAt: database.prepare(
      `${councils} WHERE game = ? AND kind = 'council' AND seat = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    ),
    hasOrdered: database.prepare(
      "SELECT 1 FROM entry WHERE member = ? AND game = ? AND seq > ? AND kind = 'order' LIMIT 1",
    ),
    lastSeq: database.prepare('SELECT max(seq) FROM entry WHERE game = ?').pluck(),
    isDone: database.prepare(
      `SELECT 1 FROM entry WHERE interaction = :interaction UNION ALL SELECT 1 FROM vote WHERE interaction = :interaction
       UNION ALL SELECT 1 FROM outbox WHERE kind IN ('thread', 'post') AND key = :interaction
       UNION ALL SELECT 1 FROM erased_member WHERE interaction = :interaction
       UNION ALL SELECT 1 FROM server_entry WHERE interaction = :interaction`,
    ),
  };
}

/** Columns that depend on an entry's kind. */
interface Columns {
  readonly kind: EntryBody['kind'];
  readonly seat: string | null;
  readonly body: string | null;
  readonly throws: string | null;
  readonly reason: string | null;
  readonly ballot: number | null;
  readonly cause: Exclude<OrderCause, 'pass'> | null;
  readonly together: 1 | null;
  readonly passed: 1 | null;
}

interface EntryRow extends Columns {
  readonly game: string;
  readonly seq: number;
  readonly member: number | null;
  readonly at: number;
  readonly discord_id: string | null;
  readonly name: string | null;
}

function columns(body: EntryBody): Columns {
  return {
    kind: body.kind,
    seat: 'seat' in body ? body.seat : body.kind === 'undo' ? (body.agreed ?? null) : null,
    body: content(body),
    throws: 'throws' in body ? JSON.stringify(body.throws) : null,
    reason: 'reason' in body ? (body.reason ?? null) : null,
    ballot: 'ballot' in body ? body.ballot : null,
    cause: body.kind === 'order' && body.cause !== 'pass' ? (body.cause ?? null) : null,
    together: body.kind === 'order' && body.together ? 1 : null,
    passed: body.kind === 'order' && body.cause === 'pass' ? 1 : null,
  };
}

function content(body: EntryBody): string | null {
  switch (body.kind) {
    case 'order':
      return JSON.stringify(body.order);
    case 'undo':
      return String(body.takesBack);
    case 'council':
      return JSON.stringify({ council: body.council, cause: body.cause, lets: body.lets });
    case 'ballot':
      return JSON.stringify(body.decision);
    case 'start':
      return body.inherited ? JSON.stringify(body.inherited) : null;
    case 'abandon':
      return null;
    default:
      return body satisfies never;
  }
}

function entryRecord(row: EntryRow): EntryRecord {
  const { game, seq, at, member } = row;
  const by = member === null ? null : { id: member, discordId: row.discord_id, name: row.name as string };
  return { game, seq, member: by, at, ...entryBody(row) };
}

/** Trusts the row's shape, since `columns` made it. */
function entryBody({ kind, seat, body, throws, reason, ballot, cause, together, passed }: Columns): EntryBody {
  switch (kind) {
    case 'start':
      return {
        kind,
        throws: JSON.parse(throws as string),
        ...(body === null ? {} : { inherited: JSON.parse(body) }),
      };
    case 'order':
      return {
        kind,
        seat: seat as string,
        order: JSON.parse(body as string),
        throws: JSON.parse(throws as string),
        reason,
        ballot,
        ...(cause === null ? {} : { cause }),
        ...(passed === null ? {} : { cause: 'pass' }),
        ...(together === null ? {} : { together: true }),
      };
    case 'undo':
      return {
        kind,
        takesBack: Number(body),
        ...(reason === null ? {} : { reason }),
        ...(seat === null ? {} : { agreed: seat }),
      };
    case 'abandon':
      return { kind };
    case 'council': {
      const { council, cause, lets } = JSON.parse(body as string);
      return {
        kind,
        seat: seat as string,
        council: councilRecord(council),
        cause,
        ballot,
        ...(lets === undefined ? {} : { lets }),
        ...(reason === null ? {} : { reason }),
      };
    }
    case 'ballot':
      return {
        kind,
        seat: seat as string,
        ballot: ballot as number,
        decision: JSON.parse(body as string),
        throws: JSON.parse(throws as string),
      };
    default:
      return kind satisfies never;
  }
}
