import { arranged, type Draft, isRefusal, type Order, type SeatId } from '../game/index.ts';
import type { GameRecord } from '../store/index.ts';
import { type Answer, type Point, say } from './answer.ts';
import type { Beginnings } from './beginning.ts';
import { type Caller, mayDirect } from './caller.ts';
import type { Ballots } from './council/ballots.ts';
import type { Councils } from './council/councils.ts';
import { justClosed } from './council/just-closed.ts';
import type { Votes } from './council/votes.ts';
import { councilOf, replay } from './fold.ts';
import type { Change, Ledger } from './ledger.ts';
import type { Edition, Library } from './library.ts';
import { machineSeats, noMachine } from './machine/opponent.ts';
import { named } from './named.ts';
import { menuFor } from './offers.ts';
import type { Orders } from './orders.ts';
import { refusedInWords } from './refused.ts';
import { abandoned, report } from './report.ts';
import { seatOf, takeSeat } from './seats.ts';
import { orderBallot, type Table } from './table.ts';
import { plainName, reasonIn, WORDS } from './wording.ts';

/** What members do with a game: begin it, give orders or vote for them, take one back, end it. */
export class Play {
  readonly #ledger: Ledger;
  readonly #library: Library;
  readonly #beginnings: Beginnings;
  readonly #ballots: Ballots;
  readonly #councils: Councils;
  readonly #orders: Orders;
  readonly #votes: Votes;

  constructor(
    library: Library,
    beginnings: Beginnings,
    parts: {
      readonly ledger: Ledger;
      readonly ballots: Ballots;
      readonly councils: Councils;
      readonly orders: Orders;
      readonly votes: Votes;
    },
  ) {
    this.#library = library;
    this.#beginnings = beginnings;
    this.#ledger = parts.ledger;
    this.#ballots = parts.ballots;
    this.#councils = parts.councils;
    this.#orders = parts.orders;
    this.#votes = parts.votes;
  }

