import { expect, test } from 'vitest';
import { nonceOf } from '../../src/discord/outbound/posts-in-flight.ts';
import { reply } from '../../src/host/index.ts';

/** Discord answers a repeated nonce with the message it has: the same number must mean the same words. */

const point = { game: 'k3x9mnpqrs', seq: 7 };
const card = { ballot: 3, revision: 2, title: '', text: '', foot: '' };

test('the map that a point is owed has the number of the point, however it is brought', () => {
  expect(nonceOf(reply('channel', 'Grant attacks.', { tells: [7] }), point)).toBe('k3x9mnpqrs-7');
  expect(nonceOf(reply('channel', 'Posted late.', { tells: [6, 7] }), point)).toBe('k3x9mnpqrs-7');
});

test('what is shown at a point that has been told of has another: a ballot its own, a map that was asked for none', () => {
  expect(nonceOf(reply('channel', 'A ballot opens.', { cards: [card] }), point)).toBe('ballot-3-2');
  expect(nonceOf(reply('channel', 'The map.'), point)).toBeNull();
  expect(nonceOf(reply('channel', 'A reminder.', { notices: [12] }), null)).toBe('notice-12');
});

test('none is longer than Discord takes', () => {
  const cards = Array.from({ length: 9 }, (_, index) => ({ ...card, ballot: 1_000_000 + index }));
  expect(nonceOf(reply('channel', '', { cards }), null)?.length).toBe(25);
});
