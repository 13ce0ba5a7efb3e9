import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { syncToDisk, timeInNames } from './file/backup-database.ts';
import { databaseTroubleOf } from './file/database-trouble.ts';
import { createFileBeside, giveFolderToOwnerOf, OWNER_ONLY } from './file/file-mode.ts';
import { BEFORE_RESHARD, MOVING } from './file/lost-files.ts';
import { openDatabase } from './file/open-database.ts';
import { type Lock, lockDatabase } from './file/process-lock.ts';
import { unusable } from './file/unusable-database.ts';
import type { Database } from './queries.ts';
import { type GameDigest, gameDigests, rowsInto, shardOfServer } from './tables/server-rows.ts';

/** Error codes of a folder that is another user's, or on a read-only disk. */
const DENIED: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];
const NAME = 'council-of-war.sqlite';
/** The file of the plan, in the folder of the first shard. */
const PLAN = 'reshard.json';

/** Nothing was moved, and the databases are as they were. `message` is a sentence without its full stop. */
export class CannotReshard extends Error {
  override readonly name = 'CannotReshard';
}

export interface ShardDatabase {
  readonly file: string;
  readonly shard: number;
  readonly games: number;
}

interface Options {
  readonly now: number;
  readonly tell: (sentence: string) => void;
  /** Called before each step. */
  readonly step?: () => void;
}

interface Source {
  readonly file: string;
  readonly database: Database;
  /** The shards whose servers it has. */
  readonly own: readonly number[];
  readonly count: number;
}

/** The renames that are left once the new databases are checked. They can be tried again after an interruption. */
interface Plan {
  readonly count: number;
  /** Part of the name of the folders that keep the old databases. */
  readonly time: string;
  /** Paths of the old databases, relative to the folder. */
  readonly old: readonly string[];
}

/**
 * Splits or joins the databases in a folder by their servers. One database is `council-of-war.sqlite` in the folder;
 * several are in its folders 0, 1, 2 … The new databases get folders with numbers in any case. The bot must be stopped.
 *
 * It does everything or nothing.
 * 1. It makes the new databases beside the places where they belong, and compares them with the old ones.
 * 2. It writes a plan.
 * 3. By the plan, it moves the old databases to folders of their own, and the new ones to their places.
 *
 * A process that is killed before step 2 has changed nothing. After that, the next call finishes step 3 first.
 * @throws CannotReshard, UnusableDatabase
 */
export function reshard(folder: string, count: number, { now, tell, step = () => {} }: Options): ShardDatabase[] {
  try {
    if (existsSync(planIn(folder))) {
      whileLocked(databasesIn(folder), () => carryOutPlan(folder, step));
      tell('An earlier move had been ended before it was done. It is done now.');
    }
    const files = databasesIn(folder);
    if (files.length === 0) throw new CannotReshard(`there is no ${NAME} in ${folder}, or in folders 0, 1, 2 … there`);
    return whileLocked(files, () => move(folder, files, count, { now, tell, step }));
  } catch (error) {
    const { code = '', path = folder } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
    if (code === 'ENOTDIR') throw new CannotReshard(`${folder} is not a folder`, { cause: error });
    if (DENIED.includes(code))
      throw new CannotReshard(`${path} can’t be written to by this user (${code})`, { cause: error });
    if (databaseTroubleOf(error) !== 'full' && code !== 'ENOSPC') throw error;
    throw new CannotReshard('the disk is full. The new databases need as much room as the old ones', { cause: error });
  }
}

function move(
  folder: string,
  files: readonly string[],
  count: number,
  { now, tell, step }: Required<Options>,
): ShardDatabase[] {
  const [first] = files as [string];
  for (const file of [...files, ...possibleFiles(folder), ...shards(count).map((shard) => fileOf(folder, shard))])
    deleteMoving(file);
  const sources = files.map((file) => sourceOf(file, tell));
  try {
    expectEveryServerOnce(sources);
    if (isDone(sources, folder, count)) {
      tell(`The games are in ${count === 1 ? 'one database' : `${count} databases`} already.`);
      return sources.map(({ file, own, database }) => ({ file, shard: Number(own[0]), games: countGames(database) }));
    }
    for (const shard of shards(count)) {
      step();
      makeDatabase(folder, shard, count, sources);
    }
    step();
    expectSameGames(sources, folder, count);
    tell('Every game was checked.');
  } finally {
    for (const { database } of sources) database.close();
  }
  const time = freeTime(files, now);
  step();
  // With such a file beside its database no bot starts (`lostMain`). What it wrote from now on would be lost.
  for (const file of files) createFileBeside(file, `${file}${MOVING}`);
  writePlan(folder, { count, time, old: files.map((file) => relative(folder, file)) }, first);
  return carryOutPlan(folder, step);
}

