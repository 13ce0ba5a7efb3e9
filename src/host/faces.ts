import type { BallotRecord, MessageRecord } from '../store/index.ts';
import type { Announcement, Button, Card, Menu } from './answer.ts';
import { cardOf } from './card.ts';
import type { Chamber } from './chamber.ts';
import { councilOf, MisfitLog } from './fold.ts';
import type { Ledger } from './ledger.ts';
import { motionRows } from './motion.ts';
import { orderMenu, rowsFor } from './offers.ts';
import { report } from './report.ts';
import type { OpenBallot, Table } from './table.ts';

/** What a message that carries ballots is to show now, beside its text and its map, which stay. */
export interface Face {
  readonly channel: string;
  readonly message: string;
  readonly cards: readonly Card[];
  readonly rows: readonly (readonly Button[])[];
  readonly menu: Menu | null;
}

/** Less than any revision: what a message shows is not known, so it is to be edited. */
const UNKNOWN = 0;

/** The messages that carry ballots, and what they show. */
export class Faces {
  readonly #ledger: Ledger;
  readonly #chamber: Chamber;

  constructor(ledger: Ledger, chamber: Chamber) {
    this.#ledger = ledger;
    this.#chamber = chamber;
  }

  /** The messages that show less than there is, one each. What cannot be shown any more is passed over. */
  outdated(): Face[] {
    const { store } = this.#ledger;
    const stale = store.stale();
    const messages = [
      ...stale.flatMap(({ message }) => message ?? []),
      // A ballot that has gone to another message leaves what this one still carries.
      ...store.retired(),
    ];
    const unique = new Map(messages.map((message) => [`${message.channel} ${message.id}`, message]));
    return [...unique.values()].flatMap((message) => passedOver(() => [this.#face(message)]));
  }

  #face(message: MessageRecord): Face {
    const { store } = this.#ledger;
    const carried = store.carriedBy(message);
    const shown = carried.map((ballot) => this.#shown(ballot));
    const open = shown.find(({ ballot }) => !ballot.closed);
    return {
      channel: message.channel,
      message: message.id,
      cards: shown.map(({ card }) => card),
      rows: open ? (open.ballot.subject.kind === 'council' ? motionRows(open.ballot) : rowsFor(open.table)) : [],
      menu: open?.ballot.subject.kind === 'order' ? orderMenu(open.table) : null,
    };
  }

  #shown(record: BallotRecord): { readonly card: Card; readonly ballot: OpenBallot; readonly table: Table } {
    const { store, tables } = this.#ledger;
    const game = store.game(record.game);
    if (!game) throw new Error(`Ballot ${record.id} has lost its game ${record.game}`);
    const table = tables.table(game);
    const ballot = tables.withVotes(record, councilOf(table.position, record.seat));
    // What was voted for is worded as it was then.
    const state = record.closed ? tables.stateAfter(table, record.seq) : table.position.state;
    return { card: cardOf(table, state, ballot), ballot, table };
  }

  /** Discord shows a face. A ballot that has left its message meanwhile leaves it to be shown anew. */
  refreshed({ channel, message, cards }: Face): void {
    const { store } = this.#ledger;
    const place = { channel, id: message };
    store.transaction(() => {
      for (const { ballot, revision } of cards) store.showed(ballot, revision, place);
      const carried = store.carriedBy(place).map(({ id }) => id);
      if (cards.every(({ ballot }) => carried.includes(ballot))) store.cleared(place);
    });
  }

  /** Discord has the message no more. */
  gone({ channel, message }: Face): void {
    const { store } = this.#ledger;
    store.lostMessage({ channel, id: message });
  }

  /** A message has come that carries these ballots. */
  carried(cards: readonly Card[], channel: string, message: string): void {
    const { store } = this.#ledger;
    store.transaction(() => {
      for (const { ballot, revision } of cards) store.carry(ballot, { channel, id: message }, revision);
    });
  }

  /**
   * A press came from a message that shows these ballots. Where that is news, for Discord's word that it had come was lost, it carries
   * them from now on, or, older than what does, is retired.
   */
  pressed(ballots: readonly number[], channel: string, message: string): void {
    const { store } = this.#ledger;
    for (const id of ballots) {
      const ballot = store.ballot(id);
      if (!ballot || ballot.message?.id === message || store.game(ballot.game)?.channel !== channel) continue;
      store.carry(id, { channel, id: message }, UNKNOWN);
    }
  }

  /** Messages for open ballots that have none. */
  unposted(): Announcement[] {
    const { store, tables, render } = this.#ledger;
    const owed = new Set(store.owed().map(({ game }) => game));
    return store.unposted().flatMap((record) => {
      const game = store.game(record.game);
      // A map that is owed brings its ballot with it.
      if (!game || (record.subject.kind === 'order' && owed.has(game.id))) return [];
      return passedOver(() => {
        const table = tables.table(game);
        const ballot = table.ballots.find(({ id }) => id === record.id);
        if (!ballot) return [];
        const answer =
          ballot.subject.kind === 'council'
            ? this.#chamber.motionMessage(table, ballot)
            : report(table, render, ['The vote goes on.']);
        return [{ channel: game.channel, answer }];
      });
    });
  }
}

/** What cannot be shown any more keeps nothing else from being shown. */
function passedOver<Item>(work: () => Item[]): Item[] {
  try {
    return work();
  } catch (error) {
    if (error instanceof MisfitLog) return [];
    throw error;
  }
}
