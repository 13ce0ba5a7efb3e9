import type { Draft } from '../game/index.ts';
import type { CommitListener, OwedRecord, Store } from '../store/index.ts';
import type { Solutions } from './advice/solutions.ts';
import { AlarmClock } from './background/alarm-clock.ts';
import { BackgroundJobs } from './background/background-jobs.ts';
import { type Caller, mayDirect } from './caller.ts';
import { BallotDecisions } from './council/ballot-decisions.ts';
import { BallotLifecycle } from './council/ballot-lifecycle.ts';
import { CouncilChanges } from './council/council-changes.ts';
import { CouncilCommands } from './council/council-commands.ts';
import { VoteCasting } from './council/vote-casting.ts';
import {
  type BallotMessage,
  BallotMessages,
  type MessageRef,
  type UnpostedBallot,
} from './delivery/ballot-messages.ts';
import { type DueMessage, Outbox, type PossiblyDelivered } from './delivery/outbox.ts';
import { type Chance, realChance } from './dice/seal.ts';
import type { Library } from './games/game-library.ts';
import { GameTransactions } from './games/game-transactions.ts';
import { NewCampaigns } from './games/new-campaign.ts';
import { seatOf } from './games/seats.ts';
import { MachineOrders, type MachineResult } from './machine/machine-orders.ts';
import { choosesHere, type MachineChooser } from './machine/machine-task.ts';
import type { Renderer } from './map/map-drawing.ts';
import { MyDataCommands } from './mydata/mydata-commands.ts';
import { KEPT_ALL } from './mydata/mydata-text.ts';
import { OrderCommands } from './orders/order-commands.ts';
import type { Completion } from './orders/order-completions.ts';
import { OrderExecution } from './orders/order-execution.ts';
import { chosenIn, chosenOnPath } from './orders/order-menu.ts';
import { orderCalled } from './orders/order-search.ts';
import { UndoCommand } from './orders/undo-command.ts';
import { orIncompatible, Reader } from './reader.ts';
import { RecordCommand } from './record/record-command.ts';
import { type Announcement, type BallotCard, type LogPoint, type Reply, reply } from './reply.ts';
import type { BotHealth } from './status/bot-health.ts';
import { Status } from './status/bot-status.ts';
import { ClockCommands } from './turn/clock-commands.ts';
import { QuietHoursCommands } from './turn/quiet-hours-commands.ts';
import { type NamedChannel, type Person, SeatCommands } from './turn/seat-commands.ts';
import { SideCalls } from './turn/side-calls.ts';
import { TurnClock } from './turn/turn-clock.ts';
import { BranchPoints } from './what-if/branch-points.ts';
import { type ThreadToOpen, type WaitingThread, WhatIfThreads } from './what-if/what-if-threads.ts';
import { WORDS } from './wording.ts';

/**
 * The table's keeper: every command and button is one call here. Answers are values; what throws is a bug. Null means that the
 * interaction had its effect before and needs no answer.
 */
export class Host extends Reader {
  readonly #outbox: Outbox;
  readonly #play: OrderCommands;
  readonly #machines: MachineOrders;
  readonly #takingBack: UndoCommand;
  readonly #seating: SeatCommands;
  readonly #clocks: ClockCommands;
  readonly #quiet: QuietHoursCommands;
  readonly #chamber: CouncilCommands;
  readonly #bell: AlarmClock;
  readonly #faces: BallotMessages;
  readonly #points: BranchPoints;
  readonly #whatIfs: WhatIfThreads;
  readonly #forgetting: MyDataCommands;
  readonly #records: RecordCommand;
  readonly #chores: BackgroundJobs;
  readonly #status: Status;

