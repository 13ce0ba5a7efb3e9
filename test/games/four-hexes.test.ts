import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { knownChance, type Product, startProduct } from '../bot/fixture.ts';
import { conformance } from '../conformance/index.ts';
import { productWith } from '../library.ts';
import { fourHexes } from './four-hexes/index.ts';

/** The smallest game, as docs/internals/adding-a-game.md walks through it. */
const game = fourHexes.load({});
if (!('id' in game)) throw new Error('Four Hexes has no data that could be bad');
conformance(game, 'Four Hexes');

describe('Four Hexes in a channel', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ library: productWith(fourHexes), chance: knownChance(1) });
  });
  afterAll(() => product.close());

  const CHANNEL = 'parade-ground';
  const as = (member: string) => product.sandbox.as(member).in(CHANNEL);
  let seen = 0n;
  /** A message below the last one that this has given. */
  const below = async (is: (message: SeenMessage) => boolean) => {
    const found = await product.sandbox.waitForMessage(CHANNEL, (message) => BigInt(message.id) > seen && is(message));
    seen = BigInt(found.id);
    return found;
  };
  const offers = (selects: SeenMessage['selects'], hex: string) =>
    selects.some(({ options }) => options.some(({ value }) => value === hex));

  test('is played with a command and with buttons, by vote, and told at the end', async () => {
    answer(await as('Ada').command('new', { game: 'four-hexes' }));
    const opening = await below(({ text, files }) => files.length > 0 && text.includes('Noughts to move'));
    answer(await as('Bo').press(opening, 'Join the Noughts'));
    answer(await as('Cy').press(opening, 'Join the Crosses'));
    answer(await as('Bo').command('mark', { hex: '0303' }));
    const refused = answer(await as('Bo').command('mark', { hex: '0304' }));
    expect([refused.ephemeral, refused.text]).toEqual([true, expect.stringContaining('Crosses')]);
    // Crosses decide by vote from here on.
    answer(await as('Ada').command('council', { side: 'crosses', mode: 'vote', quorum: 1, early: 1, secret: false }));
    for (const [cross, nought] of [
      ['0202', '0302'],
      ['0203', '0304'],
      ['0401', '0301'],
    ] as const) {
      const ballot = await below(({ embeds, selects }) => embeds.length > 0 && offers(selects, cross));
      answer(await as('Cy').select(ballot, ballot.selects[0]?.customId ?? '', [cross]));
      const map = await below(({ text, selects }) => text.includes(`Crosses mark ${cross}`) && offers(selects, nought));
      answer(await as('Bo').select(map, map.selects[0]?.customId ?? '', [nought]));
    }
    const end = await below(({ text, files }) => files.length > 0 && text.includes('Noughts win'));
    expect(end.text).toContain('Noughts have four in a row: 0301, 0302, 0303 and 0304.');
    expect(end.files[0]?.description).toBe(
      'Noughts win. Noughts: 0303, 0302, 0304 and 0301. Crosses: 0202, 0203 and 0401.',
    );
    answer(await as('Ada').command('recap', {}));
    const recap = await below(({ text }) => text.includes('## Noughts win'));
    expect(recap.text).toContain('Crosses mark 0202.');
  });
});
