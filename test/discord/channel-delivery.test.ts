import { RESTJSONErrorCodes, SlashCommandBuilder } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command, Invocation } from '../../src/discord/inbound/command-contract.ts';
import { type Reply, reply } from '../../src/host/index.ts';
import type { FaultCall, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer as seen } from '../answered-message.ts';
import { Desk, type Served, serve } from './desk.ts';
import { signal, turns } from './trouble.ts';

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

let people: Invocation['people'][] = [];
let answer: Reply | null = null;

const COMMANDS: readonly Command[] = [
  {
    data: new SlashCommandBuilder()
      .setName('probe')
      .setDescription('Somebody')
      .addUserOption((option) => option.setName('who').setDescription('Who'))
      .toJSON(),
    run: (_host, _caller, _options, invocation) => {
      people.push(invocation.people);
      return answer ?? reply('member', 'Done.');
    },
  },
];

const CHANNEL = 'the-wilderness';
const GAME = 'k3x9mnpqrs';
let served: Served;
beforeEach(async () => {
  people = [];
  answer = null;
  served = await serve(new Desk(), COMMANDS);
});
afterEach(() => served.close());

const ada = () => served.sandbox.as('Ada').in(CHANNEL);
const channelId = (name = CHANNEL) => served.sandbox.world.channel(name).id;
const open = () =>
  served.sandbox
    .messages(CHANNEL)
    .filter(({ ephemeral, author, interaction }) => !ephemeral && author.bot && !interaction);
const errors = () => served.logged.filter(({ level }) => level >= 50).map(({ msg }) => msg);
const built = (ballot: number) =>
  served.desk.asked.filter(({ what, with: [id] }) => what === 'posting' && id === ballot).length;
const isPost = ({ method, path }: FaultCall) => method === 'POST' && path === `/channels/${channelId()}/messages`;
const BUTTON: Partial<Reply> = { rows: [[{ label: 'On', tone: 'plain', press: { do: 'text' } }]] };
/** Words with the map of a point of a game. */
const mapped = (text: string, seq: number, more: Partial<Reply> = {}, png = async () => PNG) =>
  reply('channel', text, {
    drawing: { point: { game: GAME, seq }, file: `map-${seq}.png`, alt: 'A map.', png },
    tells: [seq],
    ...more,
  });
const map = (seq: number, more: Partial<Reply> = {}) => mapped(`Order ${seq}.`, seq, { ...BUTTON, ...more });
const undelivered = (late: Reply) => served.desk.maps.set(GAME, { channel: channelId(), guild: null, answer: late });
/** A picture that is drawn once a test says so. */
function slowPicture() {
  const [begins, drawn] = [signal(), signal()];
  const png = () => {
    begins.give();
    return drawn.given.then(() => PNG);
  };
  return { png, begun: begins.given, draw: drawn.give };
}
const said = (text: string, more: Partial<Reply> = {}) =>
  served.bot.delivery.say(channelId(), reply('channel', text, more));

describe('a notice that arrived while the disk is full', () => {
  test('pings nobody again, and is marked as delivered when there is room again', async () => {
    const { desk, bot, clock, sandbox } = served;
    const bo = sandbox.world.member('Bo').id;
    const { heard } = desk;
    Object.assign(desk, {
      heard() {
        throw new Error('database or disk is full');
      },
    });
    const pings = { roles: [], users: [bo] };
    const answer = reply('channel', `<@${bo}> commands.`, { notices: [1], pings });
    desk.notices.set(1, { channel: channelId(), guild: null, answer });
    for (let minute = 0; minute < 30; minute++) {
      await bot.delivery.runner.run();
      clock.advance(60_000);
    }
    expect(open()).toMatchObject([{ pinged: [bo] }]);
    expect(errors().length).toBeLessThan(5);
    Object.assign(desk, { heard });
    clock.advance(6 * 3_600_000);
    await bot.delivery.runner.run();
    expect([desk.notices.size, open().length]).toEqual([0, 1]);
  });
});

