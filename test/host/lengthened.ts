import type { EntryRecord, GameRecord } from '../../src/store/index.ts';
import type { Headquarters } from './fixture.ts';

/**
 * Makes a log as long as it would be if its last order had been taken back and given again until then: the same order at the same point
 * throws the same dice. The log ends with the order. It is written past the host, which would take minutes.
 */
export function lengthened(
  { store, database }: Pick<Headquarters, 'store' | 'database'>,
  game: GameRecord,
  length: number,
): void {
  const given = store.entry(game.id, store.lastSeq(game.id));
  if (given?.kind !== 'order') throw new Error('The last entry gives no order');
  const { kind, seat, order, throws, reason, ballot } = given;
  let [seq, at] = [given.seq, given.at];
  const append = (body: Parameters<typeof store.append>[0]['body']) => {
    seq += 1;
    at += 500;
    store.append({
      game: game.id,
      seq,
      member: (given as EntryRecord).member?.id ?? null,
      interaction: null,
      at,
      body,
    });
  };
  database.transaction(() => {
    while (seq + 2 < length) {
      append({ kind: 'undo', takesBack: seq });
      append({ kind, seat, order, throws, reason, ballot });
    }
  })();
}
