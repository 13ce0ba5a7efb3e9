import { createHmac } from 'node:crypto';
import { type Hmac, type RecordedDice, type SealedPoint, sealedDice } from '../../src/game/index.ts';

/** HMAC-SHA-256 under a secret, as the host makes it. */
export function hmacUnder(secret: string): Hmac {
  return (message) => createHmac('sha256', secret).update(message).digest();
}

/** Real sealed dice of a made-up game: the same arguments always throw the same. */
export function sealedAt(game: string, turn: number, order: string): RecordedDice {
  const point: SealedPoint = { game, turn, order };
  return sealedDice(hmacUnder(`the secret of ${game}`), point);
}

/** A stream of even choices for tests, `pick(n)` from 0 to n − 1 (mulberry32). Nothing to do with the dice of a game. */
export function picker(seed: number): (count: number) => number {
  let at = seed >>> 0;
  return (count) => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
}
