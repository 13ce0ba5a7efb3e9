import { capital, wayOfDeciding } from '../council/index.ts';
import type { EntryRecord } from '../store/index.ts';
import type { Answer } from './answer.ts';
import type { Councils } from './council/councils.ts';
import { deed } from './deed.ts';
import { councilOf, councilsAfter, type Position, positionsAfter } from './fold.ts';
import type { Ledger } from './ledger.ts';
import { sideName } from './seats.ts';
import type { Table } from './table.ts';
import { plainName } from './wording.ts';

/** Entries told in full at most, the last ones; of those before, how many they are. */
const MOST = 3;
/** What Discord takes in a message. */
const LONGEST = 2000;

/** What a channel has not heard, before the next thing that it is shown. */
export class News {
  readonly #ledger: Ledger;
  readonly #councils: Councils;

  constructor(ledger: Ledger, councils: Councils) {
    this.#ledger = ledger;
    this.#councils = councils;
  }

  /**
   * An answer with the news of some entries before it, as far as there is room for them.
   * @param entries of the table's game, by their number
   * @param print lines between the news and the answer
   */
  before(answer: Answer, table: Table, entries: readonly number[], print: readonly string[] = []): Answer {
    const log = this.#ledger.store.entries(table.game.id);
    const worth = entries.filter((seq) => worthTelling(log[seq]));
    if (worth.length === 0) return answer;
    const told = worth.slice(-MOST);
    const past = told.filter((seq) => seq < table.position.seq && log[seq]?.kind === 'order');
    const positions = positionsAfter(table.system, table.game.variant, log, past);
    const last = told.map((seq) => this.#of(table, log, seq, positions.get(seq)).join('\n'));
    for (let most = last.length; most >= 0; most--) {
      const left = inNumbers(worth.length - most);
      const text = [...left, ...last.slice(last.length - most), ...print, answer.text].join('\n');
      if (text.length <= LONGEST) return { ...answer, text };
    }
    return answer;
  }

  /** @param position where the game stood after the entry; absent: where it stands now */
  #of(table: Table, log: readonly EntryRecord[], seq: number, position?: Position): string[] {
    const { store, tables } = this.#ledger;
    const entry = log[seq];
    if (entry?.kind === 'undo') return [`**${plainName(entry.member?.name ?? '')}** takes back the last order.`];
    if (entry?.kind === 'council') {
      const before = councilOf({ councils: councilsAfter(log.slice(0, seq)) }, entry.seat);
      const side = sideName(table.system, entry.seat);
      const changes = this.#councils.inWords(before, entry.council, side).join('; ');
      return [`${capital(wayOfDeciding(side))} has changed: ${changes}.`];
    }
    return deed(store, tables, position ? { ...table, position, ballots: [] } : table);
  }
}

/** What a ballot decided is told with the order; what follows from an order, by the map itself. */
function worthTelling(entry: EntryRecord | undefined): boolean {
  switch (entry?.kind) {
    case 'order':
    case 'undo':
      return true;
    case 'council':
      return entry.cause !== 'order' && entry.cause !== 'undo' && entry.cause !== 'kept';
    default:
      return false;
  }
}

function inNumbers(left: number): string[] {
  if (left === 0) return [];
  return [`-# ${left === 1 ? 'One more thing was' : `${left} more things were`} done before: \`/log\` tells of all.`];
}
