import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultCall, Permission, type RestAnswer, type SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { HASTY } from '../sandbox/fixture.ts';
import { CHANNEL, later, maps, seat } from './table.ts';

let product: Product;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeAll(async () => {
  process.on('unhandledRejection', note);
  product = await startProduct({ chance: knownChance(1), wire: HASTY });
  const opening = answer(await bo('Ada').command('new'));
  await mapIn(opening.id);
});
afterAll(async () => {
  await product.close();
  process.off('unhandledRejection', note);
});

let before: { orders: number; posts: readonly string[] };
beforeEach(() => {
  before = { orders: orders(), posts: posts().map(({ id }) => id) };
});
afterEach(async () => {
  product.sandbox.faults = null;
  product.sandbox.denyBot(CHANNEL, 0n);
  // Whatever went wrong: carried out once, owed to nobody, and no promise left alone.
  await expect.poll(() => product.store.undeliveredMaps()).toEqual([]);
  expect(orders()).toBe(before.orders + 1);
  expect(unhandled).toEqual([]);
});

const bo = (member = 'Bo') => seat(product.sandbox, member);
const posts = () => product.sandbox.messages(CHANNEL).filter(({ ephemeral, author }) => !ephemeral && author.bot);
const news = () => posts().filter(({ id }) => !before.posts.includes(id));
const mapIn = (id: string) =>
  product.sandbox.waitForMessage(CHANNEL, (message) => message.id === id && message.files.length > 0);

/** Orders that stand in the log of the channel's campaign. */
function orders(): number {
  const game = product.store.latestIn(product.sandbox.world.channel(CHANNEL).id);
  return product.store.entries(game?.id ?? '').filter(({ kind }) => kind === 'order').length;
}

/** Presses a button that gives an order, whatever the dice have left to do. */
function orderNow() {
  const map = maps(product.sandbox).at(-1) as SeenMessage;
  const button = map.buttons.find(({ customId }) => customId?.startsWith('order:'));
  return bo().press(map, button?.customId ?? '');
}

const isAnswer = ({ method, path }: FaultCall) => method === 'POST' && path.startsWith('/interactions/');
const isEdit = ({ method, path }: FaultCall) => method === 'PATCH' && path.startsWith('/webhooks/');
const refusal = (status: number, code: number, message: string): RestAnswer => ({ status, body: { code, message } });
const BROKEN: RestAnswer = { status: 500, body: { code: 0, message: '500: Internal Server Error' } };

describe('the gateway', () => {
  test.each(['cut', 'reconnect'] as const)(
    '%s: an order given while it is down arrives when it resumes',
    async (how) => {
      product.sandbox.dropGateway(how);
      const told = answer(await orderNow());
      await mapIn(told.id);
      expect(news()).toHaveLength(1);
    },
  );

  test('delivers an interaction twice, at once and again later: the order is carried out and told once', async () => {
    const outcome = orderNow();
    const id = product.sandbox.latestInteraction();
    product.sandbox.redeliver(id);
    const told = answer(await outcome);
    await mapIn(told.id);
    product.sandbox.redeliver(id);
    await expect
      .poll(() =>
        product.logged.filter(
          ({ msg, interaction }) => msg.startsWith('an interaction came twice') && interaction === id,
        ),
      )
      .toHaveLength(2);
    expect(news()).toHaveLength(1);
  });

  test('has an invalid session: the bot comes in anew, and the next order is taken', async () => {
    product.sandbox.dropGateway('invalidate');
    await product.sandbox.bot.whenOnline();
    await mapIn(answer(await orderNow()).id);
    expect(news()).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('is on its way while the delivery goes round with what is owed: it is left to bring its map itself', async () => {
    const goesOn = later();
    const reached = later();
    product.sandbox.faults = async (call, proceed) => {
      if (!isEdit(call)) return proceed();
      reached.resolve();
      await goesOn.promise;
      return proceed();
    };
    const told = answer(await orderNow());
    await reached.promise;
    expect(product.store.undeliveredMaps()).toHaveLength(1);
    await product.bot.delivery.runner.run();
    goesOn.resolve();
    await mapIn(told.id);
    expect(news()).toHaveLength(1);
  });

  test('comes too late (10062): the channel gets the order and its map from the delivery', async () => {
    product.sandbox.faults = (call, proceed) =>
      isAnswer(call) ? refusal(404, 10062, 'Unknown interaction') : proceed();
    void orderNow();
    const posted = await product.sandbox.waitForMessage(
      CHANNEL,
      ({ id, ephemeral }) => !ephemeral && !before.posts.includes(id),
    );
    product.sandbox.faults = null;
    expect(posted.files).toHaveLength(1);
    expect(posted.content).toMatch(/^\*\*Bo\*\* /);
    expect(posted.content).not.toContain('Posted late');
    expect(news()).toHaveLength(1);
  });

  test('was taken though Discord said it failed, and is acknowledged already (40060) the second time: its map comes into it', async () => {
    let tries = 0;
    product.sandbox.faults = (call, proceed) => {
      if (!isAnswer(call)) return proceed();
      const result = proceed();
      return ++tries === 1 ? BROKEN : result;
    };
    const told = answer(await orderNow());
    await mapIn(told.id);
    expect(tries).toBe(2);
    expect(news().map(({ id }) => id)).toEqual([told.id]);
  });

  test('has come, and its map cannot: the map alone follows, with a note', async () => {
    product.sandbox.faults = (call, proceed) => (isEdit(call) ? BROKEN : proceed());
    const told = answer(await orderNow());
    const late = await product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('Posted late'));
    expect(late.files).toHaveLength(1);
    expect(late.content).not.toContain('**Bo**');
    expect(news().map(({ id }) => id)).toEqual([told.id, late.id]);
    expect(told.files).toHaveLength(0);
  });

  test('is asked to wait (429): it waits, and comes once', async () => {
    let asked = 0;
    product.sandbox.faults = (call, proceed) => {
      if (!isEdit(call) || ++asked > 1) return proceed();
      const body = { message: 'You are being rate limited.', retry_after: 0.2, global: false };
      return { status: 429, body, headers: { 'retry-after': '1', 'x-ratelimit-scope': 'user' } };
    };
    await mapIn(answer(await orderNow()).id);
    expect(asked).toBe(2);
    expect(news()).toHaveLength(1);
  });

  test('can neither come nor be posted: the map stays owed, and the next start brings it', async () => {
    product.sandbox.denyBot(CHANNEL, Permission.sendMessages);
    product.sandbox.faults = (call, proceed) => (isEdit(call) ? BROKEN : proceed());
    const told = answer(await orderNow());
    await expect.poll(() => product.logged.some(({ msg }) => msg === 'a message could not be posted')).toBe(true);
    expect(product.store.undeliveredMaps()).toHaveLength(1);
    product.sandbox.faults = null;
    product.sandbox.denyBot(CHANNEL, 0n);
    // It is not tried again at every turn: the channel may stay closed for long.
    await product.bot.delivery.runner.run();
    expect(news()).toHaveLength(1);
    product = await product.restart();
    await expect
      .poll(() => news().map(({ id, files }) => [id === told.id, files.length]))
      .toEqual([
        [true, 0],
        [false, 1],
      ]);
  });
});
