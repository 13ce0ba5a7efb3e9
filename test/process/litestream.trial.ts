import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { npmCommand } from '../../src/setup/install.mjs';
import { NEEDS_WAL } from '../../src/store/file/write-ahead.ts';
import { openDatabase, reshard } from '../../src/store/index.ts';
import { BotProcess, folder, reading, start } from '../harness/bot-process.ts';
import { PROJECT, setUp } from '../harness/program.ts';
import { patientClock } from '../patient-clock.ts';

/** Fetched for this trial alone: its packages for other systems are no business of whoever installs the bot. */
const PACKAGE = '@flydotio/litestream@1.0.1';
const CONFIG = join(PROJECT, 'deploy', 'litestream.yml');
/** @returns the path of the program */
function installed(): string {
  const place = folder();
  const [npm = '', ...args] = npmCommand();
  const { status, stderr } = spawnSync(
    npm,
    [...args, 'install', PACKAGE, '--prefix', place, '--no-save', '--prefer-offline', '--ignore-scripts'],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  return join(place, 'node_modules', `@flydotio/litestream-${process.platform}-${process.arch}`, 'litestream');
}

function replicate(program: string, env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(program, ['replicate', '-config', CONFIG], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** A database made from the copy, new at each call. */
function restored(program: string, replica: string): string {
  const file = join(folder(), 'restored.sqlite');
  const { status, stderr } = spawnSync(program, ['restore', '-o', file, replica], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return file;
}

const ordersIn = (file: string) =>
  reading(file, (database) => database.prepare("SELECT count(*) FROM entry WHERE kind = 'order'").pluck().get());

test('bot and Litestream are killed while orders are given: on another disk the games go on', async () => {
  const program = installed();
  const replica = `file://${folder()}`;
  const bot = await BotProcess.open({ clock: patientClock });
  const running = await bot.start();
  const copying = replicate(program, { DATABASE_PATH: bot.file, LITESTREAM_REPLICA_URL: replica });

  await bot.begin();
  const copied = 8;
  for (let given = 0; given < copied; given++) await bot.order();
  await expect.poll(() => ordersIn(restored(program, replica)), { interval: 1000 }).toBe(copied);
  await bot.order();
  await bot.order();
  // The copy ends in the middle of a checkpoint.
  const live = new BetterSqlite3(bot.file);
  live.prepare("INSERT INTO setting VALUES (?, '1')").run(NEEDS_WAL);
  live.close();
  const isMarked = () =>
    reading(restored(program, replica), (database) =>
      database.prepare('SELECT value FROM setting WHERE key = ?').pluck().get(NEEDS_WAL),
    );
  await expect.poll(isMarked, { interval: 1000 }).toBe('1');
  copying.kill('SIGKILL');
  await running.kill();

  const copy = restored(program, replica);
  expect(await start({ ...bot.settings, DATABASE_PATH: copy }).ended).toBe(74);
  const games = join(folder(), 'games.sqlite');
  const backup = start({ DATABASE_PATH: copy }, setUp('backup', games));
  expect(await backup.ended, backup.output.err).toBe(0);
  const again = await bot.start({ DATABASE_PATH: games });
  expect(await again.leave(), again.output.err).toBe(0);
  expect(ordersIn(games)).toBeGreaterThanOrEqual(copied);
});

test('after games were moved to two databases, what is restored is the first shard as it is now', async () => {
  const program = installed();
  const replica = `file://${folder()}`;
  const home = folder();
  const file = join(home, '0', 'council-of-war.sqlite');
  const inCopy = () =>
    reading(restored(program, replica), (database) =>
      database.prepare("SELECT value FROM setting WHERE key IN ('shards', 'traces') ORDER BY key").pluck().all(),
    );
  /** Writes, with Litestream beside it, until the copy has these settings. */
  const copied = async (name: string, settings: readonly string[]) => {
    const live = openDatabase(file);
    const copying = replicate(program, { DATABASE_PATH: file, LITESTREAM_REPLICA_URL: replica });
    live.prepare("INSERT OR REPLACE INTO setting VALUES ('traces', ?)").run(name);
    await expect.poll(inCopy, { interval: 1000 }).toEqual(settings);
    copying.kill('SIGKILL');
    live.close();
  };
  await copied('before', ['before']);
  reshard(home, 2, { now: Date.now(), tell: () => {} });
  await copied('after', ['{"own":[0],"count":2}', 'after']);
});
