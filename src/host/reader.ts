import { ALL, type Draft, type SeatId, type System } from '../game/index.ts';
import type { GameRecord, Store } from '../store/index.ts';
import { oddsFor } from './advice/odds.ts';
import { Preparation } from './advice/preparation.ts';
import { Solutions } from './advice/solutions.ts';
import { type Answer, clipped, say, textFile } from './answer.ts';
import { type Caller, mayDirect } from './caller.ts';
import { chronicling, pageOf } from './chronicle.ts';
import { type Completion, completions, notice } from './completions.ts';
import { byTheRules, notYet, verifying } from './dice/verify.ts';
import type { Renderer } from './drawing.ts';
import { fingerprintInWords, type ReplayFile, replayFile, unruledFile } from './export/file.ts';
import { MisfitLog } from './fold.ts';
import { greeting, help, rules, topicsOf } from './guide.ts';
import type { Library } from './library.ts';
import { LongWork, NotReady } from './long-work.ts';
import { mapOf, ownMapOf, wordsOf } from './map.ts';
import { unruledLog, unruledPages } from './misfit/log.ts';
import { plainVoice, type Voice } from './misfit/voice.ts';
import { titledInFull } from './naming.ts';
import { orderCompletions } from './orders-like.ts';
import { isAnswer, lookAt, lookOf, overlayCompletions, placeCompletions } from './places.ts';
import { catalogue } from './recap/catalogue.ts';
import { Recaps, type Target } from './recap/recap.ts';
import { rosterOf } from './roster.ts';
import { overruledSide, seatOf } from './seats.ts';
import { each } from './steps.ts';
import { LONG, type Table, Tables } from './table.ts';
import { continuesInWords, fitting as ifFitting } from './what-if/words.ts';
import { WORDS } from './wording.ts';

/** Of what was made of games, so much is kept: characters of files, pages of logs, checks of dice. */
const MOST_TEXT = 4_000_000;
const MOST_PAGES = 2000;
const MOST_CHECKS = 4;

/** What is asked and changes nothing: maps, logs, files, rules, completions. */
export class Reader {
  protected readonly store: Store;
  protected readonly library: Library;
  protected readonly tables: Tables;
  protected readonly render: Renderer;
  protected readonly solutions: Solutions;
  /** What was made of games of late: so it is there when it is asked for again, and while it is made in slices. */
  readonly #files: LongWork<ReplayFile>;
  readonly #unruledFiles: LongWork<Pick<ReplayFile, 'file' | 'text'>>;
  readonly #pages: LongWork<readonly string[]>;
  readonly #checks: LongWork<Answer>;
  readonly #preparation: Preparation;
  readonly #recaps: Recaps;

