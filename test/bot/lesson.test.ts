import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerOutcome } from '../../src/sandbox/member-seat.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** Lessons through discord.js and real sockets: Bo goes through them alone, in a channel where nothing is played. */

const CHANNEL = 'the-wilderness';
const LEAVE = 'Leave the lesson';
/** Buttons that don't lead on. */
const BESIDE = [LEAVE, 'In words', 'Back', 'Cancel', 'Type a name …', 'Start again'];

let product: Product;
beforeAll(async () => {
  product = await startProduct({ chance: knownChance(1), render: blankPicture });
});
afterAll(() => product.close());

const bo = () => product.sandbox.as('Bo').in(CHANNEL);

/** A private message with all that it has. */
async function whole(outcome: AnswerOutcome): Promise<SeenMessage> {
  if (outcome.kind !== 'message' && outcome.kind !== 'update') throw new Error(JSON.stringify(outcome));
  const { id } = outcome.message;
  // Its picture follows.
  await expect.poll(() => product.bot.inHand().answers, { interval: 5 }).toBe(0);
  const seen = product.sandbox.message(CHANNEL, id);
  if (!seen) throw new Error('The message is gone');
  expect([seen.ephemeral, seen.buttons.length + seen.selects.length > 0]).toEqual([true, true]);
  return seen;
}

/** The first thing that leads on: from a list under it, or a button. */
async function goOn(message: SeenMessage): Promise<SeenMessage> {
  const [list] = message.selects;
  const leads = message.buttons.find(({ label }) => !BESIDE.includes(label));
  if (list) return whole(await bo().select(message, list.customId, [list.options[0]?.value ?? '']));
  return whole(await bo().press(message, leads?.label ?? ''));
}

/** Which step a message shows: 0 where it shows none. */
function stepIn({ content }: SeenMessage): number {
  return Number(/step (\d+) of/.exec(content)?.[1] ?? 0);
}

/** On from a message until the lesson is over. */
async function toTheEnd(message: SeenMessage): Promise<SeenMessage> {
  let now = message;
  for (
    let presses = 0;
    !now.buttons.some(({ label }) => label.startsWith('Start ') && label.endsWith(' here'));
    presses++
  ) {
    expect(presses).toBeLessThan(40);
    now = await goOn(now);
  }
  return now;
}

const inChannel = () => product.sandbox.messages(CHANNEL).filter(({ ephemeral }) => !ephemeral).length;

test('five games have a lesson, and /learn asks which', async () => {
  const asked = await whole(await bo().command('learn', {}));
  expect(asked.buttons.map(({ label }) => label)).toEqual([
    'Learn Overland',
    'Learn Road to Richmond',
    'Learn The Wilderness Campaign',
    'Learn Sam Grant',
    'Learn Bobby Lee',
  ]);
  const first = await whole(await bo().press(asked, 'Learn Overland'));
  expect(stepIn(first)).toBe(1);
  expect(first.buttons[0]?.label).toContain('Grant attacks Lee');
});

test('a member goes through Overland alone; the channel sees nothing of it', async () => {
  const before = inChannel();
  const end = await toTheEnd(await whole(await bo().command('learn', { game: 'overland' })));
  expect(end.content).toContain('That’s Overland');
  expect(inChannel()).toBe(before);
  expect(product.store.runningOf(null)).toEqual([]);
});

test('a lesson of a game that hides something shows what its member’s side sees, and no more', async () => {
  let now = await whole(await bo().command('learn', { game: 'wilderness' }));
  const before = inChannel();
  const told: string[] = [];
  const all = (message: SeenMessage) => JSON.stringify([message, message.files.map((file) => file.description)]);
  const steps = new Set<number>();
  while (!now.content.includes('makes a good first game')) {
    expect(told.length).toBeLessThan(40);
    steps.add(stepIn(now));
    told.push(all(now));
    now = await goOn(now);
  }
  expect(Math.max(...steps)).toBe(9);
  expect(told[0]).toContain('III 15');
  expect(told.join('\n')).toContain('III Corps is placed in 2');
  for (const name of ['Heth', 'Wilcox', 'Rodes', 'Anderson', 'Dummy 6'])
    expect(told.join('\n'), name).not.toContain(name);
  // Nobody is found before the probe.
  const probed = told.findIndex((one) => one.includes('step 6'));
  expect(told.slice(0, probed).join('\n')).not.toContain('Mahone');
  expect(inChannel()).toBe(before);
});

test('left in the middle, a lesson of Road to Richmond goes on after a restart, and stays private', async () => {
  const before = inChannel();
  const first = await whole(await bo().command('learn', { game: 'road-to-richmond' }));
  const list = await goOn(first);
  expect(list.content).toContain('Where to?');
  expect(list.buttons.map(({ label }) => label)).toContain(LEAVE);
  expect(list.files[0]?.description).toMatch(/^Movement points of Garland.*\d/s);
  expect(list.id).toBe(first.id);
  const second = await goOn(list);
  expect(stepIn(second)).toBe(2);
  const left = await whole(await bo().press(second, LEAVE));
  expect(left.content).toContain('`/learn`');
  product = await product.restart();
  const back = await whole(await bo().press(left, 'Go on'));
  expect(stepIn(back)).toBe(2);
  const words = await bo().press(await goOnTo(back, 3), 'In words');
  expect(words).toMatchObject({ kind: 'update', message: { id: back.id, ephemeral: true } });
  const end = await toTheEnd(await whole(await bo().press(back, 'Go on')));
  expect(end.content).toContain('That’s a turn of Road to Richmond');
  expect(inChannel()).toBe(before);
  expect(product.store.census(null)).toMatchObject({ running: { all: 0 }, undelivered: { all: 0 } });
});

test.each(['sam-grant', 'bobby-lee'])(
  'a member cuts a deck, plays a card and fights a battle of %s alone',
  async (game) => {
    const before = inChannel();
    const end = await toTheEnd(await whole(await bo().command('learn', { game })));
    expect(end.content).toContain('take cities');
    const [play] = end.buttons;
    expect(play?.label).toBe('Play the Union against the bot');
    const refused = await bo().press(end, play?.label ?? '');
    expect(refused).toMatchObject({ message: { content: expect.stringContaining('in a direct message to the bot') } });
    expect(inChannel()).toBe(before);
  },
);

async function goOnTo(message: SeenMessage, step: number): Promise<SeenMessage> {
  let now = message;
  while (stepIn(now) < step) now = await goOn(now);
  return now;
}

test('another member has a lesson of their own, and a game in the channel goes on beside it', async () => {
  const ada = product.sandbox.as('Ada').in(CHANNEL);
  const game = await ada.command('new', { game: 'overland' });
  expect(game.kind).toBe('message');
  const first = await whole(await bo().command('learn', { game: 'overland' }));
  expect(stepIn(first)).toBe(1);
  const second = await goOn(first);
  expect(stepIn(second)).toBe(2);
  const table = product.store.runningIn(product.sandbox.world.channel(CHANNEL).id);
  expect(product.store.entries(table?.id ?? '').map(({ kind }) => kind)).toEqual(['start']);

  const asked = await whole(await bo().command('mydata delete', {}));
  await bo().press(asked, asked.buttons[0]?.label ?? '');
  expect(product.store.runningOf(null)).toEqual([]);
  expect(JSON.stringify(product.store.uncounted('', 1, '', 9))).toContain('abandoned');
});
