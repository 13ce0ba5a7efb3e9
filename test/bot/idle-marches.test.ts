import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** Free marches back and forth over the wire: the channel gets one map of them, which changes. */

const CHANNEL = 'the-wilderness';
let product: Product;
afterEach(() => product.close());

/** The newest message of the channel with a map and buttons. */
async function map(): Promise<SeenMessage> {
  await expect.poll(() => product.store.undeliveredMaps(), { interval: 20 }).toEqual([]);
  await expect.poll(() => product.bot.inHand().answers, { interval: 20 }).toBe(0);
  const shown = product.sandbox.messages(CHANNEL).filter(({ attachments }) => attachments.length > 0);
  return shown.at(-1) as SeenMessage;
}

function press(member: string, message: SeenMessage, label: string) {
  return product.sandbox.as(member).in(CHANNEL).press(message, label);
}

function marchIn({ buttons }: SeenMessage): string | undefined {
  return buttons.find(({ label }) => /^March to [^·]+$/.test(label))?.label;
}

beforeEach(async () => {
  for (let seed = 0; seed < 12; seed++) {
    product = await startProduct({ chance: knownChance(seed), render: blankPicture });
    answer(await product.sandbox.as('Ada').in(CHANNEL).command('new', { game: 'overland' }));
    for (let round = 0; round < 12; round++) {
      const { buttons } = await map();
      if (marchIn({ buttons } as SeenMessage)) return;
      const grants = buttons.find(({ label }) => /^(Grant attacks|Turn to|March to)/.test(label));
      if (!grants) break;
      answer(await press('Bo', await map(), grants.label));
    }
    await product.close();
  }
  throw new Error('Grant is always in contact');
});

test('the second and every further one by the same member changes the map it was pressed under', async () => {
  const first = answer(await press('Bo', await map(), marchIn(await map()) ?? ''));
  const posted = product.sandbox.messages(CHANNEL).length;
  let shown = await map();
  expect(shown.id).toBe(first.id);
  for (let times = 0; times < 3; times++) {
    const march = marchIn(shown) ?? '';
    const outcome = await press('Bo', shown, march);
    expect([outcome.kind, answer(outcome).id]).toEqual(['update', first.id]);
    const before = shown;
    shown = await map();
    expect(shown.content).toContain(`**Bo** sends Grant to ${march.replace('March to ', '')}`);
    // One map, the new one, and buttons for it.
    expect(shown.attachments).toHaveLength(1);
    expect(shown.attachments[0]?.filename).not.toBe(before.attachments[0]?.filename);
    expect(shown.buttons.length).toBeGreaterThan(3);
  }
  expect(product.sandbox.messages(CHANNEL)).toHaveLength(posted);
  // What another member does stands by itself again.
  const other = answer(await press('Cy', shown, marchIn(shown) ?? ''));
  expect(other.id).not.toBe(first.id);
});

test('none changes a map that others stand below, or of which the bot does not know that none does', async () => {
  const marched = async () => answer(await press('Bo', await map(), marchIn(await map()) ?? ''));
  const first = await marched();
  const old = await map();
  // Another map of the same position has come below: a newer one above it would be read as the older.
  const below = answer(await product.sandbox.as('Cy').in(CHANNEL).command('map', {}));
  await product.sandbox.waitForMessage(CHANNEL, ({ id, attachments }) => id === below.id && attachments.length > 0);
  await map();
  const second = answer(await press('Bo', old, marchIn(old) ?? ''));
  expect([first.id, below.id]).not.toContain(second.id);
  // What one member is told stands between no two messages.
  expect(answer(await product.sandbox.as('Cy').in(CHANNEL).command('rules', {})).ephemeral).toBe(true);
  expect((await marched()).id).toBe(second.id);
  // A word below that is no map.
  product.sandbox.as('Cy').in(CHANNEL).say('Where is he going?');
  const third = await marched();
  expect(third.id).not.toBe(second.id);
  await map();
  product = await product.restart();
  const fourth = await marched();
  expect(fourth.id).not.toBe(third.id);
  expect((await marched()).id).toBe(fourth.id);
});
