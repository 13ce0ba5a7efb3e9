import { capital, OPEN_COUNCIL, wayOfDeciding } from '../council/index.ts';
import type { EntryRecord } from '../store/index.ts';
import type { Answer } from './answer.ts';
import type { Councils } from './council/councils.ts';
import { deed } from './deed.ts';
import type { Position } from './fold.ts';
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
    const { store, tables } = this.#ledger;
    const worth = entries.flatMap((seq) => store.entry(table.game.id, seq) ?? []).filter(worthTelling);
    if (worth.length === 0) return answer;
    const told = worth.slice(-MOST);
    const past = told.filter(({ seq, kind }) => seq < table.position.seq && kind === 'order').map(({ seq }) => seq);
    const positions = tables.positionsAfter(table, past);
    const last = told.map((entry) => this.#of(table, entry, positions.get(entry.seq)).join('\n'));
    for (let most = last.length; most >= 0; most--) {
      const left = inNumbers(worth.length - most);
      const text = [...left, ...last.slice(last.length - most), ...print, answer.text].join('\n');
      if (text.length <= LONGEST) return { ...answer, text };
    }
    return answer;
  }

  /** @param position where the game stood after the entry; absent: where it stands now */
  #of(table: Table, entry: EntryRecord, position?: Position): string[] {
    const { store, tables } = this.#ledger;
    if (entry.kind === 'undo') {
      const why = entry.reason === undefined ? [] : [`> “${plainName(entry.reason)}”`];
      return [`**${plainName(entry.member?.name ?? '')}** takes back the last order.`, ...why];
    }
    if (entry.kind === 'council') {
      const before = store.councilAt(table.game.id, entry.seat, entry.seq - 1) ?? OPEN_COUNCIL;
      const side = sideName(table.system, entry.seat);
      const changes = this.#councils.inWords(before, entry.council, side).join('; ');
      return [`${capital(wayOfDeciding(side))} has changed: ${changes}.`];
    }
    return deed(store, tables, position ? { ...table, position, ballots: [] } : table);
  }
}

/** What a ballot decided is told with the order; what follows from an order, by the map itself. */
function worthTelling(entry: EntryRecord): boolean {
  switch (entry.kind) {
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
