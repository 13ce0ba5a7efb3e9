import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answer } from '../answered-message.ts';
import { BotProcess, folder, reading, start } from '../harness/bot-process.ts';
import type { Environment } from '../harness/program.ts';
import { patientClock } from '../patient-clock.ts';

/** `npm run backup` as npm runs it. */
async function backup(environment: Environment, ...args: readonly string[]) {
  const running = start(environment, [process.execPath, join('src', 'setup', 'run.mjs'), 'backup', ...args]);
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
    expect(Math.abs(Date.now() - noted)).toBeLessThan(60_000);

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

  test('says in a sentence why there is none, and leaves nothing', async () => {
    const place = folder();
    const file = join(place, 'games.sqlite');
    expect(await backup({ DATABASE_PATH: file })).toEqual({
      code: 1,
      out: '',
      err: `No backup was made: there is no database ${file}.\n`,
    });
    expect(readdirSync(place)).toEqual([]);

    // Where a service runs, its games are meant, and where they are is not known here.
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
