import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sync } from './file/backup-database.ts';
import { databaseTroubleOf } from './file/database-trouble.ts';
import { createFileBeside, giveFolderToOwnerOf, OWNER_ONLY } from './file/file-mode.ts';
import { BEFORE_RESHARD, MOVING } from './file/lost-files.ts';
import { openDatabase } from './file/open-database.ts';
import { holdAlone, type Lock } from './file/process-lock.ts';
import { unusable } from './file/unusable-database.ts';
import type { Database } from './queries.ts';
import { type GameDigest, gameDigests, rowsInto, shardOf } from './tables/server-rows.ts';

/** Codes of a folder in which nothing can be made: on another disk, such as a container's own, or of another user. */
const DENIED: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];
const NAME = 'council-of-war.sqlite';
/** In the folder of the first shard: what is left to be done once the new databases are checked. */
const PLAN = 'reshard.json';

/** Nothing was moved: the databases are as they were. `message` says why, without its last full stop. */
export class CannotReshard extends Error {
  override readonly name = 'CannotReshard';
}

export interface ShardDatabase {
  readonly file: string;
  readonly shard: number;
  readonly games: number;
}

interface Source {
  readonly file: string;
  readonly database: Database;
  readonly own: readonly number[];
  readonly count: number;
}

/** Moves that are done however often they are begun. Paths are relative to the folder. */
interface Plan {
  readonly count: number;
  /** Part of the name of the folders that keep the old databases. */
  readonly time: string;
  readonly old: readonly string[];
}

/**
 * Splits or joins the databases in a folder by their servers. They lie in it as `council-of-war.sqlite`, or in its folders 0, 1, 2 …, as the
 * new ones do. The bot must be stopped.
 *
 * All or nothing: the new databases are made beside the old ones and checked. Then a plan is written, and by it the old ones go to a folder
 * of their own and the new ones to their places. A process that is killed before the plan is written has changed nothing; after that, the next
 * one goes on by the plan.
 * @param step is called before each step
 * @throws CannotReshard, UnusableDatabase
 */
export function reshard(folder: string, count: number, options: Options): ShardDatabase[] {
  const { tell, step = () => {} } = options;
  try {
    if (existsSync(planIn(folder))) {
      heldAlone(databasesIn(folder), () => carryOut(folder, step));
      tell('An earlier move had been ended before it was done. It is done now.');
    }
    const files = databasesIn(folder);
    if (files.length === 0) throw new CannotReshard(`there is no ${NAME} in ${folder}, or in folders 0, 1, 2 … there`);
    return heldAlone(files, () => moved(folder, files, count, options));
  } catch (error) {
    const { code = '', path = folder } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
    if (code === 'ENOTDIR') throw new CannotReshard(`${folder} is not a folder`, { cause: error });
    if (DENIED.includes(code))
      throw new CannotReshard(`${path} can’t be written to by this user (${code})`, { cause: error });
    if (databaseTroubleOf(error) !== 'full' && code !== 'ENOSPC') throw error;
    throw new CannotReshard('the disk is full. The new databases need as much room as the old ones', { cause: error });
  }
}

interface Options {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly tell: (sentence: string) => void;
  readonly step?: () => void;
}

function moved(folder: string, files: readonly string[], count: number, options: Options): ShardDatabase[] {
  const { now, tell, step = () => {} } = options;
  const [first] = files as [string];
  for (const file of [...files, ...everyPlace(folder), ...shards(count).map((shard) => place(folder, shard))])
    dropUnfinished(file);
  const sources = files.map((file) => sourceOf(file, tell));
  try {
    expectWhole(sources);
    if (isDone(sources, folder, count)) {
      tell(`The games are in ${count === 1 ? 'one database' : `${count} databases`} already.`);
      return sources.map(({ file, own, database }) => ({ file, shard: Number(own[0]), games: gamesIn(database) }));
    }
    for (const shard of shards(count)) {
      step();
      make(folder, shard, count, sources);
    }
    step();
    expectSame(sources, folder, count);
    tell('Every game was checked.');
  } finally {
    for (const { database } of sources) database.close();
  }
  const time = freeTime(files, now);
  step();
  // No bot starts with an old database from now on: what it wrote would be lost.
  for (const file of files) createFileBeside(file, `${file}${MOVING}`);
  writePlan(folder, { count, time, old: files.map((file) => relative(folder, file)) }, first);
  return carryOut(folder, step);
}

