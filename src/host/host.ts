import type { Draft } from '../game/index.ts';
import type { EntryRecord, OwedRecord, Store } from '../store/index.ts';
import type { Solutions } from './advice/solutions.ts';
import { type Announcement, type Answer, type Card, type Point, say } from './answer.ts';
import { Beginnings } from './beginning.ts';
import { type Caller, mayDirect } from './caller.ts';
import { Chores } from './chores.ts';
import { Ballots } from './council/ballots.ts';
import { Bell } from './council/bell.ts';
import { Chamber } from './council/chamber.ts';
import { Councils } from './council/councils.ts';
import { Decisions } from './council/decisions.ts';
import { type Face, Faces, type Place, type Unposted } from './council/faces.ts';
import { Votes } from './council/votes.ts';
import { deed } from './deed.ts';
import { type Chance, realChance } from './dice/seal.ts';
import { councilOf, councilsAfter } from './fold.ts';
import { Ledger } from './ledger.ts';
import type { Library } from './library.ts';
import { Forgetting } from './mydata/forgetting.ts';
import { KEPT_ALL } from './mydata/words.ts';
import { answered, type Completion, orderMeant } from './offers.ts';
import { Orders } from './orders.ts';
import { Play } from './play.ts';
import { fitting, Reader } from './reader.ts';
import { Records } from './record/records.ts';
import { type Renderer, report } from './report.ts';
import { seatOf } from './seats.ts';
import type { Table } from './table.ts';
import { Points } from './what-if/points.ts';
import { type Opening, WhatIfs } from './what-if/what-ifs.ts';
import { WORDS } from './wording.ts';

/**
 * The table's keeper: every command and button is one call here. Answers are values; what throws is a bug. Null means that the
 * interaction had its effect before and needs no answer.
 */
export class Host extends Reader {
  readonly #councils: Councils;
  readonly #play: Play;
  readonly #chamber: Chamber;
  readonly #bell: Bell;
  readonly #faces: Faces;
  readonly #points: Points;
  readonly #whatIfs: WhatIfs;
  readonly #forgetting: Forgetting;
  readonly #records: Records;
  readonly #chores: Chores;

  constructor(store: Store, library: Library, render: Renderer, chance: Chance = realChance, solutions?: Solutions) {
    super(store, library, render, solutions);
    const ledger = new Ledger(store, this.tables, render);
    const ballots = new Ballots(ledger);
    const councils = new Councils(ledger);
    const orders = new Orders(ledger, ballots, councils);
    const decisions = new Decisions(ledger, ballots, councils, orders);
    const votes = new Votes(ledger, ballots, decisions);
    const parts = { ledger, ballots, councils, orders, decisions, votes };
    this.#councils = councils;
    const beginnings = new Beginnings(chance, parts);
    this.#play = new Play(library, beginnings, parts);
    this.#chamber = new Chamber(parts);
    this.#bell = new Bell(parts);
    this.#faces = new Faces(ledger, this.#chamber);
    this.#points = new Points(ledger, (game) => this.solutions.known(game));
    this.#whatIfs = new WhatIfs(ledger, beginnings, this.#points);
    this.#forgetting = new Forgetting(parts);
    this.#records = new Records(store, this.tables, this.systems, (game) => this.solutions.now(game));
    this.#chores = new Chores(store, this.#records);
  }

