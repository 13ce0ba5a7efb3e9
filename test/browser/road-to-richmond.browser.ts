import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { knownChance, type Product, startProduct } from '../bot/fixture.ts';
import type { Driver } from './driver.ts';
import { open } from './page.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1) });
});
afterAll(() => product?.close());

/** The map that everybody sees, once it says so. */
async function board({ page }: Driver, text: string): Promise<Locator> {
  const message = page
    .locator('.message', { hasNotText: 'Only you can see this' })
    .filter({ hasText: text, has: page.getByRole('button', { name: 'Zoom in', exact: true }) })
    .last();
  await message.locator('img').waitFor();
  return message;
}

/** Answers a question for one member, once its picture is there: the picture would close a menu that is open. */
async function choose(driver: Driver, question: string, label: string): Promise<void> {
  await (await driver.latest(question)).locator('img').waitFor();
  await driver.choose(question, label);
}

/** Moves a unit by the menu under the map, and ends the phase although others could still move. */
async function move(driver: Driver, phase: string, unit: string, to: string): Promise<void> {
  await board(driver, phase);
  await driver.choose('Move a unit: Which unit moves?', unit);
  await choose(driver, 'Where to?', to);
  await driver.latest(new RegExp(`moves from .* to ${to}`));
  await driver.press('End movement', await board(driver, '1 has moved.'));
  await driver.press('End it', await driver.latest('End the movement phase anyway?'));
}

test('two members, one at a desk and one with a phone, march, attack and fight by select and button alone', async () => {
  // A picture may be replaced while a page still loads it.
  const ada = await open(product.sandbox.pageUrl, { width: 1100, height: 1400 }, /404 \(Not Found\)/);
  const bo = await open(product.sandbox.pageUrl, { width: 390, height: 844, touch: true }, /404 \(Not Found\)/);
  await bo.as('Bo');
  await ada.press('Start Road to Richmond');
  await ada.press('Join the Confederates');
  await ada.latest('Ada joins the Confederates.');
  await bo.press('Join the Union');
  await bo.latest('Bo joins the Union.');

  // The first turn brings a gun of the Union within reach.
  for (const [member, verb, options] of [
    ['Ada', 'move', { unit: 'c-garland', to: '0903' }],
    ['Ada', 'done', { sure: 'yes' }],
    ['Bo', 'move', { unit: 'u-v-art', to: '1106' }],
    ['Bo', 'done', { sure: 'yes' }],
  ] as readonly (readonly [string, string, OptionValues])[])
    answer(await product.sandbox.as(member).in('council-of-war').command(verb, options));

  await move(ada, 'Turn 2, 14:00 on 27 June, Confederate movement.', 'Garland (8)', '1105');

  await ada.press('Other orders …', await board(ada, 'must be attacked'));
  await ada.latest('What do you want to plan?');
  await ada.choose('What do you want to plan?', 'Plan an attack');
  await choose(ada, 'Who attacks?', 'Garland (8)');
  await choose(ada, 'Which column', '4-1');
  await ada.press('Finish planning', await board(ada, 'Planned: 1106 near Watt at 4-1.'));
  await ada.press(/^Fight at 1106 near Watt/, await board(ada, 'Still to fight: 1106'));
  await ada.press(/advance/i, await board(ada, 'the defenders are eliminated'));

  await move(bo, 'Turn 2, 14:00 on 27 June, Union movement.', 'Meade 2/3/V (7)', '1408');
  expect([await ada.overflow(), await bo.overflow()]).toEqual([0, 0]);
});
