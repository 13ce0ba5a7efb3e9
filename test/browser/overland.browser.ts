import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { renderScene } from '../../src/render/index.ts';
import type { OptionValues } from '../../src/sandbox/sandbox.ts';
import { blankPicture, knownChance, overlandSystem, startProduct } from '../bot/fixture.ts';
import { campaignThat, towardsTheJames } from '../bot/strategy.ts';
import { folder, start } from '../harness/bot-process.ts';
import type { Driver } from './driver.ts';
import { open } from './page.ts';

/** The newest message with a map and buttons under it. */
async function newestMap(driver: Driver): Promise<Locator> {
  const map = driver
    .messages()
    .filter({ has: driver.page.locator('img') })
    .last();
  await map.getByRole('button', { name: 'Log' }).waitFor();
  return map;
}

/** Presses the order a hopeful newcomer would, and waits for the next map. */
async function playOn(driver: Driver): Promise<void> {
  const map = await newestMap(driver);
  const told = await driver.pressFor(towardsTheJames(await map.getByRole('button').allTextContents()), map);
  await told.locator('img').waitFor();
}

test('what npm start runs is played by its page, and killed and started again it goes on there', async () => {
  const DATABASE_PATH = join(folder(), 'games.sqlite');
  const first = start({ DATABASE_PATH });
  const [, url = ''] = await first.says(/Open (http:\S+) in a browser/);
  const page = await open(url, {}, /WebSocket|ERR_CONNECTION/);
  await page.press('Start Overland');
  for (let order = 0; order < 2; order++) await playOn(page);
  const standing = await (await newestMap(page)).getByText('Action Point').last().textContent();

  await first.kill();
  await start({ DATABASE_PATH, SANDBOX_PORT: new URL(url).port }).ready;
  // The sandbox keeps messages in memory only: the bot greets anew and shows where the campaign stands.
  await page.messages().getByText('The game goes on. This is the latest map.').waitFor();
  expect(await (await newestMap(page)).getByText('Action Point').last().textContent()).toBe(standing);
  await playOn(page);
});

test('a campaign ends on a phone and another begins; nothing scrolls sideways, and every button is large enough to tap', async () => {
  const { number, orders } = campaignThat('lost', overlandSystem());
  let isWatched = false;
  const product = await startProduct({
    chance: knownChance(number),
    render: (...scene) => (isWatched ? renderScene : blankPicture)(...scene),
  });
  onTestFinished(() => product.close());
  const ada = product.sandbox.as('Ada').in('council-of-war');
  await ada.command('new', { game: 'overland', variant: 'standard' });
  for (const { verb, ...slots } of orders.slice(0, -1)) await ada.command(verb, slots as OptionValues);

  await expect.poll(() => product.store.undeliveredMaps()).toEqual([]);
  isWatched = true;
  const phone = await open(product.sandbox.pageUrl, { width: 390, height: 844, touch: true });
  await playOn(phone);
  const end = await phone.latest('The campaign is lost.');
  expect(await end.textContent()).toContain('[III]');
  await phone.press('Check the dice', end);
  await phone.latest(/The dice are honest/);
  const picture = end.locator('img').first();
  expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(100);

  await phone.press('New game');
  const map = await newestMap(phone);
  await map.getByRole('button', { name: /Grant attacks Lee/ }).waitFor();
  expect(await phone.overflow()).toBe(0);
  for (const button of await map.getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40);
  await phone.chooseCommand('rules');
  await phone.line.pressSequentially('topic:turning');
  await phone.page.locator('.suggestion:only-child', { hasText: 'Turning movements' }).click();
  await phone.page.getByRole('button', { name: 'Send /rules' }).click();
  await phone.latest(/Turning movements/);
});
