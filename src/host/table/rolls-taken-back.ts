import type { SeatId, Throw } from '../../game/index.ts';
import { count, listed } from '../../kit/plain-english.ts';
import type { EntryRecord } from '../../store/index.ts';

type OrderEntry = EntryRecord & { readonly kind: 'order' };
type UndoEntry = EntryRecord & { readonly kind: 'undo' };

/**
 * All throws for an order: its own, and the die that broke its ballot's tie.
 * @param before the entry before the order's, if known
 */
export function throwsFor({ throws, ballot }: OrderEntry, before: EntryRecord | null): readonly Throw[] {
  const decided = before?.kind === 'ballot' && before.ballot === ballot;
  return decided ? [...before.throws, ...throws] : throws;
}

/** The entries whose dice were taken back, by number: orders and their deciding ballots, each with its undo. */
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

/** How many rolls, shuffles and reveals members have seen. They stay known when orders are taken back. */
export interface Seen {
  readonly rolls: number;
  readonly shuffles: number;
  readonly reveals: number;
}

export const NOTHING_SEEN: Seen = { rolls: 0, shuffles: 0, reveals: 0 };

export function seenIn(throws: readonly Throw[], reveals: number): Seen {
  const rolls = throws.filter(({ kind }) => kind === 'die').length;
  return { rolls, shuffles: throws.length - rolls, reveals };
}

export function bothSeen(one: Seen, other: Seen): Seen {
  return {
    rolls: one.rolls + other.rolls,
    shuffles: one.shuffles + other.shuffles,
    reveals: one.reveals + other.reveals,
  };
}

export function howMuch({ rolls, shuffles, reveals }: Seen): number {
  return rolls + shuffles + reveals;
}

export function hasThrows({ rolls, shuffles }: Seen): boolean {
  return rolls + shuffles > 0;
}

/** Reveals are not counted: that takes the rules. */
export function throwsTakenBack(entries: readonly EntryRecord[]): Seen {
  const takenBack = takenBackIn(entries);
  return seenIn(
    entries.flatMap((entry) => ('throws' in entry && takenBack.has(entry.seq) ? entry.throws : [])),
    0,
  );
}

/** "2 rolls, 1 shuffle and 1 reveal" */
export function seenInWords({ rolls, shuffles, reveals }: Seen): string {
  return listed([
    ...(rolls > 0 ? [count(rolls, 'roll')] : []),
    ...(shuffles > 0 ? [count(shuffles, 'shuffle')] : []),
    ...(reveals > 0 ? [count(reveals, 'reveal')] : []),
  ]);
}

const BRIEF = 30;

/** For a picture: "9 results taken back" if the full text has no room. */
export function takenBackBriefly(seen: Seen): string | undefined {
  const [words] = takenBackInWords(seen);
  return words === undefined || words.length <= BRIEF ? words : `${count(howMuch(seen), 'result')} taken back`;
}

/** "2 rolls taken back"; empty if there are none. */
export function takenBackInWords(seen: Seen): string[] {
  return howMuch(seen) === 0 ? [] : [`${seenInWords(seen)} taken back`];
}

export interface OrdersToTakeBack {
  /** The last first. */
  readonly orders: readonly OrderEntry[];
  /** The results of each order. */
  readonly seen: readonly Seen[];
  /** Their sum. */
  readonly all: Seen;
  /** Whether members have seen a result of these orders, or of later ones that were taken back. */
  readonly wasSeen: boolean;
  readonly sides: readonly SeatId[];
  readonly reason: string | null;
}
