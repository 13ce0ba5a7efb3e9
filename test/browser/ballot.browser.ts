import type { ButtonInteraction, Client, Interaction, Message } from 'discord.js';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { button, connected, picture, row } from './bot.ts';
import type { Driver, View } from './driver.ts';
import { open as openPage } from './page.ts';

const ORDERS = [
  'Grant attacks Lee',
  'Hancock moves to Spotsylvania',
  'Warren tries a turning movement',
  'End the turn',
];

let sandbox: Sandbox;
let client: Client<true>;
let ballot: Message;
let driver: Driver;
/** Member to order: what the bot has heard. */
const votes = new Map<string, string>();

/** What a tally edit changes; `closes` is in seconds since 1970. */
function tally(closes: number) {
  const count = (order: string) => [...votes.values()].filter((each) => each === order).length;
  const lines = [`Closes <t:${closes}:R>.`, ...ORDERS.map((each) => `**${count(each)}** · ${each}`)];
  const options = ORDERS.map((label, at) => ({ label, value: `${at}`, description: `${count(label)} so far` }));
  return {
    embeds: [{ title: 'Vote on the next order', description: lines.join('\n') }],
    components: [
      row(...ORDERS.map((order, at) => button(1, `vote:${at}`, `${order} (${count(order)})`))),
      row(...['Mine', 'Log', 'Rules', 'Odds', 'Map as text'].map((each) => button(2, each, each))),
      row({ type: 3, custom_id: 'all', placeholder: 'All orders', options }),
    ],
  };
}

let closes = 0;
const edit = () => ballot.edit(tally(closes));

async function counted(interaction: ButtonInteraction, order: string): Promise<void> {
  votes.set(interaction.user.displayName, order);
  const components = [row(button(2, 'why', 'Give a reason'), button(4, 'back', 'Withdraw'))];
  await interaction.reply({ content: `Counted: ${order}.`, components, flags: 64 });
}

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isButton()) {
    const order = ORDERS[Number(/^vote:(\d)$/.exec(interaction.customId)?.[1] ?? -1)];
    if (order !== undefined) await counted(interaction, order);
    else if (interaction.customId === 'why') {
      const field = { type: 4 as const, custom_id: 'line', style: 1 as const, required: true };
      const components = [{ type: 18 as const, label: 'In one line', component: field }];
      await interaction.showModal({ custom_id: 'reason', title: 'A reason', components });
    } else await interaction.deferUpdate();
  } else if (interaction.isStringSelectMenu()) {
    votes.set(interaction.user.displayName, ORDERS[Number(interaction.values[0])] ?? '');
    await interaction.deferUpdate();
  } else if (interaction.isModalSubmit() && interaction.isFromMessage()) {
    const reason = interaction.fields.getTextInputValue('line');
    const components = [row(button(4, 'back', 'Withdraw'))];
    await interaction.update({ content: `Your reason: “${reason}”.`, components });
  }
}

async function open(view: View = {}): Promise<{ driver: Driver; message: Locator }> {
  driver = await openPage(sandbox.pageUrl, view);
  return { driver, message: await driver.latest('Vote on the next order') };
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, extraMembers: 2 });
  client = await connected(sandbox, [], answer);
  const channel = await client.channels.fetch(sandbox.world.channel('council-of-war').id);
  if (!channel?.isSendable()) throw new Error('There is no channel.');
  closes = Math.floor(Date.now() / 1000) + 40;
  const files = [{ attachment: picture(), name: 'map.png', description: 'The map' }];
  ballot = await channel.send({ content: '**Grant crosses the Rapidan.**', files, ...tally(closes) });
});

afterAll(async () => {
  await client?.destroy();
  await sandbox?.close();
});

