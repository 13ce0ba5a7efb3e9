import { PermissionFlagsBits, SlashCommandBuilder } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command, Invocation, Options } from '../../src/discord/inbound/command-contract.ts';
import { CARD_WORDS } from '../../src/host/base/voting-words.ts';
import { type Caller, type Reply, reply, textFile } from '../../src/host/index.ts';
import { IncompatibleLog } from '../../src/host/table/replay-log.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer as seen } from '../answered-message.ts';
import { Desk, type Served, serve } from './desk.ts';
import { signal } from './trouble.ts';

interface Given {
  readonly caller: Caller;
  readonly options: Options;
  readonly invocation: Invocation;
}

let given: Given[] = [];
/** Answers of the commands, one after the other, made when a command is given. */
let answers: (() => Reply)[] = [];

const run: Command['run'] = (_host, caller, options, invocation) => {
  given.push({ caller, options, invocation });
  return answers.shift()?.() ?? reply('member', 'Done.');
};

/** A command with an option of every kind there is, and one with subcommands. */
const COMMANDS: readonly Command[] = [
  {
    data: new SlashCommandBuilder()
      .setName('probe')
      .setDescription('Every kind of option')
      .addStringOption((option) => option.setName('word').setDescription('A word'))
      .addIntegerOption((option) => option.setName('number').setDescription('A number'))
      .addBooleanOption((option) => option.setName('yes').setDescription('Yes or no'))
      .addUserOption((option) => option.setName('who').setDescription('Somebody'))
      .addRoleOption((option) => option.setName('role').setDescription('A role'))
      .addChannelOption((option) => option.setName('where').setDescription('A channel'))
      .toJSON(),
    run,
  },
  {
    data: new SlashCommandBuilder()
      .setName('orders')
      .setDescription('Subcommands')
      .addSubcommand((one) => one.setName('open').setDescription('Without options'))
      .addSubcommand((one) =>
        one
          .setName('overrule')
          .setDescription('With one')
          .addStringOption((option) => option.setName('order').setDescription('Which').setAutocomplete(true)),
      )
      .toJSON(),
    run,
    complete: (_host, _caller, options, focused) => [{ label: `${focused}: ${options.order}`, value: 'attack' }],
  },
];

const CHANNEL = 'the-wilderness';
let served: Served;
beforeEach(async () => {
  given = [];
  answers = [];
  served = await serve(new Desk(), COMMANDS);
  served.desk.answer = reply('member', 'Noted.');
});
afterEach(() => served.close());

const ada = () => served.sandbox.as('Ada').in(CHANNEL);
const channelId = () => served.sandbox.world.channel(CHANNEL).id;
const drawing = (seq: number, ready = () => Promise.resolve()): Reply['drawing'] => ({
  point: { game: 'k3x9mnpqrs', seq },
  file: 'map.png',
  alt: 'The map.',
  png: () => ready().then(() => Buffer.from('png')),
});
const until = (holds: () => boolean) => expect.poll(holds).toBe(true);

