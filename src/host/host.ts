import type { Draft } from '../game/index.ts';
import type { Heard, OwedRecord, Store } from '../store/index.ts';
import type { Solutions } from './advice/solutions.ts';
import { type Announcement, type Answer, type Card, type Point, say } from './answer.ts';
import { Beginnings } from './beginning.ts';
import { type Caller, mayDirect } from './caller.ts';
import { chosenIn, chosenOnWay } from './choosing.ts';
import { Chores } from './chores.ts';
import type { Completion } from './completions.ts';
import { Ballots } from './council/ballots.ts';
import { Bell } from './council/bell.ts';
import { Chamber } from './council/chamber.ts';
import { Councils } from './council/councils.ts';
import { Decisions } from './council/decisions.ts';
import { type Face, Faces, type Place, type Unposted } from './council/faces.ts';
import { Votes } from './council/votes.ts';
import { type Chance, realChance } from './dice/seal.ts';
import type { Renderer } from './drawing.ts';
import { Ledger } from './ledger.ts';
import type { Library } from './library.ts';
import { Machines, type Played } from './machine/machines.ts';
import { type Thinker, thinksHere } from './machine/thinking.ts';
import { Forgetting } from './mydata/forgetting.ts';
import { KEPT_ALL } from './mydata/words.ts';
import { Orders } from './orders.ts';
import { orderMeant } from './orders-like.ts';
import { type Due, Outbox, type Written } from './outbox.ts';
import { Play } from './play.ts';
import { fitting, Reader } from './reader.ts';
import { Records } from './record/records.ts';
import { seatOf } from './seats.ts';
import { Status } from './status.ts';
import { Clocks } from './turn/clocks.ts';
import { QuietHours } from './turn/quiet-hours.ts';
import { type NamedChannel, type Person, Seating } from './turn/seating.ts';
import { TurnBell } from './turn/strike.ts';
import { TakingBack } from './turn/taking-back.ts';
import { Turns } from './turn/turns.ts';
import type { Vitals } from './vitals.ts';
import { Points } from './what-if/points.ts';
import { type Opening, type Waiting, WhatIfs } from './what-if/what-ifs.ts';
import { WORDS } from './wording.ts';

/**
 * The table's keeper: every command and button is one call here. Answers are values; what throws is a bug. Null means that the
 * interaction had its effect before and needs no answer.
 */
export class Host extends Reader {
  readonly #outbox: Outbox;
  readonly #play: Play;
  readonly #machines: Machines;
  readonly #takingBack: TakingBack;
  readonly #seating: Seating;
  readonly #clocks: Clocks;
  readonly #quiet: QuietHours;
  readonly #chamber: Chamber;
  readonly #bell: Bell;
  readonly #faces: Faces;
  readonly #points: Points;
  readonly #whatIfs: WhatIfs;
  readonly #forgetting: Forgetting;
  readonly #records: Records;
  readonly #chores: Chores;
  readonly #status: Status;

  /** @param thinker where machines choose their orders; on the event loop by default */
  constructor(
    store: Store,
    library: Library,
    render: Renderer,
    chance: Chance = realChance,
    solutions?: Solutions,
    thinker: Thinker = thinksHere(library),
  ) {
    super(store, library, render, solutions);
    const ledger = new Ledger(store, this.tables, render);
    const ballots = new Ballots(ledger);
    const councils = new Councils(ledger);
    const orders = new Orders(ledger, ballots, councils);
    const decisions = new Decisions(ledger, ballots, councils, orders);
    const votes = new Votes(ledger, ballots, decisions);
    const turns = new Turns(ledger);
    ledger.follow((change, actor) => turns.follow(change, actor));
    const turnBell = new TurnBell(ledger, orders, turns);
    const parts = { ledger, ballots, councils, orders, decisions, votes, turns, turnBell };
    const beginnings = new Beginnings(chance, parts);
    this.#play = new Play(library, beginnings, parts);
    this.#machines = new Machines(parts, thinker);
    this.#takingBack = new TakingBack(parts);
    this.#seating = new Seating(parts);
    this.#clocks = new Clocks(ledger, turns);
    this.#quiet = new QuietHours(ledger);
    this.#chamber = new Chamber(parts);
    this.#bell = new Bell(parts);
    this.#faces = new Faces(ledger, this.#chamber);
    this.#outbox = new Outbox(ledger, councils, this.#faces);
    this.#points = new Points(ledger, (game) => this.solutions.known(game));
    this.#whatIfs = new WhatIfs(ledger, beginnings, this.#points);
    this.#forgetting = new Forgetting(parts);
    this.#records = new Records(store, this.tables, this.systems, (game) => this.solutions.now(game));
    this.#chores = new Chores(store, this.#records);
    this.#status = new Status(store);
  }

