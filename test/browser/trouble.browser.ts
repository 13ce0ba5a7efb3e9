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

test('each switch turns on and off, and what it says happens', async () => {
  const panel = await open();
  for (const one of await panel.getByRole('switch').all()) {
    const name = (await one.getAttribute('aria-label')) ?? '';
    await turn(panel, name);
    await turn(panel, name);
  }
  await turn(panel, 'Slow network');
  await driver.command('secret');
  await driver.latest('For your eyes only.');
});

test('the connection is torn, and the bot comes back', async () => {
  const panel = await open();
  // The bot may be back before anybody looks: the page itself notes that it said so.
  await driver.page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes('Council of War is offline.')) return;
    document.body.dataset.wasOffline = 'yes';
    observer.disconnect();
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await panel.getByRole('button', { name: 'Break it' }).click();
  await panel.getByText('The connection broke.').waitFor();
  await driver.page.locator('[data-was-offline]').waitFor();
  await driver.page.getByText('Council of War is offline.').waitFor({ state: 'detached' });
});

test('the bot is thrown out and brought back', async () => {
  const panel = await open();
  await panel.getByRole('button', { name: 'Kick the bot' }).click();
  await panel.getByText('The bot was removed').waitFor();
  await driver.command('secret');
  await driver.page.getByText('Council of War is not in this server').first().waitFor();
  await driver.page.keyboard.press('Escape');
  await show(panel);
  await panel.getByRole('button', { name: 'Turn everything off' }).click();
  await panel.getByText('All trouble is off.').waitFor();
  await driver.command('secret');
  await driver.latest('For your eyes only.');
});

test('a message, a thread and a channel are deleted, the last only when it is meant', async () => {
  const panel = await open();
  await driver.command('report');
  await driver.latest('Rapidan');
  await show(panel);
  await panel.getByRole('button', { name: 'Delete the bot’s newest message' }).click();
  await panel.getByText('The bot’s newest message here is deleted.').waitFor();
  await driver.messages('Rapidan').waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Delete the bot’s newest message' }).click();
  await panel.getByText('There is no such message in council-of-war.').waitFor();

  sandbox.as('Ada').in('council-of-war').openThread('Recap');
  await driver.page.locator('#channels').getByRole('button', { name: /Recap/ }).click();
  await show(panel);
  const removal = panel.getByRole('button', { name: 'Delete this channel' });
  const meant = () => driver.page.once('dialog', (dialog) => void dialog.accept());
  meant();
  await removal.click();
  await driver.page.getByRole('heading', { level: 1, name: 'council-of-war' }).waitFor();
  expect(await driver.page.locator('#channels').getByText('Recap').count()).toBe(0);

  await driver.enter(HOME, 'parade-ground');
  await show(panel);
  const asked = driver.page.waitForEvent('dialog');
  const declined = removal.click();
  await (await asked).dismiss();
  await declined;
  await driver.page.getByRole('heading', { level: 1, name: 'parade-ground' }).waitFor();
  meant();
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
