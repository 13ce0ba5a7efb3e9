import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/store/index.ts';
import { BotProcess, folder, start } from '../harness/bot-process.ts';
import { PROJECT, type Program, preload, START } from '../harness/program.ts';

/** The files of the database, as they are deleted, opened to others, and short of a disk, round a real process. */

async function health(running: Program): Promise<{ readonly status: number; readonly reasons: readonly string[] }> {
  const [, address = ''] = await running.says(/^Bot status: (http:\S+\/health)/m);
  const response = await fetch(address);
  const { reasons } = (await response.json()) as { reasons: string[] };
  return { status: response.status, reasons };
}

describe('the -wal deleted', () => {
  test('while the bot runs: no order is lost, whether the next start comes by a kill or not', async () => {
    const at = await BotProcess.open();
    const running = await at.start({ HEALTH_PORT: '0' });
    await at.begin();
    await at.order();
    rmSync(`${at.file}-wal`);
    await at.order('Cy');
    expect((await health(running)).status).toBe(200);
    await expect.poll(() => running.logged('nothing is lost')).toHaveLength(1);
    // Nobody plays: it is noticed all the same.
    for (const end of ['-wal', '-shm']) rmSync(at.file + end);
    await expect.poll(() => running.logged('nothing is lost')).toHaveLength(2);
    await running.kill();
    expect(at.orders()).toBe(2);
    await at.start();
    await at.order();
    expect(at.orders()).toBe(3);
  });
});

test('files that others could read are for their owner alone from the next start on, and that is said once', async () => {
  const place = folder();
  const settings = { DATABASE_PATH: join(place, 'games.sqlite') };
  const first = start(settings);
  await first.ready;
  await first.kill();
  mkdirSync(join(place, 'backups'));
  const copies = ['games.schema-4-20261101T120000Z.sqlite', 'backups/games-20261101T120000Z.sqlite'];
  for (const copy of copies) copyFileSync(settings.DATABASE_PATH, join(place, copy));
  const files = ['games.sqlite', 'games.sqlite-wal', 'games.sqlite-shm', 'games.sqlite.lock', ...copies];
  for (const name of files) chmodSync(join(place, name), 0o644);
  writeFileSync(join(place, 'notes.txt'), '', { mode: 0o644 });
  const again = start(settings);
  const [said] = await again.says(/^Other users of this machine could read .*$/m);
  await again.ready;
  for (const name of files) {
    expect(said).toContain(join(place, name));
    expect(statSync(join(place, name)).mode & 0o777, name).toBe(0o600);
  }
  expect(statSync(join(place, 'notes.txt')).mode & 0o777).toBe(0o644);
  await again.kill();
  const third = start(settings);
  await third.ready;
  expect(third.output.out).not.toContain('could read');
});

describe('a disk that cannot be written at the start', () => {
  const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

  /** A start on a disk of its own, of 1 MB, prepared by a line of shell. Where nothing may be mounted, other means stand in for the disk. */
  function onDisk(file: string, prepare: string, standIn: { readonly shell: string; readonly code: string }): Program {
    const disk = `mount -t tmpfs -o size=1m tmpfs "$DISK" && ${prepare}`;
    const shell = (line: string) => ['sh', '-c', `${line}; exec "$@"`, 'sh', ...START];
    const environment = { DATABASE_PATH: file, DISK: dirname(file), MADE: made() };
    return mayMount
      ? start(environment, ['unshare', '-rm', ...shell(disk)])
      : start({ ...environment, NODE_OPTIONS: preload(standIn.code) }, shell(standIn.shell));
  }

  /** A database in another folder. */
  function made(): string {
    const file = join(folder(), 'games.sqlite');
    openStore(openDatabase(file, { alone: true })).close();
    return file;
  }

  test.each([
    ['for a new database', ''],
    ['for one that is there', 'cp "$MADE" "$DISK/games.sqlite" && '],
  ])('since it is full, %s: the code is one that the service tries again', async (_what, before) => {
    const file = join(folder(), 'games.sqlite');
    const running = onDisk(file, `${before}{ head -c 1m /dev/zero > "$DISK/fill" 2> /dev/null || true; }`, {
      shell: `${before}ulimit -f 0`,
      code: '',
    });
    expect(await running.ended, running.output.err).toBe(75);
    if (mayMount)
      expect(running.output.err).toBe(
        `The disk of ${file} is full. Free some space and start again; nothing is lost.\n`,
      );
    expect(readFileSync(join(PROJECT, 'deploy/council-of-war.service'), 'utf8')).not.toMatch(/PreventExitStatus=.*75/);
  });

  test('since it is mounted read-only: that is said', async () => {
    const file = join(folder(), 'games.sqlite');
    const running = onDisk(file, 'cp "$MADE" "$DISK/games.sqlite" && mount -o remount,ro "$DISK"', {
      shell: 'cp "$MADE" "$DISK/games.sqlite"',
      code: `
        import fs from 'node:fs';
        import { createRequire, syncBuiltinESMExports } from 'node:module';
        const Database = createRequire(${JSON.stringify(join(PROJECT, 'package.json'))})('better-sqlite3');
        const { pragma } = Database.prototype;
        // The set-up tries SQLite before the program starts, and would build it anew.
        Database.prototype.pragma = function (...given) {
          if (this.name === process.env.DATABASE_PATH && given[0] === 'journal_mode = WAL')
            throw new Database.SqliteError('attempt to write a readonly database', 'SQLITE_READONLY');
          return pragma.apply(this, given);
        };
        const { accessSync } = fs;
        fs.accessSync = (path, ...mode) => {
          if (path === process.env.DISK) throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
          return accessSync(path, ...mode);
        };
        syncBuiltinESMExports();
      `,
    });
    expect(await running.ended, running.output.err).toBe(74);
    expect(running.output.err).toContain(`The disk of ${file} is mounted read-only.`);
  });

  test('since it fills up once the database is open: the bot starts, and says what it couldn’t note', async () => {
    const at = await BotProcess.open();
    const fills = preload(`
      import { createRequire } from 'node:module';
      const Database = createRequire(${JSON.stringify(join(PROJECT, 'package.json'))})('better-sqlite3');
      const { prepare } = Database.prototype;
      Database.prototype.prepare = function (sql) {
        const statement = prepare.call(this, sql);
        if (sql.startsWith('INSERT INTO setting (key, value) VALUES (?, ?)'))
          statement.run = () => { throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL'); };
        return statement;
      };
    `);
    const running = at.launch({ NODE_OPTIONS: fills });
    await running.says(
      /^Its commands couldn’t be registered\. .* The database can’t be written to \(database or disk is full\)\.$/m,
    );
    await running.says(/^Invite it to a server: /m);
    expect(running.output.err).not.toMatch(/^ {4}at /m);
    expect(await running.leave()).toBe(0);
  });
});