  start(caller: Caller, system: string | null, variant: string | null): Answer | null {
    return fitting(() => this.#play.start(caller, system, variant));
  }

  /**
   * Starts a campaign from a point of another one: here in a thread or a DM, from a channel in a thread that is to be opened. `more`:
   * a game or a variant was named as well.
   */
  whatIf(caller: Caller, point: string, more = false): Answer | null {
    return more ? say('member', WORDS.onlyWhatIf) : fitting(() => this.#whatIfs.ask(caller, point));
  }
  /** The points that a “what if” may go out from here. */
  whatIfPoints(caller: Caller): Completion[] {
    return this.#points.completions(caller);
  }
  /** Threads that are to be opened. */
  openings(): Opening[] {
    return this.#whatIfs.openings();
  }
  /** Gives up threads that cannot be opened any more: what their channels are to hear. */
  givenUp(): Announcement[] {
    return this.#whatIfs.givenUp();
  }
  /** A channel has the message that a thread is to hang from. */
  announced(opening: string, message: string): void {
    this.#whatIfs.announced(opening, message);
  }
  /** A thread is open: what is to be said in it. Null: that has been done. */
  opened(opening: string, thread: string): Announcement | null {
    return this.#whatIfs.opened(opening, thread);
  }
  /** A thread cannot be opened. */
  notOpened(opening: string): void {
    this.#whatIfs.refused(opening);
  }

  /** A copy of all that is kept of the caller. */
  exportData(caller: Caller): Answer {
    return this.#forgetting.export(caller);
  }
  askDeleteData(caller: Caller): Answer {
    return this.#forgetting.ask(caller);
  }
  deleteData(caller: Caller, sure: boolean): Answer | null {
    return sure ? this.#forgetting.forget(caller) : say('member', KEPT_ALL, { replaces: true });
  }

  /** What the campaigns of this server came to; in a DM, those of the DM. `post`: for all to see. */
  record(caller: Caller, post: boolean): Answer {
    return this.#records.record(caller, post);
  }
  /** Whether the caller stands in the records of servers. */
  setRecorded(caller: Caller, shown: boolean): Answer {
    return this.#records.setRecorded(caller, shown);
  }

  /** Gives an order, or votes for it where the table votes. */
  order(caller: Caller, draft: Draft, point: Point | null = null, reason: string | null = null): Answer | null {
    return fitting(() => this.#play.order(caller, draft, point, reason));
  }
  /** A whole order out of a list, as the list had it. */
  orderChosen(caller: Caller, chosen: string, point: Point): Answer | null {
    return fitting(() => {
      const table = this.table(caller.channel);
      const order = table && orderMeant(table, seatOf(this.store, table, caller), chosen);
      return order ? this.#play.order(caller, order, point, null) : say('member', WORDS.noSuchOrder);
    });
  }
  /** Gives an order over the council's head. */
  overrule(caller: Caller, chosen: string): Answer | null {
    return fitting(() => this.#play.overrule(caller, (table, seat) => orderMeant(table, seat, chosen)));
  }
  undo(caller: Caller, point: Point | null = null): Answer | null {
    return fitting(() => this.#play.undo(caller, point));
  }
  abandon(caller: Caller, point: Point | null): Answer | null {
    return fitting(() => this.#play.abandon(caller, point));
  }
  join(caller: Caller, seat: string): Answer | null {
    return fitting(() => this.#play.join(caller, seat));
  }

  /** Opens the menu for an order, the caller alone. */
  ask(caller: Caller, draft: Draft, point: Point): Answer | null {
    return fitting(() => this.#play.ask(caller, draft, point, false));
  }
  /** Goes on from a menu, with what was chosen in it. */
  choose(caller: Caller, draft: Draft, slot: string, values: readonly string[], point: Point): Answer | null {
    return fitting(() => {
      const table = this.table(caller.channel);
      const seat = table && seatOf(this.store, table, caller);
      const next = table && seat ? answered(table, seat, draft, slot, values) : draft;
      return this.#play.ask(caller, next, point, true);
    });
  }

  /** Asks before a game is ended. */
  confirmAbandon(caller: Caller): Answer {
    const game = this.store.runningIn(caller.channel);
    if (!game) return say('member', WORDS.noGame);
    if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
    const point = { game: game.id, seq: this.store.lastSeq(game.id) };
    return say('member', 'End this campaign? It cannot be taken up again. Its log and its dice stay.', {
      rows: [
        [
          { label: 'End the campaign', tone: 'danger', press: { do: 'abandon', point } },
          { label: 'Keep playing', tone: 'plain', press: { do: 'keep' } },
        ],
      ],
    });
  }
  keepPlaying(): Answer {
    return say('member', WORDS.keepPlaying, { replaces: true });
  }

  /** How this table decides. */
  council(caller: Caller): Answer | null {
    return fitting(() => this.#chamber.council(caller));
  }
  setting(caller: Caller, name: string): Answer | null {
    return fitting(() => this.#chamber.setting(caller, name));
  }
  setCouncil(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure = true,
  ): Answer | null {
    return fitting(() => this.#chamber.setCouncil(caller, options, people, sure));
  }
  rota(caller: Caller, join: boolean): Answer | null {
    return fitting(() => this.#chamber.rota(caller, join));
  }

  openVote(caller: Caller): Answer | null {
    return fitting(() => this.#chamber.openVote(caller));
  }
  count(caller: Caller, ballot: number | null, sure: boolean): Answer | null {
    return fitting(() => this.#chamber.count(caller, ballot, sure));
  }
  withdraw(caller: Caller, ballot: number | null): Answer | null {
    return fitting(() => this.#chamber.withdraw(caller, ballot));
  }
  mine(caller: Caller, ballot: number): Answer | null {
    return fitting(() => this.#chamber.mine(caller, ballot));
  }
  askReason(caller: Caller, ballot: number): Answer | null {
    return fitting(() => this.#chamber.askReason(caller, ballot));
  }
  giveReason(caller: Caller, ballot: number, text: string): Answer | null {
    return fitting(() => this.#chamber.giveReason(caller, ballot, text));
  }
  second(caller: Caller, ballot: number, member: number): Answer | null {
    return fitting(() => this.#chamber.second(caller, ballot, member));
  }
  motion(caller: Caller, ballot: number, inFavour: boolean): Answer | null {
    return fitting(() => this.#chamber.motion(caller, ballot, inFavour));
  }

  /** When a clock has something to do next, milliseconds since 1970. Null: it has nothing. */
  nextAlarm(): number | null {
    const chores = this.#chores.next();
    const bell = this.#bell.next();
    return chores === null || bell === null ? (chores ?? bell) : Math.min(chores, bell);
  }
  /** Does what is due at a time; what the channels are to hear of it, and what could not be done. */
  tick(now: number): ReturnType<Bell['strike']> {
    const struck = this.#bell.strike(now);
    const { missed, more } = this.#chores.do(now);
    return { ...struck, missed: [...struck.missed, ...missed], more: struck.more || more };
  }

  /** Messages whose ballots have changed since, or have left them. */
  outdated(): Place[] {
    return this.#faces.outdated();
  }
  /** How such a message is to look now; null: as it looks. Throws what the rules of its game throw. */
  face(place: Place): Face | null {
    return this.#faces.face(place);
  }
  refreshed(face: Face): void {
    this.#faces.refreshed(face);
  }
  messageGone(place: Place): void {
    this.#faces.gone(place);
  }
  /** Discord has a message with these cards. */
  carried(cards: readonly Card[], channel: string, message: string): void {
    this.#faces.carried(cards, channel, message);
  }
  /** Somebody has pressed a button of a message that shows these ballots. */
  pressed(ballots: readonly number[], channel: string, message: string): void {
    this.#faces.pressed(ballots, channel, message);
  }
  /** Open ballots of which Discord has no message. */
  unposted(): Unposted[] {
    return this.#faces.unposted();
  }
  /** The message for one of them; null: it wants none any more. Throws what the rules of its game throw. */
  posting(ballot: number): Announcement | null {
    return this.#faces.posting(ballot);
  }

  /** Maps that channels have not seen, one a game. */
  owed(): OwedRecord[] {
    return this.store.owed();
  }
  /**
   * The map a channel was owed, with a line that says why it comes late. Null where there is nothing to be shown.
   * @param told whether the channel has heard already what was done
   */
  late(owed: OwedRecord, told = false): Answer | null {
    const game = this.store.game(owed.game);
    if (!game) return null;
    const answer = fitting(() => {
      const table = this.tables.table(game);
      return report(table, this.render, [...(told ? [] : this.#news(table, owed.seq)), WORDS.late]);
    });
    return { ...answer, to: 'channel' };
  }
  /** What the channel has not heard: an order, or a change of how the table decides, whichever came last. */
  #news(table: Table, seq: number): string[] {
    const entries = this.store.entries(table.game.id).slice(0, seq + 1);
    const last = entries.findLast((entry) => entry.kind === 'order' || entry.kind === 'undo' || isChange(entry));
    if (last?.kind !== 'council') return deed(this.store, this.tables, table);
    const before = councilOf({ councils: councilsAfter(entries.slice(0, last.seq)) }, last.seat);
    return [`How this table decides has changed: ${this.#councils.inWords(before, last.council).join('; ')}.`];
  }

  /** The channel has seen the game's map as of an entry. */
  settle(point: Point): void {
    this.store.settle(point.game, point.seq);
  }

  /** The present maps of a guild's running games (null: of those in DMs), for when the bot comes back to it. */
  returning(guild: string | null): { readonly channel: string; readonly answer: Answer }[] {
    return this.store.runningOf(guild).map((game) => {
      const answer = fitting(() =>
        report(this.tables.table(game), this.render, ['The campaign goes on. This is how it stands.']),
      );
      return { channel: game.channel, answer: { ...answer, to: 'channel' } };
    });
  }
}

/** Whether an entry changes a council by itself, not along with an order. */
function isChange(entry: EntryRecord): boolean {
  return entry.kind === 'council' && entry.cause !== 'order' && entry.cause !== 'undo' && entry.cause !== 'kept';
}
