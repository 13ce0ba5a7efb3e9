import { type Council, DEFAULT_COUNCIL } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';

type CouncilEntry = EntryRecord & { readonly kind: 'council' };

/** How each seat decided at any point of a log. The log is read once, however often this is asked. */
export class CouncilHistory {
  readonly #changes = new Map<SeatId, CouncilEntry[]>();

  constructor(entries: Iterable<EntryRecord>) {
    for (const entry of entries) {
      if (entry.kind !== 'council') continue;
      const changes = this.#changes.get(entry.seat);
      if (changes) changes.push(entry);
      else this.#changes.set(entry.seat, [entry]);
    }
  }

  after(seat: SeatId, seq: number): Council {
    const changes = this.changes(seat);
    return changes[firstAbove(changes, seq, (entry) => entry.seq) - 1]?.council ?? DEFAULT_COUNCIL;
  }

  changes(seat: SeatId): readonly CouncilEntry[] {
    return this.#changes.get(seat) ?? [];
  }
}

/** The index of the first item whose number is above a limit, by binary search; their count if there is none. */
export function firstAbove<Thing>(things: readonly Thing[], limit: number, numberOf: (thing: Thing) => number): number {
  let [low, high] = [0, things.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(things[middle] as Thing) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
