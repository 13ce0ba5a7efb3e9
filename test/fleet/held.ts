import BetterSqlite3 from 'better-sqlite3';
import { shardOf } from '../../src/sandbox/sandbox.ts';
import { Disagreement } from '../harness/audit.ts';
import { type Holdings, heldIn } from '../harness/database.ts';

/**
 * Reads what the databases of all shards hold as if it were one. Members and ballots are numbered by who and what they are, so that they have
 * the same numbers in every reading, whatever database they are in by then.
 */
export class FleetReader {
  readonly #numbers = new Map<string, number>();

  /** @throws Disagreement if anything is in two databases, or a game in one that its server doesn't belong to */
  read(files: readonly string[]): Holdings {
    const all = files.map((file, shard) => {
      expectOwn(file, shard, files.length);
      return this.#renumbered(heldIn(file));
    });
    const held: Holdings = {
      games: all.flatMap(({ games }) => games),
      entries: all.flatMap(({ entries }) => entries),
      votes: all.flatMap(({ votes }) => votes),
      ballots: all.flatMap(({ ballots }) => ballots),
      members: new Map(all.flatMap(({ members }) => [...members])),
      openings: new Set(all.flatMap(({ openings }) => [...openings])),
      forgotten: new Set(all.flatMap(({ forgotten }) => [...forgotten])),
    };
    expectOnce(
      'Game',
      held.games.map(({ id }) => id),
    );
    const done = [...held.entries, ...held.votes].flatMap(({ interaction }) => interaction ?? []);
    expectOnce('What was done by', done);
    return held;
  }

  #renumbered({ games, entries, votes, ballots, members, ...same }: Holdings): Holdings {
    const member = (id: number) => this.#number(`member ${members.get(id)}`);
    const ranks = new Map<string, number>();
    const known = new Map<number, number>();
    for (const { id, game } of ballots) {
      const rank = ranks.get(game) ?? 0;
      ranks.set(game, rank + 1);
      known.set(id, this.#number(`ballot ${rank} of ${game}`));
    }
    const ballot = (id: number) => known.get(id) ?? -1;
    return {
      ...same,
      games,
      entries: entries.map((entry) => ({
        ...entry,
        member: entry.member === null ? null : member(entry.member),
        ballot: entry.ballot === null ? null : ballot(entry.ballot),
      })),
      votes: votes.map((vote) => ({ ...vote, member: member(vote.member), ballot: ballot(vote.ballot) })),
      ballots: ballots.map((one) => ({ ...one, id: ballot(one.id) })),
      members: new Map([...members].map(([id, discord]) => [member(id), discord])),
    };
  }

  #number(what: string): number {
    const number = this.#numbers.get(what) ?? this.#numbers.size + 1;
    this.#numbers.set(what, number);
    return number;
  }
}

function expectOwn(file: string, shard: number, count: number): void {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    for (const [id, guild] of database.prepare('SELECT id, guild FROM game').raw().all() as [string, string | null][])
      if (shardOf(guild, count) !== shard)
        throw new Disagreement(`Game ${id} of server ${guild} is in database ${shard} of ${count}`);
  } finally {
    database.close();
  }
}

function expectOnce(what: string, all: readonly string[]): void {
  const seen = new Set<string>();
  for (const each of all) {
    if (seen.has(each)) throw new Disagreement(`${what} ${each} is there twice`);
    seen.add(each);
  }
}