  /** @param thinker where machines choose their orders; on the event loop by default */
  constructor(
    store: Store,
    library: Library,
    render: Renderer,
    chance: Chance = realChance,
    solutions?: Solutions,
    thinker: MachineChooser = choosesHere(library),
  ) {
    super(store, library, render, solutions);
    const transactions = new GameTransactions(store, this.tables, render);
    const ballots = new BallotLifecycle(transactions);
    const councils = new CouncilChanges(transactions);
    const orders = new OrderExecution(transactions, ballots, councils);
    const decisions = new BallotDecisions(transactions, ballots, councils, orders);
    const votes = new VoteCasting(transactions, ballots, decisions);
    const turns = new SideCalls(transactions);
    transactions.follow((change, actor) => turns.follow(change, actor));
    const turnBell = new TurnClock(transactions, orders, turns);
    const parts = { transactions, ballots, councils, orders, decisions, votes, turns, turnBell };
    const beginnings = new NewCampaigns(chance, parts);
    this.#play = new OrderCommands(library, beginnings, parts);
    this.#machines = new MachineOrders(parts, thinker);
    this.#takingBack = new UndoCommand(parts);
    this.#seating = new SeatCommands(parts);
    this.#clocks = new ClockCommands(transactions, turns);
    this.#quiet = new QuietHoursCommands(transactions);
    this.#chamber = new CouncilCommands(parts);
    this.#bell = new AlarmClock(parts);
    this.#faces = new BallotMessages(transactions, this.#chamber);
    this.#outbox = new Outbox(transactions, councils, this.#faces);
    this.#points = new BranchPoints(transactions, (game) => this.solutions.known(game));
    this.#whatIfs = new WhatIfThreads(transactions, beginnings, this.#points);
    this.#forgetting = new MyDataCommands(parts);
    this.#records = new RecordCommand(store, this.tables, this.systems, (game) => this.solutions.now(game));
    this.#chores = new BackgroundJobs(store, this.#records);
    this.#status = new Status(store);
  }
  /** @param opponent the seat that no member is to play, or ALL_SEATS; null: members play */
  start(caller: Caller, system: string | null, variant: string | null, opponent: string | null = null): Reply | null {
    return orIncompatible(() => this.#play.start(caller, system, variant, opponent));
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
  machinePlays(game: string, now: () => number): Promise<MachineResult> {
    return this.#machines.play(game, now);
  }

  /**
   * Starts a campaign from a point of another one: here in a thread or a DM, from a channel in a thread that is to be opened. `more`:
   * a game or a variant was named as well.
   */
  whatIf(caller: Caller, point: string, more = false): Reply | null {
    return more ? reply('member', WORDS.onlyWhatIf) : orIncompatible(() => this.#whatIfs.ask(caller, point));
  }
  /** The points that a “what if” may go out from here. */
  whatIfPoints(caller: Caller): Completion[] {
    return this.#points.completions(caller);
  }
  /** Threads that are to be opened in a channel; null: in any. */
  openings(channel: string | null = null): WaitingThread[] {
    return this.#whatIfs.openings(channel);
  }
  /** One of them. Null: it is not waited for any more, or can be opened no more. */
  opening(id: string): ThreadToOpen | null {
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
  exportData(caller: Caller): Reply {
    return this.#forgetting.export(caller);
  }
  askDeleteData(caller: Caller): Reply {
    return this.#forgetting.ask(caller);
  }
  deleteData(caller: Caller, sure: boolean): Reply | null {
    return sure ? this.#forgetting.forget(caller) : reply('member', KEPT_ALL, { replaces: true });
  }
  /** What the campaigns of this server came to; in a DM, those of the DM. `post`: for all to see. */
  record(caller: Caller, post: boolean): Reply {
    return this.#records.record(caller, post);
  }
  /** Whether the caller stands in the records of servers. */
  setRecorded(caller: Caller, shown: boolean): Reply {
    return this.#records.setRecorded(caller, shown);
  }
  /** Whether an interaction has had its effect already. */
  isDone(interaction: string): boolean {
    return this.store.isDone(interaction);
  }
  /** Gives an order, or votes for it where the table votes. */
  order(caller: Caller, draft: Draft, point: LogPoint | null = null, reason: string | null = null): Reply | null {
    return orIncompatible(() => this.#play.order(caller, draft, point, reason));
  }
  /** A whole order out of a list, as the list had it. */
  orderChosen(caller: Caller, chosen: string, point: LogPoint): Reply | null {
    return orIncompatible(() => {
      const table = this.table(caller.channel);
      const order = table && orderCalled(table, seatOf(this.store, table, caller), chosen);
      return order ? this.#play.order(caller, order, point, null) : reply('member', WORDS.noSuchOrder);
    });
  }
  /** Gives an order over the council's head. `side`, here and below: for that side, by its id or name; null: for the caller's. */
  overrule(caller: Caller, chosen: string, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#play.overrule(caller, side, (table, seat) => orderCalled(table, seat, chosen)));
  }
  /**
   * Takes the last order back; not `sure`: asks first where that would take more than the caller's own, or a die with it.
   * @param why asked for by a form where a die goes with it and this is null
   */
  undo(caller: Caller, point: LogPoint | null = null, sure = false, why: string | null = null): Reply | null {
    return orIncompatible(() => this.#takingBack.undo(caller, point, sure, why));
  }
  abandon(caller: Caller, point: LogPoint | null): Reply | null {
    return orIncompatible(() => this.#play.abandon(caller, point));
  }
  /** @param game the one whose button was pressed; null: whichever is being played here */
  join(caller: Caller, seat: string, game: string | null = null): Reply | null {
    return orIncompatible(() => this.#seating.join(caller, seat, game));
  }
  /** @param person null: a bot was named; so too below */
  putOnSide(caller: Caller, person: Person, side: string): Reply | null {
    return orIncompatible(() => this.#seating.put(caller, person, side));
  }
  replaceOnSide(caller: Caller, person: Person, other: Person): Reply | null {
    return orIncompatible(() => this.#seating.replace(caller, person, other));
  }
  /** @param side null: every side they have taken */
  takeOffSide(caller: Caller, person: Person, side: string | null): Reply | null {
    return orIncompatible(() => this.#seating.bench(caller, person, side));
  }
  /** @param role Discord's id; null: none is called any more */
  setSideRole(caller: Caller, side: string, role: string | null): Reply | null {
    return orIncompatible(() => this.#seating.role(caller, side, role));
  }
  /** @param channel where the ballots of the side are posted for its members; null: nowhere any more */
  setSideChannel(caller: Caller, side: string, channel: NamedChannel | null): Reply | null {
    return orIncompatible(() => this.#seating.channel(caller, side, channel));
  }
  giveToMachine(caller: Caller, side: string): Reply | null {
    return orIncompatible(() => this.#seating.machine(caller, side));
  }
  sides(caller: Caller): Reply | null {
    return orIncompatible(() => this.#seating.list(caller));
  }
  /** How long the table waits for its sides; with options, sets it. */
  clock(caller: Caller, options: Readonly<Record<string, string>>): Reply | null {
    return orIncompatible(() => this.#clocks.clock(caller, options));
  }
  /** The hours in which the caller is not called. */
  quiet(caller: Caller): Reply {
    return this.#quiet.show(caller);
  }
  setQuiet(caller: Caller, from: string, to: string, zone: string): Reply {
    return this.#quiet.set(caller, from, to, zone);
  }
  quietOff(caller: Caller): Reply {
    return this.#quiet.off(caller);
  }
  /** Where clocks stand now. */
  zones(caller: Caller): Completion[] {
    return this.#quiet.zones(caller.at);
  }
  /** Opens the menu for an order, the caller alone. */
  ask(caller: Caller, draft: Draft, point: LogPoint): Reply | null {
    return orIncompatible(() => this.#play.ask(caller, point, () => ({ draft }), false));
  }
  /** Goes on from a menu, with what was chosen in it. */
  choose(caller: Caller, draft: Draft, slot: string, values: readonly string[], point: LogPoint): Reply | null {
    return orIncompatible(() => this.#play.ask(caller, point, chosenIn(draft, slot, values), true, true));
  }
  /** The same two by the way to a draft, from a page of its choices on. `values` null: nothing is chosen, only asked. */
  go(caller: Caller, way: string, page: number, values: readonly string[] | null, point: LogPoint): Reply | null {
    return orIncompatible(() => this.#play.ask(caller, point, chosenOnPath(way, page, values), true, values !== null));
  }
  /** Asks before a game is ended. */
  confirmAbandon(caller: Caller): Reply {
    const game = this.store.runningIn(caller.channel);
    if (!game) return reply('member', WORDS.noGame);
    if (!mayDirect(caller, game)) return reply('member', WORDS.mayNotDirect);
    const point = { game: game.id, seq: this.store.lastSeq(game.id) };
    return reply('member', 'End this campaign? It cannot be taken up again. Its log and its dice stay.', {
      rows: [
        [
          { label: 'End the campaign', tone: 'danger', press: { do: 'abandon', point } },
          { label: 'Keep playing', tone: 'plain', press: { do: 'keep' } },
        ],
      ],
    });
  }
  keepPlaying(): Reply {
    return reply('member', WORDS.keepPlaying, { replaces: true });
  }
  /** How this table decides. */
  council(caller: Caller, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#chamber.council(caller, side));
  }
  setting(caller: Caller, name: string, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#chamber.setting(caller, name, side));
  }
  /** @param game the one whose panel was pressed: in any other nothing is changed. Null: whichever is being played here */
  setCouncil(
    caller: Caller,
    options: Readonly<Record<string, string>>,
    people: Readonly<Record<string, string>>,
    sure = true,
    game: string | null = null,
    side: string | null = null,
  ): Reply | null {
    return orIncompatible(() => this.#chamber.setCouncil(caller, options, people, sure, { game, side }));
  }
  rota(caller: Caller, join: boolean, game: string | null = null, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#chamber.rota(caller, join, { game, side }));
  }

  openVote(caller: Caller, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#chamber.openVote(caller, side));
  }
  count(caller: Caller, ballot: number | null, sure: boolean, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#chamber.count(caller, ballot, sure, side));
  }
  withdraw(caller: Caller, ballot: number | null, side: string | null = null): Reply | null {
    return orIncompatible(() => this.#chamber.withdraw(caller, ballot, side));
  }
  mine(caller: Caller, ballot: number): Reply | null {
    return orIncompatible(() => this.#chamber.mine(caller, ballot));
  }
  askReason(caller: Caller, ballot: number): Reply | null {
    return orIncompatible(() => this.#chamber.askReason(caller, ballot));
  }
  giveReason(caller: Caller, ballot: number, text: string): Reply | null {
    return orIncompatible(() => this.#chamber.giveReason(caller, ballot, text));
  }
  deleteReason(caller: Caller, ballot: number): Reply | null {
    return orIncompatible(() => this.#chamber.deleteReason(caller, ballot));
  }
  second(caller: Caller, ballot: number, member: number): Reply | null {
    return orIncompatible(() => this.#chamber.second(caller, ballot, member));
  }
  motion(caller: Caller, ballot: number, inFavour: boolean): Reply | null {
    return orIncompatible(() => this.#chamber.motion(caller, ballot, inFavour));
  }
  /** How the bot fares: in full for whoever may manage the channel. */
  status(caller: Caller): Reply {
    return this.#status.reply(caller);
  }
  /** Sets where the running program says how it fares. */
  attend(vitals: () => BotHealth): void {
    this.#status.reportHealthFrom(vitals);
  }
  /** Calls `heard` with what each transaction has written, once it is on the disk. It must not throw. */
  heed(heard: CommitListener): void {
    this.store.onCommit(heard);
  }
  /** When a clock has something to do next, milliseconds since 1970. Null: it has nothing. */
  nextAlarm(): number | null {
    const chores = this.#chores.next();
    const bell = this.#bell.next();
    return chores === null || bell === null ? (chores ?? bell) : Math.min(chores, bell);
  }
  /** Does what is due at a time; what the channels are to hear of it, and what could not be done. */
  tick(now: number): ReturnType<AlarmClock['ring']> {
    const struck = this.#bell.ring(now);
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
  outdated(): MessageRef[] {
    return this.#faces.outdated();
  }
  /** The messages that show open ballots. */
  openBallotMessages(): MessageRef[] {
    return this.#faces.openBallotMessages();
  }
  /** How a message with ballots is to look now; null: as it looks. Throws what the rules of its game throw. */
  face(place: MessageRef, shownToo = false): BallotMessage | null {
    return this.#faces.update(place, shownToo);
  }
  refreshed(face: BallotMessage): void {
    this.#faces.refreshed(face);
  }
  messageGone(place: MessageRef): void {
    this.#faces.gone(place);
  }
  /** Discord has a message with these cards. */
  carried(cards: readonly BallotCard[], channel: string, message: string): void {
    this.#faces.carried(cards, channel, message);
  }
  /** Somebody has pressed a button of a message that shows these ballots. */
  pressed(ballots: readonly number[], channel: string, message: string): void {
    this.#faces.pressed(ballots, channel, message);
  }
  /** Open ballots of which Discord has no message. */
  unposted(): UnpostedBallot[] {
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
  late(owed: OwedRecord, heard: ReadonlySet<number> = new Set()): Reply | null {
    return this.#outbox.lateMap(owed, heard);
  }
  /** Entries of a game up to a point that its channel has still to see, by their number. */
  owedUpTo(point: LogPoint): readonly number[] {
    return this.#outbox.owedUpTo(point);
  }
  /** A map with what its channel has not heard before it: these entries, by their number. */
  withNews(answer: Reply, point: LogPoint, entries: readonly number[]): Reply {
    return this.#outbox.withNews(answer, point, entries);
  }
  /** All that channels have still to see and to hear, what has waited longest first. */
  due(): DueMessage[] {
    return this.#outbox.due();
  }
  owedBy(game: string): OwedRecord | null {
    return this.#outbox.owedBy(game);
  }
  /** Words that a channel may have already, where the word of their arrival was lost. */
  written(due: DueMessage): PossiblyDelivered[] {
    return this.#outbox.possiblyDelivered(due);
  }
  /** Words that come by themselves, as they are to be told at this time. Null: they are told, or out of date. */
  telling(notice: number, now: number): Announcement | null {
    return this.#outbox.notice(notice, now);
  }
  /** A channel has heard them, or is gone. */
  heard(notices: readonly number[]): void {
    this.#outbox.heard(notices);
  }
  /** The channel has seen these entries of a game; null: all up to the point, or there is no such channel any more. */
  settle({ game, seq }: LogPoint, entries: readonly number[] | null = null): void {
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
