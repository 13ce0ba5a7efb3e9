import { RESTJSONErrorCodes, SlashCommandBuilder } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command, Invocation } from '../../src/discord/command.ts';
import { type Answer, say } from '../../src/host/index.ts';
import { type FaultCall, Permission, type SeenMessage } from '../../src/sandbox/sandbox.ts';
import { Desk, type Served, seen, serve } from './desk.ts';

let people: Invocation['people'][] = [];
let answer: Answer | null = null;

const COMMANDS: readonly Command[] = [
  {
    data: new SlashCommandBuilder()
      .setName('probe')
      .setDescription('Somebody')
      .addUserOption((option) => option.setName('who').setDescription('Who'))
      .toJSON(),
    run: (_host, _caller, _options, invocation) => {
      people.push(invocation.people);
      return answer ?? say('member', 'Done.');
    },
  },
];

const CHANNEL = 'the-wilderness';
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
const said = (text: string, more: Partial<Answer> = {}) =>
  served.bot.courier.say(channelId(), say('channel', text, more));

describe('ballots that want a message', () => {
  test('whose channels are gone are not even made until it is time to try again', async () => {
    const { desk, sandbox, bot, clock } = served;
    const answered = { status: 404, body: { code: RESTJSONErrorCodes.UnknownChannel, message: 'Unknown Channel' } };
    sandbox.faults = (call, proceed) => (isPost(call) ? answered : proceed());
    const ballots = [1, 2, 3, 4, 5];
    for (const id of ballots) desk.open(id, channelId());
    await bot.courier.deliver();
    expect(ballots.map(built)).toEqual([1, 1, 1, 1, 1]);
    await bot.courier.deliver();
    await bot.courier.deliver();
    expect(ballots.map(built)).toEqual([1, 1, 1, 1, 1]);
    sandbox.faults = null;
    clock.advance(60_000);
    await expect.poll(() => ballots.every((id) => desk.ballot(id).message !== null)).toBe(true);
    expect(ballots.map(built)).toEqual([2, 2, 2, 2, 2]);
    expect(open()).toHaveLength(5);
  });

  test('of a game whose rules throw are put off and logged once; the others get theirs', async () => {
    const { desk, bot, clock } = served;
    desk.open(1, channelId());
    desk.open(2, channelId());
    desk.broken.add(1);
    await bot.courier.deliver();
    await bot.courier.deliver();
    expect([desk.ballot(1).message, desk.ballot(2).message?.channel, built(1)]).toEqual([null, channelId(), 1]);
    clock.advance(60_000);
    await expect.poll(() => built(1)).toBe(2);
    expect(errors()).toEqual(['the message of a ballot could not be made; put off']);
    desk.broken.clear();
    clock.advance(180_000);
    await bot.courier.deliver();
    expect(desk.ballot(1).message?.channel).toBe(channelId());
  });

  test('get it once, also where the word is lost that the first has come', async () => {
    const { desk, sandbox, bot } = served;
    sandbox.faults = (call, proceed) => {
      const answered = proceed();
      return isPost(call) ? { status: 403, body: { code: 0, message: 'Lost' } } : answered;
    };
    await said('Bo proposes to change how this table decides.', { cards: [desk.open(1, channelId())] });
    sandbox.faults = null;
    expect([open().length, desk.ballot(1).message]).toEqual([1, null]);
    await bot.courier.deliver();
    expect(open().map(({ id, content }) => [id, content])).toEqual([
      [desk.ballot(1).message?.id, 'Bo proposes to change how this table decides.'],
    ]);
  });
});

describe('an answer to a message', () => {
  const post = () => said('The council is still short of 1 vote.', { replyTo: first.id });
  let first: SeenMessage;
  beforeEach(async () => {
    await said('The council votes.');
    first = open()[0] as SeenMessage;
  });

  test('is a reply to it, and calls nobody by that', async () => {
    await post();
    expect(open()[1]).toMatchObject({ replyTo: first.id, pinged: [], mentions: [] });
  });

  test('is said all the same where that message is gone', async () => {
    const channel = await served.bot.client.channels.fetch(channelId());
    if (channel?.isSendable()) await channel.messages.delete(first.id);
    await post();
    expect(open().map(({ content, replyTo }) => [content, replyTo])).toEqual([
      ['The council is still short of 1 vote.', null],
    ]);
  });

  test('or where the bot may not read it, and Discord would take no reply', async () => {
    served.sandbox.denyBot(CHANNEL, Permission.readMessageHistory);
    await expect.poll(mayRead).toBe(false);
    await post();
    expect(open()[1]).toMatchObject({ content: 'The council is still short of 1 vote.', replyTo: null });
  });

  async function mayRead(): Promise<boolean> {
    const channel = await served.bot.client.channels.fetch(channelId());
    if (!channel || channel.isDMBased()) throw new Error('There is no channel');
    return channel.permissionsFor(served.bot.client.user)?.has('ReadMessageHistory') ?? false;
  }
});

test('what one member is told is never posted to a channel, and its being tried is logged as a bug', async () => {
  await served.bot.courier.say(channelId(), say('member', 'Your vote: attack.'));
  answer = say('member', 'Noted.', { aside: say('member', 'For you alone.') });
  seen(await ada().command('probe'));
  await expect.poll(errors).toHaveLength(2);
  expect(new Set(errors())).toEqual(new Set(['kept from the channel what is meant for one member']));
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
    answer = say('member', 'Who commands?', {
      menu: {
        prompt: 'Members',
        choosing: { what: 'value', setting: 'commander' },
        least: 1,
        most: 2,
        from: 'members',
        choices: [],
      },
    });
    desk.answer = say('member', 'Noted.');
    const [bo, bot] = [sandbox.world.member('Bo').id, sandbox.world.bot.id];
    const menu = seen(await ada().command('probe'));
    await ada().select(menu, menu.selects[0]?.customId ?? '', [bo, bot]);
    expect(desk.asked).toEqual([{ what: 'setCouncil', with: [{ commander: `${bo} ${bot}` }, { [bo]: 'Bo' }] }]);
  });
});
