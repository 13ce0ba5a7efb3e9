import { InteractionContextType, Routes } from 'discord.js';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commandsFor } from '../../src/sandbox/page/line.ts';
import type { PageChannel, PageMember } from '../../src/sandbox/protocol.ts';
import type { Faults } from '../../src/sandbox/rest/server.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { Page } from '../sandbox/page-socket.ts';
import { blankPicture, everySystem, knownChance, type Product, startProduct } from './fixture.ts';

/** Two servers, and a channel of each. */
const [ARMY, HOME] = ['Army of the Potomac', "Soldiers' Home"];
const [HERE, ELSEWHERE] = ['parade-ground', 'library'];
const DAY = 24 * 60 * 60_000;

let product: Product;
let clock: ManualClock;
beforeEach(async () => {
  clock = manualClock();
  const chance = knownChance(1);
  product = await startProduct({ ownCommands: true, clock, render: blankPicture, chance, thinker: noMachine });
  onTestFinished(() => product.close());
});
const noMachine = { choose: () => new Promise<never>(() => {}), close: () => {} } as never;

const verbsOf = (...ids: string[]) => [
  ...new Set(
    everySystem()
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ about: { verbs } }) => verbs.map(({ verb }) => verb)),
  ),
];
const [OVERLAND, WILDERNESS] = [verbsOf('overland'), verbsOf('overland', 'wilderness')];

const named = (guild?: string) => product.sandbox.commands(guild).map(({ name }) => name);
const described = (guild: string, verb: string) =>
  product.sandbox.commands(guild).find(({ name }) => name === verb)?.description;
const at = (channel: string) => product.sandbox.as('Ada').in(channel);
const start = async (channel: string, game: string) => answer(await at(channel).command('new', { game }));
const logged = (msg: string) => product.logged.filter((line) => line.msg.includes(msg));
/** The lists that were sent, by their scopes' names. */
const sent = () =>
  product.sandbox
    .requests()
    .filter(({ method, path }) => method === 'PUT' && path.endsWith('/commands'))
    .map(({ path }) => product.sandbox.world.guilds.find(({ id }) => path.includes(`/guilds/${id}/`))?.name ?? 'all');