describe('a message without news', () => {
  test('has a nonce of its own, so the channel has it once even if discord.js sends it twice', async () => {
    const { sandbox } = served;
    let tries = 0;
    sandbox.faults = (call, proceed) => {
      if (!isPost(call)) return proceed();
      tries += 1;
      const answered = proceed();
      return tries === 1 ? { status: 503, body: { code: 0, message: 'Lost' } } : answered;
    };
    await said('At your service again.');
    expect([tries, open().length]).toEqual([2, 1]);
    await said('At your service again.');
    expect(open()).toHaveLength(2);
  });
});

describe('an answer whose map did not arrive', () => {
  test('ends at once, whatever else is undelivered', async () => {
    const { desk, sandbox, bot } = served;
    answer = mapped('Done.', 1);
    const far = channelId('library');
    desk.maps.set('far', { channel: far, guild: null, answer: reply('channel', 'The map.') });
    const { given: held, give: letGo } = signal();
    let hangs = false;
    sandbox.faults = async (call, proceed) => {
      if (call.method === 'PATCH') return { status: 400, body: { code: 0, message: 'No' } };
      if (call.method === 'POST' && call.path === `/channels/${far}/messages`) {
        hangs = true;
        await held;
      }
      return proceed();
    };
    void ada().command('probe');
    await expect.poll(() => hangs).toBe(true);
    await expect.poll(() => bot.inHand().answers).toBe(0);
    expect(desk.maps.size).toBe(1);
    letGo();
    await expect.poll(() => desk.maps.size).toBe(0);
  });
});

describe('an undelivered map', () => {
  test('is left to an answer that begins while the channel is searched', async () => {
    const { desk, sandbox, bot } = served;
    undelivered(reply('channel', 'The map, late.'));
    const { given: asked, give: ask } = signal();
    const { given: told, give: tell } = signal();
    Object.assign(desk, { possiblyDelivered: () => [{ notice: 1, text: 'A call.', part: true, since: 1 }] });
    sandbox.faults = async ({ method, path }, proceed) => {
      if (method === 'GET' && path.endsWith('/messages')) {
        ask();
        await told;
      }
      return proceed();
    };
    const delivering = bot.delivery.runner.run();
    await asked;
    const way = bot.delivery.inFlight.begin(mapped('The map.', 1));
    tell();
    await delivering;
    expect([open(), desk.asked.filter(({ what }) => what === 'late')]).toEqual([[], []]);
    way.over();
    await bot.delivery.runner.run();
    expect(open()).toMatchObject([{ content: 'The map, late.' }]);
  });

  test('does not count as out of date if the last entries of the game need no map', async () => {
    undelivered(mapped('Late.', 5, { tells: [1] }));
    await served.bot.delivery.runner.run();
    expect(open().at(-1)?.files).toHaveLength(1);
  });

  test('is drawn again if the game goes on meanwhile', async () => {
    const { png, begun, draw } = slowPicture();
    undelivered(mapped('Late, 1.', 1, {}, png));
    const delivering = served.bot.delivery.runner.run();
    await begun;
    // An order is given meanwhile, and its answer has come to its channel.
    undelivered(mapped('Late, 2.', 2));
    draw();
    await delivering;
    expect(open().map(({ content }) => content)).toEqual(['Late, 2.']);
  });

  test('of an earlier order is left out below a newer map, and its text is posted', async () => {
    const { png, begun, draw } = slowPicture();
    const first = served.bot.delivery.say(channelId(), mapped('Order 1.', 1, BUTTON, png));
    await begun;
    answer = map(2);
    await ada().command('probe', {});
    draw();
    await first;
    const shown = () =>
      served.sandbox
        .messages(CHANNEL)
        .filter(({ author }) => author.bot)
        .map(({ content, files, components }) => [content, files.map(({ filename }) => filename), components.length]);
    await expect.poll(shown).toEqual([
      ['Order 2.', ['map-2.png'], 1],
      ['Order 1.', [], 0],
    ]);
    await said('Order 3.', map(3));
    expect(open().at(-1)?.files).toHaveLength(1);
  });
});