describe('while the tally changes', () => {
  test('a press that has begun is counted, and focus, picture and place stay', async () => {
    const { message } = await open();
    const { page } = driver;
    const picture = await message.locator('img').elementHandle();
    const target = message.getByRole('button', { name: /^Hancock/ });
    await target.focus();
    const before = await target.boundingBox();
    if (!before) throw new Error('The button is not to be seen.');
    await page.mouse.move(before.x + 5, before.y + 5);
    await page.mouse.down();
    votes.set('Member 1', ORDERS[0] ?? '');
    await edit();
    await message.getByText('1 · Grant attacks Lee').waitFor();
    await page.mouse.up();
    await driver.latest(/Counted: Hancock/);
    expect(votes.get('Ada')).toBe(ORDERS[1]);
    await edit();
    await message.getByRole('button', { name: 'Hancock moves to Spotsylvania (1)' }).waitFor();
    expect(await message.locator('button:focus').textContent()).toBe('Hancock moves to Spotsylvania (1)');
    expect(await picture?.evaluate((it) => it.isConnected)).toBe(true);
  });

  test('a reader elsewhere is not moved, and nothing is read out', async () => {
    const { message } = await open({ height: 500 });
    const { page } = driver;
    await message.locator('img').waitFor();
    await page.locator('.scroller').evaluate((it) => it.scrollTo(0, 0));
    await page.locator('#announcer').evaluate((it) => it.replaceChildren());
    const top = () => message.locator('.picture').evaluate((it) => it.getBoundingClientRect().top);
    const before = await top();
    votes.set('Member 2', ORDERS[2] ?? '');
    await edit();
    await message.getByText('1 · Warren tries').waitFor({ state: 'attached' });
    await page.waitForTimeout(300);
    expect(await top()).toBe(before);
    expect(await page.locator('#announcer').textContent()).toBe('');
    expect(await page.locator('[aria-live]:not([aria-live="off"])').count()).toBe(1);
  });

  test('an open menu stays open and what is chosen in it is sent; then it shows the new tally', async () => {
    const { message } = await open();
    const { page } = driver;
    await message.locator('.menu-button').click();
    const list = page.locator('details[open]');
    await list.waitFor();
    votes.set('Member 2', ORDERS[3] ?? '');
    await edit();
    await message.getByText('1 · End the turn').waitFor();
    await list.getByRole('button', { name: 'End the turn' }).click();
    await expect.poll(() => votes.get('Ada')).toBe('End the turn');
    await edit();
    await message.getByText('2 · End the turn').waitFor();
    await message.locator('.menu-button').click();
    await list.getByText('2 so far').waitFor();
  });

  test('the time left counts down by itself', async () => {
    const { message } = await open();
    const left = async () => Number(/\d+/.exec((await message.locator('.embed time').textContent()) ?? '')?.[0]);
    const before = await left();
    await expect.poll(left).not.toBe(before);
  });
});

describe('a vote', () => {
  test('is confirmed in sight of a reader who has scrolled up a little to press', async () => {
    const { message } = await open({ height: 600 });
    const { page } = driver;
    await page.locator('.scroller').evaluate((it) => it.scrollBy(0, -150));
    await page.getByRole('button', { name: 'To the newest message' }).waitFor();
    await message.getByRole('button', { name: /^Warren/ }).click();
    const mine = await driver.latest('Counted: Warren');
    await expect.poll(async () => (await mine.boundingBox())?.y ?? 999).toBeLessThan(520);
  });

  test('gets its reason by keyboard alone, and the answer changes where it stands', async () => {
    const { message } = await open();
    const { keyboard } = driver.page;
    await message.getByRole('button', { name: /^Grant/ }).focus();
    await keyboard.press('Enter');
    const mine = await driver.latest('Counted: Grant attacks Lee.');
    await mine.getByRole('button', { name: 'Give a reason' }).focus();
    await keyboard.press('Enter');
    await driver.form();
    await keyboard.type('Lee has one corps there');
    await keyboard.press('Enter');
    const changed = await driver.latest('Your reason: “Lee has one corps there”.');
    await driver.page.locator('dialog[open]').waitFor({ state: 'detached' });
    await changed.and(driver.page.locator(':focus')).waitFor();
    expect(await driver.messages('Counted: Grant attacks Lee.').count()).toBe(0);
  });
});
