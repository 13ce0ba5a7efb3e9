import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { towardsTheJames } from '../bot/strategy.ts';
import { launchChromium } from './chromium.ts';
import { type Driver, openPage } from './driver.ts';
import { type Running, startProcess } from './product.ts';

let browser: Browser;
let product: Running;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchChromium(), startProcess()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The newest message with a map and buttons under it. */
async function newestMap(driver: Driver): Promise<Locator> {
  const map = driver
    .messages()
    .filter({ has: driver.page.locator('img') })
    .last();
  await map.getByRole('button', { name: 'Log' }).waitFor();
  return map;
}

/** Presses the order a hopeful newcomer would, and waits for the next map. False once the campaign is over. */
async function playOn(driver: Driver): Promise<boolean> {
  const map = await newestMap(driver);
  const labels = await map.getByRole('button').allTextContents();
  if (labels.includes('New game')) return false;
  const before = await driver.messages().count();
  await driver.press(towardsTheJames(labels), map);
  await driver.messages().nth(before).locator('img').waitFor();
  return true;
}

describe('Overland on the page, by buttons alone', () => {
  test('from the greeting to the end, the process killed in the middle', async () => {
    const page = await openPage(browser, product.url);
    await page.press('Start Overland');
    for (let order = 0; order < 3; order++) await playOn(page);
    const standing = await (await newestMap(page)).getByText('Action Point').last().textContent();

    await product.restart();
    // The sandbox keeps messages in memory only: the bot greets anew and shows where the campaign stands.
    await page.messages().getByText('The game goes on. This is the latest map.').waitFor();
    expect(await (await newestMap(page)).getByText('Action Point').last().textContent()).toBe(standing);

    for (let order = 0; order < 80 && (await playOn(page)); order++);
    const end = await newestMap(page);
    expect(await end.textContent()).toMatch(/The campaign is (won|lost)\./);
    expect(await end.textContent()).toContain('[III]');
    await page.press('Check the dice', end);
    await page.latest(/The dice are honest/);
    const picture = end.locator('img').first();
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(100);
  });

  test('on a phone nothing scrolls sideways, and every button is large enough to tap', async () => {
    const phone = await openPage(browser, product.url, { width: 390, height: 844, touch: true });
    await phone.press('New game');
    const map = await newestMap(phone);
    await map.getByRole('button', { name: /Grant attacks Lee/ }).waitFor();
    expect(await phone.overflow()).toBe(0);
    for (const button of await map.getByRole('button').all()) {
      expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40);
    }
    await phone.chooseCommand('rules');
    await phone.page.locator('.chip[data-option="topic"] input').fill('turning');
    await phone.page.locator('.suggestion:only-child', { hasText: 'Turning movements' }).click();
    await phone.page.getByRole('button', { name: 'Send /rules' }).click();
    await phone.latest(/Turning movements/);
    expect(phone.complaints).toEqual([]);
  });
});
