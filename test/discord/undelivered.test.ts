import { RESTJSONErrorCodes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, reply } from '../../src/host/index.ts';
import type { FaultCall } from '../../src/sandbox/sandbox.ts';
import { Desk, type Served, serve } from './desk.ts';
import { signal } from './trouble.ts';

const CHANNEL = 'the-wilderness';
let served: Served;
beforeEach(async () => {
  served = await serve(new Desk(), []);
});
afterEach(() => served.close());

/** The desk's greeting for every server at the start. */
const GREETING = 'At your service.';
const world = () => served.sandbox.world;
const idOf = (channel: string) => world().channel(channel).id;
const guildOf = (channel: string) => world().channel(channel).guild_id ?? null;
const channelsBeside = (channel: string) => {
  const guild = world().guildOf(world().channel(channel));
  return guild ? world().channelsOf(guild) : [];
};
const posted = (channel = CHANNEL) =>
  served.sandbox
    .messages(channel)
    .filter(({ ephemeral, author, content }) => !ephemeral && author.bot && content !== GREETING);
const contents = (channel = CHANNEL) => posted(channel).map(({ content }) => content);
const isPost = ({ method, path }: FaultCall) => method === 'POST' && /^\/channels\/\d+\/messages$/.test(path);
const tried = (what: string) => served.desk.asked.filter((one) => one.what === what).length;
const warned = () => served.logged.filter(({ level }) => level >= 40).map(({ msg }) => msg);

function owe(notice: number, text: string, { channel = CHANNEL, ...more }: Partial<Reply> & { channel?: string } = {}) {
  const answer = reply('channel', text, { notices: [notice], ...more });
  served.desk.notices.set(notice, { channel: idOf(channel), guild: guildOf(channel), answer });
  return answer;
}

describe('undelivered notices', () => {
  test('are posted in order and marked as delivered', async () => {
    owe(1, 'First.');
    owe(2, 'Second.', { channel: 'library' });
    owe(3, 'Third.');
    await served.bot.delivery.runner.run();
    expect([contents(), contents('library')]).toEqual([['First.', 'Third.'], ['Second.']]);
    expect(served.desk.notices.size).toBe(0);
    await served.bot.delivery.runner.run();
    expect(posted()).toHaveLength(2);
  });

  test('that Discord refused are tried again with longer and longer waits, then posted and marked', async () => {
    const { sandbox, bot, clock, desk } = served;
    sandbox.faults = (call, proceed) => (isPost(call) ? { status: 400, body: { code: 0, message: 'No' } } : proceed());
    await bot.delivery.say(idOf(CHANNEL), owe(1, 'The ballot is extended.'));
    expect([contents(), desk.notices.size]).toEqual([[], 1]);
    await bot.delivery.runner.run();
    await bot.delivery.runner.run();
    expect(tried('telling')).toBe(1);
    sandbox.faults = null;
    clock.advance(60_000);
    await bot.delivery.runner.run();
    expect([contents(), desk.notices.size]).toEqual([['The ballot is extended.'], 0]);
    expect(warned()).toEqual(['a message could not be posted']);
  });

  test('that Discord refused wait a minute, even if a full disk prevents storing the next try', async () => {
    const { sandbox, bot, clock, desk } = served;
    sandbox.faults = (call, proceed) => (isPost(call) ? { status: 400, body: { code: 0, message: 'No' } } : proceed());
    Object.assign(desk, {
      putOff() {
        throw new Error('database or disk is full');
      },
    });
    owe(1, 'The ballot is extended.');
    for (let times = 0; times < 3; times++) await bot.delivery.runner.run();
    expect(tried('telling')).toBe(1);
    clock.advance(60_000);
    await bot.delivery.runner.run();
    expect(tried('telling')).toBe(2);
  });

  test('for a deleted channel are dropped with one line in the log', async () => {
    const { sandbox, bot, clock, desk } = served;
    const gone = { status: 404, body: { code: RESTJSONErrorCodes.UnknownChannel, message: 'Unknown Channel' } };
    sandbox.faults = (call, proceed) => (isPost(call) ? gone : proceed());
    for (let hour = 0; hour < 5; hour++) {
      owe(hour, `Hour ${hour}`);
      await bot.delivery.runner.run();
      clock.advance(3_600_000);
    }
    expect([desk.notices.size, tried('telling')]).toEqual([0, 5]);
    expect(warned()).toEqual(['a message could not be posted']);
  });
});

describe('the outbox', () => {
  test('that cannot be read is logged, and read again', async () => {
    const { bot, clock, desk } = served;
    Object.assign(desk, {
      due() {
        throw new Error('The disk is gone');
      },
    });
    owe(1, 'The ballot is extended.');
    await bot.delivery.runner.run();
    expect([contents(), warned()]).toEqual([[], ['undelivered messages could not be read']]);
    Reflect.deleteProperty(desk, 'due');
    clock.advance(60_000);
    await expect.poll(() => contents()).toEqual(['The ballot is extended.']);
  });

  test('lets nothing wait longer because the clock was set back', async () => {
    const { sandbox, bot, clock } = served;
    sandbox.faults = (call, proceed) => (isPost(call) ? { status: 400, body: { code: 0, message: 'No' } } : proceed());
    owe(1, 'The ballot is extended.');
    await bot.delivery.runner.run();
    sandbox.faults = null;
    await bot.delivery.runner.run();
    expect(contents()).toEqual([]);
    const { now } = clock;
    Object.assign(clock, { now: () => now() - 3 * 3_600_000 });
    await bot.delivery.runner.run();
    expect(contents()).toEqual(['The ballot is extended.']);
  });

  test('that is stopped finishes the post under way, and begins no other', async () => {
    const { sandbox, bot } = served;
    const [asked, letGo] = [signal(), signal()];
    sandbox.faults = async (call, proceed) => {
      if (isPost(call)) {
        asked.give();
        await letGo.given;
      }
      return proceed();
    };
    owe(1, 'First.');
    owe(2, 'Second.');
    void bot.delivery.runner.run();
    await asked.given;
    const stopping = bot.delivery.stop();
    letGo.give();
    await stopping;
    expect(contents()).toEqual(['First.']);
  });
});

