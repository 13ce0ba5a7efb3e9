import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../bot/fixture.ts';
import { open } from './page.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const table = (member: string) => product.sandbox.as(member).in('council-of-war');
  await table('Ada').command('new', { game: 'overland' });
  await table('Bo').command('attack', { leader: 'grant' });
  await table('Bo').command('attack', { leader: 'butler' });
  const sure = await table('Ada').command('abandon');
  if (sure.kind === 'message') await table('Ada').press(sure.message, 'End the game');
});
afterAll(async () => {
  await product?.close();
});

test('on a phone a what-if is asked for, entered from its word and from the list of channels, and left again', async () => {
  const driver = await open(product.sandbox.pageUrl, { width: 390, height: 844, touch: true });
  const { page } = driver;
  await driver.as('Bo');
  await driver.chooseCommand('new');
  await driver.line.pressSequentially('what-if:butler attacks');
  await page.locator('.suggestion', { hasText: 'before order 2, Butler attacks' }).waitFor();
  await driver.line.press('Enter');
  await page.getByRole('button', { name: 'Send /new' }).press('Enter');
  const word = await driver.latest('The thread:');
  await word.getByRole('button', { name: /Open thread/ }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'What if: order 2, Butler attacks Beauregard' });
  await heading.waitFor();
  const opening = await driver.latest('It branches off ');
  await opening.locator('img').first().waitFor();
  expect(await opening.textContent()).toContain('What if');
  expect(await driver.overflow()).toBe(0);
  await driver.press(/^Butler attacks/, opening);
  await driver.latest('What if: this game branches from an earlier one');

  await page.getByRole('button', { name: 'Back to #council-of-war' }).click();
  await driver.latest('The thread:');
  await page.locator('#menu').click();
  const listed = page
    .locator('#channels')
    .getByRole('button', { name: /^What if: order 2, .*, thread in #council-of-war/ });
  await listed.click();
  await heading.waitFor();

  product.sandbox.happen({
    kind: 'setThread',
    thread: 'What if: order 2, Butler attacks Beauregard',
    archived: true,
    locked: true,
  });
  await page.locator('#menu').click();
  await page
    .locator('#channels')
    .getByRole('button', { name: /thread in #council-of-war, locked/ })
    .waitFor();
  expect(await driver.overflow()).toBe(0);
});
