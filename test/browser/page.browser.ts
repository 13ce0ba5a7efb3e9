import type { Client } from 'discord.js';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manualClock, type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { signal } from '../discord/trouble.ts';
import { ALT_TEXT, LEADERS, picture, startBot } from './bot.ts';
import { findChromium } from './chromium.ts';
import type { View } from './driver.ts';
import { open as openPage } from './page.ts';

const HOME = 'Army of the Potomac';

/** Discord's time stands still, so that nothing is late until a test says so. */
const clock = manualClock();
let sandbox: Sandbox;
let bot: Client;
const thought = signal();

const open = (view: View = {}) => openPage(sandbox.pageUrl, view);

/** Lets more time pass than Discord waits for an answer, until the page says that none came. */
async function tooLate(failure: Locator): Promise<void> {
  const isSaid = () => {
    clock.advance(3001);
    return failure.isVisible();
  };
  await expect.poll(isSaid).toBe(true);
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, clock });
  bot = await startBot(sandbox, thought.given);
});

afterAll(async () => {
  await bot?.destroy();
  await sandbox?.close();
});

describe('places and people', () => {
  test('servers, channels and three members, the first a moderator', async () => {
    const driver = await open();
    expect(await driver.page.locator('#channels').getByRole('button').count()).toBe(6);
    expect(await driver.page.getByRole('radio').count()).toBe(3);
    expect(await driver.page.getByRole('radio', { name: 'Ada, moderator' }).isChecked()).toBe(true);
    expect(await driver.page.locator('.bot-word').textContent()).toBe('Online');
    await driver.enter("Soldiers' Home", 'smoking-room');
    await driver.page.getByText('No messages here yet').waitFor();
  });

  test('place, member and half-typed text survive a reload', async () => {
    const driver = await open();
    await driver.enter("Soldiers' Home", 'library');
    await driver.as('Cy');
    await driver.line.fill('Half a thought');
    await driver.page.reload();
    await driver.page.getByRole('heading', { level: 1, name: 'library' }).waitFor();
    expect(await driver.line.inputValue()).toBe('Half a thought');
    expect(await driver.page.getByRole('radio', { name: 'Cy' }).isChecked()).toBe(true);
  });

  test('a message elsewhere leaves a mark until it is read', async () => {
    const driver = await open();
    await driver.enter(HOME, 'council-of-war');
    sandbox.as('Bo').in('parade-ground').say('Fall in.');
    const mark = driver.page.locator('#channels').getByRole('button', { name: '#parade-ground, unread' });
    await mark.waitFor();
    await mark.click();
    await driver.latest('Fall in.');
    await driver.page.locator('#channels').getByRole('button', { name: '#parade-ground', exact: true }).waitFor();
  });

  test('direct messages with the bot belong to one member', async () => {
    const driver = await open();
    await driver.enterDirectMessages();
    await driver.say('Good evening.');
    await driver.latest('Good evening.');
    await driver.as('Bo');
    expect(await driver.messages('Good evening.').count()).toBe(0);
    await driver.as('Ada');
    await driver.latest('Good evening.');
  });
});

