import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';
import { takesBack } from './voting.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
});
afterAll(() => product.close());

const at = (member: string, channel: string) => product.sandbox.as(member).in(channel);

/** The newest map of a channel, with its buttons. */
async function newestMap(channel: string, after = ''): Promise<SeenMessage> {
  await product.sandbox.waitForMessage(channel, ({ id, attachments }) => id > after && attachments.length > 0);
  return product.sandbox
    .messages(channel)
    .filter(({ ephemeral, attachments }) => !ephemeral && attachments.length > 0)
    .at(-1) as SeenMessage;
}

async function started(channel: string, variant = 'standard'): Promise<SeenMessage> {
  const opening = answer(await at('Ada', channel).command('new', { game: 'overland', variant }));
  expect(opening.ephemeral).toBe(false);
  return newestMap(channel, String(BigInt(opening.id) - 1n));
}

describe('a table', () => {
  test('two members who press at once get one order carried out and one polite answer', async () => {
    const map = await started('the-wilderness');
    const [first, second] = await Promise.all([
      at('Bo', 'the-wilderness').press(map, 'Grant attacks Lee · 5+'),
      at('Cy', 'the-wilderness').press(map, 'Grant attacks Lee · 5+'),
    ]);
    const answers = [answer(first), answer(second)];
    const carriedOut = answers.filter(({ ephemeral }) => !ephemeral);
    const polite = answers.filter(({ ephemeral }) => ephemeral);
    expect(carriedOut).toHaveLength(1);
    expect(carriedOut[0]?.content).toContain('**9 Action Points** left');
    expect(polite[0]?.content).toContain('The game has moved on since that map.');
    const log = answer(await at('Bo', 'the-wilderness').command('log', {}));
    expect(log.content.match(/orders Grant to attack/g)).toHaveLength(1);
  });

  test('a press on an old map gets the present one, for that member alone, and no order', async () => {
    const old = (await newestMap('the-wilderness')).id;
    answer(await at('Bo', 'the-wilderness').command('attack', { leader: 'sigel' }));
    const map = product.sandbox.messages('the-wilderness').find(({ id }) => id === old) as SeenMessage;
    const label = map.buttons.find(({ customId }) => customId?.startsWith('order:'))?.label ?? '';
    const late = answer(await at('Cy', 'the-wilderness').press(map, label));
    expect(late.ephemeral).toBe(true);
    const present = await product.sandbox.waitForMessage(
      'the-wilderness',
      ({ id, attachments }) => id === late.id && attachments.length > 0,
    );
    expect(present.content).toContain('The game has moved on');
    expect(present.buttons.length).toBeGreaterThan(3);
    expect(answer(await at('Cy', 'the-wilderness').command('log', {})).content).not.toContain('**Cy**');
  });

  test('starting, taking back and abandoning need Manage Channels, or being who started it', async () => {
    const refused = answer(await at('Bo', 'library').command('new', {}));
    expect(refused.content).toContain('You can’t start a game here');
    expect(refused.ephemeral).toBe(true);
    for (const [command, content] of [
      ['undo', 'That order has already rolled dice, so only a moderator can take it back. Ask one.'],
      ['abandon', 'Only a moderator or the member who started this game can do that. Ask one of them.'],
    ] as const)
      expect(answer(await at('Bo', 'the-wilderness').command(command, {}))).toMatchObject({ ephemeral: true, content });
    const back = await takesBack(at('Ada', 'the-wilderness'), 'We meant *Butler*');
    const line = /^\*\*Ada\*\* takes back the last order \(\*\*Bo\*\* orders [^)]+\), with 1 roll\./;
    expect([back.ephemeral, back.content, back.buttons]).toEqual([true, expect.stringMatching(line), []]);
    const told = await product.sandbox.waitForMessage(
      'the-wilderness',
      ({ content, ephemeral, attachments }) => !ephemeral && line.test(content) && attachments.length > 0,
    );
    expect(told.content).toContain('\n> “We meant \\*Butler\\*”\n');
    expect(told.content).toMatch(/\n-# 1 roll taken back$/);
    const again = answer(await at('Bo', 'the-wilderness').command('new', {}));
    expect(again.content).toContain('A game is already being played here');
  });

  test('/abandon asks first; only the button ends the game, and the secret is out then', async () => {
    const question = answer(await at('Ada', 'the-wilderness').command('abandon', {}));
    expect(question.ephemeral).toBe(true);
    const kept = answer(await at('Ada', 'the-wilderness').press(question, 'Keep playing'));
    expect(kept.content).toBe('OK. Nothing was changed.');
    expect(kept.buttons).toEqual([]);
    const asked = answer(await at('Ada', 'the-wilderness').command('abandon', {}));
    const ended = answer(await at('Ada', 'the-wilderness').press(asked, 'End the game'));
    expect(ended.content).toContain('**Ada** ends the game.');
    expect(ended.content).toContain('“Check the dice” or `/verify` shows the secret');
    const checked = answer(await at('Bo', 'the-wilderness').command('verify', {}));
    expect(checked.content).toMatch(/The dice are honest.*\nSecret: `[0-9a-f]{64}`/s);
  });

  test('a DM with the bot is a table of its own, and so is every channel of every server', async () => {
    const dm = at('Cy', 'dm');
    const opening = answer(await dm.command('new', { variant: 'short-rations' }));
    expect(opening.content).toContain('8 Action Points');
    await started('smoking-room', 'unbottled');
    answer(await dm.command('attack', { leader: 'sigel' }));
    expect((await takesBack(dm)).content).toContain('takes back the last order (');
    expect(answer(await at('Bo', 'smoking-room').command('map', { view: 'text' })).content).toContain('Butler (US 2)');
    expect(answer(await at('Bo', 'parade-ground').command('map', {})).content).toContain(
      'No game is being played in this channel.',
    );
  });

  test('options complete to what is legal now, and say what it is', async () => {
    const cy = at('Cy', 'smoking-room');
    const attack = await cy.autocomplete('attack', { leader: '' }, 'leader');
    expect(attack.kind === 'choices' && attack.choices).toEqual([
      { name: 'Grant · needs 5+, 2 in 6', value: 'grant' },
      { name: 'Butler · needs 5+, 2 in 6', value: 'butler' },
      { name: 'Sigel · needs 5+, 2 in 6', value: 'sigel' },
    ]);
    const typed = await cy.autocomplete('attack', { leader: 'si' }, 'leader');
    expect(typed.kind === 'choices' && typed.choices.map(({ value }) => value)).toEqual(['sigel']);
    const nothing = await cy.autocomplete('move', { to: '' }, 'to');
    expect(nothing.kind === 'choices' && nothing.choices).toEqual([
      { name: 'You can’t order that right now. `/map` shows what you can do.', value: '-' },
    ]);
  });

  test('a hand-made button, an unknown area and a leader who may not get a clear sentence', async () => {
    const bo = at('Bo', 'smoking-room');
    expect(answer(await bo.command('move', { to: 'Atlanta' })).content).toContain('“Atlanta”');
    expect(answer(await bo.command('attack', { leader: 'Lee' })).content).toContain('Lee is a Confederate');
    expect(answer(await bo.command('move', { to: 'spotsylvania' })).content).toMatch(/\[X\]/);
    expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('nobody is ever pinged', () => {
    for (const channel of ['the-wilderness', 'smoking-room', 'council-of-war']) {
      for (const message of product.sandbox.messages(channel)) {
        expect(message.mentions).toEqual([]);
        expect(message.mentionsEveryone).toBe(false);
      }
    }
  });

  test('the bot is stopped and started: every game goes on where it was', async () => {
    const before = answer(await at('Bo', 'smoking-room').command('attack', { leader: 'sigel' })).content;
    product = await product.restart();
    const after = answer(await at('Bo', 'smoking-room').command('log', {}));
    expect(after.content).toContain(before.split('\n')[1] as string);
    expect(answer(await at('Cy', 'dm').command('map', { view: 'text' })).content).toContain('Short rations');
  });
});
