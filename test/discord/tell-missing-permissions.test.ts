import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, type Product, startProduct } from '../bot/fixture.ts';

const CHANNEL = 'the-wilderness';
const OTHER = 'library';
const clock = manualClock();
let product: Product;
beforeAll(async () => {
  product = await startProduct({ clock, render: blankPicture });
});
afterAll(() => product.close());

const SHORT = 'The bot can’t post here right now. Your orders and votes still count.';
const LONG = /^The bot can’t post here: grant it the permission \*\*Send Messages\*\* /;

/** Messages to members beside their answers. */
const told = () =>
  product.sandbox
    .messages(CHANNEL)
    .flatMap(({ content }) => (content.startsWith('The bot can’t post') ? [content] : []));

async function acts(...members: string[]): Promise<void> {
  for (const member of members) await product.sandbox.as(member).in(CHANNEL).command('rules', {});
  await expect.poll(() => product.bot.inHand().answers).toBe(0);
}

async function spell(...members: string[]): Promise<readonly string[]> {
  const { sandbox, logged } = product;
  const regained = () => logged.filter(({ msg }) => msg === 'the bot can post in a channel again').length;
  const [before, over] = [told().length, regained()];
  sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['SendMessages'] });
  await acts(...members, ...members);
  sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: [] });
  await expect.poll(regained).toBe(over + 1);
  return told().slice(before);
}

test('managers are told each time which permission is missing; others are told once that the bot can’t post', async () => {
  expect(await spell('Bo', 'Cy', 'Ada')).toEqual([SHORT, SHORT, expect.stringMatching(LONG)]);
  expect(await spell('Bo', 'Ada', 'Cy')).toEqual([expect.stringMatching(LONG)]);
});

test('managers are told again after an hour; others are not', async () => {
  product.sandbox.happen({ kind: 'denyBot', channel: CHANNEL, permissions: ['SendMessages'] });
  const before = told().length;
  await acts('Ada', 'Bo');
  clock.advance(60 * 60_000);
  await acts('Ada', 'Bo');
  expect(told().slice(before)).toEqual([expect.stringMatching(LONG), expect.stringMatching(LONG)]);
});

test('a manager is told once that the bot can’t read the history, and the bot plays on', async () => {
  const { sandbox } = product;
  const asked = () => sandbox.messages(OTHER).filter(({ content }) => content.includes('**Read Message History**'));
  sandbox.happen({ kind: 'denyBot', channel: OTHER, permissions: ['ReadMessageHistory'] });
  for (const member of ['Bo', 'Ada', 'Ada']) {
    await sandbox.as(member).in(OTHER).command('rules', {});
    await expect.poll(() => product.bot.inHand().answers).toBe(0);
  }
  expect(asked().map(({ content, ephemeral }) => [content.split(' in the')[0], ephemeral])).toEqual([
    ['Grant the bot the permission **Read Message History**', true],
  ]);
  const { id } = answer(await sandbox.as('Ada').in(OTHER).command('new', {}));
  await sandbox.waitForMessage(OTHER, (message) => message.id === id && message.files.length > 0);
});