describe('maps that cross on their way', () => {
  const shown = () =>
    served.sandbox
      .messages(CHANNEL)
      .filter(({ author }) => author.bot)
      .map(({ content, files, components, embeds }) => [content, files.length, components.length, embeds.length]);
  const warnings = () => served.logged.filter(({ level }) => level === 40).map(({ msg }) => msg);
  const isEdit = ({ method, path }: FaultCall) =>
    method === 'PATCH' && path.startsWith(`/channels/${channelId()}/messages/`);

  /** The first post hangs, once Discord has it or before; meanwhile the next order is answered. Resolves when both are there. */
  async function cross(first: Reply, has: 'first' | 'second', edits = (_call: FaultCall) => true): Promise<void> {
    const [hangs, goOn] = [signal(), signal()];
    let posts = 0;
    served.sandbox.faults = async (call, proceed) => {
      if (isEdit(call) && !edits(call)) return { status: 403, body: { code: 50001, message: 'Missing Access' } };
      if (!isPost(call) || posts++ > 0) return proceed();
      const early = has === 'first' ? await proceed() : null;
      hangs.give();
      await goOn.given;
      return early ?? proceed();
    };
    const saying = served.bot.delivery.say(channelId(), first);
    await hangs.given;
    answer = map(first.tells[0] === 2 ? 1 : 2);
    await ada().command('probe');
    await expect.poll(() => served.bot.inHand().answers).toBe(0);
    goOn.give();
    await saying;
  }

  test('an older map that arrives after a later one is removed with its buttons; its text stays', async () => {
    await cross(map(1), 'second');
    await expect.poll(shown).toEqual([
      ['Order 2.', 1, 1, 0],
      ['Order 1.', 0, 0, 0],
    ]);
    expect(warnings()).toEqual([]);
  });

  test('such an older map keeps its ballot', async () => {
    await cross(map(1, { cards: [served.desk.open(1, channelId())] }), 'second');
    await expect.poll(shown).toEqual([
      ['Order 2.', 1, 1, 0],
      ['Order 1.', 0, 1, 1],
    ]);
  });

  test('an older map below a later one is removed, also if its response came first', async () => {
    await cross(map(2), 'first');
    await expect.poll(shown).toEqual([
      ['Order 2.', 1, 1, 0],
      ['Order 1.', 0, 0, 0],
    ]);
  });

  test('both stay if they arrive in order', async () => {
    await cross(map(1), 'first');
    await served.bot.stop();
    expect(shown().map(([, files]) => files)).toEqual([1, 1]);
  });

  test('a map that cannot be removed is logged once, delays nothing, and is tried again with the next map', async () => {
    let refused = 0;
    await cross(map(1), 'second', () => {
      refused += 1;
      return false;
    });
    await expect.poll(() => refused).toBe(1);
    await said('Order 3.', map(3));
    await expect.poll(() => refused).toBe(2);
    served.sandbox.faults = null;
    await said('Order 4.', map(4));
    await expect
      .poll(() => shown().map(([content, files]) => [content, files]))
      .toEqual([
        ['Order 2.', 1],
        ['Order 1.', 0],
        ['Order 3.', 1],
        ['Order 4.', 1],
      ]);
    expect(warnings()).toEqual(['an older map could not be removed']);
  });
});

