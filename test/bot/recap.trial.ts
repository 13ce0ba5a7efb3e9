import { createHash } from 'node:crypto';
import { loadImage } from 'canvas';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPress } from '../../src/discord/outbound/button-routes.ts';
import { type Order, orderKey } from '../../src/game/index.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { manualClock } from '../../src/time-source.ts';
import { answer } from '../answered-message.ts';
import { knownChance, overlandSystem, startProduct } from './fixture.ts';
import { campaignThat } from './strategy.ts';
import { Voting } from './voting.ts';

/** `/recap` in the whole product: a campaign that several members played, told here and elsewhere, with all that comes along. */

const CHANNEL = 'council-of-war';
const { number, orders } = campaignThat('lost', overlandSystem());

let here: Voting;
beforeEach(async () => {
  const clock = manualClock();
  here = new Voting(await startProduct({ clock, chance: knownChance(number) }), clock, CHANNEL);
});
afterEach(async () => {
  expect(here.product.logged.filter(({ level }) => level >= 40)).toEqual([]);
  await here.product.close();
});

const sandbox = () => here.product.sandbox;
const recap = async (member: string, options = {}) => answer(await here.at(member).command('recap', options));
const whole = (id: string, channel = CHANNEL) =>
  sandbox().waitForMessage(channel, (message) => message.id === id && message.attachments.length > 0);
const gameId = () => here.product.store.latestIn(sandbox().world.channel(CHANNEL).id)?.id ?? '';

async function give(given: readonly Order[], member = 'Ada'): Promise<SeenMessage> {
  let last: SeenMessage | null = null;
  for (const { verb, ...slots } of given)
    last = answer(await here.at(member).command(verb, slots as Record<string, string>));
  if (!last) throw new Error('No order was given');
  return last;
}

/** The first orders by vote; the others by whoever comes. */
async function playOut(voted = 1): Promise<SeenMessage> {
  await here.begin();
  for (const order of orders.slice(0, voted)) {
    const before = here.ballot();
    const button = before.buttons.find(({ customId }) => {
      const press = readPress(customId ?? '');
      return press?.do === 'order' && orderKey(press.order) === orderKey(order);
    });
    for (const member of ['Ada', 'Bo', 'Cy']) await here.vote(member, button?.label ?? '');
    await here.close();
    await here.shown();
  }
  answer(await here.at('Ada').command('council', { mode: 'open' }));
  // What is typed just after a ballot closed was meant for that.
  await here.pass(5000);
  await give(orders.slice(voted, -1), 'Bo');
  const last = await give(orders.slice(-1), 'Cy');
  return whole(last.id);
}

async function bytesOf({ attachments }: SeenMessage): Promise<Map<string, Buffer>> {
  return new Map(attachments.map(({ filename, url }) => [filename, sandbox().attachmentBytes(url)]));
}

/** The same files have the same digests, which are compared much faster than megabytes. */
async function digestsOf(message: SeenMessage): Promise<[file: string, digest: string][]> {
  return [...(await bytesOf(message))].map(([file, bytes]) => [file, createHash('sha256').update(bytes).digest('hex')]);
}

/** The frames of a GIF, counted by going from block to block. */
function framesOf(gif: Buffer): number {
  const table = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  let at = 13 + table(gif[10] ?? 0);
  let frames = 0;
  const skip = () => {
    while (gif[at] !== 0) at += (gif[at] ?? 0) + 1;
    at += 1;
  };
  for (; gif[at] !== 0x3b; ) {
    if (gif[at] === 0x21) at += 2;
    else if (gif[at] === 0x2c) {
      frames += 1;
      at += 10 + table(gif[at + 9] ?? 0) + 1;
    } else throw new Error(`No block of a GIF begins with ${gif[at]} at ${at}`);
    skip();
  }
  expect(at).toBe(gif.length - 1);
  return frames;
}

/** The messages that follow a recap, each with a picture, the storyboard last. */
async function following({ id }: SeenMessage, channel = CHANNEL): Promise<readonly SeenMessage[]> {
  const isLater = (one: SeenMessage) => BigInt(one.id) > BigInt(id) && one.attachments.length > 0;
  const last = await sandbox().waitForMessage(
    channel,
    (one) => isLater(one) && (one.attachments[0]?.filename.endsWith('-storyboard.png') ?? false),
  );
  const before = sandbox()
    .messages(channel)
    .filter((one) => isLater(one) && BigInt(one.id) < BigInt(last.id));
  return [...before, last];
}