/** The time, with a number where an earlier move of the same second has kept its databases. */
function freeTime(files: readonly string[], now: number): string {
  const time = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  for (let number = 1; ; number++) {
    const named = number === 1 ? time : `${time}-${number}`;
    if (!files.some((file) => existsSync(keptIn(file, named)))) return named;
  }
}

function keptIn(file: string, time: string): string {
  return join(dirname(file), `${BEFORE_RESHARD}${time}`);
}

function isDone(sources: readonly Source[], folder: string, count: number): boolean {
  if (sources.length !== count) return false;
  return count === 1 || sources.every(({ file, own }) => file === place(folder, Number(own.join())));
}

function heldAlone<Result>(files: readonly string[], work: () => Result): Result {
  const held: Lock[] = [];
  try {
    for (const file of files) held.push(lockOf(file));
    return work();
  } finally {
    for (const lock of held) lock.close();
  }
}

function place(folder: string, shard: number): string {
  return join(folder, String(shard), NAME);
}

function planIn(folder: string): string {
  return join(folder, '0', PLAN);
}

function shards(count: number): number[] {
  return Array.from({ length: count }, (_, shard) => shard);
}

function databasesIn(folder: string): string[] {
  return everyPlace(folder).filter((file) => existsSync(file));
}

/** The paths of all databases: in the folder, and in its folders with numbers. */
function everyPlace(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const numbered = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  numbered.sort((one, other) => Number(one) - Number(other));
  return ['.', ...numbered].map((name) => join(folder, name, NAME));
}

function lockOf(file: string): Lock {
  try {
    return holdAlone(file);
  } catch (error) {
    if (databaseTroubleOf(error) === 'locked')
      throw new CannotReshard(`${file} is in use. Stop the bot, all its processes, and try again`, { cause: error });
    throw unusable(file, error);
  }
}

function sourceOf(file: string, tell: (sentence: string) => void): Source {
  const database = openDatabase(file, { tell });
  const kept = database.prepare("SELECT value FROM setting WHERE key = 'shards'").pluck().get() as string | undefined;
  const { own, count } = JSON.parse(kept ?? '{"own":[0],"count":1}') as Pick<Source, 'own' | 'count'>;
  return { file, database, own, count };
}