describe('ballots without a message', () => {
  test('are not made again for a deleted channel before it is time to try again', async () => {
    const { desk, sandbox, bot, clock } = served;
    const answered = { status: 404, body: { code: RESTJSONErrorCodes.UnknownChannel, message: 'Unknown Channel' } };
    sandbox.faults = (call, proceed) => (isPost(call) ? answered : proceed());
    const ballots = [1, 2, 3, 4, 5];
    for (const id of ballots) desk.open(id, channelId());
    await bot.delivery.runner.run();
    expect(ballots.map(built)).toEqual([1, 1, 1, 1, 1]);
    await bot.delivery.runner.run();
    await bot.delivery.runner.run();
    expect(ballots.map(built)).toEqual([1, 1, 1, 1, 1]);
    sandbox.faults = null;
    clock.advance(60_000);
    await expect.poll(() => ballots.every((id) => desk.ballot(id).message !== null)).toBe(true);
    expect(ballots.map(built)).toEqual([2, 2, 2, 2, 2]);
    expect(open()).toHaveLength(5);
  });

  test.each([
    ['message', RESTJSONErrorCodes.UnknownMessage],
    ['channel', RESTJSONErrorCodes.UnknownChannel],
  ])('want another where an edit tells that their %s is gone', async (_what, code) => {
    const { desk, sandbox, bot } = served;
    await said('Vote on the next order.', { cards: [desk.open(1, channelId())] });
    sandbox.faults = ({ method }, proceed) =>
      method === 'PATCH' ? { status: 404, body: { code, message: 'Unknown' } } : proceed();
    desk.ballot(1).revision += 1;
    await bot.delivery.runner.run();
    await expect.poll(() => desk.ballot(1).message).toBeNull();
    expect(errors()).toEqual([]);
  });

  test('are put off and logged once if the rules of their game throw; others are posted', async () => {
    const { desk, bot, clock } = served;
    desk.open(1, channelId());
    desk.open(2, channelId());
    desk.broken.add(1);
    await bot.delivery.runner.run();
    await bot.delivery.runner.run();
    expect([desk.ballot(1).message, desk.ballot(2).message?.channel, built(1)]).toEqual([null, channelId(), 1]);
    clock.advance(60_000);
    await expect.poll(() => built(1)).toBe(2);
    await turns();
    expect(errors()).toEqual(['the message of a ballot could not be made; trying later']);
    desk.broken.clear();
    clock.advance(180_000);
    await bot.delivery.runner.run();
    expect(desk.ballot(1).message?.channel).toBe(channelId());
  });
});

describe('an answer to a message', () => {
  const post = () => said('1 vote still missing.', { replyTo: first.id });
  let first: SeenMessage;
  beforeEach(async () => {
    await said('Vote on the next order.');
    first = open()[0] as SeenMessage;
  });

  test('is posted even if that message is deleted', async () => {
    const channel = await served.bot.client.channels.fetch(channelId());
    if (channel?.isSendable()) await channel.messages.delete(first.id);
    await post();
    expect(open().map(({ content, replyTo }) => [content, replyTo])).toEqual([['1 vote still missing.', null]]);
  });

  test('is posted even if the bot may not read the history, so that Discord takes no reply', async () => {
    served.sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['ReadMessageHistory'] });
    await expect.poll(mayRead).toBe(false);
    await post();
    expect(open()[1]).toMatchObject({ content: '1 vote still missing.', replyTo: null });
  });

  async function mayRead(): Promise<boolean> {
    const channel = await served.bot.client.channels.fetch(channelId());
    if (!channel || channel.isDMBased()) throw new Error('There is no channel');
    return channel.permissionsFor(served.bot.client.user)?.has('ReadMessageHistory') ?? false;
  }
});

test('a reply for one member is never posted to a channel, and an attempt is logged as a bug', async () => {
  await served.bot.delivery.say(channelId(), reply('member', 'Your vote: attack.'));
  answer = reply('member', 'Noted.', { channelReply: reply('member', 'For you alone.') });
  seen(await ada().command('probe'));
  await expect.poll(errors).toHaveLength(2);
  expect(new Set(errors())).toEqual(new Set(['did not post a reply for one member to the channel']));
  expect(open()).toEqual([]);
});

describe('the members that are named', () => {
  test('in an option are humans: a bot is left out', async () => {
    const { world } = served.sandbox;
    const bo = world.member('Bo').id;
    seen(await ada().command('probe', { who: bo }));
    seen(await ada().command('probe', { who: world.bot.id }));
    expect(people).toEqual([{ [bo]: 'Bo' }, {}]);
  });

  test('in a menu likewise', async () => {
    const { desk, sandbox } = served;
    answer = reply('member', 'Who commands?', {
      menu: {
        prompt: 'Members',
        choosing: { what: 'value', game: 'k3x9mnpqrs', setting: 'commander' },
        least: 1,
        most: 2,
        from: 'members',
        choices: [],
      },
    });
    desk.answer = reply('member', 'Noted.');
    const [bo, bot] = [sandbox.world.member('Bo').id, sandbox.world.bot.id];
    const menu = seen(await ada().command('probe'));
    await ada().select(menu, menu.selects[0]?.customId ?? '', [bo, bot]);
    expect(desk.asked).toEqual([
      { what: 'set', with: [{ commander: `${bo} ${bot}` }, { [bo]: 'Bo' }, true, 'k3x9mnpqrs', undefined] },
    ]);
  });
});
