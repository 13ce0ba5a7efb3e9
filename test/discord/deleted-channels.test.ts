import { afterEach, beforeEach, expect, test } from 'vitest';
import { HealthCheck } from '../../src/health-check.ts';
import { reply } from '../../src/host/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { blankPicture, type Product, startProduct } from '../bot/fixture.ts';

const HERE = 'the-wilderness';
const THERE = 'library';
let product: Product;
beforeEach(async () => {
  product = await startProduct({ clock: manualClock(), render: blankPicture });
});
afterEach(() => product.close());

const idOf = (channel: string) => product.sandbox.world.channel(channel).id;
const lines = (msg: string) => product.logged.filter((line) => line.msg === msg);
const gone = () => lines('a game’s channel is gone; the game is kept');

async function status(): Promise<string> {
  const outcome = await product.sandbox.as('Ada').in('parade-ground').command('status', {});
  return outcome.kind === 'message' ? (/Games being played: (.*)/.exec(outcome.message.content)?.[1] ?? '') : '';
}

async function begun(channel: string): Promise<{ readonly channel: string; readonly game: string }> {
  await product.sandbox.as('Ada').in(channel).command('new', {});
  await expect.poll(() => product.bot.inHand().answers).toBe(0);
  return { channel: idOf(channel), game: product.store.runningIn(idOf(channel))?.id ?? '' };
}

test('a deleted channel is one line of the log for each game there and in its threads; the games are kept, but not counted', async () => {
  const { sandbox } = product;
  const thread = sandbox.as('Ada').in(HERE).openThread('Aside');
  const [other, ...lost] = [await begun(THERE), await begun(HERE), await begun(thread)];
  const running = () => new HealthCheck(product.store, '1').readings(0).gamesRunning;
  expect(running()).toBe(3);
  sandbox.happen({ kind: 'deleteChannel', channel: HERE });
  await expect.poll(gone).toMatchObject(lost.map((one) => ({ level: 30, ...one })));
  expect(running()).toBe(1);
  for (const { channel, game } of lost) {
    expect(product.store.runningIn(channel)?.id).toBe(game);
    expect(product.store.entries(game).length).toBeGreaterThan(0);
  }
  // A restart knows which channels are gone.
  product = await product.restart();
  expect(running()).toBe(1);
  sandbox.happen({ kind: 'deleteChannel', channel: THERE });
  await expect.poll(gone).toMatchObject([other]);
  expect(running()).toBe(0);
});

test('a deleted thread is one line, and /status does not count its game; a thread without a game has none', async () => {
  const { sandbox } = product;
  const [empty, thread] = ['Empty', 'Aside'].map((name) => sandbox.as('Ada').in(HERE).openThread(name)) as [
    string,
    string,
  ];
  await begun(HERE);
  const lost = await begun(thread);
  expect(await status()).toBe('2 in this server, 2 in all');
  sandbox.happen({ kind: 'deleteChannel', channel: empty });
  sandbox.happen({ kind: 'deleteChannel', channel: thread });
  await expect.poll(gone).toMatchObject([lost]);
  expect(await status()).toBe('1 in this server, 1 in all');
});

test('a direct message that Discord does not know leaves no note, which would outlive the data of its member', async () => {
  const { sandbox, bot, store } = product;
  const { id } = sandbox.world.dm('Bo');
  await sandbox.as('Bo').in('dm').command('new', {});
  await expect.poll(() => bot.inHand().answers).toBe(0);
  expect(store.runningIn(id)).not.toBeNull();
  sandbox.faults = () => ({ status: 404, body: { code: 10_003, message: 'Unknown Channel' } });
  await bot.delivery.say(id, reply('channel', 'One word.'));
  expect(lines('a message could not be posted')).toMatchObject([{ how: 'gone' }]);
  expect([gone(), store.setting(`gone:${id}`)]).toEqual([[], null]);
});

test('a channel that Discord does not know at a post counts as deleted until somebody plays there', async () => {
  const { sandbox, bot } = product;
  const { channel, game } = await begun(HERE);
  sandbox.faults = ({ method, path }, proceed) =>
    method === 'POST' && path === `/channels/${channel}/messages`
      ? { status: 404, body: { code: 10_003, message: 'Unknown Channel' } }
      : proceed();
  for (const text of ['One word.', 'Another.']) await bot.delivery.say(channel, reply('channel', text));
  expect(gone()).toMatchObject([{ channel, game }]);
  expect(await status()).toBe('0 in this server, 0 in all');
  sandbox.faults = null;
  await sandbox.as('Bo').in(HERE).command('map', {});
  expect(lines('a channel that seemed deleted is there; its game goes on')).toMatchObject([
    { level: 30, channel, game },
  ]);
  expect(await status()).toBe('1 in this server, 1 in all');
});
