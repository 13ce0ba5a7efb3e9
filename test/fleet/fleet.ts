import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { shardOf, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Disagreement } from '../harness/audit.ts';
import { Crowd, type Tables } from '../harness/crowd.ts';
import { type Holdings, heldIn } from '../harness/database.ts';
import { inFolder, quietIn } from '../harness/long-run.ts';
import { Luck } from '../harness/luck.ts';
import { PROJECT } from '../harness/program.ts';
import { expectMaps } from '../torture/ending.ts';
import { StatefulSet } from './pods.ts';

export interface Fleet {
  readonly seed: number;
  readonly minutes: number;
  readonly servers: number;
  /** Acts of members in a second, for each pod, at most. */
  readonly rate: number;
}

/** Counts by their names. */
export type Report = Readonly<Record<string, number | string>>;

const TOKEN = 'a.b.c';
/** So many that few press faster than the bot lets them. */
const MEMBERS = 120;
/** The pods that the bot grows to, one after another, and what share of the time is played with each. */
const SCALES = [
  [1, 0.15],
  [2, 0.25],
  [4, 0.35],
  [3, 0.25],
] as const;
/** How many things are under way at once, for each pod. */
const UNDER_WAY = 12;
/** Of the servers, one in so many votes. */
const VOTING = 4;
/** Milliseconds from one look at what is due to the next. */
const TICK_MS = 20;
const QUIET_MS = 300_000;
/** Places where games begin at the same time. */
const SETTLED_AT_ONCE = 8;
/** A move is killed so many milliseconds after its first new database is there, at most; then it is begun again. */
const CUT_WITHIN_MS = 200;

/**
 * Plays in many servers while the bot grows from one pod to four and shrinks to three, with pods killed and a rolling update in between.
 * An error that it throws names the folder that has the databases.
 */
export function fleet(asked: Fleet, tell: (line: string) => void): Promise<Report> {
  execFileSync(process.execPath, [join(PROJECT, 'src', 'setup', 'run.mjs'), 'build']);
  return inFolder('fleet', (volumes) => played(volumes, asked, tell));
}

async function played(
  volumes: string,
  { seed, minutes, servers, rate }: Fleet,
  tell: (line: string) => void,
): Promise<Report> {
  const sandbox = await startSandbox({
    port: 0,
    token: TOKEN,
    extraMembers: MEMBERS,
    extraServers: servers - 2,
    limits: true,
    sharding: { between: 500, maxConcurrency: 1 },
  });
  const tables: Tables = {
    channels: sandbox.world.guilds.flatMap((guild, at) => {
      const [first] = sandbox.world.channelsOf(guild);
      return first ? [[first.id, at % VOTING === 0 ? 'vote' : 'open'] as const] : [];
    }),
    players: ['Bo', 'Member 3'],
    rules: { quorum: 2, early: 3 },
  };
  const crowd = new Crowd(sandbox, String(seed), tables);
  const pods = new StatefulSet(volumes, { token: TOKEN, apiUrl: sandbox.apiUrl }, () => crowd.comesBack());
  const reader = new FleetReader();
  const luck = new Luck(`${seed} fleet`);
  const report: Record<string, number | string> = {};
  let cuts = 0;
  const state = { over: false };
  try {
    let playing: Promise<void> | null = null;
    for (const [replicas, share] of SCALES) {
      const before = pods.replicas;
      const began = performance.now();
      const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
      if (before > 0) {
        const files = pods.files();
        await pods.scaleDown();
        const stopped = seconds();
        crowd.audited(reader.read(files));
        const { isCut, took } = await moved(pods, replicas, luck);
        cuts += Number(isCut);
        await pods.scaleUp(replicas);
        crowd.comesBack();
        report[`${before} to ${replicas} pods`] =
          `${took} s to move, ${seconds()} s without a bot (${stopped} s of it to leave)`;
        tell(`${before} to ${replicas}: ${report[`${before} to ${replicas} pods`]}`);
      } else {
        await pods.scaleUp(replicas);
        crowd.places();
        crowd.album.watch();
        await crowd.settle(SETTLED_AT_ONCE);
        tell(`${servers} servers play, after ${seconds()} s`);
        playing = play(crowd, state, () => Math.max(1, pods.replicas) * rate, String(seed));
      }
      const until = performance.now() + share * minutes * 60_000;
      const part = () => wait(Math.max(0, (until - performance.now()) / 2));
      await part();
      if (replicas === 4) {
        const rolled = performance.now();
        await pods.rollOut();
        crowd.comesBack();
        report['a rolling update of 4 pods'] = `${((performance.now() - rolled) / 1000).toFixed(1)} s`;
      }
      await pods.kill(luck.below(replicas));
      await part();
    }
    state.over = true;
    await playing;
    const files = pods.files();
    await quietIn(files, QUIET_MS);
    await pods.scaleDown();
    const held = reader.read(files);
    const { acknowledged, doneUnheard, orders, votes, games } = crowd.audited(held);
    if (pods.errors.length > 0) throw new Error(`There were errors:\n${pods.errors.slice(0, 20).join('\n')}`);
    if (acknowledged === 0 || pods.killed < SCALES.length) throw new Error('Too little was done to prove anything');
    return {
      ...report,
      servers: sandbox.world.guilds.length,
      'pods killed': pods.killed,
      'starts that Discord was too busy for': pods.unavailable,
      'moves killed, and begun again': cuts,
      'things members did': crowd.count.sent,
      'delivered twice': crowd.count.redelivered,
      'acknowledged, and there once': acknowledged,
      unanswered: crowd.count.unanswered,
      'of these done': doneUnheard,
      games: games.length,
      orders,
      votes,
      ...expectMaps({ crowd }, held),
    };
  } finally {
    state.over = true;
    crowd.album.close();
    await pods.close();
    await sandbox.close();
  }
}

/**
 * Has the games moved. The first try is killed, as on a node that is lost.
 * @returns whether it was killed before it was done, and seconds of the last try
 */
async function moved(pods: StatefulSet, count: number, luck: Luck): Promise<{ isCut: boolean; took: string }> {
  const first = await pods.reshard(count, luck.next() * CUT_WITHIN_MS);
  const began = performance.now();
  const { code, said } = await pods.reshard(count);
  if (code !== 0) throw new Error(`The move to ${count} ended with ${code}: ${said}`);
  return { isCut: first.code === null, took: ((performance.now() - began) / 1000).toFixed(1) };
}

/** Members do so many things a second, if the bot is that quick. */
async function play(crowd: Crowd, state: { over: boolean }, rate: () => number, seed: string): Promise<void> {
  const luck = new Luck(`${seed} members`);
  const acts = new Set<Promise<void>>();
  let due = 0;
  for (let before = performance.now(); !state.over; await wait(TICK_MS)) {
    const now = performance.now();
    const most = (rate() * UNDER_WAY) / 10;
    // Nobody makes up for things that could not be done while no pod answered.
    due = Math.min(due + (rate() * (now - before)) / 1000, crowd.count.sent + most);
    before = now;
    // A member who finds nothing to do in a channel has done nothing.
    for (let tries = 0; tries < most && acts.size < most && crowd.count.sent + acts.size < due; tries++) {
      const act: Promise<void> = crowd.act(luck).finally(() => acts.delete(act));
      acts.add(act);
      await null;
    }
  }
  await Promise.all(acts);
}

/**
 * Reads what the databases of all shards hold as if it were one. Members and ballots are numbered by who and what they are, so that they have
 * the same numbers in every reading, whatever database they are in by then.
 */
class FleetReader {
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
