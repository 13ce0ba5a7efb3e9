import pino from 'pino';
import { expect, test } from 'vitest';
import { InFlight } from '../../src/discord/outbound/in-flight.ts';
import { Hurry } from '../../src/host/background/long-work.ts';
import { type Reply, reply } from '../../src/host/index.ts';

/** Which message has the newest map of a game. */
const GAME = 'k3x9mnpqrs';

function telling(): InFlight {
  return new InFlight(
    { hurry: new Hurry(), outbox: { owedUpTo: () => [], withNews: (answer) => answer } },
    pino({ level: 'silent' }),
  );
}

function map(seq: number): Reply {
  const png = () => Promise.resolve(Buffer.of());
  return reply('channel', 'A map.', { drawing: { point: { game: GAME, seq }, file: 'map.png', alt: 'A map.', png } });
}

test('the newest map is known where it came alone', () => {
  const it = telling();
  expect(it.isNewest(GAME, '100')).toBe(false);
  const way = it.begin(map(1));
  it.shown(GAME, '100');
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

test('of two on their way at once it is not known, nor of an older one that is told of late', () => {
  const it = telling();
  const [one, other] = [it.begin(map(1)), it.begin(map(1))];
  it.shown(GAME, '101');
  one.over();
  it.shown(GAME, '100');
  other.over();
  expect([it.isNewest(GAME, '100'), it.isNewest(GAME, '101')]).toEqual([false, false]);
  const next = it.begin(map(2));
  it.shown(GAME, '1000');
  next.over();
  expect(it.isNewest(GAME, '1000')).toBe(true);
});

test('what a channel has heard is kept for as long as its game owes it a map', () => {
  const it = telling();
  it.heard(GAME, [3, 4]);
  it.heard('another', [1]);
  it.keep(new Set([GAME]));
  expect([[...it.heardOf(GAME)], [...it.heardOf('another')]]).toEqual([[3, 4], []]);
});
