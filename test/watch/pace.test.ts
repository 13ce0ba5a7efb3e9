import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerOutcome } from '../../src/sandbox/sandbox.ts';
import { manualClock } from '../../src/time-source.ts';
import { blankPicture, type Product, startProduct } from '../bot/fixture.ts';

const CHANNEL = 'the-wilderness';
const clock = manualClock();
let product: Product;
beforeAll(async () => {
  product = await startProduct({ clock, pace: { burst: 10, aSecond: 2 }, render: blankPicture });
});
afterAll(() => product.close());

const at = (member: string) => product.sandbox.as(member).in(CHANNEL);
const said = (outcome: AnswerOutcome) => (outcome.kind === 'message' ? outcome.message.content : outcome.kind);
const told = (msg: string) => product.logged.filter((line) => line.msg === msg);

const TOO_FAST = 'Slow down a little';

test('a member who presses a hundred times at once is answered ten times; nobody else waits', async () => {
  const before = told('answered').length;
  const flood = Array.from({ length: 100 }, () => at('Bo').command('rules', {}));
  const others = await Promise.all([at('Ada').command('rules', {}), at('Cy').command('status', {})]);
  expect(others.map(said)).toEqual([expect.stringContaining('The rules of'), 'Council of War is running normally.']);
  await expect.poll(() => told('answered').length).toBe(before + 12);
  await expect.poll(() => product.bot.inHand().answers).toBe(0);
  // Sixty more are told to slow down. What only programs send is beyond that: Discord tells their client so after three seconds.
  clock.advance(3000);
  const outcomes = (await Promise.all(flood)).map(said);
  expect(outcomes.filter((text) => text.includes('The rules of'))).toHaveLength(10);
  expect(outcomes.filter((text) => text.startsWith(TOO_FAST))).toHaveLength(61);
  expect(outcomes.filter((text) => text === 'failed')).toHaveLength(29);
  expect(told('a member is rate-limited: presses come faster than answers')).toHaveLength(1);
});

test('a flood that goes on is one line in the log, and its end another', async () => {
  for (let round = 1; round <= 3; round++) {
    const flood = Array.from({ length: 30 }, () => at('Bo').command('status', {}));
    // Events arrive in their order: hers comes after all of his.
    await at('Ada').command('status', {});
    await expect.poll(() => product.bot.inHand().answers).toBe(0);
    clock.advance(6000);
    await Promise.all(flood);
  }
  expect(told('a member is rate-limited: presses come faster than answers')).toHaveLength(1);
  expect(told('a member is no longer rate-limited')).toEqual([]);
  clock.advance(60_000);
  expect(said(await at('Bo').command('status', {}))).toBe('Council of War is running normally.');
  const over = told('a member is no longer rate-limited');
  expect(over).toMatchObject([{ level: 30, member: product.sandbox.world.member('Bo').id }]);
});

test('answers that Discord refuses are told of once, and counted; that they arrive again is told a minute later', async () => {
  const { sandbox } = product;
  const refused = { status: 404, body: { code: 10_062, message: 'Unknown interaction' } };
  sandbox.faults = ({ path }, proceed) => (path.endsWith('/callback') ? refused : proceed());
  const lost = [at('Cy').command('rules', {}), at('Cy').command('rules', {}), at('Cy').command('rules', {})];
  await expect.poll(() => told('answered').filter(({ outcome }) => outcome === 'undelivered').length).toBe(3);
  sandbox.faults = null;
  // Each says why, also where the spell of trouble has been told of.
  expect(told('answered').flatMap(({ why }) => (why === undefined ? [] : [why]))).toEqual(['10062', '10062', '10062']);
  clock.advance(3000);
  await Promise.all(lost);
  expect(told('an answer did not reach its interaction')).toMatchObject([{ level: 40, err: { code: 10_062 } }]);
  const status = said(await at('Ada').command('status', {}));
  expect(status).toContain('Trouble since the start: 3 replies not delivered');
  expect(told('answers reach their interactions again')).toEqual([]);
  clock.advance(60_000);
  await at('Ada').command('status', {});
  await expect.poll(() => told('answers reach their interactions again')).toMatchObject([{ level: 30, times: 3 }]);
});

test('an order that a clock gives has its line in the log, with the time it took', async () => {
  clock.advance(60_000);
  const opening = await at('Ada').command('new', {});
  const id = opening.kind === 'message' ? opening.message.id : '';
  const map = await product.sandbox.waitForMessage(CHANNEL, (message) => message.id === id && message.files.length > 0);
  await at('Ada').command('council', { mode: 'vote', window: '5m', quorum: '1' });
  expect(said(await at('Bo').command('attack', { leader: 'grant' }))).toContain('Your vote: **Grant attacks Lee**');
  expect(map.files).toHaveLength(1);
  clock.advance(6 * 60_000);
  await expect
    .poll(() => told('committed without an interaction').filter(({ did }) => String(did).includes('order')))
    .toMatchObject([{ game: expect.any(String), seq: expect.any(Number), ms: { decided: expect.any(Number) } }]);
});

test('of thirty presses in a second each is answered, told to slow down, or acknowledged without a word', async () => {
  clock.advance(60_000);
  const board = await at('Ada').command('help', {});
  if (board.kind !== 'message') throw new Error(said(board));
  const id = board.message.buttons.find(({ customId }) => customId !== null)?.customId ?? 'rules';
  const presses = await Promise.all(Array.from({ length: 30 }, () => at('Ada').atOnce.forge(board.message, id)));
  // Words in passing stand above the text of the message.
  const tells = (outcome: AnswerOutcome) =>
    outcome.kind === 'update' && outcome.message.content.startsWith(`> ${TOO_FAST}`);
  const kinds = presses.map((outcome) => (tells(outcome) ? 'told' : outcome.kind));
  expect(kinds.filter((kind) => kind === 'failed')).toEqual([]);
  expect(kinds.filter((kind) => kind === 'told')).toHaveLength(1);
  // One of the ten was the command.
  expect(kinds.filter((kind) => kind === 'message' || kind === 'update')).toHaveLength(9);
  expect(kinds.filter((kind) => kind === 'deferred')).toHaveLength(20);
  const typed = await Promise.all(Array.from({ length: 30 }, () => at('Ada').command('rules', {})));
  expect(typed.map((outcome) => said(outcome).slice(0, TOO_FAST.length))).toEqual(Array(30).fill(TOO_FAST));
});

test('a press that was refused is not done when Discord delivers it again, and one that was done is not refused', async () => {
  clock.advance(60_000);
  const { sandbox, store } = product;
  const channel = sandbox.world.channel(CHANNEL).id;
  const orders = () => store.entries(store.latestIn(channel)?.id ?? '').length;
  const first = await at('Ada').command('undo', {});
  const done = await at('Ada').command('council', { mode: 'open' });
  const flood = await Promise.all(
    Array.from({ length: 12 }, () => at('Ada').command('council', { mode: 'commander', commander: 'Ada' })),
  );
  const refused = flood.find((outcome) => said(outcome).startsWith(TOO_FAST));
  if (!refused) throw new Error('None was refused');
  const before = orders();
  const twice = () => told('an interaction came twice and was handled once').length;
  const known = twice();
  sandbox.happen({ kind: 'redeliver', interaction: done.interactionId });
  await expect.poll(twice).toBe(known + 1);
  clock.advance(60_000);
  sandbox.happen({ kind: 'redeliver', interaction: refused.interactionId });
  await expect.poll(twice).toBe(known + 2);
  expect(orders()).toBe(before);
  expect(first.kind).toBe('message');
});
