import { OPEN_COUNCIL } from '../../council/index.ts';
import { LONGEST_TEXT } from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';
import { BOARD } from '../base/delivery-words.ts';
import type { Reply } from '../base/reply.ts';
import { plainName } from '../base/wording.ts';
import { describeLastOrder } from '../messages/describe-last-order.ts';
import { councilChanges } from '../table/council-members.ts';
import type { GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { sideNameOf } from '../table/seat-rules.ts';
import type { GameTransactions } from './game-transactions.ts';

/** Entries told in full at most, the last ones; of those before, how many they are. */
const MOST = 3;

/** What a channel has not heard, before the next thing that it is shown. */
export class MissedNews {
  readonly #transactions: GameTransactions;

  constructor(transactions: GameTransactions) {
    this.#transactions = transactions;
  }

  /**
   * An answer with the news of some entries before it, as far as there is room for them.
   * @param entries of the table's game, by their number
   * @param print lines between the news and the answer
   */
  before(answer: Reply, table: GameTable, entries: readonly number[], print: readonly string[] = []): Reply {
    const { store, tables } = this.#transactions;
    const worth = entries.flatMap((seq) => store.entry(table.game.id, seq) ?? []).filter(worthTelling);
    if (worth.length === 0) return answer;
    const told = worth.slice(-MOST);
    const past = told.filter(({ seq, kind }) => seq < table.position.seq && kind === 'order').map(({ seq }) => seq);
    const positions = tables.positionsAfter(table, past);
    const last = told.map((entry) => this.#of(table, entry, positions.get(entry.seq)).join('\n'));
    for (let most = last.length; most >= 0; most--) {
      const left = inNumbers(worth.length - most);
      const text = [...left, ...last.slice(last.length - most), ...print, answer.text].join('\n');
      if (text.length <= LONGEST_TEXT) return { ...answer, text };
    }
    return answer;
  }

  /** @param position where the game stood after the entry; absent: where it stands now */
  #of(table: GameTable, entry: EntryRecord, position?: GamePosition): string[] {
    const { store, tables } = this.#transactions;
    if (entry.kind === 'undo') {
      const why = entry.reason === undefined ? [] : [`> “${plainName(entry.reason)}”`];
      return [BOARD.tookBack(entry.member?.name ?? ''), ...why];
    }
    if (entry.kind === 'council') {
      const before = store.councilAt(table.game.id, entry.seat, entry.seq - 1) ?? OPEN_COUNCIL;
      const side = sideNameOf(table.system, entry.seat);
      return [BOARD.decidesAnew(side, councilChanges(this.#transactions.store, before, entry.council, side))];
    }
    return describeLastOrder(store, tables, position ? { ...table, position, ballots: [] } : table);
  }
}

/** A ballot's decision is told with the order, a consequence of an order by the map itself, and a letting by words of its own. */
function worthTelling(entry: EntryRecord): boolean {
  switch (entry.kind) {
    case 'order':
    case 'undo':
      return true;
    case 'council':
      return entry.lets === undefined && !['order', 'undo', 'kept'].includes(entry.cause);
    default:
      return false;
  }
}

function inNumbers(left: number): string[] {
  return left === 0 ? [] : [BOARD.earlierNews(left)];
}