  /** @param opponent the seat that no member is to play, or ALL_SEATS; null: members play */
  start(caller: Caller, system: string | null, variant: string | null, opponent: string | null = null): Answer | null {
    return fitting(() => this.#play.start(caller, system, variant, opponent));
  }

  /** Games in which a machine is to order now: that of a channel, or all of which that is known. */
  machinesDue(channel: string | null = null): string[] {
    return this.#machines.due(channel);
  }
  /** The channels of the others, one after the other, each once it is known there. */
  machinesSought(): AsyncGenerator<string> {
    return this.#machines.sought();
  }
  /** Whether a game is among them. */
  machineIsDue(game: string): boolean {
    return this.#machines.isDue(game);
  }
  /** Has the machine of a game order what is asked of it now. `now`: milliseconds since 1970, once it has chosen. */
  machinePlays(game: string, now: () => number): Promise<Played> {
    return this.#machines.play(game, now);
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
  /** Threads that are to be opened in a channel; null: in any. */
  openings(channel: string | null = null): Waiting[] {
    return this.#whatIfs.openings(channel);
  }
  /** One of them. Null: it is not waited for any more, or can be opened no more. */
  opening(id: string): Opening | null {
    return this.#whatIfs.opening(id);
  }
  /** Gives up a thread that cannot be opened any more: what its channel is to hear. Null: it can, or is not waited for. */
  givenUp(opening: string, now: number): Announcement | null {
    return this.#whatIfs.givenUp(opening, now);
  }
  /** A channel has the message that a thread is to hang from. */
  announced(opening: string, message: string): void {
    this.#whatIfs.announced(opening, message);
  }
  /** A thread is open: what is to be said in it. Null: that has been done. */
  opened(opening: string, thread: string): Announcement | null {
    return this.#whatIfs.opened(opening, thread);
  }
  /** Whether a message is known to be that of an opening: its thread has a campaign, or is to have one. */
  isOfOpening(message: string): boolean {
    return this.store.latestIn(message) !== null || this.store.openings().some((one) => one.message === message);
  }
  /** A thread cannot be opened: what its channel is to hear. Null: it is not waited for any more. */
  notOpened(opening: string, why: string, now: number): Announcement | null {
    return this.#whatIfs.refused(opening, why, now);
  }

  /** A channel is gone for good: the campaign that was being played there, where that is news. It is kept. */
  channelGone(channel: string, now: number): string | null {
    this.#seating.channelGone(channel, now);
    const game = this.store.runningIn(channel);
    // A member's own channel would lead back to them where they have had themselves forgotten.
    if (!game || this.store.guildOf(game.id) === null) return null;
    return this.store.noteChannelGone(channel, now) ? game.id : null;
  }
  /** A channel is there: the campaign being played there, if it was taken for gone. */
  channelThere(channel: string): string | null {
    return this.store.noteChannelThere(channel) ? (this.store.runningIn(channel)?.id ?? null) : null;
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

  /** Whether an interaction has had its effect already. */
  isDone(interaction: string): boolean {
    return this.store.isDone(interaction);
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
  /** Gives an order over the council's head. `side`, here and below: for that side, by its id or name; null: for the caller's. */
  overrule(caller: Caller, chosen: string, side: string | null = null): Answer | null {
    return fitting(() => this.#play.overrule(caller, side, (table, seat) => orderMeant(table, seat, chosen)));
  }
  /**
   * Takes the last order back; not `sure`: asks first where that would take more than the caller's own, or a die with it.
   * @param why asked for by a form where a die goes with it and this is null
   */
  undo(caller: Caller, point: Point | null = null, sure = false, why: string | null = null): Answer | null {
    return fitting(() => this.#takingBack.undo(caller, point, sure, why));
  }
  abandon(caller: Caller, point: Point | null): Answer | null {
    return fitting(() => this.#play.abandon(caller, point));
  }
  /** @param game the one whose button was pressed; null: whichever is being played here */
  join(caller: Caller, seat: string, game: string | null = null): Answer | null {
    return fitting(() => this.#seating.join(caller, seat, game));
  }
  /** @param person null: a bot was named; so too below */
  putOnSide(caller: Caller, person: Person, side: string): Answer | null {
    return fitting(() => this.#seating.put(caller, person, side));
  }
  replaceOnSide(caller: Caller, person: Person, other: Person): Answer | null {
    return fitting(() => this.#seating.replace(caller, person, other));
  }
  /** @param side null: every side they have taken */
  takeOffSide(caller: Caller, person: Person, side: string | null): Answer | null {
    return fitting(() => this.#seating.bench(caller, person, side));
  }
  /** @param role Discord's id; null: none is called any more */
  setSideRole(caller: Caller, side: string, role: string | null): Answer | null {
    return fitting(() => this.#seating.role(caller, side, role));
  }
  /** @param channel where the ballots of the side are posted for its members; null: nowhere any more */
  setSideChannel(caller: Caller, side: string, channel: NamedChannel | null): Answer | null {
    return fitting(() => this.#seating.channel(caller, side, channel));
  }
  giveToMachine(caller: Caller, side: string): Answer | null {
    return fitting(() => this.#seating.machine(caller, side));
  }
  sides(caller: Caller): Answer | null {
    return fitting(() => this.#seating.list(caller));
  }

  /** How long the table waits for its sides; with options, sets it. */
  clock(caller: Caller, options: Readonly<Record<string, string>>): Answer | null {
    return fitting(() => this.#clocks.clock(caller, options));
  }
  /** The hours in which the caller is not called. */
  quiet(caller: Caller): Answer {
    return this.#quiet.show(caller);
  }
  setQuiet(caller: Caller, from: string, to: string, zone: string): Answer {
    return this.#quiet.set(caller, from, to, zone);
  }
  quietOff(caller: Caller): Answer {
    return this.#quiet.off(caller);
  }
  /** Where clocks stand now. */
  zones(caller: Caller): Completion[] {
    return this.#quiet.zones(caller.at);
  }

  /** Opens the menu for an order, the caller alone. */
  ask(caller: Caller, draft: Draft, point: Point): Answer | null {
    return fitting(() => this.#play.ask(caller, point, () => ({ draft }), false));
  }
  /** Goes on from a menu, with what was chosen in it. */
  choose(caller: Caller, draft: Draft, slot: string, values: readonly string[], point: Point): Answer | null {
    return fitting(() => this.#play.ask(caller, point, chosenIn(draft, slot, values), true, true));
  }
  /** The same two by the way to a draft, from a page of its choices on. `values` null: nothing is chosen, only asked. */
  go(caller: Caller, way: string, page: number, values: readonly string[] | null, point: Point): Answer | null {
    return fitting(() => this.#play.ask(caller, point, chosenOnWay(way, page, values), true, values !== null));
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
  council(caller: Caller, side: string | null = null): Answer | null {
    return fitting(() => this.#chamber.council(caller, side));
  }
  setting(caller: Caller, name: string, side: string | null = null): Answer | null {
    return fitting(() => this.#chamber.setting(caller, name, side));
  }
  /** @param game the one whose panel was pressed: in any other nothing is changed. Null: whichever is being played here */
  setCouncil(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure = true,
    game: string | null = null,
    side: string | null = null,
  ): Answer | null {
    return fitting(() => this.#chamber.setCouncil(caller, options, people, sure, { game, side }));
  }
  rota(caller: Caller, join: boolean, game: string | null = null, side: string | null = null): Answer | null {
    return fitting(() => this.#chamber.rota(caller, join, { game, side }));
  }

  openVote(caller: Caller, side: string | null = null): Answer | null {
    return fitting(() => this.#chamber.openVote(caller, side));
  }
  count(caller: Caller, ballot: number | null, sure: boolean, side: string | null = null): Answer | null {
    return fitting(() => this.#chamber.count(caller, ballot, sure, side));
  }
  withdraw(caller: Caller, ballot: number | null, side: string | null = null): Answer | null {
    return fitting(() => this.#chamber.withdraw(caller, ballot, side));
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
  deleteReason(caller: Caller, ballot: number): Answer | null {
    return fitting(() => this.#chamber.deleteReason(caller, ballot));
  }
  second(caller: Caller, ballot: number, member: number): Answer | null {
    return fitting(() => this.#chamber.second(caller, ballot, member));
  }
  motion(caller: Caller, ballot: number, inFavour: boolean): Answer | null {
    return fitting(() => this.#chamber.motion(caller, ballot, inFavour));
  }

  /** How the bot fares: in full for whoever may manage the channel. */
  status(caller: Caller): Answer {
    return this.#status.told(caller);
  }
  /** Sets where the running program says how it fares. */
  attend(vitals: () => Vitals): void {
    this.#status.attend(vitals);
  }
  /** Calls `heard` with what each transaction has written, once it is on the disk. It must not throw. */
  heed(heard: Heard): void {
    this.store.onCommit(heard);
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
    const { missed, more, ready } = this.quickly(() => this.#chores.do(now));
    const all = [struck.ready, ready].flatMap((one) => one ?? []);
    return {
      ...struck,
      missed: [...struck.missed, ...missed],
      more: struck.more || more,
      ready: all.length > 0 ? Promise.race(all) : null,
    };
  }

  /** The time was set back: clocks that were set by the wrong time are due now, and begin anew. */
  clockSetBack(now: number): void {
    this.#chores.setBack(now);
    this.#bell.setBack(now);
  }

  /** Messages whose ballots have changed since, or have left them. */
  outdated(): Place[] {
    return this.#faces.outdated();
  }
  /** The messages that show open ballots. */
  openBallotMessages(): Place[] {
    return this.#faces.openBallotMessages();
  }
  /** How a message with ballots is to look now; null: as it looks. Throws what the rules of its game throw. */
  face(place: Place, shownToo = false): Face | null {
    return this.#faces.face(place, shownToo);
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
  posting(ballot: number, forSide = false): Announcement | null {
    return this.#faces.posting(ballot, forSide);
  }
  /**
   * Who asks, as in the channel of a game, where they press what a ballot of it has in the channel for a side's ballots. What they may
   * manage is the other channel.
   */
  atGame(caller: Caller, of: { readonly game: string } | { readonly ballot: number }): Caller {
    const id = 'game' in of ? of.game : this.store.ballot(of.ballot)?.game;
    const game = id === undefined ? null : this.store.game(id);
    if (!game || game.channel === caller.channel || !this.store.isForSide(game.id, caller.channel)) return caller;
    return { ...caller, channel: game.channel, mayManage: false, threads: { kind: 'none' } };
  }

  /** Maps that channels have not seen, one a game. */
  owed(): OwedRecord[] {
    return this.store.owed();
  }
  /** The map a channel was owed, as `Outbox` makes it. */
  late(owed: OwedRecord, heard: ReadonlySet<number> = new Set()): Answer | null {
    return this.#outbox.late(owed, heard);
  }
  /** Entries of a game up to a point that its channel has still to see, by their number. */
  owedUpTo(point: Point): readonly number[] {
    return this.#outbox.owedUpTo(point);
  }
  /** A map with what its channel has not heard before it: these entries, by their number. */
  withNews(answer: Answer, point: Point, entries: readonly number[]): Answer {
    return this.#outbox.withNews(answer, point, entries);
  }
  /** All that channels have still to see and to hear, what has waited longest first. */
  due(): Due[] {
    return this.#outbox.due();
  }
  owedBy(game: string): OwedRecord | null {
    return this.#outbox.owedBy(game);
  }
  /** Words that a channel may have already, where the word of their arrival was lost. */
  written(due: Due): Written[] {
    return this.#outbox.written(due);
  }
  /** Words that come by themselves, as they are to be told at this time. Null: they are told, or out of date. */
  telling(notice: number, now: number): Announcement | null {
    return this.#outbox.telling(notice, now);
  }
  /** A channel has heard them, or is gone. */
  heard(notices: readonly number[]): void {
    this.#outbox.heard(notices);
  }

  /** The channel has seen these entries of a game; null: all up to the point, or there is no such channel any more. */
  settle({ game, seq }: Point, entries: readonly number[] | null = null): void {
    this.store.relaxedTransaction(() => {
      if (entries === null) this.store.settle(game, seq);
      else this.store.settleEach(game, entries);
    });
  }

  /** Running games of a guild (null: those in DMs), for when the bot comes back to it. */
  returning(guild: string | null): ReturnType<Outbox['returning']> {
    return this.#outbox.returning(guild);
  }
  /** How one of them stands. Null: it does not run any more, or its map is owed. */
  returned(game: string): Announcement | null {
    return this.#outbox.returned(game);
  }
}
