import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reshard } from '../../src/store/index.ts';
import { BotProcess, folder, start } from '../harness/bot-process.ts';
import { Crowd, EXTRA_MEMBERS, type Tables } from '../harness/crowd.ts';
import { heldIn } from '../harness/database.ts';
import { Luck } from '../harness/luck.ts';
import type { Program } from '../harness/program.ts';
import { dump } from '../store/content.ts';
import { LONG } from '../trials/long.ts';

/** Tables in eight servers, two in each shard of four, in direct messages, and a table under command. */
const TABLES: Tables = {
  channels: [
    ['library', 'command'],
    ['parade-ground', 'vote'],
    ...[1, 2, 3, 4, 5, 6].map((number) => [`table-${number}`, number % 2 === 0 ? 'vote' : 'stormy'] as const),
  ],
  players: ['Bo', 'Member 20'],
  rules: { quorum: 2, early: 3 },
};
/** Things that members do before each look. */
const ACTS = 40;

/** `npm run reshard` as npm runs it. */
async function moved(from: string, to: number) {
  const command = [process.execPath, join('src', 'setup', 'run.mjs'), 'reshard', '--from', from, '--to', String(to)];
  const running = start({}, command);
  return { code: await running.ended, ...running.output };
}

test.runIf(LONG)(
  'what members have played is the same after it was split and joined; between, two processes play on',
  async () => {
    const bot = await BotProcess.open({
      extraMembers: EXTRA_MEMBERS,
      extraServers: 6,
      sharding: { maxConcurrency: 4 },
    });
    const home = folder();
    const file = join(home, 'council-of-war.sqlite');
    const crowd = new Crowd(bot.sandbox, 'reshard', TABLES);
    crowd.places();
    crowd.album.watch();
    const luck = new Luck('reshard acts');
    const play = async () => {
      const enough = crowd.count.sent + ACTS;
      await Promise.all([1, 2, 3].map(() => crowd.play(() => crowd.count.sent >= enough)));
    };
    const leave = async (programs: readonly Program[]) => {
      for (const program of programs) expect(await program.leave(), program.said()).toBe(0);
      expect(programs.flatMap((program) => program.errors())).toEqual([]);
    };

    const running = await bot.start({ DATABASE_PATH: file });
    await crowd.settle(4);
    await play();
    expect(await moved(home, 2)).toEqual({
      code: 1,
      out: '',
      err: `No game was moved: ${file} is in use. Stop the bot, all its processes, and try again.\n`,
    });
    await crowd.forget(luck);
    await play();
    await leave([running]);
    const { acknowledged } = crowd.audited(heldIn(file));
    expect(acknowledged).toBeGreaterThan(20);

    const before = dump(file);
    for (const count of [2, 4, 3, 1]) reshard(home, count, { now: 0, tell: () => {} });
    expect(dump(join(home, '0', 'council-of-war.sqlite'))).toEqual(before);
    const first = await moved(home, 2);
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toMatch(
      /^Every game was checked\.\nSHARDS=0 SHARD_COUNT=2 DATABASE_PATH=\S+0\/council-of-war\.sqlite {2}\(\d+ games?\)\nSHARDS=1 SHARD_COUNT=2 DATABASE_PATH=\S+1\/council-of-war\.sqlite {2}\(\d+ games?\)\nThat took \d+\.\d s\.\n$/,
    );

    // With the settings from before nothing begins.
    expect(await bot.launch({ DATABASE_PATH: file }).ended).toBe(74);
    const files = [0, 1].map((shard) => join(home, String(shard), 'council-of-war.sqlite'));
    expect(await bot.launch({ DATABASE_PATH: files[0] as string }).ended).toBe(78);
    expect(existsSync(file)).toBe(false);

    const two = files.map((each, shard) =>
      bot.launch({ DATABASE_PATH: each, SHARDS: String(shard), SHARD_COUNT: '2' }),
    );
    await Promise.all(two.map(({ ready }) => ready));
    crowd.comesBack();
    const orders = () =>
      files.reduce((sum, each) => sum + heldIn(each).entries.filter(({ kind }) => kind === 'order').length, 0);
    const had = orders();
    await play();
    await leave(two);
    expect(orders()).toBeGreaterThan(had);

    const joined = await moved(home, 1);
    expect([joined.code, joined.err]).toEqual([0, '']);
    const one = await bot.start({ DATABASE_PATH: files[0] as string });
    crowd.comesBack();
    await play();
    await leave([one]);
    crowd.album.close();
  },
);

test.each([
  [[], 2, '--from is missing'],
  [['--from', 'x'], 2, '--to is missing'],
  [['--from', 'x', '--to', '0'], 2, 'not “0”'],
  [['--from', 'x', '--to', '1001'], 2, 'a number from 1 to 1000'],
  [['--from', 'x', '--too', '2'], 2, '--too'],
  [['--help'], 0, 'Moves the games'],
] as const)('npm run reshard -- %j says what is wrong, and how it is used', async (args, code, what) => {
  const running = start({}, [process.execPath, join('src', 'setup', 'run.mjs'), 'reshard', ...args]);
  expect(await running.ended).toBe(code);
  expect(running.said()).toContain(what);
  expect(running.said()).toContain('npm run reshard -- --from DIR --to N');
});
