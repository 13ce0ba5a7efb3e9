import pino from 'pino';
import { expect, test } from 'vitest';
import { createPostsInFlight, nonceOf, type PostsInFlight } from '../../src/discord/outbound/posts-in-flight.ts';
import { type Reply, reply } from '../../src/host/index.ts';

const GAME = 'k3x9mnpqrs';
const CHANNEL = '42';

/** @param latest the game that the channel plays; null: that can't be read */
function postsInFlight(latest: string | null = GAME): PostsInFlight {
  const isLatestGame = (game: string) => {
    if (latest === null) throw new Error('disk I/O error');
    return game === latest;
  };
  const undeliveredMap = (game: string) => (game === GAME ? { game, seq: 4, channel: CHANNEL, since: 0 } : null);
  return createPostsInFlight(
    { undelivered: { undeliveredMap, undeliveredUpTo: () => [], withNews: (answer) => answer, isLatestGame } },
    pino({ level: 'silent' }),
  );
}

function map(seq: number): Reply {
  const png = () => Promise.resolve(Buffer.of());
  return reply('channel', 'A map.', { drawing: { point: { game: GAME, seq }, file: 'map.png', alt: 'A map.', png } });
}

/** A message with the map of an entry has come to the channel. */
function comes(it: PostsInFlight, message: string, seq: number, game = GAME): void {
  it.noteShown(CHANNEL, { message, point: { game, seq }, votes: false });
}

function older(it: PostsInFlight, channel = CHANNEL): string[] {
  return it.olderMapsIn(channel).map(({ message }) => message);
}

test('the newest map is known if no other was under way', () => {
  const it = postsInFlight();
  expect(it.isNewest(GAME, '100')).toBe(false);
  const way = it.begin(map(1));
  comes(it, '100', 1);
  expect(it.isNewest(GAME, '100')).toBe(false);
  way.over();
  expect([it.isNewest(GAME, '100'), it.isNewest(GAME, '99'), it.isNewest('another', '100')]).toEqual([
    true,
    false,
    false,
  ]);
  // Another sets out, and nobody knows whether Discord has it.
  it.begin(map(2)).over();
  expect(it.isNewest(GAME, '100')).toBe(false);
});

test('the newest map is unknown if two were under way, or an older one arrives last', () => {
  const it = postsInFlight();
  const [one, other] = [it.begin(map(1)), it.begin(map(1))];
  comes(it, '101', 1);
  one.over();
  comes(it, '100', 1);
  other.over();
  expect([it.isNewest(GAME, '100'), it.isNewest(GAME, '101')]).toEqual([false, false]);
  const next = it.begin(map(2));
  comes(it, '1000', 2);
  next.over();
  expect(it.isNewest(GAME, '1000')).toBe(true);
});

test('what a channel has heard is remembered while its game has an undelivered map', () => {
  const it = postsInFlight();
  it.noteHeard(GAME, [3, 4]);
  it.noteHeard('another', [1]);
  it.dropDelivered();
  expect([[...it.heardOf(GAME)], [...it.heardOf('another')]]).toEqual([[3, 4], []]);
});

test('a map of an earlier game is older than any of the channel’s latest game', () => {
  const it = postsInFlight();
  comes(it, '100', 1);
  comes(it, '101', 20, 'before');
  expect(older(it)).toEqual(['101']);
  expect([it.isOvertaken({ game: 'before', seq: 20 }), it.isOvertaken({ game: GAME, seq: 1 })]).toEqual([true, false]);
  // Two that are both over stay as they are.
  const later = postsInFlight('after');
  comes(later, '100', 1);
  comes(later, '101', 20, 'before');
  expect(older(later)).toEqual([]);
});

test('if the latest game of a channel cannot be read, every map is shown', () => {
  const it = postsInFlight(null);
  comes(it, '100', 1);
  comes(it, '101', 20, 'before');
  expect([older(it), it.isOvertaken({ game: 'before', seq: 20 })]).toEqual([[], false]);
});

// Discord answers a repeated nonce with the message it has, so the same nonce must mean the same words.
const point = { game: 'k3x9mnpqrs', seq: 7 };
const card = { ballot: 3, revision: 2, title: '', text: '', foot: '' };

test('the map of a point has the point as its nonce, however it is delivered', () => {
  expect(nonceOf(reply('channel', 'Grant attacks.', { tells: [7] }), point)).toBe('k3x9mnpqrs-7');
  expect(nonceOf(reply('channel', 'Posted late.', { tells: [6, 7] }), point)).toBe('k3x9mnpqrs-7');
});

test('a ballot and a notice have nonces of their own; a map without news has none', () => {
  expect(nonceOf(reply('channel', 'A ballot opens.', { cards: [card] }), point)).toBe('ballot-3-2');
  expect(nonceOf(reply('channel', 'The map.'), point)).toBeNull();
  expect(nonceOf(reply('channel', 'A reminder.', { notices: [12] }), null)).toBe('notice-12');
});

test('no nonce is longer than Discord takes', () => {
  const cards = Array.from({ length: 9 }, (_, index) => ({ ...card, ballot: 1_000_000 + index }));
  expect(nonceOf(reply('channel', '', { cards }), null)?.length).toBe(25);
});
