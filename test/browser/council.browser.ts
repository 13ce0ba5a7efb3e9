import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../bot/fixture.ts';
import type { Driver } from './driver.ts';
import { open } from './page.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

/** The newest message with a map, a ballot and the buttons of both. */
async function newestBallot(driver: Driver): Promise<Locator> {
  const ballot = driver
    .messages('Vote on the next order')
    .filter({ has: driver.page.locator('img') })
    .last();
  await ballot.getByRole('button', { name: 'My vote' }).waitFor();
  return ballot;
}

/** What a newcomer does who knows nothing but what they see. */
async function voting(driver: Driver): Promise<void> {
  await driver.press('Start Overland');
  await driver.press('How we decide', await driver.latest('10 Action Points'));
  await driver.press('Let the channel vote');
  const ballot = await newestBallot(driver);
  expect(await ballot.textContent()).toContain('No votes yet, 2 needed');

  await driver.press(/^Grant attacks Lee/, ballot);
  await driver.latest('Your vote: Grant attacks Lee');
  await driver.as('Bo');
  await driver.press(/^Sigel attacks Breckinridge/, ballot);
  await driver.press('Give a reason', await driver.latest('Your vote: Sigel attacks Breckinridge'));
  const form = await driver.form();
  await form.getByRole('textbox').fill('Two points, if he wins');
  await form.getByRole('button', { name: 'Submit' }).click();
  await driver.latest('“Two points, if he wins”');
  await driver.as('Cy');
  await driver.press(/^Sigel attacks Breckinridge/, ballot);
  await driver.press('Agree with Bo: “Two points, if he wins”');
  await ballot.getByText('2 · Sigel attacks Breckinridge').waitFor();
  await ballot.getByText('1 · Grant attacks Lee').waitFor();

  // Who is a moderator finds beside the vote how to close the ballot, and is asked once more; others do not.
  const cys = await driver.pressFor('My vote', ballot);
  expect(await cys.textContent()).toContain('Your vote: Sigel attacks Breckinridge');
  expect(await cys.getByRole('button', { name: /^Close/ }).count()).toBe(0);
  await driver.as('Ada');
  await driver.press('Close the ballot now', await driver.pressFor('My vote', ballot));
  await driver.latest(/3 votes so far\. Close the ballot now, and carry out Sigel attacks Breckinridge\?/);
  await driver.press('Close the ballot');
  const result = await driver.latest('The council orders Sigel to attack, by 2 of 3 votes.');
  await result.getByText('“Two points, if he wins”').first().waitFor();
  await result.getByText('No votes yet, 2 needed').waitFor();
  const decided = await driver.latest('The next order: Sigel attacks Breckinridge');
  await decided.getByText('3 votes counted.').waitFor();
  expect(await decided.getByRole('button', { name: 'My vote' }).count()).toBe(0);

  const next = await newestBallot(driver);
  await driver.press(/^Grant attacks Lee/, next);
  await driver.latest('Your vote: Grant attacks Lee');
}

test('a newcomer with a phone runs a ballot to its end as three members, by what the buttons say', async () => {
  const phone = await open(product.sandbox.pageUrl, { width: 390, height: 844, touch: true });
  await voting(phone);
  expect(await phone.overflow()).toBe(0);
  for (const button of await (await newestBallot(phone)).getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40);
});