/** The bot looks at its servers once a day. */
async function pass(days: number): Promise<void> {
  clock.advance(days * DAY);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Holds after some such days: a look that is under way sets out for the next one only when it is over. */
const untilAfter = (days: number, read: () => unknown) =>
  expect.poll(async () => {
    await pass(days);
    return read();
  });

/** Discord refuses a server's list. */
const refusing =
  (status: number, code: number): Faults =>
  (call, proceed) =>
    call.method === 'PUT' && /\/guilds\/\d+\/commands$/.test(call.path)
      ? { status, body: { code, message: 'Not here' } }
      : proceed();

describe('a server', () => {
  test('has the verbs of Overland from joining; those of all games are for direct messages', async () => {
    for (const guild of [ARMY, HOME]) expect(named(guild)).toEqual(OVERLAND);
    expect(described(ARMY, 'move')).toBe('March with Grant');
    const contexts = new Map(product.sandbox.commands().map((one) => [one.name, one.contexts]));
    for (const verb of verbsOf(...everySystem().map(({ id }) => id)))
      expect(contexts.get(verb)).toEqual([InteractionContextType.BotDM]);
    expect(contexts.get('new')).toEqual([InteractionContextType.Guild, InteractionContextType.BotDM]);
    expect(await at(HERE).command('detrain')).toMatchObject({ kind: 'failed' });
    await start('dm', 'wilderness');
    expect(answer(await at('dm').command('detrain', { unit: 'x' })).content).not.toBe('');
    // The practice page completes what a server has, and in a direct message what is there.
    const { state } = await new Page(product.sandbox).next('state', ({ messages }) => messages !== undefined);
    const [ada] = state.members as [PageMember];
    const offered = (channel: PageChannel) => commandsFor(state.commands, channel, ada).map(({ name }) => name);
    const [front] = state.guilds.flatMap(({ channels }) => channels) as [PageChannel];
    const [direct] = state.dms as [PageChannel];
    expect(offered(front)).toContain('attack');
    expect(offered(front)).not.toContain('detrain');
    expect(offered(direct)).toContain('detrain');
  });

  test('gets those of another game when one starts there, and says so once; no other server does', async () => {
    const promised = 'the slash commands of The Wilderness Campaign appear in this server in a moment';
    expect((await start(HERE, 'wilderness')).content).toContain(promised);
    await expect.poll(() => named(ARMY)).toEqual(WILDERNESS);
    expect(described(ARMY, 'move')).toBe('March with Grant · March counters from a hex');
    expect(named(HOME)).toEqual(OVERLAND);
    expect((await start('the-wilderness', 'wilderness')).content).not.toContain('appear in this server');
    expect((await start(ELSEWHERE, 'overland')).content).not.toContain('appear in this server');
    expect(sent()).toEqual(['all', ARMY, HOME, ARMY]);
  });

  test('keeps them for 30 days after the last such game, and while one is running', async () => {
    await start(HERE, 'wilderness');
    await start(ELSEWHERE, 'wilderness');
    await expect.poll(() => [named(ARMY), named(HOME)]).toEqual([WILDERNESS, WILDERNESS]);
    answer(await at(HERE).press(answer(await at(HERE).command('abandon')), 'End the game'));
    await product.bot.stop();
    clock.advance(29 * DAY);
    product = await product.restart();
    await pass(0);
    expect(named(ARMY)).toEqual(WILDERNESS);
    await untilAfter(1, () => named(ARMY)).toEqual(OVERLAND);
    expect(named(HOME)).toEqual(WILDERNESS);
  });

  test('that comes back has them anew, also if it left and invited the bot while no process ran', async () => {
    await start(HERE, 'wilderness');
    await expect.poll(() => named(ARMY)).toEqual(WILDERNESS);
    product.sandbox.happen({ kind: 'throwOut', guild: ARMY });
    expect(named(ARMY)).toEqual([]);
    product.sandbox.happen({ kind: 'invite', guild: ARMY });
    await expect.poll(() => named(ARMY)).toEqual(WILDERNESS);
    await product.bot.stop();
    product.sandbox.happen({ kind: 'throwOut', guild: ARMY });
    clock.advance(1000);
    product.sandbox.happen({ kind: 'invite', guild: ARMY });
    product = await product.restart();
    await expect.poll(() => named(ARMY)).toEqual(WILDERNESS);
  });
});

describe('Discord refuses a server its commands', () => {
  test.each([
    [400, 30034, 'the bot tries again every day'],
    [429, 30034, 'the bot tries again every day'],
    [403, 50001, 'the bot was invited without them. Open its invite link once more'],
  ])('%i (%i): said once, tried every day, and everything else works', async (status, code, advice) => {
    const refused = () => logged('is refused its commands').length;
    product.sandbox.faults = refusing(status, code);
    const { id } = await start(HERE, 'wilderness');
    await expect.poll(refused).toBe(1);
    expect(answer(await at(HERE).command('status')).content).toContain(`error ${code}): ${advice}`);
    expect(answer(await at(ELSEWHERE).command('status')).content).not.toContain('refuses');
    const map = await product.sandbox.waitForMessage(HERE, (one) => one.id === id && one.buttons.length > 0);
    expect(answer(await at(HERE).press(map, 'Join the Union')).content).not.toBe('');
    expect(answer(await at(HERE).command('plan', { orders: 'hold' })).content).not.toBe('');
    // The next new game there promises nothing.
    expect((await start('the-wilderness', 'road-to-richmond')).content).not.toContain('appear in this server');
    await expect.poll(() => sent().length).toBe(5);
    product = await product.restart();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([sent().length, refused()]).toEqual([5, 0]);
    await untilAfter(1, () => sent().length).toBeGreaterThan(5);
    product.sandbox.faults = null;
    await untilAfter(1, () => logged('that was refused its commands has them').length).toBe(1);
    expect(named(ARMY)).toEqual(verbsOf('overland', 'road-to-richmond', 'wilderness'));
    expect(refused()).toBe(0);
    expect(answer(await at(HERE).command('status')).content).not.toContain('refuses');
  });
});

describe('the first start of this version', () => {
  /** As an earlier one left it: every command is everywhere. */
  async function asBefore() {
    await start(HERE, 'wilderness');
    await expect.poll(() => named(ARMY)).toEqual(WILDERNESS);
    const { rest, application } = product.bot.client;
    const everywhere = product.sandbox.commands().map((command) => ({ ...command, contexts: [0, 1] }));
    await rest.put(Routes.applicationCommands(application.id), { body: everywhere });
    for (const { id } of product.sandbox.world.guilds) {
      await rest.put(Routes.applicationGuildCommands(application.id, id), { body: [] });
      product.store.set(`server-commands:${id}`, JSON.stringify({ mark: '', refused: null }));
    }
    return sent().length;
  }

  test('gives each server its list before it takes the verbs from all', async () => {
    const before = await asBefore();
    product = await product.restart();
    await expect.poll(() => sent().slice(before)).toEqual([ARMY, HOME, 'all']);
    expect(named(ARMY)).toEqual(WILDERNESS);
  });

  test('leaves them while a server can’t be given its list, and goes on at the next start', async () => {
    const isWide = () => product.sandbox.commands().every(({ contexts }) => (contexts as number[]).includes(0));
    await asBefore();
    const { id } = product.sandbox.world.guild(ARMY);
    product.sandbox.faults = (call, proceed) =>
      call.path.includes(`/guilds/${id}/commands`) ? { status: 503, body: { code: 0, message: 'Later' } } : proceed();
    product = await product.restart();
    await expect.poll(() => logged('could not be registered').length).toBe(1);
    // The other server has its own meanwhile.
    await untilAfter(1 / 24, () => named(HOME)).toEqual(OVERLAND);
    await pass(1);
    expect(isWide()).toBe(true);
    product.sandbox.faults = null;
    product = await product.restart();
    await expect.poll(isWide).toBe(false);
    expect(named(ARMY)).toEqual(WILDERNESS);
  });
});