/** The time, with a number added if an earlier move was in the same second. */
function freeTime(files: readonly string[], now: number): string {
  const time = timeInNames(now);
  for (let number = 1; ; number++) {
    const name = number === 1 ? time : `${time}-${number}`;
    if (!files.some((file) => existsSync(folderForOld(file, name)))) return name;
  }
}

function folderForOld(file: string, time: string): string {
  return join(dirname(file), `${BEFORE_RESHARD}${time}`);
}

function isDone(sources: readonly Source[], folder: string, count: number): boolean {
  if (sources.length !== count) return false;
  return count === 1 || sources.every(({ file, own }) => file === fileOf(folder, Number(own.join())));
}

function whileLocked<Result>(files: readonly string[], work: () => Result): Result {
  const locks: Lock[] = [];
  try {
    for (const file of files) locks.push(lockOf(file));
    return work();
  } finally {
    for (const lock of locks) lock.close();
  }
}

function fileOf(folder: string, shard: number): string {
  return join(folder, String(shard), NAME);
}

function planIn(folder: string): string {
  return join(folder, '0', PLAN);
}

function shards(count: number): number[] {
  return Array.from({ length: count }, (_, shard) => shard);
}

function databasesIn(folder: string): string[] {
  return possibleFiles(folder).filter((file) => existsSync(file));
}

/** Every path where a database can be: in the folder, and in its folders with numbers. */
function possibleFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const numbered = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  numbered.sort((one, other) => Number(one) - Number(other));
  return ['.', ...numbered].map((name) => join(folder, name, NAME));
}

function lockOf(file: string): Lock {
  try {
    return lockDatabase(file);
  } catch (error) {
    if (databaseTroubleOf(error) === 'locked')
      throw new CannotReshard(`${file} is in use. Stop the bot, all its processes, and try again`, { cause: error });
    throw unusable(file, error);
  }
}

function sourceOf(file: string, tell: (sentence: string) => void): Source {
  const database = openDatabase(file, { tell });
  const json = database.prepare("SELECT value FROM setting WHERE key = 'shards'").pluck().get() as string | undefined;
  const { own, count } = JSON.parse(json ?? '{"own":[0],"count":1}') as Pick<Source, 'own' | 'count'>;
  return { file, database, own, count };
}