describe('a command', () => {
  test('gets the options of every kind as text, and the names of members they name', async () => {
    const { world } = served.sandbox;
    const [bo, staff] = [world.member('Bo').id, world.role(world.guilds[0] as (typeof world.guilds)[0], 'Staff').id];
    seen(await ada().command('probe', { word: 'Attack', number: 5, yes: false, who: bo, role: staff }));
    expect(given[0]).toMatchObject({
      options: { word: 'Attack', number: '5', yes: 'false', who: bo, role: staff },
      invocation: { subcommand: null, people: { [bo]: 'Bo' }, absent: {}, channels: {} },
    });
  });

  test('gets whether the member may see the channels they name, and write there', async () => {
    const { sandbox } = served;
    const where = '#parade-ground';
    const id = sandbox.world.channel(where).id;
    const named = async () => {
      seen(await ada().command('probe', { where }));
      return given.at(-1);
    };
    const isOpen = async () => (await named())?.invocation.channels[id]?.open;
    expect(await named()).toMatchObject({
      options: { where: id },
      invocation: { channels: { [id]: { channel: id, open: true, lacks: [] } } },
    });
    sandbox.deny('Ada', where, PermissionFlagsBits.SendMessages);
    await until(() => served.bot.client.channels.resolve(id)?.isDMBased() === false);
    await expect.poll(isOpen).toBe(false);
    sandbox.deny('Ada', where, 0n);
    await expect.poll(isOpen).toBe(true);
    // Discord offers nobody a channel that they cannot see.
    sandbox.deny('Ada', where, PermissionFlagsBits.ViewChannel);
    expect(await ada().command('probe', { where })).toMatchObject({ kind: 'failed' });
  });

  test('is told in a sentence where the rules no longer fit the log; that is no bug', async () => {
    answers = [
      () => {
        throw new IncompatibleLog('entry 3: not legal');
      },
    ];
    expect(seen(await ada().command('probe')).content).toMatch(/^The rules have changed since this game began/);
    expect(served.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('gets which subcommand it is, its options, and completes them', async () => {
    seen(await ada().command('orders open'));
    seen(await ada().command('orders overrule', { order: 'attack' }));
    expect(given.map(({ options, invocation }) => [invocation, options])).toEqual([
      [{ subcommand: 'open', people: {}, absent: {}, channels: {} }, {}],
      [{ subcommand: 'overrule', people: {}, absent: {}, channels: {} }, { order: 'attack' }],
    ]);
    const completed = await ada().autocomplete('orders overrule', { order: 'att' }, 'order');
    expect(completed).toMatchObject({ choices: [{ name: 'order: att', value: 'attack' }] });
    await until(() => served.logged.some((line) => 'what' in line && line.what === '/orders overrule'));
  });

  test('gets who asks: the roles they have now, since when they are here, and since when they are at all', async () => {
    const { sandbox, clock } = served;
    const [guild] = sandbox.world.guilds;
    if (!guild) throw new Error('There is no server');
    const staff = sandbox.world.role(guild, 'Staff').id;
    const joined = Date.parse('2026-05-05T00:00:00.000Z');
    sandbox.setJoined('Cy', joined);
    const cy = sandbox.as('Cy').in(CHANNEL);
    await cy.command('probe');
    sandbox.giveRole('Cy', 'Staff');
    await cy.command('probe');
    const [before, after] = given.map(({ caller }) => caller);
    expect(before).toMatchObject({ joinedAt: joined, everyone: guild.id, guild: guild.id, at: clock.now() });
    expect(before?.roles).not.toContain(staff);
    expect(after?.roles).toContain(staff);
    expect(new Date(before?.accountSince ?? 0).toISOString()).toMatch(/^2023-11-19T/);
    await sandbox.as('Cy').in('dm').command('probe');
    expect(given[2]?.caller).toMatchObject({
      guild: null,
      everyone: null,
      roles: [],
      joinedAt: null,
      isModerator: true,
    });
  });
});

test('a button that the bot did not write is answered, too', async () => {
  const answer = seen(await ada().forge(seen(await ada().command('probe')), 'mine:0'));
  expect(answer.content).toContain('no longer');
});

describe('a private answer', () => {
  const BUTTON = [[{ label: 'Mine', tone: 'plain', press: { do: 'mine', ballot: 1 } }]] as const;

  test('never replaces a public message', async () => {
    answers = [() => reply('channel', 'Vote on the next order.', { rows: BUTTON })];
    const open = seen(await ada().command('probe'));
    served.desk.answer = reply('member', 'You haven’t voted.', { replaces: true });
    const own = await served.sandbox.as('Bo').in(CHANNEL).press(open, 'Mine');
    expect(seen(own)).toMatchObject({ ephemeral: true, content: 'You haven’t voted.' });
    expect(served.sandbox.message(CHANNEL, open.id)?.content).toBe('Vote on the next order.');
  });

  test('takes the place of what they alone saw; what all are to see does not', async () => {
    answers = [() => reply('member', 'Your vote.', { rows: BUTTON })];
    const own = seen(await ada().command('probe'));
    served.desk.answer = reply('member', 'Withdrawn.', { replaces: true, rows: BUTTON });
    expect(seen(await ada().press(own, 'Mine'))).toMatchObject({ id: own.id, content: 'Withdrawn.' });
    served.desk.answer = reply('channel', 'Ada votes again.', { replaces: true });
    const open = seen(await ada().press(own, 'Mine'));
    expect(open).toMatchObject({ ephemeral: false });
    expect(open.id).not.toBe(own.id);
  });

  test('becomes a line where it was a question whose answer all are to see; they see that as a message of its own', async () => {
    answers = [() => reply('member', 'Where to?', { rows: BUTTON, drawing: drawing(3) })];
    const asked = seen(await ada().command('probe'));
    await until(() => (served.sandbox.message(CHANNEL, asked.id)?.files.length ?? 0) > 0);
    served.desk.answer = reply('channel', 'Grant attacks.\nTurn 2.', {
      settles: 'Grant attacks.',
      drawing: drawing(4),
    });
    const line = seen(await ada().press(asked, 'Mine'));
    expect(line).toMatchObject({ id: asked.id, content: 'Grant attacks.', ephemeral: true, buttons: [], files: [] });
    const map = await served.sandbox.waitForMessage(CHANNEL, ({ content }) => content === 'Grant attacks.\nTurn 2.');
    expect(map).toMatchObject({ ephemeral: false, files: [{}] });
    const told = served.sandbox.messages(CHANNEL).filter(({ content }) => content.includes('Turn 2.'));
    expect(told).toHaveLength(1);
  });
});

describe('the picture of a private answer', () => {
  const BUTTON = [[{ label: 'Mine', tone: 'plain', press: { do: 'mine', ballot: 1 } }]] as const;
  const own = (id: string) => served.sandbox.message(CHANNEL, id);
  const isOver = () => expect.poll(() => served.bot.inHand().answers).toBe(0);

  test('follows their text, which has its buttons from the first', async () => {
    const { given: held, give: goOn } = signal();
    answers = [() => reply('member', 'Your plans.', { rows: BUTTON, drawing: drawing(3, () => held) })];
    const told = seen(await ada().command('probe'));
    expect(told).toMatchObject({ content: 'Your plans.', buttons: [{ label: 'Mine' }], files: [] });
    goOn();
    await until(() => own(told.id)?.files.length === 1);
    expect(own(told.id)).toMatchObject({ content: 'Your plans.', buttons: [{ label: 'Mine' }] });
  });

  test('does not come on top of what a press has made of their message while it was drawn', async () => {
    const { given: held, give: goOn } = signal();
    answers = [() => reply('member', 'Your plans.', { rows: BUTTON, drawing: drawing(3, () => held) })];
    const told = seen(await ada().command('probe'));
    served.desk.answer = reply('member', 'Withdrawn.', { replaces: true });
    seen(await ada().press(told, 'Mine'));
    goOn();
    await isOver();
    expect(own(told.id)).toMatchObject({ content: 'Withdrawn.', buttons: [], files: [] });
  });

  test.each([
    ['without one', null],
    ['with one', drawing(4)],
  ])('gives way to that also where it was on its way (to words %s)', async (_how, next) => {
    const { given: held, give: goOn } = signal();
    let edits = 0;
    served.sandbox.faults = async ({ method, path }, proceed) => {
      if (method === 'PATCH' && path.startsWith('/webhooks/') && ++edits === 1) await held;
      return proceed();
    };
    answers = [() => reply('member', 'Your plans.', { rows: BUTTON, drawing: drawing(3) })];
    const told = seen(await ada().command('probe'));
    await until(() => edits === 1);
    served.desk.answer = reply('member', 'Withdrawn.', { replaces: true, drawing: next });
    seen(await ada().press(told, 'Mine'));
    goOn();
    await isOver();
    expect(own(told.id)).toMatchObject({ content: 'Withdrawn.', buttons: [], files: next ? [{}] : [] });
  });
});

describe('a member’s private answers in a channel', () => {
  const BUTTON = [[{ label: 'Mine', tone: 'plain', press: { do: 'mine', ballot: 1 } }]] as const;
  const privately = (text: string, more: Partial<Reply> = {}) => reply('member', text, { rows: BUTTON, ...more });
  const probe = async (answer: Reply, member = 'Ada') => {
    answers = [() => answer];
    return seen(await served.sandbox.as(member).in(CHANNEL).command('probe'));
  };
  const press = async (message: SeenMessage, answer: Reply) => {
    served.desk.answer = answer;
    return seen(await ada().press(message, 'Mine'));
  };
  const left = (member = 'Ada') =>
    served.sandbox
      .messages(CHANNEL, { seenBy: member })
      .filter(({ ephemeral }) => ephemeral)
      .map(({ content }) => content);
  const expectLeft = async (contents: readonly string[], member = 'Ada') => {
    await expect.poll(() => served.bot.inHand().answers).toBe(0);
    await expect.poll(() => left(member)).toEqual(contents);
  };
  const deletions = () =>
    served.sandbox.requests().filter(({ method, path }) => method === 'DELETE' && path.startsWith('/webhooks/'));
  const warned = () => served.logged.filter(({ level }) => level >= 40).map(({ msg }) => msg);

  test('are never more than one, whatever they typed and pressed; others keep theirs', async () => {
    const open = await probe(reply('channel', 'The board.', { rows: BUTTON }));
    await probe(privately('Bo’s own.'), 'Bo');
    for (let turn = 1; turn <= 3; turn += 1) {
      const typed = await probe(privately(`Typed ${turn}.`, { drawing: drawing(turn) }));
      await expectLeft([`Typed ${turn}.`]);
      expect((await press(typed, privately(`Edited ${turn}.`))).id).toBe(typed.id);
      await press(open, privately(`Pressed ${turn}.`));
      await expectLeft([`Pressed ${turn}.`]);
    }
    expect(left('Bo')).toEqual(['Bo’s own.']);
    expect(served.sandbox.message(CHANNEL, open.id)?.content).toBe('The board.');
    expect(deletions().map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(warned()).toEqual([]);
  });

  test('stay where the token of the last one has died, and what is pressed then is the one that stays', async () => {
    const old = await probe(privately('Old.'));
    await expectLeft(['Old.']);
    served.clock.advance(15 * 60_000);
    await probe(privately('New.'));
    await expectLeft(['Old.', 'New.']);
    expect(deletions()).toEqual([]);
    await press(old, privately('Old, pressed.'));
    await expectLeft(['Old, pressed.']);
  });

  test('stay where they bring a text file, and while they are awaited', async () => {
    const { given: held, give: goOn } = signal();
    await probe(reply('member', 'Exported.', { files: [textFile('log.txt', 'Day 1')] }));
    const make = () => held.then(() => privately('Suggested.'));
    await probe(reply('member', 'Working on it.', { later: { make } }));
    await probe(privately('Typed meanwhile.'));
    goOn();
    await expectLeft(['Exported.', 'Suggested.', 'Typed meanwhile.']);
    await probe(privately('Next.'));
    await expectLeft(['Exported.', 'Next.']);
  });

  test('make way although their picture comes only then', async () => {
    const { given: held, give: goOn } = signal();
    await probe(privately('Slow.', { drawing: drawing(3, () => held) }));
    await probe(privately('Fast.'));
    goOn();
    await expectLeft(['Fast.']);
    expect(warned()).toEqual([]);
  });

  test('keep a lesson, which makes way for itself alone', async () => {
    const lesson = (text: string) =>
      reply('member', text, {
        rows: [[...BUTTON[0], { label: 'Leave', tone: 'plain', press: { do: 'leave-lesson', system: 'overland' } }]],
      });
    const step = await probe(lesson('Step 1.'));
    await probe(privately('Typed.'));
    expect((await press(step, lesson('Step 2.'))).id).toBe(step.id);
    await expectLeft(['Step 2.', 'Typed.']);
    await press(step, reply('member', 'Slow down.'));
    await expectLeft(['> Slow down.\nStep 2.', 'Typed.']);
    await probe(lesson('Step 2 again.'));
    await expectLeft(['Typed.', 'Step 2 again.']);
  });

  test('show a remark above their text, and keep their buttons and picture', async () => {
    const asked = await probe(privately('Where to?', { drawing: drawing(3) }));
    await until(() => served.sandbox.message(CHANNEL, asked.id)?.files.length === 1);
    for (const why of ['Slow down.', 'It’s the Union’s turn.\nWait for it.']) {
      const told = await press(asked, reply('member', why));
      expect(told).toMatchObject({ id: asked.id, buttons: [{ label: 'Mine' }], files: [{}] });
      expect(told.content).toBe(`> ${why.replace('\n', '\n> ')}\nWhere to?`);
    }
    const long = 'x'.repeat(1995);
    expect(await press(asked, reply('member', long))).toMatchObject({ id: asked.id, content: long, buttons: [] });
  });

  test('can be answered by a form that was open when they made way', async () => {
    const FORM: Reply['form'] = {
      title: 'A reason',
      asks: { what: 'reason', ballot: 1 },
      label: 'Why?',
      value: '',
      most: 120,
    };
    const asked = await probe(privately('Your vote.'));
    served.desk.answer = reply('member', '', { form: FORM });
    const shown = await ada().press(asked, 'Mine');
    if (shown.kind !== 'modal') throw new Error(JSON.stringify(shown));
    await probe(privately('Typed meanwhile.'));
    await expectLeft(['Typed meanwhile.']);
    served.desk.answer = privately('Your vote, and why.');
    const field = shown.modal.fields[0]?.customId ?? '';
    expect(seen(await ada().submit(shown.modal, { [field]: 'Lee is weak' }))).toMatchObject({ ephemeral: true });
    await expectLeft(['Your vote, and why.']);
    expect(warned()).toEqual([]);
  });

  test('do not wait for a deletion, and nothing is said of one that fails', async () => {
    const { given: held, give: goOn } = signal();
    const asked = signal();
    await probe(privately('First.'));
    served.sandbox.faults = async ({ method, path }, proceed) => {
      if (method === 'DELETE' && path.startsWith('/webhooks/')) {
        asked.give();
        await held;
        return { status: 404, body: { code: 10_008, message: 'Unknown Message' } };
      }
      return proceed();
    };
    await probe(privately('Second.'));
    await expectLeft(['First.', 'Second.']);
    await asked.given;
    goOn();
    served.sandbox.faults = null;
    await probe(privately('Third.'));
    await expectLeft(['First.', 'Third.']);
    expect(warned()).toEqual([]);
  });

  test('stay in direct messages', async () => {
    answers = [() => privately('First.'), () => privately('Second.')];
    const dm = served.sandbox.as('Ada').in('dm');
    for (const _ of answers.slice()) seen(await dm.command('probe'));
    await expect.poll(() => served.bot.inHand().answers).toBe(0);
    expect(deletions()).toEqual([]);
  });
});

test('a ballot is not posted again while its first message is under way', async () => {
  const { desk, sandbox, bot } = served;
  const { given: held, give: goOn } = signal();
  const map = drawing(3, () => held);
  answers = [() => reply('channel', 'Grant attacks.', { cards: [desk.open(1, channelId())], drawing: map })];
  const { id } = seen(await ada().command('probe'));
  await bot.delivery.runner.run();
  goOn();
  await until(() => desk.ballot(1).message !== null);
  expect(desk.ballot(1).message?.id).toBe(id);
  expect(sandbox.messages(CHANNEL).some(({ content }) => content === CARD_WORDS.stillOpen)).toBe(false);
});

test('a server that is unavailable at a start delays no other, and gets what is undelivered once it is there', async () => {
  const { sandbox, desk } = served;
  const channel = sandbox.world.channel('library');
  const guild = sandbox.world.guildOf(channel)?.id ?? '';
  const answerTakes = 3000;
  const bot = await served.again(() => {
    sandbox.happen({ kind: 'outage', guild });
    desk.notices.set(1, { channel: channel.id, guild, answer: reply('channel', 'The next order.', { notices: [1] }) });
  });
  expect(bot.client.guilds.cache.get(guild)?.available).toBe(false);
  // discord.js hands over no press before.
  expect(bot.client.options.waitGuildTimeout).toBeLessThan(answerTakes);
  expect(seen(await sandbox.as('Ada').in(CHANNEL).command('probe')).content).toBe('Done.');
  sandbox.happen({ kind: 'outageOver', guild });
  await sandbox.waitForMessage('library', ({ content }) => content === 'The next order.');
  await until(() => desk.notices.size === 0);
});
