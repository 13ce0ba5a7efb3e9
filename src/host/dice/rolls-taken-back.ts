import type { Throw } from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import type { EntryRecord } from '../../store/index.ts';

type OrderEntry = EntryRecord & { readonly kind: 'order' };
type UndoEntry = EntryRecord & { readonly kind: 'undo' };

/**
 * All that was thrown for an order: its own dice, and the die that broke the tie of the ballot that decided it.
 * @param before the entry before the order's; null: it is not known, or there is none
 */
export function throwsFor({ throws, ballot }: OrderEntry, before: EntryRecord | null): readonly Throw[] {
  const decided = before?.kind === 'ballot' && before.ballot === ballot;
  return decided ? [...before.throws, ...throws] : throws;
}

/** The entries whose dice were taken back, by their numbers: orders, and ballots that decided one of them. Each with what took it back. */
export function takenBackIn(entries: readonly EntryRecord[]): ReadonlyMap<number, UndoEntry> {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const takenBack = new Map<number, UndoEntry>();
  for (const undo of entries) {
    if (undo.kind !== 'undo') continue;
    const [order, before] = [bySeq.get(undo.takesBack), bySeq.get(undo.takesBack - 1)];
    takenBack.set(undo.takesBack, undo);
    if (order?.kind === 'order' && before?.kind === 'ballot' && before.ballot === order.ballot)
      takenBack.set(before.seq, undo);
  }
  return takenBack;
}

/** How many dice and shuffles of a log were taken back. */
export function rollsTakenBack(entries: readonly EntryRecord[]): number {
  const takenBack = takenBackIn(entries);
  let rolls = 0;
  for (const entry of entries) if ('throws' in entry && takenBack.has(entry.seq)) rolls += entry.throws.length;
  return rolls;
}

/** For small print: "2 rolls taken back". Nothing where none was. */
export function takenBackInWords(rolls: number): string[] {
  return rolls === 0 ? [] : [`${count(rolls, 'roll')} taken back`];
}
