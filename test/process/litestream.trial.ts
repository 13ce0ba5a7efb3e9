import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { npmCommand } from '../../src/setup/install.mjs';
import { answer } from '../answered-message.ts';
import { patientClock } from '../patient-clock.ts';
import { folder, PROJECT, start } from './child.ts';
import { CHANNEL, maps, seat } from './table.ts';

/** Fetched for this trial alone: its packages for other systems are no business of whoever installs the bot. */
const PACKAGE = '@flydotio/litestream@1.0.1';
const CONFIG = join(PROJECT, 'deploy', 'litestream.yml');
/** What is acknowledged for longer than this is in the copy. */
const COPIED_MS = 3000;

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

test('bot and Litestream are killed while orders are given: on another disk the games go on', async () => {
  const program = installed();
  const place = folder();
  const replica = `file://${folder()}`;
  const sandbox = await startSandbox({ port: 0, token: 'a.b.c', clock: patientClock });
  onTestFinished(() => sandbox.close());
  const file = join(place, 'games.sqlite');
  const discord = { DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: sandbox.apiUrl };
  const bot = start({ ...discord, DATABASE_PATH: file });
  await bot.says(/^Its games are saved/m);
  const copying = replicate(program, { DATABASE_PATH: file, LITESTREAM_REPLICA_URL: replica });

  const order = async () => {
    const map = maps(sandbox).at(-1);
    const id = map?.buttons.find(({ customId }) => customId?.startsWith('order:'))?.customId;
    const told = answer(
      map && id ? await seat(sandbox, 'Bo').press(map, id) : await seat(sandbox, 'Ada').command('new'),
    );
    await sandbox.waitForMessage(CHANNEL, ({ id, files }) => id === told.id && files.length > 0);
    // A member may press twice a second.
    await pause(500);
    return id === undefined ? 0 : 1;
  };
  let copied = 0;
  while (copied < 8) copied += await order();
  await pause(COPIED_MS);
  await order();
  await order();
  copying.kill('SIGKILL');
  await bot.kill();

  const restored = join(folder(), 'games.sqlite');
  const { status, stderr } = spawnSync(program, ['restore', '-o', restored, replica], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const again = start({ ...discord, DATABASE_PATH: restored });
  await again.says(/^Its games are saved/m);
  again.child.kill('SIGTERM');
  expect(await again.ended, again.output.err).toBe(0);
  const database = new BetterSqlite3(restored, { readonly: true });
  const orders = Number(database.prepare("SELECT count(*) FROM entry WHERE kind = 'order'").pluck().get());
  database.close();
  expect(orders).toBeGreaterThanOrEqual(copied);
});
