import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineThread } from '../../src/host/index.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { builtWorker } from '../harness/program.ts';
import { blankPicture, knownChance, type Product, startProduct } from './fixture.ts';

/** A game against the machine, through Discord and back, the machine in its own thread as in the product. */
let product: Product;
beforeAll(async () => {
  // On a machine that is busy with other tests, a thread may take its time.
  product = await startProduct({
    chance: knownChance(1),
    render: blankPicture,
    thinker: machineThread(builtWorker('rules-worker'), { patience: 120_000 }),
  });
});
afterAll(() => product.close());

const CHANNEL = 'parade-ground';
const seat = (member: string) => product.sandbox.as(member).in(CHANNEL);

/** The board of a turn in which the Union moves: the machine has moved then. */
const unionMoves = (turn: string) => (message: SeenMessage) =>
  new RegExp(`^\\*\\*${turn}, .*Union movement`, 'm').test(message.content);

test('whoever starts a game against the machine sees it move, in one message with one map', async () => {
  const opening = answer(await seat('Ada').command('new', { game: 'road-to-richmond', opponent: 'confederate' }));
  expect(opening.content).toContain('The bot plays the Confederates.');
  const { id } = await product.sandbox.waitForMessage(CHANNEL, unionMoves('Turn 1'));
  const moved = product.sandbox.messages(CHANNEL).filter(unionMoves('Turn 1'));
  expect(moved.map((message) => message.id)).toEqual([id]);
  expect(moved[0]?.files.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.png$/)]);
  expect(moved[0]?.content.length).toBeLessThan(1900);
});

test('whoever moves before the machine finds their orders under the first map', async () => {
  const options = { game: 'road-to-richmond', opponent: 'union' };
  const opening = answer(await product.sandbox.as('Ada').in('the-wilderness').command('new', options));
  const { buttons } = await product.sandbox.waitForMessage(
    'the-wilderness',
    ({ id, files }) => id === opening.id && files.length > 0,
  );
  const labels = buttons.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['Plan …', 'The bot suggests …', 'End movement', 'Join the Confederates']),
  );
});