/** @throws CannotReshard unless each server is in one of the databases, and in no other */
function expectWhole(sources: readonly Source[]): void {
  for (const [at, one] of sources.entries())
    for (const other of sources.slice(at + 1)) {
      const common = greatestCommonDivisor(one.count, other.count);
      if (one.own.some((shard) => other.own.some((another) => shard % common === another % common)))
        throw new CannotReshard(`${one.file} and ${other.file} hold games of the same servers. Move one of them away`);
    }
  const share = sources.reduce((sum, { own, count }) => sum + own.length / count, 0);
  if (share < 1 - 1e-9)
    throw new CannotReshard(
      `a database is missing: ${sources.map(({ file, own, count }) => `${file} has ${own.map((shard) => `shard ${shard}`).join(' and ')} of ${count}`).join(', ')}`,
    );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function dropUnfinished(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${MOVING}${end}`, { force: true });
}

/** Makes the database of a shard from all the old ones, beside where it belongs. */
function make(folder: string, shard: number, count: number, sources: readonly Source[]): void {
  const file = place(folder, shard);
  const [{ file: owner }] = sources as [Source];
  // Not `recursive`: Node then says of a read-only disk that there is no such folder.
  if (!existsSync(dirname(file))) mkdirSync(dirname(file), { mode: 0o700 });
  giveFolderToOwnerOf(owner, dirname(file));
  createFileBeside(owner, `${file}${MOVING}`);
  const database = openDatabase(`${file}${MOVING}`);
  try {
    const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    // The votes of ballots that are closed come after them.
    for (const { name } of triggers as { name: string }[]) database.exec(`DROP TRIGGER "${name}"`);
    const take = rowsInto(database, shard, count);
    // The first shard's own comes first: of two lists of commands everywhere, its list stays.
    for (const source of sources.toSorted(
      (one, other) => Number(other.own.includes(0)) - Number(one.own.includes(0)),
    )) {
      database.prepare('ATTACH ? AS source').run(source.file);
      take(source.file);
      database.exec('DETACH source');
    }
    for (const { sql } of triggers as { sql: string }[]) database.exec(sql);
    database.prepare("INSERT INTO setting VALUES ('shards', ?)").run(JSON.stringify({ own: [shard], count }));
  } finally {
    database.close();
  }
  sync(`${file}${MOVING}`);
  sync(dirname(file));
}

/**
 * Reads the new databases and holds them against the old ones: each is whole, and each game is in the database of its server alone, as it was.
 * @throws CannotReshard
 */
function expectSame(sources: readonly Source[], folder: string, count: number): void {
  const before = sources.flatMap(({ database }) => [...gameDigests(database)]);
  const others = (database: Database) =>
    database
      .prepare('SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM server_entry)')
      .pluck()
      .get() as number;
  let left = sources.reduce((sum, { database }) => sum + others(database), 0);
  const after = new Map<string, GameDigest>();
  for (const shard of shards(count)) {
    const file = `${place(folder, shard)}${MOVING}`;
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      if (database.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw differs(`${file} is damaged`);
      if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw differs(`${file} has loose rows`);
      for (const [game, found] of gameDigests(database)) {
        if (after.has(game)) throw differs(`game ${game} is in two databases`);
        if (shardOf(found.guild, count) !== shard) throw differs(`game ${game} is in the wrong database`);
        after.set(game, found);
      }
      left -= others(database);
    } finally {
      database.close();
    }
  }
  for (const [game, { digest }] of before)
    if (after.get(game)?.digest !== digest) throw differs(`game ${game} has changed`);
  if (after.size !== before.length || left !== 0) throw differs('something is there more or less often than before');
}

function differs(why: string): CannotReshard {
  return new CannotReshard(`the new databases are not as the old ones: ${why}. Please report it`);
}

function gamesIn(database: Database): number {
  return database.prepare('SELECT count(*) FROM game').pluck().get() as number;
}

function writePlan(folder: string, plan: Plan, owner: string): void {
  const file = planIn(folder);
  rmSync(`${file}.part`, { force: true });
  createFileBeside(owner, `${file}.part`);
  writeFileSync(`${file}.part`, JSON.stringify(plan), { mode: OWNER_ONLY });
  sync(`${file}.part`);
  renameSync(`${file}.part`, file);
  sync(dirname(file));
}

function carryOut(folder: string, step: () => void): ShardDatabase[] {
  const { count, time, old } = JSON.parse(readFileSync(planIn(folder), 'utf8')) as Plan;
  for (const file of old.map((each) => join(folder, each))) {
    step();
    const kept = keptIn(file, time);
    // The old database was moved already if it lies there; the one in its place is new.
    if (existsSync(join(kept, NAME))) continue;
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    giveFolderToOwnerOf(file, kept);
    renameSync(file, join(kept, NAME));
    sync(kept);
    sync(dirname(file));
  }
  const made = shards(count).map((shard) => ({ file: place(folder, shard), shard }));
  for (const { file } of made) {
    step();
    if (existsSync(`${file}${MOVING}`)) renameSync(`${file}${MOVING}`, file);
    sync(dirname(file));
  }
  step();
  for (const file of old) rmSync(`${join(folder, file)}${MOVING}`, { force: true });
  rmSync(planIn(folder));
  sync(dirname(planIn(folder)));
  return made.map(({ file, shard }) => {
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      return { file, shard, games: gamesIn(database) };
    } finally {
      database.close();
    }
  });
}
