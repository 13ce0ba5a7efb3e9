import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { productWith } from '../library.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** A second system, with two seats and hidden hands, is one more module: nothing else of the product knows of it. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ library: productWith(picketLine), chance: knownChance(1), render: blankPicture });
});
afterAll(() => product.close());

const CHANNEL = 'parade-ground';
const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);

function publicMessages(): SeenMessage[] {
  return product.sandbox.messages(CHANNEL).filter(({ ephemeral }) => !ephemeral);
}

/** Presses “Give an order” under a map and answers each menu with its first choices, to the end. */
async function giveAnOrder(
  member: string,
  map: SeenMessage,
): Promise<{ readonly chosen: string[]; readonly said: SeenMessage }> {
  const chosen: string[] = [];
  let said = answer(await seat(member).press(map, 'Give an order'));
  for (;;) {
    // Of one choice it is asked whether it is meant.
    if (said.buttons.some(({ label }) => label === 'Cancel')) {
      const [only] = said.buttons;
      chosen.push(only?.label ?? '');
      return { chosen, said: answer(await seat(member).press(said, only?.label ?? '')) };
    }
    if (said.selects.length === 0) return { chosen, said };
    expect(said.ephemeral).toBe(true);
    const menu = said.selects[0] as SeenMessage['selects'][number];
    const value = menu.options[0]?.value ?? '';
    chosen.push(menu.options[0]?.label ?? '');
    said = answer(await seat(member).select(said, menu.customId, [value]));
  }
}

async function latestMap(): Promise<SeenMessage> {
  await product.sandbox.waitForMessage(CHANNEL, ({ ephemeral, buttons }) => !ephemeral && buttons.length > 0);
  return publicMessages()
    .filter(({ buttons }) => buttons.length > 0)
    .at(-1) as SeenMessage;
}

describe('a game of two seats with hidden hands', () => {
  test('its commands are there, made from what it says of itself', () => {
    const names = product.sandbox.commands().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['attack', 'commit', 'stand', 'yield', 'join', 'new']));
  });

  test('members take sides; who has none cannot order', async () => {
    answer(await seat('Ada').command('new', { game: 'picket-line' }));
    const map = await latestMap();
    expect(answer(await seat('Ada').press(map, 'Give an order')).content).toContain('/join');
    expect(answer(await seat('Bo').command('join', { side: 'union' })).content).toContain('joins the Union');
    expect(answer(await seat('Cy').command('join', { side: 'Confederacy' })).content).toContain(
      'joins the Confederacy',
    );
  });

  test('a sealed order is confirmed to its member alone; the channel learns only that it was given', async () => {
    const map = await latestMap();
    const before = publicMessages().length;
    const { chosen, said } = await giveAnOrder('Bo', map);
    const [, regiment = ''] = chosen;
    expect(said.ephemeral).toBe(true);
    expect(said.content).toContain(regiment);
    await product.sandbox.waitForMessage(
      CHANNEL,
      ({ ephemeral, content }) => !ephemeral && content.includes('**Bo**') && !content.includes('joins'),
    );
    for (const message of publicMessages().slice(before)) {
      expect(message.text).not.toContain(regiment);
      expect(message.files.map(({ description }) => description ?? '').join()).not.toContain(regiment);
    }
    // The other side's half of it, from a map drawn before: what it is asked has not changed.
    const answered = await giveAnOrder('Cy', map);
    expect(answered.said.content).not.toContain('moved on');
  });

  test('each member sees their own hand, and nobody else’s', async () => {
    const bo = answer(await seat('Bo').command('map', { view: 'text' }));
    const cy = answer(await seat('Cy').command('map', { view: 'text' }));
    expect(bo.ephemeral && cy.ephemeral).toBe(true);
    expect(bo.content).not.toBe(cy.content);
  });

  test('it is played to its end by menus, and its dice and shuffles check', async () => {
    for (let given = 0; given < 1000; ) {
      const map = await latestMap();
      if (map.buttons.some(({ label }) => label === 'Check the dice')) break;
      for (const member of ['Bo', 'Cy']) {
        const present = await latestMap();
        if (present.buttons.some(({ label }) => label === 'Give an order')) {
          await giveAnOrder(member, present);
          given += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    const last = await latestMap();
    expect(last.buttons.map(({ label }) => label)).toContain('Check the dice');
    expect(answer(await seat('Ada').press(last, 'Check the dice')).content).toContain('The dice are honest');
    expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
