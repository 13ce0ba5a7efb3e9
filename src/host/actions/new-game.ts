import { DEFAULT_COUNCIL, withoutMembers } from '../../council/index.ts';
import { type Event, type SeatId, type State, type System, sealedDice, type Variant } from '../../game/index.ts';
import type { GameRecord, InheritedOrder, MemberRecord } from '../../store/index.ts';
import { COUNCIL_ANSWERS } from '../base/voting-words.ts';
import type { Edition } from '../table/game-library.ts';
import { councilsAfter, type GamePosition, UNPLAYED } from '../table/game-position.ts';
import { type Chance, chainAfter, hmacOf, sealOf } from '../table/game-secret.ts';
import type { LoadedGame } from '../table/game-tables.ts';
import { machinesInWords } from '../table/machine-seats.ts';
import { replayLog } from '../table/replay-log.ts';
import { tableMessage } from '../table/said.ts';
import { isGone } from '../table/seat-rules.ts';
import type { ServerGames } from '../table/server-games.ts';
import { followBallots } from './ballot-lifecycle.ts';
import { changeCouncil } from './council-changes.ts';
import { type Actor, type GameChange, type GameTransactions, withoutInteraction } from './game-transactions.ts';

interface GameToBegin {
  readonly channel: string;
  readonly guild: string | null;
  readonly starter: MemberRecord;
  readonly edition: Edition;
  readonly variant: Variant;
  readonly last: GameRecord | null;
  readonly from: BranchOrigin | null;
  /** Default for a “what if”: the seats that the bot played in the original. */
  readonly machines?: readonly SeatId[];
  /** Null is the bot's usual style. A “what if” keeps the original's. */
  readonly style?: string | null;
  /** The starter takes all seats that the bot doesn't play, even if it plays none. */
  readonly playsAll?: boolean;
}

/** The point of an earlier game that a “what if” branches from. */
export interface BranchOrigin {
  readonly game: GameRecord;
  readonly seq: number;
  readonly throws: InheritedOrder['throws'];
  readonly orders: readonly InheritedOrder[];
  readonly state: State;
}

export type NewGames = ReturnType<typeof createNewGames>;

export function createNewGames(transactions: GameTransactions, chance: Chance, serverGames: ServerGames) {
  const { store, append } = transactions;

  function begin(actor: Actor, beginning: GameToBegin): GameChange {
    const { channel, guild, starter, edition, variant, last, from } = beginning;
    const { system, dataset } = edition;
    const secret = chance.secret();
    const game: GameRecord = {
      id: chance.gameId(),
      channel,
      guild,
      system: system.id,
      variant: variant.id,
      dataset: dataset.hash,
      seal: sealOf(secret),
      secret,
      starter,
      startedAt: actor.at,
      ended: null,
      whatIf: from && { game: from.game.id, seq: from.seq },
    };
    store.keepDataset(dataset);
    store.addGame({ ...game, starter: starter.id });
    seatPlayers(game, system, beginning);
    keepClock(game, last);
    append(actor, game, 0, startEntry(system, game, from));
    const { position, events } = positionAtStart(system, game, from);
    const kept = keepCouncils(actor, { game, system, position }, last);
    const after = followBallots(transactions, kept.table, actor, 'council');
    const commands = serverGames.bringsCommands(game) ? [['commandsToCome', system.about.title] as const] : [];
    const words = [...kept.words, ...machinesInWords(after, beginning.style ?? null, store), ...commands];
    return { after, said: tableMessage(after, [{ tell: 'opening', events }, ...words], { small: 'start' }) };
  }

  /**
   * If the bot plays a seat, or with `playsAll`, the starter plays all others, so that nobody has to join first.
   * Otherwise members join.
   */
  function seatPlayers(game: GameRecord, { about: { seats } }: System, beginning: GameToBegin): void {
    const { machines: chosen, style = null, from, playsAll = false } = beginning;
    const machines = chosen ?? (from ? store.machinesAt(from.game.id) : []);
    if (machines.length === 0 && !playsAll) return;
    const styleOf = (seat: SeatId) => (from ? store.machineStyle(from.game.id, seat) : style);
    for (const { id } of seats) {
      if (machines.includes(id)) store.setMachine(game.id, id, styleOf(id));
      else store.sit(game.id, id, game.starter.id);
    }
  }

  /** A new game keeps the clocks of the table's last game of the same system. */
  function keepClock({ id, system }: GameRecord, last: GameRecord | null): void {
    const clock = last?.system === system ? store.clock(last.id) : null;
    if (clock) store.setClock(id, clock);
  }

  /** The position of a “what if” is known: it may inherit thousands of orders, which are not replayed. */
  function positionAtStart(
    system: System,
    { id, variant }: GameRecord,
    from: BranchOrigin | null,
  ): { readonly position: GamePosition; readonly events: readonly Event[] } {
    if (from) {
      const chain = chainAfter('', { kind: 'start', throws: from.throws, inherited: from.orders });
      return { position: { ...UNPLAYED, state: from.state, chain }, events: [] };
    }
    const { position, steps } = replayLog(system, variant, store.entries(id));
    return { position, events: steps[0]?.events ?? [] };
  }

  function startEntry(system: System, game: GameRecord, from: BranchOrigin | null) {
    if (from) return { kind: 'start', throws: from.throws, inherited: from.orders } as const;
    const dice = sealedDice(hmacOf(game.secret), { game: game.id, turn: 0, order: 'start' });
    // Run for its throws alone: the start is replayed from them.
    system.rules.start(game.variant, dice);
    return { kind: 'start', throws: dice.thrown } as const;
  }

  /** A new game keeps the councils of the table's last game of the same system, without members who have left. */
  function keepCouncils(actor: Actor, table: LoadedGame, last: GameRecord | null) {
    const before = last?.system === table.system.id ? councilsAfter(store.councilsIn(last.id)) : {};
    const councils = Object.entries(before)
      .map(([seat, council]) => [seat, withoutMembers(council, (member) => isGone(store, member))] as const)
      .filter(
        ([seat, council]) =>
          table.system.about.seats.some(({ id }) => id === seat) &&
          JSON.stringify(council) !== JSON.stringify(DEFAULT_COUNCIL),
      );
    let now = table;
    for (const [seat, council] of councils)
      now = changeCouncil(transactions, withoutInteraction(actor), now, seat, council, 'kept', { bringsMap: true });
    const isTold = councils.some(([, { mode }]) => mode !== 'open');
    return { table: now, words: isTold ? [COUNCIL_ANSWERS.keptCouncil] : [] };
  }

  return { begin };
}
