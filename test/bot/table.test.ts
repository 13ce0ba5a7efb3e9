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