describe('notices for a server that the bot has left', () => {
  test('are read once an hour and when the bot is back, and dropped after 30 days', async () => {
    const { bot, desk, clock } = served;
    const due = () => desk.due(clock.now()).map(({ id }) => id);
    const begun = clock.now();
    desk.waitingSince = begun;
    desk.notices.set(1, { channel: '1', guild: 'left', answer: reply('channel', 'The ballot is extended.') });
    await bot.delivery.runner.run();
    expect(due()).toEqual([]);
    desk.retry({ guild: 'left' });
    expect(due()).toEqual(['1']);
    await bot.delivery.runner.run();
    clock.advance(29 * 24 * 3_600_000);
    await bot.delivery.runner.run();
    expect(desk.notices.size).toBe(1);
    clock.advance(2 * 24 * 3_600_000);
    await bot.delivery.runner.run();
    expect([desk.notices.size, tried('telling'), contents()]).toEqual([0, 0, []]);
  });
});

describe('a server', () => {
  test('with a thousand undelivered maps delays no other', async () => {
    const { sandbox, bot, desk } = served;
    const other = world().guilds.find(({ id }) => id !== guildOf(CHANNEL));
    const theirs = other && world().channelsOf(other)[0];
    if (!theirs) throw new Error('There is one server only');
    const order: string[] = [];
    sandbox.faults = (call, proceed) => {
      if (isPost(call)) order.push(call.path.split('/')[2] ?? '');
      return proceed();
    };
    const channels = channelsBeside(CHANNEL).map(({ id }) => id);
    for (let map = 0; map < 1000; map++)
      desk.maps.set(`army${map}`, {
        channel: channels[map % channels.length] ?? '',
        guild: guildOf(CHANNEL),
        answer: reply('channel', `Map ${map}`),
      });
    desk.maps.set('navy', { channel: theirs.id, guild: other.id, answer: reply('channel', 'Their map') });
    const delivering = bot.delivery.runner.run();
    await expect.poll(() => contents(theirs.name)).toEqual(['Their map']);
    // At most six of one server are under way beside it.
    expect(order.indexOf(theirs.id)).toBeLessThan(7);
    for (const map of [...desk.maps.keys()]) desk.maps.delete(map);
    await delivering;
  });

  test('gets what is undelivered in all channels at once, and one after another in each', async () => {
    const { sandbox, bot, desk } = served;
    const guild = guildOf(CHANNEL);
    const channels = channelsBeside(CHANNEL).slice(0, 4);
    const { given: held, give: letGo } = signal();
    const asked: string[] = [];
    sandbox.faults = async (call, proceed) => {
      if (isPost(call)) {
        asked.push(call.path.split('/')[2] ?? '');
        await held;
      }
      return proceed();
    };
    for (const round of ['first', 'second'])
      for (const { id } of channels)
        desk.maps.set(`${round} ${id}`, { channel: id, guild, answer: reply('channel', `Map, ${round}`) });
    const delivering = bot.delivery.runner.run();
    await expect.poll(() => [...asked].sort()).toEqual(channels.map(({ id }) => id).sort());
    letGo();
    await delivering;
    for (const { name } of channels) expect(contents(name)).toEqual(['Map, first', 'Map, second']);
  });

  test('whose requests hang delays no other', async () => {
    const { sandbox, bot, desk } = served;
    const other = world().guilds.find(({ id }) => id !== guildOf(CHANNEL));
    const theirs = other && world().channelsOf(other)[0];
    if (!theirs) throw new Error('There is one server only');
    const { given: held, give: letGo } = signal();
    sandbox.faults = async (call, proceed) => {
      if (isPost(call) && call.path.includes(idOf(CHANNEL))) await held;
      return proceed();
    };
    owe(1, 'Held.');
    const first = bot.delivery.runner.run();
    desk.notices.set(2, { channel: theirs.id, guild: other.id, answer: reply('channel', 'Ours.', { notices: [2] }) });
    void bot.delivery.runner.run();
    await expect.poll(() => contents(theirs.name)).toEqual(['Ours.']);
    expect(contents()).toEqual([]);
    letGo();
    await first;
    expect(contents()).toEqual(['Held.']);
  });

  test('that removed the bot gets no requests; what is undelivered is kept until the bot is back', async () => {
    const { sandbox, bot, desk, clock } = served;
    const guild = guildOf(CHANNEL) ?? '';
    sandbox.happen({ kind: 'throwOut', guild: guild });
    await expect.poll(() => bot.client.guilds.cache.has(guild)).toBe(false);
    owe(1, 'The ballot is extended.');
    const before = sandbox.requests().length;
    for (let minute = 0; minute < 5; minute++) {
      clock.advance(60_000);
      await bot.delivery.runner.run();
    }
    expect([sandbox.requests().length - before, desk.notices.size, tried('telling')]).toEqual([0, 1, 0]);
    sandbox.happen({ kind: 'invite', guild: guild });
    await expect.poll(() => contents().at(-1)).toBe('The ballot is extended.');
    await expect.poll(() => desk.notices.size).toBe(0);
  });
});
