import type { Draft, System } from '../game/index.ts';
import type { GameRecord, OwedRecord, Store } from '../store/index.ts';
import { type Announcement, type Answer, type Card, clipped, type Point, say } from './answer.ts';
import { Ballots } from './ballots.ts';
import { Bell } from './bell.ts';
import { type Caller, mayDirect } from './caller.ts';
import { Chamber } from './chamber.ts';
import { chronicle } from './chronicle.ts';
import { Councils } from './councils.ts';
import { Decisions } from './decisions.ts';
import { deed } from './deed.ts';
import { exportOf } from './export.ts';
import { type Face, Faces } from './faces.ts';
import { MisfitLog, replay } from './fold.ts';
import { greeting, help, rules } from './guide.ts';
import { Ledger } from './ledger.ts';
import type { Library } from './library.ts';
import { mapOf, ownMapOf, wordsOf } from './map.ts';
import { answered, type Completion, completions, notice, orderCompletions, orderMeant } from './offers.ts';
import { Orders } from './orders.ts';
import { Play } from './play.ts';
import { type Renderer, report } from './report.ts';
import { type Chance, realChance } from './seal.ts';
import { seatOf } from './seats.ts';
import { type Table, Tables } from './table.ts';
import { notYet, verified } from './verify.ts';
import { Votes } from './votes.ts';
import { nameAlone, WORDS } from './wording.ts';

/**
 * The table's keeper: every command and button is one call here. Answers are values; what throws is a bug. Null means that the
 * interaction had its effect before and needs no answer.
 */
export class Host {
  readonly #store: Store;
  readonly #library: Library;
  readonly #tables: Tables;
  readonly #render: Renderer;
  readonly #play: Play;
  readonly #chamber: Chamber;
  readonly #bell: Bell;
  readonly #faces: Faces;