async function expectWhole(told: SeenMessage, channel = CHANNEL): Promise<void> {
  const id = gameId();
  const others = await following(told, channel);
  const message = { ...told, attachments: [told, ...others].flatMap(({ attachments }) => attachments) };
  for (const { attachments } of [told, ...others])
    expect(attachments.filter(({ filename }) => /\.(png|gif)$/.test(filename))).toHaveLength(1);
  const files = await bytesOf(message);
  expect([...files.keys()]).toEqual([
    `overland-${id}.gif`,
    `overland-${id}.json`,
    `overland-${id}.md`,
    `overland-${id}-chart.png`,
    `overland-${id}-storyboard.png`,
  ]);
  const [gif, json, story, chart, storyboard] = [...files.values()] as [Buffer, Buffer, Buffer, Buffer, Buffer];
  expect(gif.toString('latin1', 0, 6)).toBe('GIF89a');
  expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([1200, 900]);
  expect(framesOf(gif)).toBeGreaterThan(orders.length);
  expect(framesOf(gif)).toBeLessThanOrEqual(60);
  for (const png of [chart, storyboard]) expect((await loadImage(png)).width).toBeGreaterThan(1100);
  const replay = JSON.parse(json.toString('utf8'));
  expect(replay.log.filter(({ kind }: { kind: string }) => kind === 'order')).toHaveLength(orders.length);
  const { fingerprint } = replay.digests;
  expect(message.content).toContain(`fingerprint \`${fingerprint.slice(0, 8)} ${fingerprint.slice(8, 16)}\``);
  expect(createHash('sha256').update(Buffer.from(replay.secret, 'hex')).digest('hex')).toBe(replay.seal);
  const markdown = story.toString('utf8');
  expect(markdown).toMatch(/^# .+\n/);
  expect(markdown).toContain('## Every order');
  expect(markdown).not.toMatch(/<t:|<@|<#|-# /);
  const isText = ({ filename }: SeenMessage['attachments'][number]) => /\.(json|md)$/.test(filename);
  const texts = message.attachments.filter(isText);
  for (const { description } of message.attachments.filter((one) => !isText(one))) {
    expect(description?.length).toBeGreaterThan(80);
    expect(description?.length).toBeLessThanOrEqual(1024);
  }
  expect(texts.map(({ description }) => description)).toEqual([null, null]);
}

describe('a campaign that is over', () => {
  test('is told for all by whoever asks, with pictures and files; by its button too, elsewhere, and after a restart', async () => {
    const end = await playOut();
    const told = await recap('Bo');
    expect(told.ephemeral).toBe(false);
    expect(told.content).toMatch(/^## .+/);
    expect(told.content).toContain('**Winning chances**');
    expect(told.content).toContain('reconstruction-1');
    expect(told.content.length).toBeLessThanOrEqual(2000);
    expect(told.mentions).toEqual([]);
    const message = await whole(told.id);
    expect(message.content).toBe(told.content);
    expect(message.buttons.map(({ label }) => label)).toEqual([
      'New game',
      'What if from here',
      'Check the dice',
      'Log',
    ]);
    await expectWhole(message);

    expect(end.buttons.map(({ label }) => label)).toContain('Recap');
    const pressed = answer(await here.at('Cy').press(end, 'Recap'));
    expect(pressed.ephemeral).toBe(false);
    expect(pressed.content).toBe(told.content);
    const files = await digestsOf(message);
    expect(await digestsOf(await whole(pressed.id))).toEqual(files);

    await expectToldElsewhere();
    await here.restart();
    const again = await whole((await recap('Ada', { game: gameId() })).id);
    expect(again.content).toBe(message.content);
    expect(await digestsOf(again)).toEqual(files);
  });

  /** In another channel, by a moderator of it who may write there, and by nobody else. */
  async function expectToldElsewhere(): Promise<void> {
    const there = () =>
      sandbox()
        .messages('parade-ground')
        .filter(({ content }) => content.startsWith('## '));
    const channel = '#parade-ground';
    expect(await recap('Bo', { channel })).toMatchObject({ ephemeral: true, content: /Only moderators/ });

    const asked = await recap('Ada', { channel });
    expect(asked.ephemeral).toBe(true);
    const { id } = sandbox().world.channel(channel);
    const posted = await sandbox().waitForMessage(
      CHANNEL,
      (one) => one.id === asked.id && one.content !== asked.content,
    );
    const [message] = there();
    expect(posted.content).toMatch(new RegExp(`^The recap is posted: https?://\\S+/${id}/${message?.id}$`));
    await expectWhole(message as SeenMessage, 'parade-ground');
    expect(message?.content).toContain(`-# Played in <#${sandbox().world.channel(CHANNEL).id}>`);
    expect(message?.buttons).toEqual([]);
    expect(there()).toHaveLength(1);

    sandbox().deny('Ada', channel, PermissionFlagsBits.SendMessages);
    await expect.poll(async () => (await recap('Ada', { channel })).content).toMatch(/can’t post in it/);
    sandbox().deny('Ada', channel, 0n);
    // The channel named is the one it is asked in.
    expect(await recap('Ada', { channel: `#${CHANNEL}` })).toMatchObject({ ephemeral: false });
  }
});