describe('the line', () => {
  test('plain text is said; nothing in it becomes part of the page', async () => {
    const driver = await open();
    await driver.say('**Steady** <img src=x onerror=alert(1)> ||hush||');
    const message = await driver.latest('Steady');
    expect(await message.locator('strong').textContent()).toBe('Steady');
    expect(await message.locator('img').count()).toBe(0);
    expect(await message.textContent()).toContain('<img src=x onerror=alert(1)>');
    await message.getByRole('button', { name: /Spoiler/ }).click();
    await message.getByText('hush').waitFor();
  });

  test('a slash lists the commands, keys choose, the bot completes, Enter sends', async () => {
    const driver = await open();
    const { keyboard } = driver.page;
    await driver.line.click();
    await keyboard.type('/');
    await driver.page.getByRole('option', { name: '/report' }).waitFor();
    expect(await driver.suggestions()).toEqual(['/attack', '/ponder', '/report', '/secret', '/silence']);
    await keyboard.type('att');
    await keyboard.press('Tab');
    await driver.page.getByRole('option', { name: 'Warren' }).waitFor();
    expect(await driver.suggestions()).toEqual(LEADERS.map((name) => `${name} (needs 5+)`));
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect.poll(() => driver.line.inputValue()).toBe('/attack leader:Hancock (needs 5+) ');
    await keyboard.press('Enter');
    const answer = await driver.latest('Leader hancock, dice 1.');
    expect(await answer.locator('.used').textContent()).toContain('Ada used /attack');
  });

  test('whoever types faster than the bot completes takes what was typed, and nothing that stood there before', async () => {
    const driver = await open();
    const { keyboard } = driver.page;
    await driver.chooseCommand('attack');
    await driver.page.getByRole('option', { name: 'Warren' }).waitFor();
    await keyboard.type('w');
    await keyboard.press('Enter');
    await expect.poll(() => driver.line.inputValue()).toBe('/attack leader:Warren (needs 5+) ');
    await keyboard.press('Enter');
    await driver.latest('Leader warren, dice 1.');

    await driver.chooseCommand('attack');
    await driver.page.getByRole('option', { name: 'Warren' }).waitFor();
    await keyboard.type('nobody');
    await keyboard.press('Enter');
    await driver.latest('Leader nobody, dice 1.');
  });

  test('what is missing or wrong is explained beside the line, and nothing is sent', async () => {
    const driver = await open();
    const problem = driver.page.locator('#problem');
    const before = await driver.messages().count();
    await driver.say('/retreat');
    await expect.poll(() => problem.textContent()).toContain('no command /retreat here');
    await driver.say('/secret tell me');
    await expect.poll(() => problem.textContent()).toBe('/secret has no options. Delete “tell me”.');
    expect(await driver.line.inputValue()).toBe('/secret tell me');
    await driver.line.fill('/attack dice:9');
    const send = driver.page.getByRole('button', { name: 'Send /attack' });
    await send.click();
    await expect.poll(() => problem.textContent()).toBe('leader: Fill this in.');
    await driver.line.fill('/attack dice:9 leader:grant');
    await send.click();
    await expect.poll(() => problem.textContent()).toMatch(/^dice: .*at most 3/);
    expect(await driver.line.inputValue()).toBe('/attack dice:9 leader:grant');
    expect(await driver.messages().count()).toBe(before);
  });

  test('a deferred answer is thought about, then comes', async () => {
    const driver = await open();
    await driver.command('ponder');
    await driver.latest('is thinking');
    thought.give();
    await driver.latest('A long thought.');
    expect(await driver.messages('is thinking').count()).toBe(0);
  });

  test('a command nobody answers stays in the line, which says so', async () => {
    const driver = await open();
    await driver.command('silence');
    await driver.page.locator('.send[aria-busy=true]').waitFor();
    await tooLate(driver.page.locator('#problem', { hasText: 'did not respond' }));
    await driver.page.locator('.send:not([aria-busy])').waitFor();
    expect(await driver.line.inputValue()).toBe('/silence ');
  });
});

