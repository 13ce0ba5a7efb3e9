import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import {
  canonical,
  type Hmac,
  type Json,
  type SealedPoint,
  type System,
  sealedDice,
  type Throw,
} from '../../game/index.ts';
import type { EntryBody, GameRecord } from '../../store/index.ts';

/** The published SHA-256 of the secret's bytes, hex. */
export function sealOf(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
}

/** HMAC-SHA-256 under the secret's bytes; messages are UTF-8. */
export function hmacOf(secret: string): Hmac {
  const key = Buffer.from(secret, 'hex');
  return (message) => createHmac('sha256', key).update(message, 'utf8').digest();
}

/** A code for a text that nobody can make without the secret. */
export function codeUnder(secret: string, text: string, digits = 64): string {
  return Buffer.from(hmacOf(secret)(text)).toString('hex').slice(0, digits);
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten letters and digits that are hard to confuse. */
function newGameId(): string {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The source of secrets and game ids. Tests use fixed ones. */
export interface Chance {
  secret(): string;
  gameId(): string;
}

export const realChance: Chance = { secret: () => randomBytes(32).toString('hex'), gameId: newGameId };

export const TIE = 'The tie';

/**
 * The point that a tie's die is sealed for.
 * @param turn the number of standing orders
 * @param among the tied choices
 */
export function tiePoint({ id }: Pick<GameRecord, 'id'>, turn: number, among: readonly string[]): SealedPoint {
  return { game: id, turn, order: `tie:${among.join('|')}` };
}

/** The sealed die that breaks a tie. 1 is for the first of `among`. The same tie at the same point rolls the same. */
export function tieThrow(
  game: Pick<GameRecord, 'id' | 'secret'>,
  turn: number,
  among: readonly string[],
): Extract<Throw, { readonly kind: 'die' }> {
  const sides = among.length;
  const face = sealedDice(hmacOf(game.secret), tiePoint(game, turn, among)).roll(sides, TIE);
  return { kind: 'die', purpose: TIE, sides, face };
}

/** "1 Butler attacks Beauregard, 2 Grant attacks Lee" */
export function facesOfChoices(among: readonly string[], describe: (choice: string) => string): string {
  return among.map((choice, at) => `${at + 1} ${describe(choice)}`).join(', ');
}

/** Extends a log's hash chain, which begins as `''`. Entries of councils and ballots leave it unchanged. */
export function chainAfter(chain: string, entry: EntryBody): string {
  const part = chainedPart(entry);
  if (part === null) return chain;
  return createHash('sha256')
    .update(`${chain}\n${canonical(part)}`, 'utf8')
    .digest('hex');
}

function chainedPart(entry: EntryBody): Json | null {
  switch (entry.kind) {
    case 'start': {
      const inherited = entry.inherited?.map(({ seat, order, throws }) => ({ seat, order, throws }));
      return { kind: 'start', throws: entry.throws, ...(inherited ? { inherited } : {}) };
    }
    case 'order':
      return { kind: 'order', seat: entry.seat, order: entry.order, throws: entry.throws };
    case 'undo':
      return { kind: 'undo', takesBack: entry.takesBack };
    default:
      return null;
  }
}

const DIGITS = 32;

/** Proves a log up to an entry. While the game's secret is unknown, it gives no hidden order away. */
export function headOf({ id, secret }: Pick<GameRecord, 'id' | 'secret'>, seq: number, chain: string): string {
  return codeUnder(secret, `head|${id}|${seq}|${chain}`, DIGITS);
}

/** A head as posts show it: "abcdefghjk/57/3f…". */
export function headMark({ id }: Pick<GameRecord, 'id'>, seq: number, head: string): string {
  return `${id}/${seq}/${head}`;
}

interface PostedHead {
  readonly seq: number;
  readonly head: string;
}

/** A game's heads in a text such as an export of messages, without repeats, in the log's order. */
export function headsIn(text: string, game: string): readonly PostedHead[] {
  const found = new Map<string, PostedHead>();
  for (const [mark, id, seq, head = ''] of text.matchAll(/([a-z0-9]{10})\/(\d{1,6})\/([0-9a-f]{32})/g))
    if (id === game) found.set(mark, { seq: Number(seq), head });
  return [...found.values()].sort((one, other) => one.seq - other.seq);
}

/** Whether a game has secrets between sides. Its posts then carry the head of its log. */
export function hidesSomething({ about: { openHanded, seats } }: Pick<System, 'about'>): boolean {
  return openHanded !== true && seats.length > 1;
}
