import type { BallotRules, Council } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import { type Database, queriesIn } from '../queries.ts';
import type { EntryBody, EntryRecord, OrderCause } from '../records.ts';

export interface NewEntry {
  readonly game: string;
  readonly seq: number;
  /** `null` if a clock or a ballot did it. */
  readonly member: number | null;
  /** Discord's id of the interaction that caused the entry. No two entries may have the same. */
  readonly interaction: string | null;
  readonly at: number;
  readonly body: EntryBody;
}

export type CouncilEntry = EntryRecord & { readonly kind: 'council' };

/** SQL for the key in `setting` of an interaction that has had its effect. */
const HANDLED_KEY = (interaction: string) => `'handled:' || ${interaction}`;

/** Discord delivers an interaction again within minutes, if at all: its token is valid for 15. */
const HANDLED_MS = 24 * 60 * 60 * 1000;

/** Entries read at a time where the caller may stop early. The first page is small: it is mostly enough. */
const PAGES = { first: 8, next: 200 };

export function entriesIn(database: Database) {
  const { rows, row, value, has, run, changes } = queriesIn(database);
  const entries =
    'SELECT entry.*, member.discord_id, member.name FROM entry LEFT JOIN member ON member.id = entry.member';
  // Without statistics of the tables, SQLite's planner would read the whole log.
  const councils = `${entries.replace('FROM entry', 'FROM entry INDEXED BY council_entries')} WHERE game = ? AND kind = 'council'`;
  const append = run<[entry: object]>(
    `INSERT INTO entry (game, seq, kind, member, seat, body, throws, reason, ballot, interaction, at, cause, together,
       passed)
     VALUES (:game, :seq, :kind, :member, :seat, :body, :throws, :reason, :ballot, :interaction, :at, :cause, :together,
       :passed)`,
  );
  const at = rows<[game: string, seqs: string], EntryRecord>(
    `${entries} WHERE game = ? AND seq IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    entryRecord,
  );
  const after = rows<[game: string, seq: number, upTo: number, most: number], EntryRecord>(
    `${entries} WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    entryRecord,
  );
  const before = rows<[game: string, seq: number, most: number], EntryRecord>(
    `${entries} WHERE game = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    entryRecord,
  );
  const councilAt = row<[game: string, seat: SeatId, seq: number], CouncilEntry>(
    `${councils} AND seat = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    entryRecord,
  );
  const hasOther = has<[game: string, after: number, upTo: number]>(
    "SELECT 1 FROM entry WHERE game = ? AND seq > ? AND seq <= ? AND kind != 'council' LIMIT 1",
  );
  const hasOrdered = has<[member: number, game: string, after: number]>(
    "SELECT 1 FROM entry WHERE member = ? AND game = ? AND seq > ? AND kind = 'order' LIMIT 1",
  );
  const lastingEffects = `SELECT 1 FROM entry WHERE interaction = :interaction
     UNION ALL SELECT 1 FROM vote WHERE interaction = :interaction
     UNION ALL SELECT 1 FROM erased_member WHERE interaction = :interaction
     UNION ALL SELECT 1 FROM server_entry WHERE interaction = :interaction`;
  const isDone = has<[of: { readonly interaction: string }]>(
    `${lastingEffects} UNION ALL SELECT 1 FROM setting WHERE key = ${HANDLED_KEY(':interaction')}
     UNION ALL SELECT 1 FROM outbox WHERE kind IN ('thread', 'post') AND key = :interaction`,
  );
  const noteDone = changes<[done: object]>(
    `INSERT INTO setting (key, value) SELECT ${HANDLED_KEY(':interaction')}, :at WHERE NOT EXISTS (${lastingEffects})`,
  );
  // Discord's ids are ordered by time, so a look at the first is enough. A day of presses can leave 100,000 of them.
  const dropDone = run<[before: number]>(
    `DELETE FROM setting WHERE CAST(value AS INTEGER) < ? AND key IN
       (SELECT key FROM setting WHERE key > 'handled:' AND key < 'handled;' ORDER BY key LIMIT 100)`,
  );
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
      append({ ...entry, ...columns(body) });
    },
    entries: rows<[game: string], EntryRecord>(`${entries} WHERE game = ? ORDER BY seq`, entryRecord),
    entry: row<[game: string, seq: number], EntryRecord>(`${entries} WHERE game = ? AND seq = ?`, entryRecord),
    entriesAt: (game: string, seqs: readonly number[]) => at(game, JSON.stringify(seqs)),
    /** The entries after `seq` and up to another, read as they are asked for. -1 begins with the first entry. */
    entriesAfter: (game: string, seq: number, upTo = Number.MAX_SAFE_INTEGER) =>
      paged((past, most) => after(game, past ?? seq, upTo, most)),
    /** The entries from the last to the first, read as they are asked for. */
    entriesBackwards: (game: string) => paged((past, most) => before(game, past ?? Number.MAX_SAFE_INTEGER, most)),
    lastSeq: value<[game: string], number>('SELECT max(seq) FROM entry WHERE game = ?'),
    /** Whether the entries after one and up to another only change councils. */
    areCouncils: (game: string, after: number, upTo: number) => !hasOther(game, after, upTo),
    councilsIn: rows<[game: string], CouncilEntry>(`${councils} ORDER BY seq`, entryRecord),
    /** The council of a seat after an entry of the log; null if it had the default. */
    councilAt: (game: string, seat: SeatId, seq: number): Council | null => councilAt(game, seat, seq)?.council ?? null,
    hasOrdered: (game: string, member: number, after: number) => hasOrdered(member, game, after),
    /**
     * Whether an interaction has had its effect already. An entry, a vote, the deletion of a member's data, or an entry
     * of a server's log keep its id for good. For other effects, `noteDone` does for at least a day.
     */
    isDone: (interaction: string) => isDone({ interaction }),
    noteDone(interaction: string, at: number): void {
      if (noteDone({ interaction, at: String(at) })) dropDone(at - HANDLED_MS);
    },
  };
}

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

