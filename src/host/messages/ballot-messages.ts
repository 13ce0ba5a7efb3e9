import type { BallotRecord, GameRecord } from '../../store/index.ts';
import type { GameTransactions } from '../actions/game-transactions.ts';
import type { Announcement, BallotCard, Menu, OnBoard, ReplyButton } from '../base/reply.ts';
import { CARD_WORDS } from '../base/voting-words.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { ballotCard, motionMessage, motionRows, verdictOf } from './ballot-card.ts';
import { orderButtons } from './order-buttons.ts';
import { resultButton, sideMessage, sideOffers } from './own-vote.ts';
import { positionMessage } from './position-message.ts';

export interface MessageRef {
  readonly channel: string;
  readonly message: string;
}

/** The edit of a message that carries or carried ballots. Its text and its map stay. */
export interface BallotMessage extends MessageRef {
  readonly cards: readonly BallotCard[];
  /** Shown in place of cards: at most 4,000 characters of Markdown. */
  readonly note: string | null;
  readonly rows: readonly (readonly ReplyButton[])[];
  readonly menu: Menu | null;
}

interface BoardMarks {
  boardOf(table: GameTable, how: 'post'): OnBoard | null;
}

/** Below every revision, so that a message with unknown contents is edited. */
const UNKNOWN = 0;

export type BallotMessages = ReturnType<typeof createBallotMessages>;