  start(caller: Caller, systemId: string | null, variantId: string | null, opponent: string | null): Answer | null {
    const { store, tables } = this.#ledger;
    return this.#ledger.once(caller.interaction, () => {
      const running = store.runningIn(caller.channel);
      if (running) return this.#ledger.shown(tables.table(running), WORDS.alreadyPlaying);
      const last = store.latestIn(caller.channel);
      if (!mayDirect(caller, last)) return say('member', WORDS.mayNotStart);
      const edition = opponent !== null && systemId === null ? this.#playedBy(opponent) : this.#edition(systemId);
      if (!edition) return say('member', WORDS.unknownGame);
      const { system } = edition;
      const variant = variantId === null ? system.variants[0] : named(system.variants, variantId);
      if (!variant) return say('member', WORDS.unknownVariant);
      const machines = opponent === null ? [] : machineSeats(system, opponent);
      if (machines === null) return say('member', noMachine(system));
      const { channel, guild, member } = caller;
      const starter = store.member(member.discordId, member.name);
      return this.#beginnings.begin(caller, { channel, guild, starter, edition, variant, last, from: null, machines });
    });
  }

  /** The first game in which a machine can play such a seat. */
  #playedBy(opponent: string): Edition | undefined {
    return this.#library.editions.find(({ system }) => machineSeats(system, opponent) !== null);
  }

  #edition(systemId: string | null): Edition | undefined {
    const { editions } = this.#library;
    if (systemId === null) return editions[0];
    const found = named(
      editions.map(({ system }) => ({ id: system.id, name: system.title })),
      systemId,
    );
    return editions.find(({ system }) => system.id === found?.id);
  }

  /**
   * Gives an order, or votes for it where the table votes. With `point`, only if the table still stands there. Null: this interaction
   * has been dealt with before.
   */
  order(caller: Caller, draft: Draft, point: Point | null, reason: string | null): Answer | null {
    const given = (table: Table) => {
      const seat = seatOf(this.#ledger.store, table, caller);
      if (seat === null) return say('member', WORDS.noSeat);
      if (!point && justClosed(this.#ledger.store, table.game, seat, caller))
        return this.#ledger.shown(table, WORDS.justClosed);
      const { system, position } = table;
      const parsed = system.parse(draft);
      if (isRefusal(parsed)) return say('member', refusedInWords(system, parsed));
      const order = arranged(system, position.state, seat, parsed);
      return this.#given(caller, table, seat, order, reason);
    };
    return this.#ledger.atTable(caller, point, given, (table) => point && this.#votedTooLate(table, point));
  }

  /** The word to a member whose press was a vote in a ballot that has closed. Null: it was none. */
  #votedTooLate({ game, ballots }: Table, { seq }: Point): Answer | null {
    const { store } = this.#ledger;
    const last = store.ballotsOf(game.id).findLast((ballot) => ballot.subject.kind === 'order' && ballot.seq <= seq);
    const between = last && store.entries(game.id).slice(last.seq + 1, seq + 1);
    if (!last?.closed || !between?.every(({ kind }) => kind === 'council')) return null;
    const open = ballots.some(({ subject }) => subject.kind === 'order');
    return say('member', open ? `${WORDS.ballotClosed} ${WORDS.ballotNext}` : WORDS.ballotClosed);
  }

  #given(caller: Caller, table: Table, seat: SeatId, order: Order, reason: string | null): Answer | Change {
    const votes = councilOf(table.position, seat).mode === 'vote';
    const ballot =
      orderBallot(table, seat) ??
      (votes ? orderBallot(this.#ballots.follow(table, caller, 'council'), seat) : undefined);
    if (ballot) {
      const { applied } = this.#orders.try(table, seat, order);
      if (isRefusal(applied)) return say('member', refusedInWords(table.system, applied));
      return this.#votes.forOrder(caller, table, ballot, order, reason);
    }
    const no = this.#councils.mayNotOrder(caller, table, seat);
    if (no !== null) return say('member', no);
    const { applied } = this.#orders.try(table, seat, order);
    if (isRefusal(applied)) return say('member', refusedInWords(table.system, applied));
    const held = this.#councils.takenUp(caller, table, seat);
    return this.#orders.enact(caller, held, seat, order, {
      reason: reason === null ? null : reasonIn(reason),
      ballot: null,
    });
  }

  /** Gives an order over the council's head. */
  overrule(caller: Caller, chosen: (table: Table, seat: SeatId) => Order | null): Answer | null {
    return this.#ledger.atTable(caller, null, (table) => {
      if (!mayDirect(caller, table.game)) return say('member', WORDS.mayNotOverrule);
      const seat = seatOf(this.#ledger.store, table, caller);
      if (seat === null) return say('member', WORDS.noSeat);
      const order = chosen(table, seat);
      if (!order) return say('member', WORDS.noSuchOrder);
      const overtaken = orderBallot(table, seat);
      return this.#orders.enact(caller, table, seat, order, { reason: null, ballot: overtaken?.id ?? null });
    });
  }

  /** Asks the caller alone for what a draft lacks; an order that lacks nothing is given. */
  ask(caller: Caller, draft: Draft, point: Point, replaces: boolean): Answer | null {
    const { store, tables } = this.#ledger;
    const game = store.runningIn(caller.channel);
    if (game && game.id === point.game) {
      const table = tables.table(game);
      const seat = seatOf(store, table, caller);
      if (seat === null) return say('member', WORDS.noSeat);
      if (this.#ledger.stands(table, caller, point)) {
        const menu = menuFor(table, seat, draft);
        if (menu) return say('member', menu.prompt, { menu, replaces });
        if (Object.keys(draft).length === 0) return say('member', WORDS.menuOver);
      }
    }
    return this.order(caller, draft, point, null);
  }

  /** Takes the last standing order back. Its dice stay what they are: the same order there throws them again. */
  undo(caller: Caller, point: Point | null): Answer | null {
    const { store, render } = this.#ledger;
    return this.#ledger.atTable(caller, point, (table) => {
      const { game, system, position } = table;
      if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
      const last = position.standing.at(-1);
      // A secret order that has come since is not on the map the press came from: that one would be taken back unseen.
      if (point && last && last.seq > point.seq) return this.#ledger.shown(table, WORDS.movedOn);
      if (!last) return say('member', game.whatIf ? WORDS.beginsThere : WORDS.nothingToTakeBack);
      this.#ledger.append(caller, game, position.seq + 1, { kind: 'undo', takesBack: last.seq });
      const back = { game, system, position: replay(system, game.variant, store.entries(game.id)).position };
      const handedBack = this.#councils.afterUndo(caller, back, last.seat, last.seq);
      const after = this.#ballots.follow(handedBack, caller, 'undo');
      const giver = last.member === null ? 'The council' : plainName(last.member.name);
      const said = `**${giver}** ${system.describe(last.order, 'public', last.seat)}`;
      const answer = report(
        after,
        render,
        [
          `**${plainName(caller.member.name)}** takes back the last order (${said}).`,
          ...this.#ballots.voided(table.ballots),
        ],
        ['The dice are sealed: the same order given here again throws the same numbers.'],
      );
      return { after, answer };
    });
  }

  /** Ends the game where it stands. */
  abandon(caller: Caller, point: Point | null): Answer | null {
    const { store, tables, render } = this.#ledger;
    return this.#ledger.once(caller.interaction, () => {
      const game = store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return this.#ledger.noGame(caller, point);
      if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
      const seq = store.lastSeq(game.id);
      if (point && point.seq !== seq) return this.#ledger.shown(tables.table(game), WORDS.movedOn);
      const table = this.#tableIfAny(game);
      const entry = this.#ledger.append(caller, game, seq + 1, { kind: 'abandon' });
      store.endGame(game.id, caller.at, 'abandoned');
      const ended: GameRecord = { ...game, ended: { at: caller.at, how: 'abandoned' } };
      this.#ballots.end(game.id, caller);
      const who = `**${plainName(caller.member.name)}** ends the campaign.`;
      if (table) {
        const after: Table = {
          ...table,
          game: ended,
          position: { ...table.position, seq: entry.seq },
          ballots: [],
        };
        return { after, answer: report(after, render, [who]) };
      }
      // There is no map of it to be owed.
      store.settle(game.id, entry.seq);
      return this.#ledger.tell('news', ended, caller.at, say('channel', [who, ...abandoned(ended)].join('\n')));
    });
  }

  /** Null where the rules do not fit the game any more, or break over it: whatever is wrong with a game, it can be ended. */
  #tableIfAny(game: GameRecord): Table | null {
    try {
      return this.#ledger.tables.table(game);
    } catch {
      return null;
    }
  }

  /** Takes a seat in a game of several. */
  join(caller: Caller, seatId: string): Answer | null {
    return this.#ledger.atTable(caller, null, (table) => {
      const answer = takeSeat(this.#ledger.store, table, caller, seatId);
      return answer.to === 'channel' ? this.#ledger.tell('news', table.game, caller.at, answer) : answer;
    });
  }
}