const EMPTY: Omit<Columns, 'kind'> = {
  seat: null,
  body: null,
  throws: null,
  reason: null,
  ballot: null,
  cause: null,
  together: null,
  passed: null,
};

/** `entryBody` reads these columns. */
function columns(body: EntryBody): Columns {
  const { kind } = body;
  switch (kind) {
    case 'start': {
      const inherited = body.inherited ? JSON.stringify(body.inherited) : null;
      return { ...EMPTY, kind, throws: JSON.stringify(body.throws), body: inherited };
    }
    case 'order': {
      const { seat, order, throws, reason, ballot, cause = null, together } = body;
      return {
        ...{ kind, seat, reason, ballot },
        body: JSON.stringify(order),
        throws: JSON.stringify(throws),
        cause: cause === 'pass' ? null : cause,
        together: together ? 1 : null,
        passed: cause === 'pass' ? 1 : null,
      };
    }
    case 'undo': {
      const { takesBack, reason = null, agreed = null } = body;
      return { ...EMPTY, kind, body: String(takesBack), reason, seat: agreed };
    }
    case 'abandon':
      return { ...EMPTY, kind };
    case 'council': {
      const { seat, council, cause, ballot, lets, reason = null } = body;
      return { ...EMPTY, kind, seat, body: JSON.stringify({ council, cause, lets }), ballot, reason };
    }
    case 'ballot': {
      const { seat, ballot, decision, throws } = body;
      return { ...EMPTY, kind, seat, ballot, body: JSON.stringify(decision), throws: JSON.stringify(throws) };
    }
    default:
      return kind satisfies never;
  }
}

/** @typeParam Kind of all rows that the statement selects */
function entryRecord<Kind extends EntryRecord = EntryRecord>(row: EntryRow): Kind {
  const { game, seq, at, member } = row;
  const by = member === null ? null : { id: member, discordId: row.discord_id, name: row.name as string };
  return { game, seq, member: by, at, ...entryBody(row) } as Kind;
}

/** JSON in the columns is not checked, since `columns` made it. */
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

type StoredRules = Omit<BallotRules, 'secret'> & Partial<Pick<BallotRules, 'secret'>>;
type StoredCouncil = Omit<Council, 'odds' | 'ballot'> &
  Partial<Pick<Council, 'odds'>> & { readonly ballot: StoredRules };

/** Adds the rules on odds and on secret ballots, which stored councils from before them lack. */
export function councilRecord(stored: StoredCouncil): Council {
  return { ...stored, odds: stored.odds ?? null, ballot: rulesRecord(stored.ballot) };
}

/** Adds `secret`, which older stored rules lack. */
export function rulesRecord(stored: StoredRules): BallotRules {
  return { ...stored, secret: stored.secret ?? true };
}
