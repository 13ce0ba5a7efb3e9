import { loadImage } from 'canvas';
import { afterEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { blankPicture, knownChance, overlandSystem, type Product, startProduct } from './fixture.ts';
import { campaignThat, towardsTheJames } from './strategy.ts';

let product: Product;
afterEach(() => product.close());

/** The map or the file that follows an answer's text as an edit. */
async function whole({ sandbox }: Product, id: string, channel = 'council-of-war'): Promise<SeenMessage> {
  return sandbox.waitForMessage(channel, (message) => message.id === id && message.attachments.length > 0);
}

function orderLabels(message: SeenMessage): string[] {
  return message.buttons.filter(({ customId }) => customId?.startsWith('order:')).map(({ label }) => label);
}

async function pressed(
  seat: ReturnType<ReturnType<Product['sandbox']['as']>['in']>,
  message: SeenMessage,
  label: string,
) {
  const outcome = await seat.press(message, label);
  if (outcome.kind !== 'message') throw new Error(`${label}: ${JSON.stringify(outcome)}`);
  return outcome.message;
}

/** What every map in the channel must be: a picture with its alt text, text first, nobody pinged, not for one member alone. */
async function expectMap(message: SeenMessage): Promise<void> {
  const [map, ...others] = message.attachments;
  expect(others).toEqual([]);
  expect(map?.contentType).toBe('image/png');
  expect(map?.description?.length).toBeGreaterThan(100);
  expect(map?.description?.length).toBeLessThanOrEqual(1024);
  const picture = await loadImage(product.sandbox.attachmentBytes(map?.url ?? ''));
  expect([picture.width, picture.height]).toEqual([1200, 900]);
  expect(message.content).not.toBe('');
  expect(message.mentions).toEqual([]);
  expect(message.ephemeral).toBe(false);
}

describe('a campaign through discord.js and the sandbox', () => {
  test('by buttons alone, from the greeting to victory', async () => {
    const { number, orders } = campaignThat('won', overlandSystem());
    product = await startProduct({ chance: knownChance(number) });
    const { sandbox } = product;
    const ada = sandbox.as('Ada').in('council-of-war');
    const greeting = await sandbox.waitForMessage('council-of-war', ({ buttons }) => buttons.length > 0);
    let message = await whole(product, (await pressed(ada, greeting, 'Start Overland')).id);
    await expectMap(message);

    for (const [index] of orders.entries()) {
      const label = towardsTheJames(orderLabels(message));
      // The three members press in turn: in an open table the first order given counts.
      const member = sandbox.as(['Ada', 'Bo', 'Cy'][index % 3] as string).in('council-of-war');
      message = await whole(product, (await pressed(member, message, label)).id);
      await expectMap(message);
    }

    expect(message.content).toContain('The campaign is won.');
    expect(message.content).toMatch(/to spare\. \[III\]/);
    expect(orderLabels(message)).toEqual([]);
    expect(message.buttons.map(({ label }) => label)).toEqual(['New game', 'Recap', 'Check the dice', 'Log']);

    const checked = await pressed(sandbox.as('Cy').in('council-of-war'), message, 'Check the dice');
    expect(checked.ephemeral).toBe(true);
    expect(checked.content).toContain('The dice are honest');

    const log = await pressed(sandbox.as('Bo').in('council-of-war'), message, 'Log');
    expect(log.content).toContain('The campaign is won.');
    await pressed(ada, message, 'New game');
    expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('a command that was refused is not carried out when Discord delivers it again, also where it could be by then', async () => {
    product = await startProduct({ chance: knownChance(1), render: blankPicture });
    const { sandbox, store } = product;
    const at = (member: string) => sandbox.as(member).in('council-of-war');
    await at('Ada').command('new');
    const refused = await at('Ada').command('move', { to: 'spotsylvania' });
    expect(refused).toMatchObject({ kind: 'message', message: { ephemeral: true } });
    // The second attack drives Lee to Spotsylvania, and Grant may march after him.
    for (let attacks = 0; attacks < 2; attacks++) await at('Bo').command('attack', { leader: 'grant' });
    const twice = () => product.logged.filter(({ msg }) => msg === 'an interaction came twice and was handled once');
    sandbox.happen({ kind: 'redeliver', interaction: refused.interactionId });
    const entries = () => store.entries(store.latestIn(sandbox.world.channel('council-of-war').id)?.id ?? '');
    await expect.poll(twice).toMatchObject([{ interaction: refused.interactionId }]);
    expect(entries()).toHaveLength(3);
    expect(await at('Ada').command('move', { to: 'spotsylvania' })).toMatchObject({ message: { ephemeral: false } });
    expect(entries()).toHaveLength(4);
  });
});