describe('buttons, menus, forms', () => {
  test('a press changes the message and keeps the focus on the button', async () => {
    const driver = await open();
    await driver.command('report');
    const message = await driver.latest('Grant crosses the Rapidan.');
    await message.getByRole('button', { name: 'Pressed 0 times' }).press('Enter');
    const changed = await driver.latest(/Ada pressed; \d+ in all/);
    await expect.poll(() => changed.locator('button:focus').textContent()).toBe('Pressed 0 times');
    expect(await changed.getByRole('button', { name: 'Not now' }).isDisabled()).toBe(true);
  });

  test('one choice is sent at once, several with Done', async () => {
    const driver = await open();
    await driver.command('report');
    await driver.choose('Who leads?', 'Hancock');
    await driver.latest('Chosen: hancock.');
    await driver.choose('Which roads?', 'Plank', 'Brock');
    await driver.latest('Chosen: Brock and Plank.');
    expect(await driver.page.locator('details[open]').count()).toBe(0);
  });

  test('a menu works with the keyboard', async () => {
    const driver = await open();
    await driver.command('report');
    const menu = driver.page.locator('.menu-button', { hasText: 'Who leads?' }).last();
    await menu.press('Enter');
    for (let step = 0; step < 3; step++) await driver.page.keyboard.press('ArrowDown');
    await driver.page.locator('.menu-option:focus', { hasText: 'Warren' }).press('Enter');
    await driver.latest('Chosen: warren.');
    await menu.press('ArrowDown');
    await driver.page.locator('.menu-option:focus').press('Escape');
    await driver.page.locator('details[open]').waitFor({ state: 'detached' });
    await menu.and(driver.page.locator(':focus')).waitFor();
  });

  test('a form can be left, asks for what is needed, then sends it', async () => {
    const driver = await open();
    await driver.command('report');
    await driver.press('Give a reason');
    await driver.form();
    await driver.page.keyboard.press('Escape');
    await driver.page.locator('dialog[open]').waitFor({ state: 'detached' });
    await driver.press('Give a reason');
    const form = await driver.form();
    await driver.fillForm({ Why: 'no' });
    expect(await form.textContent()).toContain('At least 5 characters');
    await driver.fillForm({ Why: 'the road is open', Signed: 'A.' });
    await driver.latest('Because the road is open (A.).');
    await driver.page.locator('dialog[open]').waitFor({ state: 'detached' });
  });

  test('a press nobody answers says so under the message', async () => {
    const driver = await open();
    await driver.command('report');
    const message = await driver.kept('Grant crosses the Rapidan.');
    await driver.press('Broken', message);
    await tooLate(message.locator('.failure'));
    expect(await message.locator('.failure').textContent()).toMatch(/did not respond|failed/);
  });
});

describe('answers for one member', () => {
  test('are seen by that member alone, read out when a press changes them, and can be put away', async () => {
    const driver = await open();
    await driver.enter(HOME, 'the-wilderness');
    await driver.as('Bo');
    await driver.command('secret');
    const answer = await driver.kept('For your eyes only.');
    expect(await answer.textContent()).toContain('Only you can see this');
    await answer.getByRole('button', { name: 'Count' }).press('Enter');
    await expect.poll(() => driver.page.locator('#announcer').textContent()).toMatch(/only to you: Bo pressed/);
    await driver.as('Cy');
    expect(await answer.count()).toBe(0);
    await driver.as('Bo');
    await answer.getByRole('button', { name: 'Dismiss message' }).click();
    expect(await answer.count()).toBe(0);
    await driver.page.reload();
    await driver.page.locator('.bot-word', { hasText: 'Online' }).waitFor();
    expect(await answer.count()).toBe(0);
  });
});

describe('pictures', () => {
  test('stand as wide as on Discord, with their alt text, and open in a tab of their own', async () => {
    const driver = await open();
    await driver.command('report');
    const message = await driver.latest('Grant crosses the Rapidan.');
    const image = message.getByRole('img', { name: ALT_TEXT });
    expect((await image.boundingBox())?.width).toBe(550);
    const opened = driver.page.waitForEvent('popup');
    await message.getByRole('link', { name: ALT_TEXT }).press('Enter');
    const tab = await opened;
    await tab.waitForLoadState();
    expect(await tab.evaluate('document.images[0].naturalWidth')).toBe(1200);
    await tab.close();
  });

  test.each([320, 390, 1200])(
    'keep their proportions alone, in embeds and in galleries, %i pixels wide',
    async (width) => {
      const channel = await bot.channels.fetch(sandbox.world.channel('smoking-room').id);
      if (!channel?.isSendable()) throw new Error('There is no channel.');
      const files = [{ attachment: picture(1198, 2262), name: 'storyboard.png' }];
      const media = { url: 'attachment://storyboard.png' };
      await channel.send({ files });
      await channel.send({ files, embeds: [{ title: 'Storyboard', image: media }] });
      await channel.send({ files: [...files, ...files] });
      const driver = await open({ width, height: 844 });
      await driver.enter("Soldiers' Home", 'smoking-room');
      const images = driver.page.locator('.message img');
      await images.nth(3).waitFor();
      for (const image of await images.all()) {
        const box = await image.boundingBox();
        expect(box?.height).toBeGreaterThan(300);
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1198 / 2262, 2);
      }
      expect(await driver.overflow()).toBe(0);
    },
  );
});

