import { afterEach, beforeEach, expect, test } from 'vitest';
import { chanceFrom } from '../../src/sandbox/faults/chance.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** A member who asks, presses and chooses at random keeps one private answer: nothing piles up above what all see. */

const CHANNEL = 'the-wilderness';
const STEPS = 40;
const COMMANDS = [
  ['help', {}],
  ['rules', {}],
  ['log', {}],
  ['units', {}],
  ['map', { view: 'mine' }],
  ['map', { view: 'text' }],
  ['council', {}],
  ['seat list', {}],
] as const;

let product: Product;
beforeEach(async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
});
afterEach(() => product.close());

const ada = () => product.sandbox.as('Ada').in(CHANNEL);
const seen = () => product.sandbox.messages(CHANNEL, { seenBy: 'Ada' });
const isLesson = ({ buttons }: SeenMessage) => buttons.some(({ label }) => label === 'Leave the lesson');
const isExport = ({ files }: SeenMessage) => files.some(({ filename }) => filename.endsWith('.txt'));
const pile = () => seen().filter((one) => one.ephemeral && !isLesson(one) && !isExport(one));

test.each([
  ['overland', null],
  ['road-to-richmond', 'union'],
  ['wilderness', 'union'],
  ['sam-grant', 'union'],
])('in %s', async (game, side) => {
  const chance = chanceFrom(7);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)];
  await ada().command('new', { game });
  if (side) await ada().command('join', { side });
  await ada().command('learn', { game });
  const did: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const open = seen().findLast(({ ephemeral, buttons }) => !ephemeral && buttons.length > 0);
    const message = chance() < 0.6 ? oneOf(seen().filter(({ ephemeral }) => ephemeral)) : open;
    const used = [...(message?.selects ?? []), ...(message?.buttons ?? [])];
    const use = chance() < 0.75 ? oneOf(used) : undefined;
    if (message && use && 'options' in use) {
      did.push(`chooses under ${message.content.slice(0, 40)}`);
      await ada().select(message, use.customId, [oneOf(use.options)?.value ?? '']);
    } else if (message && use && 'label' in use) {
      did.push(`presses ${use.label} under ${message.content.slice(0, 40)}`);
      await ada().press(message, use.customId ?? '');
    } else {
      const [command, options] = oneOf(COMMANDS) ?? COMMANDS[0];
      did.push(`types /${command}`);
      await ada().command(command, options);
    }
    await expect.poll(() => product.bot.inHand().answers, { interval: 5 }).toBe(0);
    await expect.poll(() => pile().length, { interval: 5, message: did.slice(-6).join('\n') }).toBeLessThanOrEqual(1);
  }
  expect(new Set(did).size).toBeGreaterThan(STEPS / 3);
});
