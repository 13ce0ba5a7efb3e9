import { connect } from 'node:net';
import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type BotOptions, eventually, freshSandbox, HASTY, sandboxWithBot } from '../fixture.ts';
import { Wire } from '../wire.ts';

/** A bot that answers `/ask`, and how often its connection was resumed or made anew. */
async function listening(options: BotOptions = {}) {
  const { sandbox, client, errors } = await sandboxWithBot({
    ...options,
    on: async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply('Yes');
    },
  });
  await client.application.commands.set([{ name: 'ask', description: 'Ask' }]);
  const heard: string[] = [];
  client.on(Events.ShardResume, () => heard.push('resumed'));
  client.on(Events.ShardReady, () => heard.push('ready'));
  client.on(Events.ShardDisconnect, ({ code }) => heard.push(`closed ${code}`));
  return { sandbox, client, errors, heard };
}

const answers = async (sandbox: Sandbox) =>
  expect(await sandbox.as('Ada').in('library').command('ask')).toMatchObject({ kind: 'message' });

describe('the connection of a stock client', () => {
  it.each([
    ['is torn', { kind: 'cut' }],
    ['is asked to be made anew', { kind: 'reconnect' }],
    ['is in doubt', { kind: 'invalidate', resumable: true }],
    ['is closed with 4000', { kind: 'close', code: 4000 }],
  ] as const)('%s', async (_, happening) => {
    const { sandbox, heard } = await listening();
    sandbox.happen(happening);
    await eventually(() => heard).toEqual(['resumed']);
    await answers(sandbox);
  });

  it.each([4004, 4010, 4013, 4014])('is closed with %i: it does not come back', async (code) => {
    const { sandbox, heard } = await listening();
    const gone = await closedBy(sandbox, code, heard);
    expect(gone).toEqual([`closed ${code}`]);
    expect(sandbox.bot.online).toBe(false);
    expect(await sandbox.as('Ada').in('library').command('ask')).toMatchObject({
      kind: 'failed',
      reason: 'Council of War is offline',
    });
  });

  it('has its heartbeats ignored: it tears it itself and resumes', async () => {
    const { sandbox, heard } = await listening({ heartbeatInterval: 150 });
    sandbox.happen({ kind: 'deaf', beats: 2 });
    await eventually(() => heard).toEqual(['resumed']);
    await answers(sandbox);
  });

  it('finds nobody for a while: what happens meanwhile comes with the resume', async () => {
    const { sandbox, heard, errors } = await listening();
    sandbox.happen({ kind: 'unreachable', ms: 1200 });
    expect(sandbox.bot.online).toBe(false);
    const asked = sandbox.as('Ada').in('library').command('ask');
    expect(await asked).toMatchObject({ kind: 'message' });
    expect(heard).toEqual(['resumed']);
    // A stock client says that it was refused; nothing else is expected of it.
    expect(errors.splice(0).map(String).join()).toMatch(/^(Error: Unexpected server response: 503,?)*$/);
  });

  it('is greeted late: it resumes all the same', async () => {
    const { sandbox, heard } = await listening();
    sandbox.happen({ kind: 'slowHello', ms: 300 });
    sandbox.happen({ kind: 'cut' });
    await eventually(() => heard).toEqual(['resumed']);
    await answers(sandbox);
  });
});

it.each([
  ['refused', 'ECONNREFUSED'],
  ['reset', 'ECONNRESET'],
  ['silent', 'ECONNRESET'],
] as const)(
  'a network that fails, %s: every connection is torn, and none comes about until it is over',
  async (fails, code) => {
    const sandbox = await freshSandbox();
    const wire = new Wire(sandbox);
    await wire.identify(sandbox);
    const asked = () => fetch(`${sandbox.apiUrl}/v10/gateway`);
    const ends = () => sandbox.happen({ kind: 'network', fails, ms: 1 });
    sandbox.happen({ kind: 'network', fails, ms: 600_000 });
    const socket = connect(Number(new URL(sandbox.apiUrl).port), '127.0.0.1');
    const torn = new Promise((resolve) => socket.on('error', resolve));
    // What nobody answers is torn when the network is well again, once it has been taken.
    if (fails === 'silent') socket.on('connect', () => setImmediate(() => setImmediate(ends)));
    expect(await torn).toMatchObject({ code });
    expect(await wire.closed).toBe(1006);
    ends();
    await eventually(() =>
      asked().then(
        ({ ok }) => ok,
        () => false,
      ),
    ).toBe(true);
    await new Wire(sandbox).identify(sandbox);
  },
);

it('an identify beyond the limits is answered with op 9, and the next one taken', async () => {
  const sandbox = await freshSandbox();
  sandbox.happen({ kind: 'refuseIdentify', times: 1 });
  const wire = new Wire(sandbox);
  await wire.send(2, { token: sandbox.token, intents: 1, properties: {} });
  expect(await wire.frame(({ op }) => op === 9)).toMatchObject({ d: false });
  await wire.identify(sandbox);
});

async function closedBy(sandbox: Sandbox, code: number, heard: string[]): Promise<string[]> {
  sandbox.happen({ kind: 'close', code });
  await eventually(() => heard.length).toBe(1);
  return heard;
}

describe('a session that is over', () => {
  it('is made anew; a server that cannot be reached meanwhile comes when it can be', async () => {
    const { sandbox, client, heard } = await listening({ wire: HASTY });
    sandbox.happen({ kind: 'outage', guild: "Soldiers' Home" });
    sandbox.happen({ kind: 'close', code: 4009 });
    expect(sandbox.bot.online).toBe(false);
    await sandbox.bot.whenOnline();
    const reached = () => client.guilds.cache.filter((guild) => guild.available).map(({ name }) => name);
    await eventually(reached).toEqual(['Army of the Potomac']);
    sandbox.happen({ kind: 'outageOver', guild: "Soldiers' Home" });
    await eventually(() => heard).toEqual(['ready']);
    expect(reached()).toEqual(['Army of the Potomac', "Soldiers' Home"]);
    await answers(sandbox);
  });
});
