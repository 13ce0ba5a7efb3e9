import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/index.ts';
import { answer } from '../answered-message.ts';
import { BotProcess, folder, reading, start } from '../harness/bot-process.ts';
import { built, type Environment, PROJECT, preload } from '../harness/program.ts';
import { patientClock } from '../patient-clock.ts';

/** The program behind `npm run backup`. */
async function backup(environment: Environment, ...args: readonly string[]) {
  const running = start(environment, built('backup', ...args));
  return { code: await running.ended, ...running.output };
}

const read = <Result>(file: string, sql: string): Result =>
  reading(file, (database) => database.prepare(sql).pluck().get() as Result);
const orders = (file: string) => read<number>(file, "SELECT count(*) FROM entry WHERE kind = 'order'");

describe('npm run backup', () => {
  test('copies what a running bot writes, and a copy put in its place goes on from there', async () => {
    const bot = await BotProcess.open({ clock: patientClock });
    const { file, settings } = bot;
    const place = dirname(file);
    let running = await bot.start();
    await bot.begin();
    await bot.order();

    const began = Date.now();
    const copying = backup({ DATABASE_PATH: file });
    for (let given = 0; given < 2; given++) await bot.order();
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
    expect(noted).toBeGreaterThanOrEqual(began);
    expect(noted).toBeLessThanOrEqual(Date.now());

    await bot.order();
    expect(orders(file)).toBe(4);
    expect(existsSync(`${file}-wal`)).toBe(true);
    copyFileSync(copy, file);
    // Too early: the bot still runs. It takes nothing more, and nobody else may have the file.
    const told = answer(await bot.press());
    expect(told.content).toContain('can’t write to its database right now, and nothing was changed');
    const second = start(settings);
    expect(await second.ended).toBe(75);
    expect(second.output.err).toBe(`${file} is in use by another process. Stop that one first.\n`);
    expect(readFileSync(file).equals(readFileSync(copy))).toBe(true);
    expect(await running.leave()).toBe(0);
    running = await bot.start();
    expect(running.output.out).toContain(`${file} is a restored copy`);
    expect(read(file, 'PRAGMA integrity_check')).toBe('ok');
    expect(orders(file)).toBe(copied);

    // The map of an order that is no more: its button does nothing but show how the campaign stands.
    await bot.press();
    expect(orders(file)).toBe(copied);
    await bot.shown(answer(await bot.at('Bo').command('map')));
    await bot.order();
    expect(orders(file)).toBe(copied + 1);
    expect(await running.leave()).toBe(0);
    expect(read(file, 'PRAGMA integrity_check')).toBe('ok');
  });

  test('with --keep deletes older copies that were made with it, and no other', async () => {
    const place = folder();
    const file = join(place, 'games.sqlite');
    await start({ DATABASE_PATH: file }).ready;
    await backup({ DATABASE_PATH: file });
    const [byHand = ''] = readdirSync(join(place, 'backups'));
    writeFileSync(join(place, 'backups', 'games-scheduled-not.sqlite'), 'named by hand');
    for (const day of ['20261101', '20261102'])
      writeFileSync(join(place, 'backups', `games-scheduled-${day}T000000Z.sqlite`), 'earlier');
    writeFileSync(join(place, 'backups', 'others-scheduled-20261101T000000Z.sqlite'), 'of another database');
    expect(await backup({ DATABASE_PATH: file }, '--keep', '2')).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(place, 'backups')).sort()).toEqual([
      byHand,
      'games-scheduled-20261102T000000Z.sqlite',
      expect.stringMatching(/^games-scheduled-\d{8}T\d{6}Z\.sqlite$/),
      'games-scheduled-not.sqlite',
      'others-scheduled-20261101T000000Z.sqlite',
    ]);
    // The clock was set back: what it made before counts as older than what it makes now.
    writeFileSync(join(place, 'backups', 'games-scheduled-29991231T000000Z.sqlite'), 'of the future');
    await backup({ DATABASE_PATH: file }, '--keep', '2');
    const kept = readdirSync(join(place, 'backups')).filter((name) => /^games-scheduled-\d/.test(name));
    expect(kept).toHaveLength(2);
    expect(kept).not.toContain('games-scheduled-29991231T000000Z.sqlite');
    for (const wrong of [
      ['--keep', '0'],
      ['--keep', 'all'],
      ['--keep', '2', 'copy.sqlite'],
      ['--kep', '2'],
    ])
      expect(await backup({ DATABASE_PATH: file }, ...wrong)).toMatchObject({
        code: 2,
        err: expect.stringContaining('--keep N'),
      });
  });

  test('says in a sentence why there is none, and leaves nothing', async () => {
    const place = folder();
    const file = join(place, 'games.sqlite');
    expect(await backup({ DATABASE_PATH: file })).toEqual({
      code: 1,
      out: '',
      err: `No backup was made: there is no database ${file}.\n`,
    });
    expect(readdirSync(place)).toEqual([]);

    // With a service, its games are to be copied, and this command can't know where they are.
    expect(await backup({ NODE_ENV: 'production' })).toEqual({
      code: 1,
      out: '',
      err: 'No backup was made: NODE_ENV is production, and neither DATABASE_PATH nor DISCORD_TOKEN is set, so only practice games would be copied. Set DATABASE_PATH to the database.\n',
    });
    // Why else, stands in the tests of the store.
    writeFileSync(file, 'All the fury of the battle.\n');
    expect(await backup({ NODE_ENV: 'production', DATABASE_PATH: file }, file)).toMatchObject({
      code: 1,
      err: `No backup was made: ${file} exists already.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('All the fury of the battle.\n');
    expect(await backup({ DATABASE_PATH: file }, 'one', 'two')).toMatchObject({
      code: 2,
      err: expect.stringContaining('[FILE]'),
    });
    expect(readdirSync(place)).toEqual(['games.sqlite']);
  });
});

describe('a bot that runs', () => {
  /** From SIGUSR2 on its minutes are tenths of a second, and ten of them have passed. */
  const HASTY = preload(`
    const { setInterval: every } = globalThis;
    const { now } = Date;
    let ahead = 0;
    Date.now = () => now() + ahead;
    process.on('SIGUSR2', () => { ahead = 11 * 60000; });
    globalThis.setInterval = (work, ms, ...rest) =>
      ms === 60000 ? every(() => ahead > 0 && work(...rest), 100) : every(work, ms, ...rest);
  `);

  async function running(settings: Environment, prepare: (backups: string) => void = () => {}) {
    const bot = await BotProcess.open({ clock: patientClock });
    openDatabase(bot.file).close();
    const program = await bot.start({ NODE_OPTIONS: HASTY, HEALTH_PORT: '0', ...settings });
    const backups = join(dirname(bot.file), 'backups');
    prepare(backups);
    program.child.kill('SIGUSR2');
    const copies = () => (existsSync(backups) ? readdirSync(backups) : []);
    return { bot, program, backups, copies };
  }

  test('backs itself up when it is time, and says so', async () => {
    const { bot, program, backups, copies } = await running({ BACKUP_EVERY: '6h' });
    await expect.poll(copies).toEqual([expect.stringMatching(/^games-scheduled-.*Z\.sqlite$/)]);
    expect(read(join(backups, copies()[0] ?? ''), 'PRAGMA integrity_check')).toBe('ok');
    const last = () => read<string | undefined>(bot.file, "SELECT value FROM setting WHERE key = 'backup:last'");
    await expect.poll(last).toMatch(/^\d+$/);
    const told = answer(await bot.at('Ada').command('status')).content;
    expect(told).toMatch(/- Last backup: <t:\d+:f> \(<t:\d+:R>\)\. The bot makes one every 6 hours\n/);
    await expect.poll(() => program.output.err).toContain('the database was backed up');
    expect(copies()).toHaveLength(1);
    expect(await program.leave()).toBe(0);
  });

  test('that is asked to stop ends a backup that it makes, and leaves nothing of it', async () => {
    const endless = preload(`
      import { createRequire } from 'node:module';
      const Database = createRequire(${JSON.stringify(join(PROJECT, 'package.json'))})('better-sqlite3');
      const { prepare } = Database.prototype;
      Database.prototype.prepare = function (sql) {
        const statement = prepare.call(this, sql);
        if (sql !== 'VACUUM INTO ?') return statement;
        return { run: (part) => (statement.run(part), Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)) };
      };
    `);
    const { program, backups, copies } = await running({ NODE_OPTIONS: `${HASTY} ${endless}` });
    await expect.poll(copies).toEqual([expect.stringContaining('unfinished')]);
    // As a service manager does, which tells all of its processes.
    process.kill(-program.pid, 'SIGTERM');
    expect(await program.ended).toBe(0);
    expect(readdirSync(backups)).toEqual([]);
    expect(program.output.err).not.toContain('could not be backed up');
  });

  test('logs a backup that fails, goes on, and tries again later', async () => {
    const { program, copies } = await running({}, (backups) =>
      writeFileSync(backups, 'a file where the folder belongs'),
    );
    await expect.poll(() => program.output.err).toMatch(/could not be backed up.*|backups can’t be made/);
    expect(program.output.err.match(/could not be backed up/g)).toHaveLength(1);
    expect(() => copies()).toThrow();
    expect(await program.leave()).toBe(0);
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
  await bot.ready;
  const lines = () => readFileSync(heard, 'utf8').trim().split('\n');
  await expect.poll(() => lines().length).toBeGreaterThan(5);
  expect(new Set(lines())).toEqual(new Set(['WATCHDOG=1 /run/notify']));
  // The event loop hangs: what it has sent may still arrive, and then nothing does for as long as five would take.
  bot.child.kill('SIGSTOP');
  let then = 0;
  const sinceThen = () => {
    const before = then;
    then = lines().length;
    return then - before;
  };
  await expect.poll(sinceThen, { interval: 1000 }).toBe(0);
  bot.child.kill('SIGCONT');
  await expect.poll(() => lines().length).toBeGreaterThan(then);
});
