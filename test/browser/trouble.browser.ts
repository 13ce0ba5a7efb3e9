import type { Locator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { startBot } from './bot.ts';
import type { Driver, View } from './driver.ts';
import { open as openPage } from './page.ts';

const HOME = 'Army of the Potomac';

let sandbox: Sandbox;
let driver: Driver;

/** A practice Discord with a bot, and the page with the panel open. */
async function open(view: View = {}): Promise<Locator> {
  sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  const bot = await startBot(sandbox);
  onTestFinished(() => bot.destroy());
  driver = await openPage(sandbox.pageUrl, view);
  expect(await driver.page.locator('#trouble').isVisible()).toBe(false);
  await driver.page.getByRole('button', { name: 'Trouble', exact: true }).click();
  const panel = driver.page.getByRole('complementary', { name: 'Trouble' });
  await panel.waitFor();
  return panel;
}

/** Opens the panel, which a press beside it has closed. */
async function show(panel: Locator): Promise<void> {
  await driver.page.locator('#trouble-button').click();
  await panel.waitFor();
}

async function turn(panel: Locator, name: string): Promise<void> {
  const one = panel.getByRole('switch', { name, exact: true });
  const before = await one.isChecked();
  await one.click();
  await panel.getByRole('switch', { name, exact: true, checked: !before }).waitFor();
}

test('nothing is wrong until it is switched on; what is on is counted and ends by one button', async () => {
  const panel = await open();
  expect(await panel.getByRole('switch', { checked: true }).count()).toBe(0);

  await turn(panel, 'Twice');
  await turn(panel, 'Late');
  await driver.page.getByRole('button', { name: 'Trouble, 2 on' }).waitFor();
  await driver.command('secret');
  await driver.latest('For your eyes only.');

  const elsewhere = await openPage(sandbox.pageUrl);
  await elsewhere.page.getByRole('button', { name: 'Trouble, 2 on' }).waitFor();

  await show(panel);
  await panel.getByRole('button', { name: 'Turn everything off' }).click();
  await panel.getByText('All trouble is off.').waitFor();
  await driver.page.getByRole('button', { name: 'Trouble', exact: true }).waitFor();
  expect(await panel.getByRole('switch', { checked: true }).count()).toBe(0);
  await elsewhere.page.getByRole('button', { name: 'Trouble', exact: true }).waitFor();
});

test('an act happens or says why not; a channel is deleted only after a question', async () => {
  const panel = await open();
  await panel.getByRole('button', { name: 'Delete the bot’s newest message' }).click();
  await panel.getByText('There is no such message in council-of-war.').waitFor();
  await driver.enter(HOME, 'parade-ground');
  await show(panel);
  const removal = panel.getByRole('button', { name: 'Delete this channel' });
  const asked = driver.page.waitForEvent('dialog');
  const declined = removal.click();
  await (await asked).dismiss();
  await declined;
  await driver.page.getByRole('heading', { level: 1, name: 'parade-ground' }).waitFor();
  driver.page.once('dialog', (dialog) => void dialog.accept());
  await removal.click();
  await panel.getByText('The channel and everything in it were deleted').waitFor();
  await driver.page.getByRole('heading', { level: 1, name: 'council-of-war' }).waitFor();
  expect(await driver.page.locator('#channels').getByText('parade-ground').count()).toBe(0);

  await panel.getByRole('button', { name: 'Create a forum' }).click();
  await driver.page.locator('#channels').getByRole('button', { name: '#forum' }).waitFor();
});

test('it is worked by keys alone, and gives the focus back', async () => {
  const panel = await open();
  const { keyboard } = driver.page;
  const focus = () =>
    expect.poll(() => driver.page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent'));
  await keyboard.press('Tab');
  await focus().toBe('Close');
  await keyboard.press('Tab');
  await focus().toBe('Slow network');
  await keyboard.press('Space');
  await driver.page.getByRole('button', { name: 'Trouble, 1 on' }).waitFor();
  await keyboard.press('Space');
  await driver.page.getByRole('button', { name: 'Trouble', exact: true }).waitFor();
  await keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focus().toBe('Trouble');
});

test('on a phone it lies over the channel, within the width, and shuts', async () => {
  const panel = await open({ width: 390, height: 844, theme: 'light', touch: true });
  expect((await panel.boundingBox())?.width).toBe(390);
  expect(await driver.overflow()).toBe(0);
  const heights = await panel
    .locator('button, label')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  await panel.getByRole('button', { name: 'Close' }).click();
  await driver.enter("Soldiers' Home", 'library');
});