/** @throws CannotReshard unless each server belongs to exactly one of the databases */
function expectEveryServerOnce(sources: readonly Source[]): void {
  for (const [at, one] of sources.entries())
    for (const other of sources.slice(at + 1)) {
      // Two shards have servers in common if their numbers are equal modulo this divisor.
      const common = greatestCommonDivisor(one.count, other.count);
      if (one.own.some((shard) => other.own.some((another) => shard % common === another % common)))
        throw new CannotReshard(`${one.file} and ${other.file} hold games of the same servers. Move one of them away`);
    }
  const shareOfServers = sources.reduce((sum, { own, count }) => sum + own.length / count, 0);
  // Sums of fractions are a little off.
  if (shareOfServers < 1 - 1e-9)
    throw new CannotReshard(
      `a database is missing: ${sources.map(({ file, own, count }) => `${file} has ${own.map((shard) => `shard ${shard}`).join(' and ')} of ${count}`).join(', ')}`,
    );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Deletes a database that an interrupted call has made and not put in its place. */
function deleteMoving(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${MOVING}${end}`, { force: true });
}

/** Makes the database of a shard from all the old ones, beside the place where it belongs. */
function makeDatabase(folder: string, shard: number, count: number, sources: readonly Source[]): void {
  const file = fileOf(folder, shard);
  const [{ file: owner }] = sources as [Source];
  // With `recursive`, Node would say of a read-only disk that there is no such folder.
  if (!existsSync(dirname(file))) mkdirSync(dirname(file), { mode: 0o700 });
  giveFolderToOwnerOf(owner, dirname(file));
  createFileBeside(owner, `${file}${MOVING}`);
  const database = openDatabase(`${file}${MOVING}`);
  try {
    // A trigger would refuse the votes of closed ballots.
    const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers as { name: string }[]) database.exec(`DROP TRIGGER "${name}"`);
    const takeRows = rowsInto(database, shard, count);
    // The database of the first shard comes first. If several have a list of global commands, its list stays.
    for (const source of sources.toSorted(
      (one, other) => Number(other.own.includes(0)) - Number(one.own.includes(0)),
    )) {
      database.prepare('ATTACH ? AS source').run(source.file);
      takeRows(source.file);
      database.exec('DETACH source');
    }
    for (const { sql } of triggers as { sql: string }[]) database.exec(sql);
    database.prepare("INSERT INTO setting VALUES ('shards', ?)").run(JSON.stringify({ own: [shard], count }));
  } finally {
    database.close();
  }
  syncToDisk(`${file}${MOVING}`);
  syncToDisk(dirname(file));
}

/**
 * Compares the new databases with the old ones.
 * @throws CannotReshard unless each game is unchanged, and only in the database of its server
 */
function expectSameGames(sources: readonly Source[], folder: string, count: number): void {
  const before = sources.flatMap(({ database }) => [...gameDigests(database)]);
  // Digests of games leave out messages and server entries that belong to no game, so all of them are counted.
  const countMessagesAndEntries = (database: Database) =>
    database
      .prepare('SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM server_entry)')
      .pluck()
      .get() as number;
  let missing = sources.reduce((sum, { database }) => sum + countMessagesAndEntries(database), 0);
  const after = new Map<string, GameDigest>();
  for (const shard of shards(count)) {
    const file = `${fileOf(folder, shard)}${MOVING}`;
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      if (database.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw differs(`${file} is damaged`);
      if ((database.pragma('foreign_key_check') as unknown[]).length > 0) throw differs(`${file} has loose rows`);
      for (const [game, found] of gameDigests(database)) {
        if (after.has(game)) throw differs(`game ${game} is in two databases`);
        if (shardOfServer(found.guild, count) !== shard) throw differs(`game ${game} is in the wrong database`);
        after.set(game, found);
      }
      missing -= countMessagesAndEntries(database);
    } finally {
      database.close();
    }
  }
  for (const [game, { digest }] of before)
    if (after.get(game)?.digest !== digest) throw differs(`game ${game} has changed`);
  if (after.size !== before.length || missing !== 0) throw differs('something is there more or less often than before');
}

function differs(why: string): CannotReshard {
  return new CannotReshard(`the new databases are not as the old ones: ${why}. Please report it`);
}

function countGames(database: Database): number {
  return database.prepare('SELECT count(*) FROM game').pluck().get() as number;
}

function writePlan(folder: string, plan: Plan, owner: string): void {
  const file = planIn(folder);
  rmSync(`${file}.part`, { force: true });
  createFileBeside(owner, `${file}.part`);
  writeFileSync(`${file}.part`, JSON.stringify(plan), { mode: OWNER_ONLY });
  syncToDisk(`${file}.part`);
  renameSync(`${file}.part`, file);
  syncToDisk(dirname(file));
}

function carryOutPlan(folder: string, step: () => void): ShardDatabase[] {
  const { count, time, old } = JSON.parse(readFileSync(planIn(folder), 'utf8')) as Plan;
  for (const file of old.map((each) => join(folder, each))) {
    step();
    const target = folderForOld(file, time);
    // An interrupted call has moved it already. The database that is in its place now is a new one.
    if (existsSync(join(target, NAME))) continue;
    mkdirSync(target, { recursive: true, mode: 0o700 });
    giveFolderToOwnerOf(file, target);
    renameSync(file, join(target, NAME));
    syncToDisk(target);
    syncToDisk(dirname(file));
  }
  const databases = shards(count).map((shard) => ({ file: fileOf(folder, shard), shard }));
  for (const { file } of databases) {
    step();
    if (existsSync(`${file}${MOVING}`)) renameSync(`${file}${MOVING}`, file);
    syncToDisk(dirname(file));
  }
  step();
  for (const file of old) rmSync(`${join(folder, file)}${MOVING}`, { force: true });
  rmSync(planIn(folder));
  syncToDisk(dirname(planIn(folder)));
  return databases.map(({ file, shard }) => {
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      return { file, shard, games: countGames(database) };
    } finally {
      database.close();
    }
  });
}
