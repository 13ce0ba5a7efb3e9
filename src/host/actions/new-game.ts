import { OPEN_COUNCIL, withoutMembers } from '../../council/index.ts';
import { type Event, type SeatId, type State, type System, sealedDice } from '../../game/index.ts';
import type { GameRecord, InheritedOrder, MemberRecord } from '../../store/index.ts';
import { COUNCIL_ANSWERS } from '../base/voting-words.ts';
import type { Edition } from '../table/game-library.ts';
import { councilsAfter, type GamePosition, UNPLAYED } from '../table/game-position.ts';
import { type Chance, hmacOf, sealOf } from '../table/game-secret.ts';
import type { LoadedGame } from '../table/game-tables.ts';
import { chainAfter } from '../table/log-head.ts';
import { machinesInWords } from '../table/machine-seats.ts';
import { replayLog } from '../table/replay-log.ts';
import { tableMessage } from '../table/said.ts';
import { isGone } from '../table/seat-rules.ts';
import type { ServerGames } from '../table/server-games.ts';
import type { BallotLifecycle } from './ballot-lifecycle.ts';
import type { CouncilChanges } from './council-changes.ts';
import { type Actor, type GameChange, type GameTransactions, withoutInteraction } from './game-transactions.ts';

/** A game about to begin. */
interface GameToBegin {
  readonly channel: string;
  readonly guild: string | null;
  readonly starter: MemberRecord;
  readonly edition: Edition;
  readonly variant: System['variants'][number];
  /** The game whose way to decide it keeps, if it is of the same system; null: none. */
  readonly last: GameRecord | null;
  /** Of a “what if”: where it branches from. */
  readonly from: BranchOrigin | null;
  /** Seats that no member plays; of a “what if”, those that none played where it branches from. */
  readonly machines?: readonly SeatId[];
  /** How they are played; null: as usual. Of a “what if”: as where it goes out from. */
  readonly style?: string | null;
  /** The starter plays every seat. */
  readonly playsAll?: boolean;
}

/** A point of an earlier game. */
export interface BranchOrigin {
  readonly game: GameRecord;
  /** The last entry of its log that is shared. */
  readonly seq: number;
  /** What the start of that game threw, and the orders that stood at the point. */
  readonly throws: InheritedOrder['throws'];
  readonly orders: readonly InheritedOrder[];
  /** Where it stood there. */
  readonly state: State;
}

/** Begins games: draws and seals their dice, writes the first entry, and says so. */
export class NewGames {
  readonly #transactions: GameTransactions;
  readonly #chance: Chance;
  readonly #ballots: BallotLifecycle;
  readonly #councils: CouncilChanges;
  readonly #serverGames: ServerGames;

  constructor(
    chance: Chance,
    parts: {
      readonly transactions: GameTransactions;
      readonly ballots: BallotLifecycle;
      readonly councils: CouncilChanges;
      readonly serverGames: ServerGames;
    },
  ) {
    this.#chance = chance;
    this.#transactions = parts.transactions;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#serverGames = parts.serverGames;
  }

  /** Within a transaction. No game may be running in the channel. */
  begin(actor: Actor, beginning: GameToBegin): GameChange {
    const { channel, guild, starter, edition, variant, last, from } = beginning;
    const { system, dataset } = edition;
    const { store } = this.#transactions;
    const secret = this.#chance.secret();
    const game: GameRecord = {
      id: this.#chance.gameId(),
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
    this.#seat(game, system, beginning);
    this.#keptClock(game, last);
    this.#transactions.append(actor, game, 0, this.#start(system, game, from));
    const { position, events } = this.#begun(system, game, from);
    const kept = this.#keptCouncils(actor, { game, system, position }, last);
    const after = this.#ballots.follow(kept.table, actor, 'council');
    const commands = this.#serverGames.bringsCommands(game) ? [['commandsToCome', system.title] as const] : [];
    const words = [...kept.words, ...machinesInWords(after, beginning.style ?? null, store), ...commands];
    return { after, said: tableMessage(after, [{ tell: 'opening', events }, ...words], { small: 'start' }) };
  }

  /** Gives seats to machines, and the others to the starter: nobody has to ask for a seat before the first order. */
  #seat(game: GameRecord, { seats }: System, beginning: GameToBegin): void {
    const { machines: chosen, style = null, from, playsAll = false } = beginning;
    const { store } = this.#transactions;
    const machines = chosen ?? (from ? store.machinesAt(from.game.id) : []);
    if (machines.length === 0 && !playsAll) return;
    const styleOf = (seat: SeatId) => (from ? store.machineStyle(from.game.id, seat) : style);
    for (const { id } of seats) {
      if (machines.includes(id)) store.setMachine(game.id, id, true, styleOf(id));
      else store.sit(game.id, id, game.starter.id);
    }
  }

  /** A table waits for its sides as it did in its last game of the same system. */
  #keptClock({ id, system }: GameRecord, last: GameRecord | null): void {
    const { store } = this.#transactions;
    const clock = last?.system === system ? store.clock(last.id) : null;
    if (clock) store.setClock(id, clock);
  }

  /** Where it begins. What a “what if” inherits, which may be thousands of orders, is not played again for it. */
  #begun(
    system: System,
    { id, variant }: GameRecord,
    from: BranchOrigin | null,
  ): { readonly position: GamePosition; readonly events: readonly Event[] } {
    if (from) {
      const chain = chainAfter('', { kind: 'start', throws: from.throws, inherited: from.orders });
      return { position: { ...UNPLAYED, state: from.state, chain }, events: [] };
    }
    const { position, steps } = replayLog(system, variant, this.#transactions.store.entries(id));
    return { position, events: steps[0]?.events ?? [] };
  }

  #start(system: System, game: GameRecord, from: BranchOrigin | null) {
    if (from) return { kind: 'start', throws: from.throws, inherited: from.orders } as const;
    const dice = sealedDice(hmacOf(game.secret), { game: game.id, turn: 0, order: 'start' });
    system.start(game.variant, dice);
    return { kind: 'start', throws: dice.thrown } as const;
  }

  /** A new game is decided as the one before it was. */
  #keptCouncils(actor: Actor, table: LoadedGame, last: GameRecord | null) {
    const kept = last?.system === table.system.id ? councilsAfter(this.#transactions.store.councilsIn(last.id)) : {};
    const { store } = this.#transactions;
    const councils = Object.entries(kept)
      .map(([seat, council]) => [seat, withoutMembers(council, (member) => isGone(store, member))] as const)
      .filter(
        ([seat, council]) =>
          table.system.seats.some(({ id }) => id === seat) && JSON.stringify(council) !== JSON.stringify(OPEN_COUNCIL),
      );
    const now = councils.reduce(
      (so, [seat, council]) =>
        this.#councils.change(withoutInteraction(actor), so, seat, council, 'kept', { owes: true }),
      table,
    );
    const ways = councils.filter(([, { mode }]) => mode !== 'open');
    return { table: now, words: ways.length > 0 ? [COUNCIL_ANSWERS.keptCouncil] : [] };
  }
}
