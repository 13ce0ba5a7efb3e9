import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, type SeenMessage, startSandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { patientClock } from '../patient-clock.ts';
import { type Environment, folder, preload, type Running, start } from './child.ts';
import { CHANNEL, maps, seat } from './table.ts';

interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly out: string;
  readonly err: string;
}

/** `npm run backup` as npm runs it. */
function backup(database: string, ...args: readonly string[]): Promise<Ended> {
  return backupBy({ DATABASE_PATH: database }, ...args);
}

async function backupBy(environment: Environment, ...args: readonly string[]): Promise<Ended> {
  const command = [process.execPath, join('src', 'setup', 'run.mjs'), 'backup', ...args];
  const running = start(environment, command);
  return { code: await running.ended, ...running.output };
}

function read<Result>(file: string, sql: string): Result {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    return database.prepare(sql).pluck().get() as Result;
  } finally {
    database.close();
  }
}
const orders = (file: string) => read<number>(file, "SELECT count(*) FROM entry WHERE kind = 'order'");

function anOrder(map: SeenMessage | undefined): string {
  const id = map?.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId;
  if (!id) throw new Error(`No order among ${map?.buttons.map(({ label }) => label)}`);
  return id;
}

/** Gives an order by a button, whatever the dice have left to do, and waits for its map. */
async function order(sandbox: Sandbox): Promise<SeenMessage> {
  const last = maps(sandbox).at(-1);
  const told = answer(await seat(sandbox, 'Bo').press(last ?? '', anOrder(last)));
  return sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === told.id && files.length > 0);
}

