import { closeSync, copyFileSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/index.ts';
import { answer } from '../answered-message.ts';
import { BotProcess, reading, refused, unhurried } from '../harness/bot-process.ts';
import { PROJECT, preload, START } from '../harness/program.ts';

const FULL = 'The bot’s disk is full';
const UNWRITABLE = 'The bot can’t write to its database right now';

/**
 * `NODE_OPTIONS` under which SIGUSR2 sets a pragma of the database, read from a file beside it: a disk that is full and then is not,
 * without a disk.
 */
const SWITCHED = preload(`
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  const Database = createRequire(${JSON.stringify(join(PROJECT, 'package.json'))})('better-sqlite3');
  const { pragma } = Database.prototype;
  let opened;
  Database.prototype.pragma = function (...given) {
    opened = this;
    return pragma.apply(this, given);
  };
  process.on('SIGUSR2', () => {
    const set = readFileSync(opened.name + '.pragma', 'utf8');
    pragma.call(opened, set);
    console.log('Set ' + set + '.');
  });
`);

/** Changes something that takes some room in the log each time, until it is refused. */
async function fill(at: BotProcess, why: string): Promise<void> {
  for (let times = 0; times < 40; times++) {
    const odds = times % 2 === 0 ? 'off' : 'after';
    const outcome = await unhurried(() => at.at('Ada').command('council', { odds }));
    if (!answer(outcome).content.includes('nothing was changed')) continue;
    refused(outcome, why);
    break;
  }
  // The room left is too small for a change of the council, and may suffice for an order.
  for (let times = 0; times < 6; times++) {
    const told = answer(await at.press(times % 2 === 0 ? 'Bo' : 'Cy'));
    if (told.ephemeral) return;
    await at.shown(told);
  }
  throw new Error('Nothing was refused');
}

describe('a database that cannot be written for a while', () => {
  test('whatever keeps it from that: an order is refused with a sentence and nothing of it kept; then the next is taken, without a new start', async () => {
    const at = await BotProcess.open();
    const running = await at.start({ NODE_OPTIONS: SWITCHED });
    await at.begin();
    await at.order();
    let entries = 0;
    const told = (how: string) => running.logged(`the database can${how}`).length;
    /** Trouble, and its end: the log hears of each, and once while nothing can be written. */
    const through = async (begin: () => unknown, why: string, end: () => unknown) => {
      entries = at.entries();
      await begin();
      if (why === FULL) {
        await fill(at, why);
        entries = at.entries();
      }
      refused(await at.press(), why);
      await expect.poll(() => told('not be used')).toBeGreaterThan(0);
      refused(await at.press('Cy'), why);
      // Commands that write nothing go on.
      await at.shown(answer(await at.at('Cy').command('map')));
      // What is settled in between may be written: that ends the trouble, and the next press tells of another.
      expect(told('not be used') - told(' be used again')).toBeLessThanOrEqual(1);
      await end();
      expect(at.entries()).toBe(entries);
      await at.order('Ada');
      entries += 1;
      expect(at.entries()).toBe(entries);
      await expect.poll(() => told('not be used') - told(' be used again')).toBe(0);
    };
    const setting = (pragma: string) => async () => {
      writeFileSync(`${at.file}.pragma`, pragma);
      running.child.kill('SIGUSR2');
      await running.says(new RegExp(`^Set ${pragma}\\.$`, 'm'));
    };

    // Another program holds it for longer than is waited.
    const other = new BetterSqlite3(at.file);
    onTestFinished(() => void other.close());
    await through(
      () => other.exec('BEGIN IMMEDIATE'),
      'Another program is using the bot’s database right now',
      () => other.exec('ROLLBACK'),
    );
    other.close();
    await through(setting('query_only = 1'), UNWRITABLE, setting('query_only = 0'));
    await through(setting('max_page_count = 1'), FULL, setting('max_page_count = 1073741823'));

    // Its folder is gone: nothing is written to what has no name any more, and it goes on where it comes back.
    const [place, away] = [dirname(at.file), `${dirname(at.file)}-away`];
    onTestFinished(() => rmSync(away, { recursive: true, force: true }));
    await through(
      () => renameSync(place, away),
      UNWRITABLE,
      () => renameSync(away, place),
    );

    expect(await running.leave()).toBe(0);
    expect(at.entries()).toBe(entries);
  });

  test('no file may grow beyond what it is: the process is up and says so, and the next start goes on', async () => {
    const at = await BotProcess.open();
    openDatabase(at.file).close();
    // 192 kB, or 384 where the shell counts in others: enough for a campaign to begin.
    const running = await at.start({}, ['/bin/sh', '-c', 'ulimit -f 384; exec "$@"', 'sh', ...START]);
    await at.begin();
    await at.order();
    const why = 'The bot’s disk (is full|isn’t responding properly)';
    await fill(at, why);
    const kept = at.entries();
    expect(await running.leave()).toBe(0);
    expect(at.entries()).toBe(kept);
    await at.start();
    await at.order();
    expect(at.entries()).toBe(kept + 1);
  });
});

describe('a database that is damaged', () => {
  test('while it is in use: the member and the log hear of it, nothing more is written, and a backup goes on', async () => {
    const at = await BotProcess.open();
    const running = await at.start();
    await at.begin();
    await at.order();
    reading(at.file, (database) => database.prepare('VACUUM INTO ?').run(`${at.file}.copy`));
    await at.order();
    reading(at.file, (database) => {
      database.prepare("INSERT INTO setting VALUES ('x', 'y')").run();
      database.pragma('wal_checkpoint(TRUNCATE)');
    });
    const file = openSync(at.file, 'r+');
    const size = readFileSync(at.file).length;
    writeSync(file, Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
    closeSync(file);
    const damaged = readFileSync(at.file);
    refused(await at.press(), 'The bot can’t read its database any more');
    expect(await running.ended).toBe(74);
    expect(running.output.err).toContain('is damaged. Replace it with a backup.');
    expect(running.output.err).not.toMatch(/^ {4}at /m);
    expect(readFileSync(at.file).equals(damaged)).toBe(true);

    copyFileSync(`${at.file}.copy`, at.file);
    await at.start();
    expect(at.orders()).toBe(1);
    const shown = answer(await at.at('Cy').command('map'));
    await at.shown(shown);
    await at.order();
    expect(at.orders()).toBe(2);
  });
});
