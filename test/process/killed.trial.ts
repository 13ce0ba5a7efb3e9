import { expect, test } from 'vitest';
import { type FaultCall, manualClock, type SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { BotProcess } from '../harness/bot-process.ts';
import { CHANNEL, isAnswer, isEdit, isOwnMap, isPost, posts } from '../harness/channel.ts';
import { behind, reading } from '../harness/database.ts';
import { tracesOf } from '../host/traces.ts';
import { LONG } from '../trials/long.ts';

/** Where something is on its way when the process is killed. */
interface Point {
  readonly where: string;
  /** The request in question. */
  readonly at: (call: FaultCall) => boolean;
  /** Whether Discord still gets it. */
  readonly reaches: boolean;
}

const opened = () => BotProcess.open({ clock: manualClock() });
const last = (bot: BotProcess, channel: string) => bot.maps(channel).at(-1) as SeenMessage;

/** Where an order is on its way to its channel, whether its member saw an answer, and maps that the channel has before the next start. */
const ORDERS: readonly (Point & { readonly channel: string; readonly acknowledged: boolean; readonly maps: number })[] =
  (
    [
      ['before its answer is sent', 'council-of-war', isAnswer, false, false, 0],
      ['when it is answered, before its map', CHANNEL, isAnswer, true, true, 0],
      ['while its map is on its way', 'parade-ground', isOwnMap, false, true, 0],
      // What Discord took and could not confirm any more is brought once more: a map twice rather than never.
      ['when its map has come', 'library', isOwnMap, true, true, 1],
    ] as const
  ).map(([where, channel, at, reaches, acknowledged, maps]) => ({ where, channel, at, reaches, acknowledged, maps }));

test('killed in the middle of an order, it is carried out once, its map is posted with a note, and the game goes on; wherever it was', async () => {
  const bot = await opened();
  let running = await bot.start();
  for (const { channel } of ORDERS) await bot.begin(channel);
  const before = new Map(ORDERS.map(({ channel }) => [channel, posts(bot.sandbox, channel).map(({ id }) => id)]));
  const news = (channel: string) => posts(bot.sandbox, channel).filter(({ id }) => !before.get(channel)?.includes(id));
  for (const { where, channel, at, reaches, acknowledged } of ORDERS) {
    const held = bot.deadAt(at, reaches);
    const outcome = bot.pressOn(last(bot, channel), 'Bo', channel);
    await held;
    if (acknowledged) expect(answer(await outcome).content, where).toContain('**Bo**');
  }
  await running.kill();
  for (const { where, channel, maps } of ORDERS)
    expect(
      news(channel).filter(({ files }) => files.length > 0),
      where,
    ).toHaveLength(maps);
  running = await bot.killedAndBack(running);
  for (const { where, channel, acknowledged } of ORDERS) {
    const late = await bot.sandbox.waitForMessage(
      channel,
      ({ id, content }) => !before.get(channel)?.includes(id) && content.includes('Posted late'),
    );
    expect(late.files, where).toHaveLength(1);
    expect(late.buttons.length).toBeGreaterThan(3);
    expect(news(channel), where).toHaveLength(acknowledged ? 2 : 1);
  }
  expect(bot.ordersByGame()).toEqual(ORDERS.map(() => 1));

  // Nothing is owed any more, once the bot has noted it: the next start posts nothing.
  await expect.poll(() => behind(bot.file).maps).toBe(0);
  const posted = ORDERS.map(({ channel }) => posts(bot.sandbox, channel).length);
  running = await bot.killedAndBack(running);
  for (const { channel } of ORDERS) await bot.order('Bo', channel);
  expect(bot.ordersByGame()).toEqual(ORDERS.map(() => 2));
  expect(ORDERS.map(({ channel }) => posts(bot.sandbox, channel).length)).toEqual(posted.map((count) => count + 1));
});

/** Where an order is on its way to a live board: its answer, an edit of the board, or the board of the next phase. */
const BOARDS: readonly (Point & { readonly channel: string; readonly ends: boolean })[] = [
  { where: 'before its answer', channel: 'council-of-war', at: isAnswer, reaches: false, ends: false },
  { where: 'while the board is edited', channel: CHANNEL, at: isEdit, reaches: false, ends: false },
  { where: 'when the board is edited', channel: 'parade-ground', at: isEdit, reaches: true, ends: false },
  { where: 'while the next board is posted', channel: 'library', at: isPost, reaches: false, ends: true },
  { where: 'when the next board is posted', channel: 'smoking-room', at: isPost, reaches: true, ends: true },
];

test('killed in the middle of an order, a live board shows it after the next start, in one message; wherever it was', async () => {
  const bot = await opened();
  const running = await bot.start();
  for (const { channel } of BOARDS) {
    await bot.begin(channel, { game: 'road-to-richmond' });
    await bot.at('Bo', channel).command('join', { side: 'confederate' });
    await bot.at('Cy', channel).command('join', { side: 'union' });
  }
  const order = (ends: boolean, channel: string, member = 'Bo') =>
    ends
      ? bot.at(member, channel).command('done', { sure: 'yes' })
      : bot.at(member, channel).command('move', { unit: 'Rodes', to: '1004' });
  for (const { where, channel, at, reaches, ends } of BOARDS) {
    const held = bot.deadAt(at, reaches);
    const outcome = order(ends, channel);
    await held;
    if (at !== isAnswer) expect(answer(await outcome).ephemeral, where).toBe(true);
  }
  await bot.killedAndBack(running);
  for (const { where, channel, ends } of BOARDS) {
    const shows = ({ files }: SeenMessage) => files.some(({ filename }) => filename.endsWith('-1.png'));
    await bot.sandbox.waitForMessage(channel, shows);
    const withButtons = () => bot.maps(channel).map(({ buttons }) => buttons.length > 0);
    await expect.poll(withButtons, { message: where }).toEqual(ends ? [false, true] : [true]);
    expect(bot.maps(channel).map(shows), where).toEqual(ends ? [false, true] : [true]);
  }
  expect(bot.ordersByGame()).toEqual(BOARDS.map(() => 1));
  // The game goes on.
  for (const { channel, ends } of BOARDS)
    expect(answer(await order(true, channel, ends ? 'Cy' : 'Bo')).ephemeral).toBe(true);
  for (const { channel, ends } of BOARDS) await expect.poll(() => bot.maps(channel).length).toBe(ends ? 3 : 2);
});

test('killed in the middle, a what-if has one word in its channel, one thread and one map all the same; wherever it was', async () => {
  const bot = await opened();
  const { sandbox } = bot;
  let running = await bot.start();
  await bot.begin();
  await bot.order();
  await bot.at('Ada').press(answer(await bot.at('Ada').command('abandon')), 'End the game');
  const channel = sandbox.world.channel(CHANNEL).id;
  const posting = (path: RegExp) => (call: FaultCall) => call.method === 'POST' && path.test(call.path);
  const thread = posting(/^\/channels\/\d+\/messages\/\d+\/threads$/);
  const points: readonly Point[] = [
    {
      where: 'when its channel has the word',
      at: posting(new RegExp(`^/channels/${channel}/messages$`)),
      reaches: true,
    },
    { where: 'before it has its thread', at: thread, reaches: false },
    { where: 'when it has its thread', at: thread, reaches: true },
    {
      where: 'before its map has come',
      at: posting(new RegExp(`^/channels/(?!${channel}/)\\d+/messages$`)),
      reaches: false,
    },
  ];
  // A landing tries every second point.
  const tried = points.filter((_point, number) => LONG || number % 2 === 1);
  for (const [times, { where, at, reaches }] of tried.entries()) {
    const held = bot.deadAt(at, reaches);
    const choices = await bot.at('Ada').autocomplete('new', {}, 'what-if');
    const value = choices.kind === 'choices' ? String(choices.choices[0]?.value) : '';
    const told = answer(await bot.at('Ada').command('new', { 'what-if': value }));
    expect(told.content, where).toContain('A thread for your “what if” is opening');
    await held;
    running = await bot.killedAndBack(running);
    await expect.poll(() => sandbox.world.threads.length, { message: where }).toBe(times + 1);
    const id = sandbox.world.threads.at(-1)?.id ?? '';
    await sandbox.waitForMessage(id, ({ files }) => files.length > 0);
    const words = sandbox.messages(CHANNEL).filter(({ content }) => content.startsWith('**What if?**'));
    expect(words, where).toHaveLength(times + 1);
    expect(words.at(-1)?.id).toBe(id);
    expect(bot.maps(id), where).toHaveLength(1);
  }
});

test('killed before its answer, what a member changed is changed once, though Discord delivers it again to the next process', async () => {
  const bot = await opened();
  let running = await bot.start();
  await bot.begin(CHANNEL, { game: 'road-to-richmond' });
  answer(await bot.at('Bo').command('join', { side: 'union' }));
  const member = (name: string) => bot.sandbox.world.member(name).id;
  const sides = () =>
    reading(bot.file, (database) =>
      database
        .prepare('SELECT name FROM seat JOIN member ON id = member WHERE left_at IS NULL ORDER BY 1')
        .pluck()
        .all(),
    );
  const put = (name: string) => ['seat put', { member: member(name), side: 'union' }] as const;
  const acts = [
    put('Cy'),
    ['seat replace', { member: member('Bo'), by: member('Ada') }],
    ['seat bench', { member: member('Cy') }],
  ] as const;
  const given: string[] = [];
  for (const [command, options] of acts) {
    const held = bot.deadAt(isAnswer);
    void bot.at('Ada').command(command, options);
    await held;
    given.push(bot.sandbox.latestInteraction());
    running = await bot.killedAndBack(running);
  }
  expect(sides()).toEqual(['Ada']);
  // What each of them did is undone, so that a second effect would be seen.
  for (const name of ['Bo', 'Cy']) answer(await bot.at('Ada').command(...put(name)));
  await expect.poll(() => behind(bot.file).notices).toBe(0);
  const before = posts(bot.sandbox, CHANNEL).length;
  for (const interaction of given) bot.sandbox.happen({ kind: 'redeliver', interaction });
  answer(await bot.at('Bo').command('seat list'));
  expect(sides()).toEqual(['Ada', 'Bo', 'Cy']);
  expect(posts(bot.sandbox, CHANNEL)).toHaveLength(before);
});

const REASON = 'Whoever waits is lost';

test('killed right after it, a deletion is whole, and its traces are swept away at the next start', async () => {
  const bot = await opened();
  const running = await bot.start();
  const bo = bot.sandbox.world.member('Bo').id;
  answer(await bot.at('Ada').command('new'));
  answer(await bot.at('Ada').command('council', { mode: 'vote' }));
  answer(await bot.at('Bo').command('attack', { leader: 'sigel' }));
  const mine = answer(await bot.at('Bo').command('attack', { leader: 'grant' }));
  const form = await bot.at('Bo').press(mine, 'Give a reason');
  if (form.kind !== 'modal') throw new Error(form.kind);
  answer(await bot.at('Bo').submit(form.modal, { [form.modal.fields[0]?.customId ?? '']: REASON }));
  const asked = answer(await bot.at('Bo').command('mydata delete'));
  expect(tracesOf([REASON, bo], bot.file)).toEqual([REASON, bo]);

  const held = bot.deadAt(isAnswer);
  void bot.at('Bo').press(asked, 'Delete everything');
  await held;
  await running.kill();
  expect(tracesOf([bo], bot.file)).toEqual([bo]);
  await bot.killedAndBack(running);
  expect(tracesOf([REASON, bo], bot.file)).toEqual([]);
  const again = answer(await bot.at('Bo').command('mydata delete'));
  expect(again.content).toBe('The bot stores nothing about you.');
});
