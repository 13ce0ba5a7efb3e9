import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, type SeenMessage, startSandbox } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { patientClock } from '../patient-clock.ts';
import { type Environment, folder, type Running, start } from './child.ts';
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
