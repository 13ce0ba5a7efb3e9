import type { QuietRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** Rows that bear a member's number, as they are stored; JSON within them is text still. Times are milliseconds since 1970. */
export interface PersonalData {
  readonly games: readonly {
    readonly id: string;
    readonly system: string;
    readonly variant: string;
    readonly guild: string | null;
    readonly channel: string;
    readonly startedAt: number;
    readonly endedAt: number | null;
    readonly how: 'finished' | 'abandoned' | null;
    readonly whatIf: string | null;
  }[];
  /** Lines of logs that the member caused. */
  readonly entries: readonly {
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
  }[];
  /** Presses, in the order they were stored. */
  readonly votes: readonly {
    readonly game: string;
    readonly ballot: number;
    readonly subject: 'order' | 'council';
    readonly choice: string | null;
    readonly reason: string | null;
    readonly interaction: string;
    readonly at: number;
  }[];
  /** Ballots the member opened, closed, or had the casting vote in. */
  readonly ballots: readonly {
    readonly game: string;
    readonly ballot: number;
    readonly opened: number;
    readonly closed: number;
    readonly casting: number;
    readonly openedAt: number;
    readonly closedAt: number | null;
  }[];
  readonly seats: readonly { readonly game: string; readonly seat: string }[];
  /** Of quiet hours there is at most one row. */
  readonly quiet: readonly QuietRecord[];
  /** Seats that the member is called for when these end. */
  readonly hushed: readonly { readonly game: string; readonly seat: string }[];
  /** What was settled about who commands, in every game in which the member was ever named: all changes, theirs or not. */
  readonly commands: readonly {
    readonly game: string;
    readonly seq: number;
    readonly seat: string;
    readonly at: number;
    /** The member's place among those named, from 0; null: they are not named. */
    readonly place: number | null;
    readonly mode: string;
  }[];
  readonly openings: readonly {
    readonly game: string;
    readonly seq: number;
    readonly channel: string;
    readonly at: number;
  }[];
  readonly posts: readonly { readonly forum: string; readonly system: string; readonly at: number }[];
}

type Entry = PersonalData['entries'][number];
type Vote = PersonalData['votes'][number];

/** Rows read at a time. */
const PAGE = 200;

/** All that is kept of a member. */
export function personalDataIn(database: Database) {
  const { entries, votes, ...sql } = statements(database);
  /** Everything about a member, a step for each page. */
  function* possessing(member: number): Generator<void, PersonalData, void> {
    const others = Object.entries(sql).map(([what, statement]) => [what, statement.all({ member })] as const);
    const [deeds, presses]: [Entry[], Vote[]] = [[], []];
    for (let last = { game: '', seq: -1 }; ; last = deeds.at(-1) ?? last) {
      const page = entries.all({ member, game: last.game, seq: last.seq, most: PAGE }) as Entry[];
      deeds.push(...page);
      if (page.length < PAGE) break;
      yield;
    }
    for (let last = 0; ; ) {
      const page = votes.all({ member, last, most: PAGE }) as (Vote & { readonly id: number })[];
      presses.push(...page.map(({ id: _, ...vote }) => vote));
      if (page.length < PAGE) break;
      last = page.at(-1)?.id ?? last;
      yield;
    }
    yield;
    deeds.sort((one, other) => one.at - other.at || compared(one.game, other.game) || one.seq - other.seq);
    return { ...Object.fromEntries(others), entries: deeds, votes: presses } as unknown as PersonalData;
  }
  return {
    possessing,
    /** Whether a member has done so many things that reading them takes long. */
    isProlific(member: number): boolean {
      return entries.all({ member, game: '', seq: -1, most: PAGE }).length === PAGE;
    },
  };
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function statements(database: Database) {
  return {
    games: database.prepare(
      `SELECT id, system, variant, guild, channel, started_at AS startedAt, ended_at AS endedAt, ended_how AS how,
         origin AS whatIf FROM game WHERE starter = :member ORDER BY started_at, id`,
    ),
    entries: database.prepare(
      `SELECT game, seq, kind, seat, body, throws, reason, ballot, interaction, at FROM entry
       WHERE member = :member AND (game, seq) > (:game, :seq) ORDER BY game, seq LIMIT :most`,
    ),
    votes: database.prepare(
      `SELECT vote.id, ballot.game, vote.ballot, ballot.subject, choice, reason, interaction, at
       FROM vote JOIN ballot ON ballot.id = vote.ballot
       WHERE vote.member = :member AND vote.id > :last ORDER BY vote.id LIMIT :most`,
    ),
    ballots: database.prepare(
      `SELECT game, id AS ballot, opener IS :member AS opened, closer IS :member AS closed, casting IS :member AS casting,
         opened_at AS openedAt, closed_at AS closedAt
       FROM ballot WHERE opener = :member OR closer = :member OR casting = :member ORDER BY id`,
    ),
    seats: database.prepare('SELECT game, seat FROM seat WHERE member = :member ORDER BY game, seat'),
    quiet: database.prepare('SELECT starts, ends, zone FROM quiet WHERE member = :member'),
    hushed: database.prepare('SELECT game, seat FROM hushed WHERE member = :member ORDER BY game, seat'),
    commands: database.prepare(
      `SELECT game, seq, seat, at, json_extract(body, '$.council.mode') AS mode,
         (SELECT key FROM json_each(body, '$.council.commanders') WHERE value = :member) AS place
       FROM entry WHERE kind = 'council' AND game IN (
         SELECT named.game FROM entry AS named
         WHERE named.kind = 'council' AND :member IN (SELECT value FROM json_each(named.body, '$.council.commanders')))
       ORDER BY game, seq`,
    ),
    openings: database.prepare(
      `SELECT game, seq, channel, since AS at FROM outbox WHERE kind = 'thread' AND body ->> 'member' = :member
       ORDER BY since`,
    ),
    posts: database.prepare(
      `SELECT channel AS forum, body ->> 'system' AS system, since AS at FROM outbox
       WHERE kind = 'post' AND body ->> 'member' = :member ORDER BY since`,
    ),
  };
}
