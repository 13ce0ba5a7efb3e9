import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Hmac } from '../../game/index.ts';

/** A fresh secret for a game's dice: 32 random bytes, hex. */
function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** What is published at the start: the SHA-256 of the secret's bytes, hex. */
export function sealOf(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
}

/** HMAC-SHA-256 under the secret's bytes; the message is taken as UTF-8. */
export function hmacOf(secret: string): Hmac {
  const key = Buffer.from(secret, 'hex');
  return (message) => createHmac('sha256', key).update(message, 'utf8').digest();
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A game's name in logs and buttons: ten letters and digits that cannot be mistaken for one another. */
function newGameId(): string {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Where secrets and names of games come from. Tests give fixed ones, so that a game's dice are known beforehand. */
export interface Chance {
  secret(): string;
  gameId(): string;
}

export const realChance: Chance = { secret: newSecret, gameId: newGameId };
