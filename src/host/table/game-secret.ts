import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { type Hmac, type SealedPoint, sealedDice, type Throw } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';

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

/** What it is thrown for, as the log has it. */
export const TIE = 'The tie';

/** What the die that breaks a tie is sealed over: the game, the number of standing orders, and the choices that are level. */
export function tiePoint({ id }: Pick<GameRecord, 'id'>, turn: number, among: readonly string[]): SealedPoint {
  return { game: id, turn, order: `tie:${among.join('|')}` };
}

/**
 * The sealed die that breaks a tie: 1 stands for the first of `among`. The same choices, level again at the same point of the
 * game, throw the same.
 */
export function tieThrow(
  game: Pick<GameRecord, 'id' | 'secret'>,
  turn: number,
  among: readonly string[],
): Extract<Throw, { readonly kind: 'die' }> {
  const sides = among.length;
  const face = sealedDice(hmacOf(game.secret), tiePoint(game, turn, among)).roll(sides, TIE);
  return { kind: 'die', purpose: TIE, sides, face };
}

/** "1 Butler attacks Beauregard, 2 Grant attacks Lee": what each face stands for. */
export function facesInWords(among: readonly string[], describe: (choice: string) => string): string {
  return among.map((choice, at) => `${at + 1} ${describe(choice)}`).join(', ');
}
