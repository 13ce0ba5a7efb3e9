import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

const CHANNEL = 'council-of-war';

let product: Product;
beforeEach(async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
});
afterEach(() => product.close());

const at = (member: string, channel = CHANNEL) => product.sandbox.as(member).in(channel);

/** A campaign of two orders, given up. */
async function abandoned(): Promise<void> {
  answer(await at('Ada').command('new', { game: 'overland' }));
  answer(await at('Bo').command('attack', { leader: 'grant' }));
  answer(await at('Bo').command('attack', { leader: 'butler' }));
  const sure = answer(await at('Ada').command('abandon'));
  await at('Ada').press(sure, 'End the game');
}

async function points(
  member: string,
  typed = '',
  channel = CHANNEL,
): Promise<readonly { name: string; value: string }[]> {
  const outcome = await at(member, channel).autocomplete('new', { 'what-if': typed }, 'what-if');
  if (outcome.kind !== 'choices') throw new Error(JSON.stringify(outcome));
  return outcome.choices.map(({ name, value }) => ({ name, value: String(value) }));
}

async function asked(member: string, typed: string): Promise<SeenMessage> {
  const [point] = await points(member, typed);
  return answer(await at(member).command('new', { 'what-if': point?.value ?? '' }));
}

/** The message that a thread hangs from, once it leads there. */
function announcement(): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(CHANNEL, ({ content }) => content.includes('The thread: <#'));
}

/** The first map of a thread. */
function firstMap(thread: string): Promise<SeenMessage> {
  return product.sandbox.waitForMessage(thread, ({ attachments }) => attachments.length > 0);
}

describe('a what-if', () => {
  test('is asked for in a channel, and played in a thread that hangs from the word of it', async () => {
    await abandoned();
    expect((await points('Cy')).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Overland, .* UTC, abandoned after \d+ orders?: as it stands$/),
      expect.stringMatching(/before order 1, Grant attacks/),
      expect.stringMatching(/before order 2, Butler attack/),
    ]);
    expect(await points('Cy', 'butler attack')).toHaveLength(1);
    const told = await asked('Cy', 'butler attack');
    expect(told).toMatchObject({
      ephemeral: true,
      content: expect.stringContaining('A thread for your “what if” is opening'),
    });
    const word = await announcement();
    expect(word.content).toMatch(
      /^\*\*What if\?\*\* \*\*Cy\*\* starts a new game in the thread below, with fresh dice\. It branches off just before order 2 \(“.*”\) of the game that \*\*Ada\*\* started on <t:\d+:D>\. /,
    );
    expect(word.content).toContain(`The thread: <#${word.id}>`);
    expect(word.thread).toBe(word.id);
    const thread = product.sandbox.world.channel(word.id);
    expect(thread).toMatchObject({
      name: 'What if: order 2, Butler attacks Beauregard',
      owner_id: product.sandbox.world.bot.id,
    });
    const map = await firstMap(word.id);
    expect(map.content).toMatch(
      /^\*\*What if\*\* · \*\*Overland\*\* · Standard · started by \*\*Cy\*\*\nIt branches off after order 1 of the game that .*, with fresh dice\./,
    );
    expect(map.attachments[0]?.description).toContain('What if');
    const label = map.buttons.find(({ customId }) => customId?.startsWith('order:'))?.label ?? '';
    const order = answer(await at('Bo', word.id).press(map, label));
    expect(order.ephemeral).toBe(false);
    expect(order.content).toContain('-# What if: ');
    expect(answer(await at('Bo', word.id).command('log')).content).toContain('· What if · Overland');
    // The channel itself is free for a campaign of its own.
    expect(answer(await at('Ada').command('new', { game: 'overland' })).content).toContain('**Overland** · Standard');
    expect(product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('is asked for in a thread and played there, once the one before it is over', async () => {
    await abandoned();
    await asked('Cy', 'order 1');
    const { id } = await announcement();
    const map = await firstMap(id);
    const [point] = await points('Bo', '', id);
    expect(answer(await at('Bo', id).command('new', { 'what-if': point?.value ?? '' })).content).toContain(
      'already being played here',
    );
    const label = map.buttons.find(({ customId }) => customId?.startsWith('order:'))?.label ?? '';
    await at('Bo', id).press(map, label);
    await at('Ada', id).press(answer(await at('Ada', id).command('abandon')), 'End the game');
    const mine = await points('Bo', 'what if', id);
    expect(mine.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^What if · Overland, .*: as it stands$/),
      expect.stringMatching(/^What if · Overland, .*: before order 1, /),
    ]);
    const opening = answer(await at('Bo', id).command('new', { 'what-if': mine[0]?.value ?? '' }));
    expect(opening.ephemeral).toBe(false);
    expect(opening.content).toContain('of the “what if” that **Cy** started');
    // In somebody’s own thread they may, others may not.
    const own = at('Cy').openThread('My thoughts');
    const [there] = await points('Cy', '', own);
    expect(answer(await at('Bo', own).command('new', { 'what-if': there?.value ?? '' })).content).toContain(
      'Only the member who opened this thread',
    );
    expect(answer(await at('Cy', own).command('new', { 'what-if': there?.value ?? '' })).ephemeral).toBe(false);
  });

  test('is asked for in a DM and played there', async () => {
    const there = at('Bo', 'dm');
    answer(await there.command('new', { game: 'overland' }));
    answer(await there.command('attack', { leader: 'grant' }));
    await there.press(answer(await there.command('abandon')), 'End the game');
    const [point] = await points('Bo', '', 'dm');
    const opening = answer(await there.command('new', { 'what-if': point?.value ?? '' }));
    expect(opening.content).toContain('**What if** · **Overland**');
    const [none, more] = await points('Ada', '', 'dm');
    expect([none?.name, more]).toEqual([expect.stringMatching(/^No game has been played here/), undefined]);
  });

  test('is opened after a restart where the bot had gone in between, and only once', async () => {
    await abandoned();
    product.sandbox.faults = ({ method, path }, proceed) => {
      if (method !== 'POST' || !path.endsWith('/threads')) return proceed();
      // Discord opens it, and the answer is lost.
      proceed();
      return { status: 503, body: {} };
    };
    await asked('Cy', 'order 1');
    await expect.poll(() => product.store.openings()[0]?.message ?? null).not.toBeNull();
    product.sandbox.faults = null;
    product = await product.restart();
    const word = await announcement();
    await firstMap(word.id);
    expect(product.sandbox.messages(CHANNEL).filter(({ content }) => content.startsWith('**What if?**'))).toHaveLength(
      1,
    );
    expect(product.sandbox.world.threads).toHaveLength(1);
    expect(product.store.openings()).toEqual([]);
    product = await product.restart();
    expect(product.sandbox.messages(word.id).filter(({ attachments }) => attachments.length > 0)).toHaveLength(1);
  });
});