describe('npm run backup', () => {
  test('copies what a running bot writes, and a copy put in its place goes on from there', async () => {
    const place = folder();
    const file = join(place, 'games.sqlite');
    const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: patientClock });
    onTestFinished(() => sandbox.close());
    const settings = { DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: sandbox.apiUrl, DATABASE_PATH: file };
    const bot = async (): Promise<Running> => {
      const running = start(settings);
      await running.says(/^Its games are saved/m);
      return running;
    };
    let running = await bot();
    const opening = answer(await seat(sandbox, 'Ada').command('new'));
    await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === opening.id && files.length > 0);
    await order(sandbox);

    const copying = backup(file);
    for (let given = 0; given < 2; given++) await order(sandbox);
    const { code, out, err } = await copying;
    expect([code, err]).toEqual([0, '']);
    const line = /^(\S+) was copied to (\S+): \d+ kB, 1 game, in \d+\.\d s\.\n$/.exec(out);
    expect(line?.[1], out).toBe(file);
    const [name = ''] = readdirSync(join(place, 'backups'));
    expect(name).toMatch(/^games-\d{8}T\d{6}Z\.sqlite$/);
    const copy = join(place, 'backups', name);
    expect(readdirSync(join(place, 'backups'))).toHaveLength(1);
    expect(line?.[2]).toContain(name);
    expect(statSync(copy).mode & ~statSync(file).mode & 0o777).toBe(0);
    const copied = orders(copy);
    expect(copied).toBeGreaterThanOrEqual(1);
    const noted = Number(read<string>(file, "SELECT value FROM setting WHERE key = 'backup:last'"));
    expect(Math.abs(Date.now() - noted)).toBeLessThan(60_000);

    await order(sandbox);
    expect(orders(file)).toBe(4);
    expect(existsSync(`${file}-wal`)).toBe(true);
    copyFileSync(copy, file);
    // Too early: the bot still runs. It takes nothing more, and nobody else may have the file.
    const late = maps(sandbox).at(-1);
    const told = answer(await seat(sandbox, 'Bo').press(late ?? '', anOrder(late)));
    expect(told.content).toContain('can’t write to its database right now, and nothing was changed');
    const second = start(settings);
    expect(await second.ended).toBe(75);
    expect(second.output.err).toBe(`${file} is in use by another process. Stop that one first.\n`);
    expect(readFileSync(file).equals(readFileSync(copy))).toBe(true);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    running = await bot();
    expect(running.output.out).toContain(`${file} is a restored copy`);
    expect(read(file, 'PRAGMA integrity_check')).toBe('ok');
    expect(orders(file)).toBe(copied);

    // The map of an order that is no more: its button does nothing but show how the campaign stands.
    const lost = maps(sandbox).at(-1);
    await seat(sandbox, 'Bo').press(lost ?? '', anOrder(lost));
    expect(orders(file)).toBe(copied);
    const map = answer(await seat(sandbox, 'Bo').command('map'));
    await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === map.id && files.length > 0);
    await order(sandbox);
    expect(orders(file)).toBe(copied + 1);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(read(file, 'PRAGMA integrity_check')).toBe('ok');
  });

  test('with --keep deletes older copies that were made with it, and no other', async () => {
    const place = folder();
    const file = join(place, 'games.sqlite');
    const made = start({ DATABASE_PATH: file });
    await made.says(/^Its games are saved/m);
    await backup(file);
    const [byHand = ''] = readdirSync(join(place, 'backups'));
    for (const day of ['20261101', '20261102'])
      writeFileSync(join(place, 'backups', `games-scheduled-${day}T000000Z.sqlite`), 'earlier');
    writeFileSync(join(place, 'backups', 'others-scheduled-20261101T000000Z.sqlite'), 'of another database');
    expect(await backup(file, '--keep', '2')).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(place, 'backups')).sort()).toEqual([
      byHand,
      'games-scheduled-20261102T000000Z.sqlite',
      expect.stringMatching(/^games-scheduled-\d{8}T\d{6}Z\.sqlite$/),
      'others-scheduled-20261101T000000Z.sqlite',
    ]);
    for (const wrong of [
      ['--keep', '0'],
      ['--keep', 'all'],
      ['--keep', '2', 'copy.sqlite'],
      ['--kep', '2'],
    ])
      expect(await backup(file, ...wrong)).toMatchObject({ code: 2, err: expect.stringContaining('--keep N') });
  });

  test('says in a sentence why there is none, and leaves nothing', async () => {
    const place = folder();
    const file = join(place, 'games.sqlite');
    expect(await backup(file)).toEqual({
      code: 1,
      out: '',
      err: `No backup was made: there is no database ${file}.\n`,
    });
    expect(readdirSync(place)).toEqual([]);

    // Where a service runs, its games are meant, and where they are is not known here.
    expect(await backupBy({ NODE_ENV: 'production' })).toEqual({
      code: 1,
      out: '',
      err: 'No backup was made: NODE_ENV is production, and neither DATABASE_PATH nor DISCORD_TOKEN is set, so only practice games would be copied. Set DATABASE_PATH to the database.\n',
    });
    // Why else, stands in the tests of the store.
    writeFileSync(file, 'All the fury of the battle.\n');
    expect(await backupBy({ NODE_ENV: 'production', DATABASE_PATH: file }, file)).toMatchObject({
      code: 1,
      err: `No backup was made: ${file} exists already.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('All the fury of the battle.\n');
    expect(await backup(file, 'one', 'two')).toMatchObject({ code: 2, err: expect.stringContaining('[FILE]') });
    expect(readdirSync(place)).toEqual(['games.sqlite']);
  });
});

describe('a bot that runs', () => {
  /** Its minutes are tenths of a second, and ten of them have passed once it has begun to wait for the first. */
  const HASTY = preload(`
    const { setInterval: every } = globalThis;
    const { now } = Date;
    let ahead = 0;
    Date.now = () => now() + ahead;
    globalThis.setInterval = (work, ms, ...rest) => {
      if (ms !== 60000) return every(work, ms, ...rest);
      ahead = 11 * 60000;
      return every(work, 100, ...rest);
    };
  `);

  async function running(settings: Environment) {
    const place = folder();
    const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: patientClock });
    onTestFinished(() => sandbox.close());
    const file = join(place, 'games.sqlite');
    const discord = { DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: sandbox.apiUrl, DATABASE_PATH: file };
    const bot = start({ ...discord, NODE_OPTIONS: HASTY, HEALTH_PORT: '0', ...settings });
    await bot.says(/^Its games are saved/m);
    const copies = () => (existsSync(join(place, 'backups')) ? readdirSync(join(place, 'backups')) : []);
    return { bot, file, sandbox, place, copies };
  }

  test('backs itself up when it is time, and says so', async () => {
    const { bot, file, sandbox, copies, place } = await running({ BACKUP_EVERY: '6h' });
    await expect.poll(copies, { timeout: 20_000 }).toEqual([expect.stringMatching(/^games-scheduled-.*Z\.sqlite$/)]);
    expect(read(join(place, 'backups', copies()[0] ?? ''), 'PRAGMA integrity_check')).toBe('ok');
    const last = () => read<string | undefined>(file, "SELECT value FROM setting WHERE key = 'backup:last'");
    await expect.poll(last).toMatch(/^\d+$/);
    const told = answer(await sandbox.as('Ada').in('council-of-war').command('status')).content;
    expect(told).toMatch(/- Last backup: <t:\d+:f> \(<t:\d+:R>\)\. The bot makes one every 6 hours\n/);
    await expect.poll(() => bot.output.err).toContain('the database was backed up');
    expect(copies()).toHaveLength(1);
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
  });

  test('logs a backup that fails, goes on, and tries again later', async () => {
    const { bot, place, copies } = await running({});
    writeFileSync(join(place, 'backups'), 'a file where the folder belongs');
    await expect
      .poll(() => bot.output.err, { timeout: 20_000 })
      .toMatch(/could not be backed up.*|backups can’t be made/);
    expect(bot.output.err.match(/could not be backed up/g)).toHaveLength(1);
    expect(() => copies()).toThrow();
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
  });
});

test('systemd hears from it three times as often as it asks for', async () => {
  const place = folder();
  const heard = join(place, 'heard');
  writeFileSync(join(place, 'systemd-notify'), `#!/bin/sh\necho "$1 $NOTIFY_SOCKET" >> ${heard}\n`, { mode: 0o755 });
  const bot = start({
    DATABASE_PATH: join(place, 'games.sqlite'),
    PATH: `${place}:${process.env.PATH}`,
    NOTIFY_SOCKET: '/run/notify',
    WATCHDOG_USEC: '600000',
  });
  await bot.says(/^Its games are saved/m);
  const lines = () => readFileSync(heard, 'utf8').trim().split('\n');
  await expect.poll(() => lines().length, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(new Set(lines())).toEqual(new Set(['WATCHDOG=1 /run/notify']));
  // The event loop hangs.
  bot.child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 300));
  const then = lines().length;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(lines()).toHaveLength(then);
  bot.child.kill('SIGCONT');
  await expect.poll(() => lines().length).toBeGreaterThan(then);
});