  constructor(store: Store, library: Library, render: Renderer, chance: Chance = realChance) {
    this.#store = store;
    this.#library = library;
    this.#render = render;
    this.#tables = new Tables(store, library);
    const ledger = new Ledger(store, this.#tables, render);
    const ballots = new Ballots(ledger);
    const councils = new Councils(ledger);
    const orders = new Orders(ledger, ballots, councils);
    const decisions = new Decisions(ledger, ballots, councils, orders);
    const votes = new Votes(ledger, ballots, decisions);
    const parts = { ledger, ballots, councils, orders, decisions, votes };
    this.#play = new Play(library, chance, parts);
    this.#chamber = new Chamber(parts);
    this.#bell = new Bell(parts);
    this.#faces = new Faces(ledger, this.#chamber);
  }

  get systems(): readonly System[] {
    return this.#library.editions.map(({ system }) => system);
  }

  start(caller: Caller, system: string | null, variant: string | null): Answer | null {
    return fitting(() => this.#play.start(caller, system, variant));
  }
  /** Gives an order, or votes for it where the table votes. */
  order(caller: Caller, draft: Draft, point: Point | null = null, reason: string | null = null): Answer | null {
    return fitting(() => this.#play.order(caller, draft, point, reason));
  }
  /** A whole order out of a list, as the list had it. */
  orderChosen(caller: Caller, chosen: string, point: Point): Answer | null {
    return fitting(() => {
      const table = this.#table(caller.channel);
      const order = table && orderMeant(table, seatOf(this.#store, table, caller), chosen);
      return order ? this.#play.order(caller, order, point, null) : say('member', WORDS.noSuchOrder);
    });
  }
  /** Gives an order over the council's head. */
  overrule(caller: Caller, chosen: string): Answer | null {
    return fitting(() => this.#play.overrule(caller, (table, seat) => orderMeant(table, seat, chosen)));
  }
  /** The legal orders that match what was typed. */
  overrulable(caller: Caller, typed: string): Completion[] {
    const table = this.#table(caller.channel);
    const seat = table && seatOf(this.#store, table, caller);
    return table && seat ? orderCompletions(table, seat, typed) : [notice(WORDS.noGame)];
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
      const table = this.#table(caller.channel);
      const seat = table && seatOf(this.#store, table, caller);
      const next = table && seat ? answered(table, seat, draft, slot, values) : draft;
      return this.#play.ask(caller, next, point, true);
    });
  }

  /** Asks before a game is ended. */
  confirmAbandon(caller: Caller): Answer {
    const game = this.#store.runningIn(caller.channel);
    if (!game) return say('member', WORDS.noGame);
    if (!mayDirect(caller, game)) return say('member', WORDS.mayNotDirect);
    const point = { game: game.id, seq: this.#store.lastSeq(game.id) };
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
  ): Answer | null {
    return fitting(() => this.#chamber.setCouncil(caller, options, people));
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
    return this.#bell.next();
  }
  /** Does what is due at a time; what the channels are to hear of it, and what could not be done. */
  tick(now: number): ReturnType<Bell['strike']> {
    return this.#bell.strike(now);
  }

  /** Messages whose ballots have changed since, as they are to look now. */
  outdated(): Face[] {
    return this.#faces.outdated();
  }
  refreshed(face: Face): void {
    this.#faces.refreshed(face);
  }
  messageGone(face: Face): void {
    this.#faces.gone(face);
  }
  /** Discord has a message with these cards. */
  carried(cards: readonly Card[], channel: string, message: string): void {
    this.#faces.carried(cards, channel, message);
  }
  /** Messages of open ballots that Discord has not got. */
  unposted(): Announcement[] {
    return this.#faces.unposted();
  }

  map(caller: Caller): Answer {
    return this.#withTable(caller, (table) => mapOf(table, this.#render));
  }
  words(caller: Caller): Answer {
    return this.#withTable(caller, (table) => wordsOf(table, seatOf(this.#store, table, caller)));
  }
  ownMap(caller: Caller): Answer {
    return this.#withTable(caller, (table) => {
      if (table.system.seats.length === 1) return { ...mapOf(table, this.#render), to: 'member' };
      const seat = seatOf(this.#store, table, caller);
      return seat === null ? say('member', WORDS.noSeat) : ownMapOf(table, this.#render, seat);
    });
  }

  /** The log of a game of this channel: the one asked for, or the latest. */
  log(caller: Caller, gameId: string | null, page: number): Answer {
    const game = gameId === null ? this.#store.latestIn(caller.channel) : this.#gameHere(caller, gameId);
    if (!game) return say('member', gameId === null ? WORDS.noGame : WORDS.playedElsewhere);
    return fitting(() => {
      const system = this.#tables.system(game);
      const { position, steps } = replay(system, game.variant, this.#store.entries(game.id));
      return chronicle({ game, system, position }, steps, { store: this.#store, tables: this.#tables }, page);
    });
  }

  /** The whole of the channel's latest game as a file, for the caller alone. */
  exported(caller: Caller): Answer {
    return this.#withTable(caller, ({ game, system }) => {
      const dataset = this.#store.dataset(game.dataset);
      if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
      const whole = exportOf(system, {
        game,
        dataset,
        entries: this.#store.entries(game.id),
        ballots: this.#store.ballotsOf(game.id),
        votes: this.#store.votesOf(game.id),
        memberById: (member) => this.#store.memberById(member),
      });
      const attachment = { file: `${game.system}-${game.id}.json`, text: `${JSON.stringify(whole, null, 2)}\n` };
      return say('member', game.ended ? WORDS.exported : WORDS.exportedSoFar, { attachment });
    });
  }

  verify(caller: Caller, gameId: string | null): Answer {
    const game = gameId === null ? this.#store.endedIn(caller.channel, 1)[0] : this.#gameHere(caller, gameId);
    const running = this.#store.runningIn(caller.channel);
    if (!game && gameId !== null) return say('member', WORDS.playedElsewhere);
    if (!game) return running ? notYet(running) : say('member', WORDS.nothingEnded);
    if (!game.ended) return notYet(game);
    return verified(game, this.#store.entries(game.id), () => this.#tables.misfit(game));
  }
  /** Games of this channel whose dice can be checked, the last first. */
  verifiable(caller: Caller): Completion[] {
    return this.#store.endedIn(caller.channel, 25).map((game) => {
      const day = new Date(game.startedAt).toISOString().slice(0, 10);
      const title = this.#systemOf(game)?.title ?? game.system;
      return { label: clipped(`${title}, started ${day} by ${nameAlone(game.starter.name)}`, 100), value: game.id };
    });
  }

  rules(caller: Caller, topic: string | null): Answer {
    return rules(this.#systemHere(caller), topic);
  }
  topics(caller: Caller): Completion[] {
    return this.#systemHere(caller).rulebook.map(({ id, title }) => ({ label: title, value: id }));
  }
  help(caller: Caller): Answer {
    return fitting(() => {
      const latest = this.#store.latestIn(caller.channel);
      const playing = latest && !latest.ended ? this.#tables.system(latest) : null;
      return help(this.#library.editions, playing, mayDirect(caller, latest));
    });
  }
  greeting(): Answer {
    return greeting(this.#library.editions);
  }

  /** What a play command's option completes to in this channel now. */
  complete(caller: Caller, draft: Draft, slot: string, typed: string): Completion[] {
    try {
      const table = this.#table(caller.channel);
      if (!table) return [notice(WORDS.noGame)];
      const seat = seatOf(this.#store, table, caller);
      return seat === null ? [notice(WORDS.noSeat)] : completions(table, seat, draft, slot, typed);
    } catch (error) {
      if (error instanceof MisfitLog) return [notice(WORDS.misfitInBrief)];
      throw error;
    }
  }
  seats(caller: Caller): Completion[] {
    return (this.#systemPlayed(caller)?.seats ?? []).map(({ id, name }) => ({ label: name, value: id }));
  }

  /** Whether the game in this channel knows a verb; if not, a sentence with those it knows. Null: it does, or none is played. */
  unknownVerb(caller: Caller, verb: string): Answer | null {
    const system = this.#systemPlayed(caller);
    if (!system || system.verbs.some((known) => known.verb === verb)) return null;
    const known = system.verbs.map((one) => `\`/${one.verb}\``).join(', ');
    return say('member', `${system.title} has no \`/${verb}\`. Its orders are ${known}.`);
  }

  /** Maps that channels have not seen, one a game. */
  owed(): OwedRecord[] {
    return this.#store.owed();
  }
  /** The map a channel was owed, with a line that says why it comes late. Null where there is nothing to be shown. */
  late(owed: OwedRecord): Answer | null {
    const game = this.#store.game(owed.game);
    if (!game) return null;
    return fitting(() => this.#late(this.#tables.table(game)));
  }
  /** The channel has seen the game's map as of an entry. */
  settle(point: Point): void {
    this.#store.settle(point.game, point.seq);
  }

  /** The present maps of a guild's running games (null: of those in DMs), for when the bot comes back to it. */
  returning(guild: string | null): { readonly channel: string; readonly answer: Answer }[] {
    return this.#store.runningOf(guild).map((game) => {
      const answer = fitting(() =>
        report(this.#tables.table(game), this.#render, ['The campaign goes on. This is how it stands.']),
      );
      return { channel: game.channel, answer };
    });
  }

  #late(table: Table): Answer {
    const lines = [...deed(this.#store, this.#tables, table), WORDS.late];
    return report(table, this.#render, lines);
  }

  #table(channel: string): Table | null {
    const game = this.#store.runningIn(channel);
    return game && this.#tables.table(game);
  }

  /** The running game of the channel, or the last one it saw end. */
  #withTable(caller: Caller, work: (table: Table) => Answer): Answer {
    const game = this.#store.latestIn(caller.channel);
    if (!game) return say('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    return fitting(() => work(this.#tables.table(game)));
  }

  #gameHere(caller: Caller, id: string): GameRecord | null {
    const game = this.#store.game(id);
    return game?.channel === caller.channel ? game : null;
  }

  #systemHere(caller: Caller): System {
    const game = this.#store.latestIn(caller.channel);
    const system = (game && this.#systemOf(game)) ?? this.systems[0];
    if (!system) throw new Error('No game system is installed');
    return system;
  }

  #systemPlayed(caller: Caller): System | null {
    const game = this.#store.runningIn(caller.channel);
    return game && this.#systemOf(game);
  }

  /** Null where this version cannot make the rules of a game any more. */
  #systemOf(game: GameRecord): System | null {
    try {
      return this.#tables.system(game);
    } catch (error) {
      if (error instanceof MisfitLog) return null;
      throw error;
    }
  }
}

/** A log its rules no longer fit is no bug of the member's making: they get a sentence. */
function fitting<Result extends Answer | null>(work: () => Result): Result | Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof MisfitLog) return say('member', WORDS.misfit);
    throw error;
  }
}
