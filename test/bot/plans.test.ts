import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** Many orders in few presses, through discord.js and real sockets. Bo leads the Confederates. */

const CHANNEL = 'the-wilderness';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
  answer(await seat('Ada').command('new', { game: 'road-to-richmond' }));
  answer(await seat('Bo').command('join', { side: 'confederate' }));
});
afterAll(async () => {
  expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await product.close();
});

const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);

/** A message as it is once its picture and its buttons have come. */
function whole({ id }: SeenMessage): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(
    CHANNEL,
    (seen) => seen.id === id && seen.files.length > 0 && seen.buttons.length > 0,
  );
}

test('a plan is completed as it is typed, shown with a picture, and given with one press', async () => {
  const shown = await whole(answer(await seat('Bo').command('plan', { orders: 'Gregg, Branch 0905' })));
  expect(shown).toMatchObject({ ephemeral: true, content: expect.stringContaining('(cost 9 of 12)') });
  expect(shown.files[0]?.description).toBeTruthy();
  const line = answer(await seat('Bo').press(shown, 'Give these 2 orders'));
  expect(line.ephemeral).toBe(true);
  const map = await product.sandbox.waitForMessage(
    CHANNEL,
    (seen) => !seen.ephemeral && seen.content.includes('2 have moved') && seen.files.length > 0,
  );
  expect(map.buttons.map(({ label }) => label)).toContain('The bot suggests …');
});

test('the plan that the bot suggests comes with its picture when it is there, and is given like any other', async () => {
  const maps = product.sandbox.messages(CHANNEL).filter(({ ephemeral, files }) => !ephemeral && files.length > 0);
  const working = answer(await seat('Bo').press(maps.at(-1) as SeenMessage, 'The bot suggests …'));
  const proposed = await whole(working);
  const give = proposed.buttons.find(({ label }) => label.startsWith('Give these'))?.label ?? '';
  answer(await seat('Bo').press(proposed, give));
  await product.sandbox.waitForMessage(CHANNEL, (seen) => !seen.ephemeral && seen.content.includes('Union'));
  const orders = product.store.entries(product.store.latestIn(product.sandbox.world.channel(CHANNEL).id)?.id ?? '');
  expect(orders.filter(({ kind }) => kind === 'order').length).toBeGreaterThan(5);
});