export function createBallotMessages({ store, tables, render }: GameTransactions, boards: BoardMarks) {
  function openBallotMessages(): MessageRef[] {
    return store.openBallotMessages().map(({ channel, id }) => ({ channel, message: id }));
  }

  /**
   * The edit that a message needs; null if it shows all there is.
   * @param shownToo returns an edit that changes nothing too, as long as the message carries a ballot
   * @throws IncompatibleLog
   */
  function update({ channel, message }: MessageRef, { shownToo = false } = {}): BallotMessage | null {
    const place = { channel, id: message };
    const departed = store.ballotsToDrop(place);
    const carried = store.carriedBy(place);
    const isOutdated =
      departed.length > 0 ||
      carried.some((ballot) => (inSideChannel(ballot, channel)?.shown ?? ballot.shown) < ballot.revision);
    if (!isOutdated && !(shownToo && carried.length > 0)) return null;
    const shown = carried.map((ballot) => shownIn(ballot, channel));
    const open = shown.find(({ ballot }) => !ballot.closed);
    return {
      channel,
      message,
      cards: shown.map(({ card }) => card),
      note: shown.length === 0 && departed.some((ballot) => isBelow(ballot, channel)) ? CARD_WORDS.moved : null,
      ...(open ? offersUnder(open) : { rows: resultRows(shown), menu: null }),
    };
  }

  /** Resolves when everything that ballots show is loaded; null if it is already. Never rejects. */
  function ready(ballots: readonly number[]): Promise<void> | null {
    const waits = ballots.flatMap((id) => {
      const ballot = store.ballot(id);
      const game = ballot && store.game(ballot.game);
      return (game && tables.ready(game, ballot.closed ? ballot.seq : undefined)) ?? [];
    });
    return waits.length > 0 ? Promise.all(waits).then(() => {}) : null;
  }

  /** Resolves when everything shown by a message's ballots is loaded; null if it is already. Never rejects. */
  function messageReady({ channel, message }: MessageRef): Promise<void> | null {
    return ready(store.carriedBy({ channel, id: message }).map(({ id }) => id));
  }

  function shownIn(record: BallotRecord, channel: string): Shown {
    const game = store.game(record.game);
    if (!game) throw new Error(`Ballot ${record.id} has lost its game ${record.game}`);
    const table = tables.table(game);
    const ballot = tables.withVotes(record);
    // Votes are worded by the position in which they were cast.
    const state = record.closed ? tables.stateAfter(table, record.seq) : table.position.state;
    const forOwnSide = inSideChannel(record, channel) !== null;
    const verdict = verdictOf(store, table, state, ballot, { forOwnSide });
    const card = ballotCard(table, state, ballot, { verdict, forOwnSide });
    return { card: forOwnSide ? { ...card, forSide: true } : card, ballot, table };
  }

  /** Notes what Discord shows after an edit. If ballots left or joined meanwhile, another edit stays due. */
  function refreshed({ channel, message, cards }: BallotMessage): void {
    const place = { channel, id: message };
    store.relaxedTransaction(() => {
      for (const { ballot, revision } of cards) store.noteShown(ballot, revision, place);
      const carried = store.carriedBy(place).map(({ id }) => id);
      if (carried.length === cards.length && cards.every(({ ballot }) => carried.includes(ballot)))
        store.noteDropped(place);
    });
  }

  /** Has a message edited that may have been deleted. The edit changes nothing, but it fails if the message is gone. */
  function doubt({ channel, message: id }: MessageRef): void {
    const [ballot] = store.carriedBy({ channel, id });
    const game = ballot && store.game(ballot.game);
    if (!game) return;
    const due = {
      what: 'edit',
      id,
      channel,
      guild: game.guild,
      game: game.id,
      since: 0,
      row: null,
      attempts: 0,
    } as const;
    store.relaxedTransaction(() => store.putOff([due], 0));
  }

  function gone({ channel, message }: MessageRef): void {
    store.lostMessage({ channel, id: message });
  }

  function carried(cards: readonly BallotCard[], channel: string, message: string): void {
    if (cards.length === 0) return;
    store.relaxedTransaction(() => {
      for (const { ballot, revision } of cards) store.carry(ballot, { channel, id: message }, revision);
    });
  }

  /** Learns from a press which message shows these ballots, since Discord's confirmation may have been lost. */
  function pressed(ballots: readonly number[], channel: string, message: string): void {
    for (const id of ballots) {
      const ballot = store.ballot(id);
      const known = ballot && (inSideChannel(ballot, channel)?.message ?? ballot.message?.id);
      if (!ballot || known === message) continue;
      if (store.game(ballot.game)?.channel !== channel && !inSideChannel(ballot, channel)) continue;
      store.relaxedTransaction(() => store.carry(id, { channel, id: message }, UNKNOWN));
    }
  }

  /**
   * A message for a ballot that has none; null if it has one by now, or needs none.
   * @throws IncompatibleLog
   */
  function posting(id: number, forSide = false): Announcement | null {
    const record = store.ballot(id);
    const game = record && store.game(record.game);
    if (!game || record.closed) return null;
    if (forSide) return postingForSide(record, game);
    if (record.message) return null;
    if (record.subject.kind === 'order' && store.undeliveredMaps().some((waiting) => waiting.game === game.id))
      return null;
    const table = tables.table(game);
    const ballot = table.ballots.find((open) => open.id === id);
    if (!ballot) return null;
    const answer =
      ballot.subject.kind === 'council'
        ? motionMessage(store, table, ballot)
        : { ...positionMessage(table, render, [CARD_WORDS.stillOpen]), board: boards.boardOf(table, 'post') };
    return { channel: game.channel, answer };
  }

  function postingForSide({ id, forSide }: BallotRecord, game: GameRecord): Announcement | null {
    if (!forSide || forSide.message !== null) return null;
    const table = tables.table(game);
    const ballot = table.ballots.find((open) => open.id === id);
    return ballot ? { channel: forSide.channel, answer: sideMessage(table, ballot) } : null;
  }

  return { openBallotMessages, update, ready, messageReady, refreshed, doubt, gone, carried, pressed, posting };
}

interface Shown {
  readonly card: BallotCard;
  readonly ballot: OpenBallot;
  readonly table: GameTable;
}

/** Once all ballots are closed, a button shows each side how it voted. */
function resultRows(shown: readonly Shown[]): BallotMessage['rows'] {
  const buttons = shown.flatMap(({ table, ballot, card }) => (card.forSide ? [] : (resultButton(table, ballot) ?? [])));
  return buttons.length === 0 ? [] : [buttons];
}

function offersUnder({ table, ballot, card }: Shown): Pick<BallotMessage, 'rows' | 'menu'> {
  if (ballot.subject.kind === 'council') return { rows: motionRows(ballot), menu: null };
  return card.forSide ? sideOffers(table, ballot) : orderButtons(table);
}

/** The ballot's copy in its side's own channel, if this is that channel. */
function inSideChannel({ forSide }: BallotRecord, channel: string): BallotRecord['forSide'] {
  return forSide?.channel === channel ? forSide : null;
}

/** Whether a ballot that has left a message is still open in another message of the channel. */
function isBelow(ballot: BallotRecord, channel: string): boolean {
  const known = inSideChannel(ballot, channel)?.message ?? null;
  return ballot.closed === null && (ballot.message?.channel === channel || known !== null);
}
