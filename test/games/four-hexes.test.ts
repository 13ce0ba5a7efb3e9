import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { systems } from '../../src/systems/index.ts';
import { knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { conformance } from '../conformance/index.ts';
import { fourHexes } from './four-hexes/index.ts';

/** The smallest game, as docs/adding-a-game.md walks through it. */
const game = fourHexes.load({});
if (!('id' in game)) throw new Error('Four Hexes has no data that could be bad');
conformance(game, 'Four Hexes');

describe('Four Hexes in a channel', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ modules: [...systems, fourHexes], chance: knownChance(1) });
  });
  afterAll(() => product.close());

  const CHANNEL = 'parade-ground';
  const as = (member: string) => product.sandbox.as(member).in(CHANNEL);
  const answer = (outcome: Outcome): SeenMessage => {
    if (outcome.kind !== 'message' && outcome.kind !== 'update') throw new Error(JSON.stringify(outcome));
    return outcome.message;
  };
  const shown = (text: string) =>
    product.sandbox.waitForMessage(
      CHANNEL,
      (message) => message.files.length > 0 && message.text.includes(text),
    );

  test('is played with a command and with buttons, by vote, and told at the end', async () => {
    answer(await as('Ada').command('new', { game: 'four-hexes' }));
    const opening = await shown('Noughts to move');
    answer(await as('Bo').press(opening, 'Join the Noughts'));
    answer(await as('Cy').press(opening, 'Join the Crosses'));
    answer(await as('Bo').command('mark', { hex: '0303' }));
    const refused = answer(await as('Bo').command('mark', { hex: '0304' }));
    expect([refused.ephemeral, refused.text]).toEqual([true, expect.stringContaining('Crosses')]);
    const map = await shown('Crosses to move');
    const menu = map.selects[0]?.customId ?? '';
    answer(await as('Cy').command('council', { side: 'crosses', mode: 'vote', early: 1, quorum: 1, secret: false }));
    const ballot = await product.sandbox.waitForMessage(CHANNEL, ({ embeds, files }) => embeds.length > 0 && files.length > 0, { timeout: 3000 }).catch((e) => { console.log(e.message, JSON.stringify(product.sandbox.messages(CHANNEL).at(-1), null, 1)); throw e; });
    answer(await as('Cy').select(ballot, ballot.selects[0]?.customId ?? menu, ['0202']));
    writeFileSync('/tmp/scratch-four.json', JSON.stringify([ballot, product.sandbox.messages(CHANNEL).map((m) => m.text)], null, 1));
    await new Promise((r) => setTimeout(r, 500));
    console.log(product.sandbox.messages(CHANNEL).map((m) => m.text).join('\n---\n'));
  });
});