  constructor(store: Store, library: Library, render: Renderer, solutions = new Solutions(store, library)) {
    this.store = store;
    this.library = library;
    this.render = render;
    this.solutions = solutions;
    this.tables = new Tables(store, library, solutions);
    const { hurry } = this.tables;
    this.#files = new LongWork(hurry, MOST_TEXT, ({ text }) => text.length, true);
    this.#unruledFiles = new LongWork(hurry, MOST_TEXT, ({ text }) => text.length, true);
    this.#pages = new LongWork(hurry, MOST_PAGES, (pages) => pages.length, true);
    this.#checks = new LongWork(hurry, MOST_CHECKS, () => 1, true);
    this.#preparation = new Preparation(store, library, this.tables, solutions);
    this.#recaps = new Recaps(store, this.tables, render, {
      now: (game) => this.#replayed(game),
      soon: (game) => this.#replayedSoon(game),
    });
  }

  /**
   * Answers without waiting for what takes long.
   * @throws NotReady where it needs that. Nothing has been changed then
   */
  quickly<Result>(work: () => Result): Result {
    return this.tables.hurry.quickly(work);
  }

  /** Does what the bot does by itself, and waits before for what takes long. Rejects as the work throws. */
  async whenReady<Result>(work: () => Result): Promise<Result> {
    for (;;) {
      try {
        return this.quickly(work);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        await error.ready;
      }
    }
  }

  get systems(): readonly System[] {
    return this.library.editions.map(({ system }) => system);
  }

  /** @param at a place to look at closely, as it is called; `overlays`: what to show beside the position, with commas between */
  map(caller: Caller, at: string | null = null, overlays: string | null = null): Answer {
    return this.#withTable(caller, (table) => {
      const look = lookAt(table, at, overlays);
      return isAnswer(look) ? look : mapOf(table, this.render, look);
    });
  }
  words(caller: Caller, at: string | null = null, page = 0): Answer {
    return this.#withTable(caller, (table) => {
      const look = lookAt(table, at, null);
      if (isAnswer(look)) return look;
      const place = look.at === undefined || look.at === ALL ? null : look.at;
      return wordsOf(table, seatOf(this.store, table, caller), caller, place, page);
    });
  }
  ownMap(caller: Caller, at: string | null = null, overlays: string | null = null): Answer {
    return this.#withTable(caller, (table) => {
      const look = lookAt(table, at, overlays);
      if (isAnswer(look)) return look;
      if (table.system.seats.length === 1) return { ...mapOf(table, this.render, look), to: 'member' };
      const seat = seatOf(this.store, table, caller);
      return seat === null ? say('member', WORDS.noSeat) : ownMapOf(table, this.render, seat, look);
    });
  }
  /** The map from close by, for the caller alone; `at` null: where it matters most. */
  look(caller: Caller, game: string, at: string | null, overlay: string | null): Answer {
    return this.#here(caller, game, (table) =>
      lookOf(table, this.render, seatOf(this.store, table, caller), at, overlay),
    );
  }
  /** A page of the position in words or of all units, for the caller alone. */
  page(caller: Caller, of: 'text' | 'units', game: string, page: number, at: string | null): Answer {
    return this.#here(caller, game, () => (of === 'units' ? this.units(caller, page) : this.words(caller, at, page)));
  }
  units(caller: Caller, page = 0): Answer {
    return this.#withTable(caller, (table) => rosterOf(table, seatOf(this.store, table, caller), page));
  }
  /** Places of the map here, and what pictures of it can show. */
  places(caller: Caller, typed: string): Completion[] {
    return this.#looked(caller, (table) => placeCompletions(table, typed));
  }
  overlays(caller: Caller, typed: string): Completion[] {
    return this.#looked(caller, (table) => overlayCompletions(table, typed));
  }

  /** The log of a game of this channel: the one asked for, or the latest. */
  log(caller: Caller, gameId: string | null, page: number): Answer {
    const game = gameId === null ? this.store.latestIn(caller.channel) : this.#gameHere(caller, gameId);
    if (!game) return say('member', gameId === null ? WORDS.noGame : WORDS.playedElsewhere);
    const { key, isLong } = this.#now(game);
    return this.#orUnruled(
      game,
      () => {
        const { system, position, steps } = this.tables.played(game);
        const sources = { store: this.store, tables: this.tables };
        const continues = continuesInWords(sources, game);
        const told = () => chronicling({ game, system, position }, steps, sources, continues);
        const pages = this.#pages.get(key, isLong, told);
        return pageOf(game, system.title, pages, page);
      },
      (voice, title) => {
        const pages = this.#pages.get(`${key} unruled`, isLong, () => unruledPages(game, voice, this.store));
        return unruledLog(game, title, pages, page);
      },
    );
  }

  /** The whole of the channel's latest game as a file, for the caller alone. */
  exported(caller: Caller): Answer {
    const game = this.store.latestIn(caller.channel);
    if (!game) return say('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    return this.#orUnruled(
      game,
      () => {
        const replayed = this.#replayed(game);
        const words = game.ended ? WORDS.exported : WORDS.exportedSoFar;
        return say('member', `${words}\n${fingerprintInWords(replayed)}`, {
          files: [textFile(replayed.file, replayed.text)],
        });
      },
      (voice) => {
        const { key, isLong } = this.#now(game);
        const made = () => unruledFile(this.store, voice, game);
        const { file, text } = this.#unruledFiles.get(key, isLong, made);
        return say('member', WORDS.exportedUnruled, { files: [textFile(file, text)] });
      },
    );
  }

  /** What orders are worth, as far as the channel's table is told it, for the caller alone. */
  odds(caller: Caller): Answer {
    return this.#withTable(caller, (table) => oddsFor(table, caller, this.render));
  }

  /** A campaign of the channel told for all to see, there or in another channel. */
  recap(caller: Caller, gameId: string | null, target: Target | null): Answer {
    return fitting(() => this.#recaps.recap(caller, gameId, target));
  }
  /** Campaigns of the channel that can be told, the one being played first. */
  recappable(caller: Caller, typed: string): Completion[] {
    return catalogue({ store: this.store, tables: this.tables }, caller, typed);
  }

  verify(caller: Caller, gameId: string | null): Answer {
    const game = gameId === null ? this.store.endedIn(caller.channel, 1)[0] : this.#gameHere(caller, gameId);
    const running = this.store.runningIn(caller.channel);
    if (!game && gameId !== null) return say('member', WORDS.playedElsewhere);
    if (!game) return running ? notYet(running) : say('member', WORDS.nothingEnded);
    if (!game.ended) return notYet(game);
    const played = ifFitting(() => this.tables.played(game));
    const replayed = played && this.#replayed(game);
    const { key, isLong } = this.#now(game);
    const { store, tables } = this;
    return this.#checks.get(key, isLong, function* () {
      const entries =
        played?.steps.map(({ entry }) => entry) ?? (yield* each(store.entriesAfter(game.id, -1), (one) => one));
      const naming = played ? { naming: byTheRules(played) } : {};
      return yield* verifying(game, { entries, misfit: tables.misfit(game), ...naming, replayed });
    });
  }
  /** Games of this channel whose dice can be checked, the last first. */
  verifiable(caller: Caller): Completion[] {
    const games = { store: this.store, tables: this.tables };
    return this.store.endedIn(caller.channel, 25).map((game) => ({
      label: titledInFull(games, game, caller.at),
      value: game.id,
    }));
  }

  rules(caller: Caller, topic: string | null, page = 0): Answer {
    return rules(this.#systemHere(caller), topic, page);
  }
  topics(caller: Caller): Completion[] {
    return topicsOf(this.#systemHere(caller)).map(({ id, title }) => ({ label: title, value: id }));
  }
  help(caller: Caller): Answer {
    return fitting(() => {
      const latest = this.store.latestIn(caller.channel);
      const playing = latest && !latest.ended ? this.tables.system(latest) : null;
      return help(this.library.editions, playing, mayDirect(caller, latest));
    });
  }
  greeting(): Answer {
    return greeting(this.library.editions);
  }

  /** What a play command's option completes to in this channel now. */
  complete(caller: Caller, draft: Draft, slot: string, typed: string): Completion[] {
    return this.#completed(caller, (table, seat) => completions(table, seat, draft, slot, typed));
  }
  /** The legal orders that match what was typed. */
  overrulable(caller: Caller, typed: string, side: string | null = null): Completion[] {
    return this.#listed(caller, (table) => {
      const seat = overruledSide(this.store, table, caller, side);
      return typeof seat === 'string' ? orderCompletions(table, seat, typed) : [notice(clipped(seat.text, 100))];
    });
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

  /** What has to be made before a channel can be answered without delay. Null: nothing. Never rejects. */
  prepared(channel: string): Promise<void> | null {
    return this.#preparation.forChannel(channel);
  }
  /** Has made ahead what running campaigns and the next ones will need. Never rejects. */
  prepareAll(): Promise<void> {
    return this.#preparation.forAll();
  }

  protected table(channel: string): Table | null {
    const game = this.store.runningIn(channel);
    return game && this.tables.table(game);
  }

  /** What can be told by a game's rules; where they do not fit its log any more, what can be told without. */
  #orUnruled(game: GameRecord, work: () => Answer, unruled: (voice: Voice, title: string) => Answer): Answer {
    try {
      return work();
    } catch (error) {
      if (error instanceof NotReady) throw error;
      // Rules that break over a log fit it no better than those that refuse it. Whatever else goes wrong is a bug.
      if (!(error instanceof MisfitLog) && this.#fits(game)) throw error;
      const title = this.systems.find(({ id }) => id === game.system)?.title ?? game.system;
      return unruled(plainVoice(game, this.systems), title);
    }
  }

  #fits(game: GameRecord): boolean {
    try {
      this.tables.played(game);
      return true;
    } catch (error) {
      if (error instanceof NotReady) throw error;
      return false;
    }
  }

  /** The running game of the channel, or the last one it saw end. */
  #withTable(caller: Caller, work: (table: Table) => Answer): Answer {
    const game = this.store.latestIn(caller.channel);
    if (!game) return say('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    return fitting(() => work(this.tables.table(game)));
  }

  /** The same, where it is the game that was pressed for. */
  #here(caller: Caller, game: string, work: (table: Table) => Answer): Answer {
    return this.#withTable(caller, (table) => (table.game.id === game ? work(table) : say('member', WORDS.elsewhere)));
  }

  #gameHere(caller: Caller, id: string): GameRecord | null {
    const game = this.store.game(id);
    return game?.channel === caller.channel ? game : null;
  }

  #systemHere(caller: Caller): System {
    const game = this.store.latestIn(caller.channel);
    const system = (game && this.#systemOf(game)) ?? this.systems[0];
    if (!system) throw new Error('No game system is installed');
    return system;
  }

  #systemPlayed(caller: Caller): System | null {
    const game = this.store.runningIn(caller.channel);
    return game && this.#systemOf(game);
  }

  #replayed(game: GameRecord): ReplayFile {
    const { key, isLong } = this.#now(game);
    const played = this.tables.played(game);
    return this.#files.get(key, isLong, () => replayFile(this.store, game, played));
  }

  async #replayedSoon(game: GameRecord): Promise<ReplayFile> {
    await this.tables.playThrough(game);
    const played = this.tables.played(game);
    return this.#files.made(this.#now(game).key, () => replayFile(this.store, game, played));
  }

  /** What all that is told of a game depends on, but for its members' names. */
  #now({ id, ended }: GameRecord): { readonly key: string; readonly isLong: boolean } {
    const seq = this.store.lastSeq(id);
    return { key: `${id} ${seq} ${ended !== null} ${this.store.ballotRevisions(id)}`, isLong: seq >= LONG };
  }

  /** Null where this version cannot make the rules of a game any more. */
  #systemOf(game: GameRecord): System | null {
    try {
      return this.tables.system(game);
    } catch (error) {
      if (error instanceof MisfitLog) return null;
      throw error;
    }
  }

  /** Completions at the caller's own seat. Where there is none, the one there is says so. */
  #completed(caller: Caller, work: (table: Table, seat: SeatId) => Completion[]): Completion[] {
    return this.#listed(caller, (table) => {
      const seat = seatOf(this.store, table, caller);
      return seat === null ? [notice(WORDS.noSeat)] : work(table, seat);
    });
  }

  #listed(caller: Caller, work: (table: Table) => Completion[]): Completion[] {
    return this.#completedAt(() => this.table(caller.channel), work);
  }

  /** The same, of the game whose map is shown: the last one, if none is being played. */
  #looked(caller: Caller, work: (table: Table) => Completion[]): Completion[] {
    const game = this.store.latestIn(caller.channel);
    return this.#completedAt(() => game && this.tables.table(game), work);
  }

  #completedAt(at: () => Table | null, work: (table: Table) => Completion[]): Completion[] {
    try {
      const table = at();
      return table ? work(table) : [notice(WORDS.noGame)];
    } catch (error) {
      if (error instanceof MisfitLog) return [notice(WORDS.misfitInBrief)];
      throw error;
    }
  }
}

/** A log its rules no longer fit is no bug of the member's making: they get a sentence. */
export function fitting<Result extends Answer | null>(work: () => Result): Result | Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof MisfitLog) return say('member', WORDS.misfit);
    throw error;
  }
}
