import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, openIn, type Product, startProduct } from './fixture.ts';

/** Five members vote on a side of a game that hides its counters, through discord.js and real sockets. Cy is the enemy, Ada began it. */

const CHANNEL = 'the-wilderness';
const OTHERS = ['Dee', 'Eve', 'Flo', 'Gus'];

let product: Product;
beforeAll(async () => {
  const extraMembers = OTHERS.map((name) => ({ name }));
  product = await startProduct({ chance: knownChance(1), render: blankPicture, extraMembers });
  answer(await seat('Ada').command('new', { game: 'wilderness' }));
  for (const member of ['Bo', ...OTHERS]) answer(await seat(member).command('join', { side: 'union' }));
  answer(await seat('Cy').command('join', { side: 'confederate' }));
});
afterAll(async () => {
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await product.close();
});

const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);
const game = () => product.store.latestIn(product.sandbox.world.channel(CHANNEL).id)?.id ?? '';
const marches = () =>
  product.store.entries(game()).filter((entry) => entry.kind === 'order' && entry.seat === 'union' && entry.ballot);

/** The newest map with a button. */
function board(label: string): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(
    CHANNEL,
    ({ ephemeral, buttons, files }) => !ephemeral && files.length > 0 && buttons.some((one) => one.label === label),
  );
}

async function pressed(member: string, message: SeenMessage, label: string): Promise<SeenMessage> {
  const button = message.buttons.find((one) => one.label.startsWith(label));
  return answer(await seat(member).press(message, button?.customId ?? label));
}

test('a movement is one ballot: proposed, looked at, amended, voted for and carried out', async () => {
  for (const member of ['Bo', 'Cy']) answer(await seat(member).command('done', {}));
  const rules = { side: 'union', mode: 'vote', quorum: '3', early: '3' } as const;
  answer(await seat('Ada').command('council', rules));
  const map = await board('Vote');

  // Bo proposes what the bot would do, and Dee changes it.
  const working = await pressed('Bo', await pressed('Bo', map, 'Vote'), 'The bot suggests …');
  const suggested = await product.sandbox.waitForMessage(
    CHANNEL,
    ({ id, buttons }) => id === working.id && buttons.some(({ label }) => label.startsWith('Propose')),
  );
  const proposed = await pressed('Bo', suggested, 'Propose and vote for it');
  expect([proposed.ephemeral, proposed.content]).toEqual([true, expect.stringContaining('Your vote: **')]);

  const dees = await pressed('Dee', map, 'Vote');
  const [list] = dees.selects;
  expect(list?.options).toEqual([expect.objectContaining({ value: '1', description: '1 vote, from Bo' })]);
  const looked = answer(await seat('Dee').select(dees, list?.customId ?? '', ['1']));
  expect(looked.buttons.map(({ label }) => label)).toEqual(['Vote for it', 'Amend …', 'Back']);
  const form = await seat('Dee').press(looked, 'Amend …');
  if (form.kind !== 'modal') throw new Error(JSON.stringify(form));
  const [field] = form.modal.fields;
  const line = (field?.value ?? '').split(';')[0] ?? '';
  const amended = answer(await seat('Dee').submit(form.modal, { [field?.customId ?? '']: line }));
  const second = await pressed('Dee', amended, 'Propose it, then');
  expect(second.content).toContain('Your vote: **');

  // Three are for the second.
  for (const member of ['Eve', 'Flo']) {
    const own = await pressed(member, map, 'Vote');
    expect(own.selects[0]?.options).toHaveLength(2);
    const theirs = answer(await seat(member).select(own, own.selects[0]?.customId ?? '', ['2']));
    expect(openIn(product, CHANNEL).join('\n')).not.toContain('from Dee');
    expect(marches()).toEqual([]);
    const voted = await pressed(member, theirs, 'Vote for it');
    expect([voted.content, voted.files]).toEqual([expect.stringContaining('Your vote'), []]);
  }
  await product.sandbox.waitForMessage(
    CHANNEL,
    ({ ephemeral, content }) => !ephemeral && content.includes('by 3 of 4'),
  );
  const orders = marches();
  expect(orders.length).toBeGreaterThan(1);
  expect(orders.map((entry) => entry.kind === 'order' && entry.order.verb).at(-1)).toBe('done');
  expect(product.store.ballotsOf(game()).filter(({ seat: side }) => side === 'union')).toHaveLength(1);
  const result = answer(await seat('Cy').command('log', {}));
  expect(result.content).not.toMatch(/from (Bo|Dee)/);
});