describe.each([320, 390, 430])('on a phone %i pixels wide', (width) => {
  test('nothing scrolls sideways, buttons are tall, the drawer and the line work by touch', async () => {
    const driver = await open({ width, height: 844, theme: 'light', touch: true });
    await driver.enter(HOME, 'parade-ground');
    await driver.say('A very-long-word-'.repeat(20));
    await driver.line.tap();
    await driver.page.keyboard.type('/');
    expect(await driver.overflow()).toBe(0);
    await driver.page.getByRole('option', { name: '/report' }).tap();
    await driver.page.getByRole('button', { name: 'Send /report' }).tap();
    const message = await driver.latest('Grant crosses the Rapidan.');
    expect(await driver.overflow()).toBe(0);
    const heights = await message
      .locator('.button:visible, .menu-button')
      .evaluateAll((all) => all.map((it) => it.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
    const image = await message.getByRole('img').boundingBox();
    expect(image?.width).toBeGreaterThan(width - 40);
    await driver.as('Bo');
    await driver.press('Whisper', message);
    await driver.latest('Only for Bo.');
    expect(await driver.overflow()).toBe(0);
  });
});

describe('reading on', () => {
  test('a reader who has scrolled up stays there and is told what came', async () => {
    const driver = await open();
    await driver.enter("Soldiers' Home", 'library');
    const bo = sandbox.as('Bo').in('library');
    for (let line = 1; line <= 40; line += 1) bo.say(`Line ${line}`);
    const last = await driver.latest('Line 40');
    await expect.poll(() => last.boundingBox().then((box) => (box?.y ?? 999) < 700)).toBe(true);
    await driver.page.locator('.scroller').evaluate((it) => it.scrollTo(0, 0));
    bo.say('One more.');
    const pill = driver.page.getByRole('button', { name: '1 new message' });
    await pill.waitFor();
    expect(await driver.page.locator('.scroller').evaluate((it) => it.scrollTop)).toBe(0);
    await pill.click();
    await pill.waitFor({ state: 'hidden' });
  });
});

describe('when the line breaks', () => {
  test('the page says so, keeps what was typed, and comes back by itself', async () => {
    const other = await startSandbox({ port: 0 });
    const { port } = new URL(other.pageUrl);
    const driver = await openPage(other.pageUrl, {}, /WebSocket|ERR_CONNECTION/);
    const banner = driver.page.locator('#banner');
    await banner.getByText('hasn’t joined yet').waitFor();
    await driver.line.fill('Unsent');
    await other.close();
    await banner.getByText('Reconnecting').waitFor();
    await driver.page.keyboard.press('Enter');
    expect(await driver.page.locator('.problem').textContent()).toContain('What you typed is still here');
    expect(await driver.line.inputValue()).toBe('Unsent');

    const again = await startSandbox({ port: Number(port) });
    onTestFinished(() => again.close());
    const client = await startBot(again);
    await banner.waitFor({ state: 'hidden' });
    await driver.line.press('Enter');
    await driver.latest('Unsent');
    await driver.command('secret');
    await driver.latest('For your eyes only.');

    await client.destroy();
    await banner.getByText('is offline').waitFor();
  });
});

describe('finding Chromium', () => {
  test('the variable goes first; without any the error says what to do', () => {
    expect(findChromium('/opt/chrome', () => true)).toBe('/opt/chrome');
    expect(() => findChromium('/opt/chrome', () => false)).toThrow('CHROMIUM_PATH says /opt/chrome');
    expect(findChromium('', (path) => path === '/usr/bin/chromium')).toBe('/usr/bin/chromium');
    expect(() => findChromium('', () => false)).toThrow(/needs Chromium.*CHROMIUM_PATH/);
  });
});
