import { expect, test } from 'vitest';
import { type ReadAside, ReadingQueue } from '../../src/host/readings.ts';

/** A queue of refolds; `read` has the games in the order in which they were read. */
function queueOf() {
  const read: string[] = [];
  const reader = (async (_name: string, task: { readonly game: string }) => {
    read.push(task.game);
    await new Promise((resolve) => setImmediate(resolve));
    return {};
  }) as unknown as ReadAside;
  const queue = new ReadingQueue(reader);
  const refold = (game: string, forList: boolean) => queue.add('refold', { game, entry: undefined }, forList);
  return { read, queue, refold };
}

test('a log that a press needs is read before those that lists asked for', async () => {
  const { read, refold } = queueOf();
  await Promise.all([refold('a', true), refold('b', true), refold('c', true), refold('pressed', false)]);
  expect(read).toEqual(['a', 'pressed', 'b', 'c']);
});

test('one that a list asked for goes first once a press needs it, and one being read goes on', async () => {
  const { read, queue, refold } = queueOf();
  const all = Promise.all([refold('a', true), refold('b', true), refold('c', true)]);
  queue.hurry('refold', { game: 'c', entry: undefined });
  queue.hurry('refold', { game: 'a', entry: undefined });
  await all;
  expect(read).toEqual(['a', 'c', 'b']);
});
