import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock, type Sandbox, type SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { signal } from '../discord/trouble.ts';
import { discord, folder, start } from '../harness/bot-process.ts';
import { isOwnMap, maps } from '../harness/channel.ts';
import type { Program } from '../harness/program.ts';

const TOKEN = 'MTI4ODg4.Gq-9_z.not-a-word-of-it';
/** One in a server of each of two shards. */
const [FIRST, SECOND] = ['library', 'table-1'] as const;
const READY = /^Council of War is ready as .+, in (\d) servers?\.$/m;
const REGISTERED = /^Its commands were registered\.$/m;

const sharded = (between = 0) =>
  discord({ token: TOKEN, clock: manualClock(), extraServers: 1, sharding: { recommended: 2, between } });

/** A process of the bot, with a database of its own by its name. */
function processes(sandbox: Sandbox) {
  const home = folder();
  return (database: string, SHARDS: string, SHARD_COUNT: string): Program =>
    start({
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: sandbox.apiUrl,
      DATABASE_PATH: join(home, `${database}.sqlite`),
      SHARDS,
      SHARD_COUNT,
    });
}

const mapOf = (sandbox: Sandbox, channel: string, { id }: SeenMessage) =>
  sandbox.waitForMessage(channel, (message) => message.id === id && message.files.length > 0);

async function begun(sandbox: Sandbox, channel: string): Promise<SeenMessage> {
  return mapOf(sandbox, channel, answer(await sandbox.as('Ada').in(channel).command('new', {})));
}

async function ordered(sandbox: Sandbox, channel: string, map: SeenMessage): Promise<SeenMessage> {
  return answer(await sandbox.as('Bo').in(channel).press(map, 'Grant attacks Lee · 5+'));
}

async function stopped(running: Program): Promise<void> {
  expect(await running.leave()).toBe(0);
}

test('two processes, each with its servers and its database: neither does what is the other’s, and each goes on where it was killed', async () => {
  // Sessions may begin three seconds apart, so that processes that start at once are in each other’s way.
  const sandbox = await sharded(3000);
  const run = processes(sandbox);
  const [first, second] = [run('first', '0', '2'), run('second', '1', '2')];
  await first.says(READY);
  await first.says(/^It is connected as shard 0 of 2\.$/m);
  await first.says(REGISTERED);
  await second.says(READY);
  await second.says(/^It is connected as shard 1 of 2\.$/m);
  await second.says(/^Its games are saved in /m);
  expect(second.output.out).not.toMatch(REGISTERED);

  // Each registers the commands of its own servers, once.
  const lists = () =>
    sandbox
      .requests()
      .filter(({ method, path }) => method === 'PUT' && /\/guilds\/\d+\/commands$/.test(path))
      .map(({ path }) => path.split('/').at(-2));
  const servers = sandbox.world.guilds.map(({ id }) => id).sort();
  await expect.poll(() => lists().sort()).toEqual(servers);
  for (const id of servers) await expect.poll(() => sandbox.commands(id).map(({ name }) => name)).toContain('attack');

  const [here, there] = await Promise.all([begun(sandbox, FIRST), begun(sandbox, SECOND), begun(sandbox, 'Ada')]);
  expect(answer(await sandbox.as('Ada').in(FIRST).command('status')).content).toMatch(
    /^- Games being played: 1 in this server, 2 in all$/m,
  );
  expect(answer(await sandbox.as('Ada').in(SECOND).command('status')).content).toMatch(
    /^- Games being played: 1 in this server, 1 in all$/m,
  );

  // The second is killed with a map on its way; the first plays on, and posts nothing of the second's, also when it starts anew.
  const reached = signal();
  const goesOn = signal();
  const table = sandbox.world.channel(SECOND).id;
  let holds = true;
  sandbox.faults = async (call, proceed) => {
    if (holds && isOwnMap(call)) {
      reached.give();
      await goesOn.given;
      return { status: 500, body: {} };
    }
    return proceed();
  };
  const cut = await ordered(sandbox, SECOND, there);
  await reached.given;
  await second.kill();
  holds = false;
  goesOn.give();
  await mapOf(sandbox, FIRST, await ordered(sandbox, FIRST, here));
  await stopped(first);
  const again = run('first', '0', '2');
  expect((await again.says(READY))[1]).toBe('2');
  expect(answer(await sandbox.as('Cy').in(FIRST).command('log')).content).toContain('**Bo**');
  expect(maps(sandbox, SECOND).map(({ id }) => id)).toEqual([there.id]);
  expect(sandbox.messages(table).some(({ id }) => id === cut.id)).toBe(true);

  const back = run('second', '1', '2');
  await sandbox.waitForMessage(SECOND, ({ content }) => content.includes('Posted late'));
  expect((await back.says(READY))[1]).toBe('1');
  expect(maps(sandbox, SECOND)).toHaveLength(2);
  expect(maps(sandbox, FIRST)).toHaveLength(2);
  expect(answer(await sandbox.as('Cy').in(SECOND).command('log')).content.match(/\*\*Bo\*\*/g)).toHaveLength(1);

  // Starts with unchanged lists sent none; a new game sends that of its server.
  const answered = answer(await sandbox.as('Ada').in('parade-ground').command('new', { game: 'wilderness' }));
  expect(answered.content).toContain('appear in this server in a moment');
  const { id } = sandbox.world.guild('Army of the Potomac');
  await expect.poll(() => sandbox.commands(id).map(({ name }) => name)).toContain('detrain');
  expect(lists().sort()).toEqual([...servers, id].sort());
});

test('a database is of its servers alone: other shards are refused with a sentence, twice as many are taken', async () => {
  const sandbox = await sharded();
  const run = processes(sandbox);
  // All that is missing is who registers the commands.
  const first = run('first', '0', '2');
  await first.says(REGISTERED);
  const before = run('second', '1', '2');
  await before.says(READY);
  await begun(sandbox, SECOND);
  await stopped(before);
  // Other refusals are in test/discord/shards.test.ts.
  const refused = run('second', '0', '2');
  expect(await refused.ended).toBe(78);
  expect(refused.output.err).toBe(
    'This database holds the games of the servers of shard 1 of 2, but SHARDS and SHARD_COUNT ask for the servers of shard 0 of 2. ' +
      'Games stay in the database they started in: restore SHARDS and SHARD_COUNT, or set DATABASE_PATH to another file.\n',
  );
  const twice = run('second', '1,3', '4');
  await twice.says(/^It is connected as shards 1 and 3 of 4\.$/m);
  expect(answer(await sandbox.as('Cy').in(SECOND).command('log')).content).toContain('**Ada**');

  // Discord wants more of them: whoever set their number is told what to set.
  sandbox.happen({ kind: 'close', code: 4011, shard: 3 });
  expect(await twice.ended).toBe(78);
  expect(twice.output.err).toMatch(
    /^The bot is in too many servers for 4 shards\. Set SHARD_COUNT=8 and SHARDS=1,3,5,7 /m,
  );
  await stopped(first);
});

test('a bot that outgrows the shards it was recommended ends, to begin with as many as it needs then', async () => {
  const sandbox = await discord({ token: TOKEN, clock: manualClock() });
  const running = processes(sandbox)('all', '', '');
  await running.says(READY);
  expect(running.output.out).not.toContain('shard');
  sandbox.happen({ kind: 'close', code: 4011 });
  expect(await running.ended).toBe(69);
});
