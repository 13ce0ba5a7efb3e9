import { createHash } from 'node:crypto';
import { canonical, type Json, type System } from '../../game/index.ts';
import type { EntryBody, GameRecord } from '../../store/index.ts';
import { hmacOf } from './game-secret.ts';

/**
 * The chain of a log: a hash over what an entry did to the game, and the chain before it. Entries that do nothing to it (councils, ballots)
 * leave it as it is. `''`: nothing has been done yet.
 */
export function chainAfter(chain: string, entry: EntryBody): string {
  const done = doneBy(entry);
  if (done === null) return chain;
  return createHash('sha256')
    .update(`${chain}\n${canonical(done)}`, 'utf8')
    .digest('hex');
}

function doneBy(entry: EntryBody): Json | null {
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

/** Digits of a head. */
const DIGITS = 32;

/** The head of a log up to an entry, under the game's secret: until that is out, nobody can try out which hidden order it stands for. */
export function headOf({ id, secret }: Pick<GameRecord, 'id' | 'secret'>, seq: number, chain: string): string {
  return Buffer.from(hmacOf(secret)(`head|${id}|${seq}|${chain}`))
    .toString('hex')
    .slice(0, DIGITS);
}

/** A head as a post carries it, so that it can be found in any text: "abcdefghjk/57/3f…". */
export function headMark({ id }: Pick<GameRecord, 'id'>, seq: number, head: string): string {
  return `${id}/${seq}/${head}`;
}

/** A head that was posted. */
export interface PostedHead {
  readonly seq: number;
  readonly head: string;
}

/** The heads of a game's log in a text, such as an export of messages, each once, in the order of the log. */
export function headsIn(text: string, game: string): readonly PostedHead[] {
  const found = new Map<string, PostedHead>();
  for (const [mark, id, seq, head = ''] of text.matchAll(/([a-z0-9]{10})\/(\d{1,6})\/([0-9a-f]{32})/g))
    if (id === game) found.set(mark, { seq: Number(seq), head });
  return [...found.values()].sort((one, other) => one.seq - other.seq);
}

/** Whether a game keeps something from somebody: then each of its posts carries the head of its log. */
export function hidesSomething({ openHanded, seats }: Pick<System, 'openHanded' | 'seats'>): boolean {
  return openHanded !== true && seats.length > 1;
}
