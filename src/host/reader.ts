import { ALL, type Draft, type SeatId, type System } from '../game/index.ts';
import type { GameRecord, Store } from '../store/index.ts';
import { oddsFor } from './advice/odds-command.ts';
import { Preloading } from './advice/preloading.ts';
import { Solutions } from './advice/solutions.ts';
import { LongWork, NotReady } from './background/long-work.ts';
import { each } from './background/steps.ts';
import { type Caller, mayDirect } from './caller.ts';
import { byTheRules, notYet, verifying } from './dice/verify.ts';
import { fingerprintInWords, type ReplayFile, replayFile, unruledFile } from './export/replay-file.ts';
import { campaignTitleInFull } from './games/campaign-titles.ts';
import type { Library } from './games/game-library.ts';
import { type GameTable, GameTables, LONG_LOG } from './games/game-tables.ts';
import { IncompatibleLog } from './games/replay-log.ts';
import { overruledSide, seatOf } from './games/seats.ts';
import { logPage, logPages } from './log/log-pages.ts';
import { unruledLog, unruledPages } from './log/log-without-rules.ts';
import { type LogWords, plainLogWords } from './log/log-words.ts';
import type { Renderer } from './map/map-drawing.ts';
import { closeUpReply, isReply, overlayCompletions, placeCompletions, requestedLook } from './map/map-places.ts';
import { mapReply, ownMapReply, positionInWords, rosterReply } from './map/map-replies.ts';
import { type Completion, completions, notice } from './orders/order-completions.ts';
import { orderCompletions } from './orders/order-search.ts';
import { campaignCompletions, Recaps, type Target } from './recap/recap.ts';
import { clipped, type Reply, reply, textFile } from './reply.ts';
import { greeting, helpReply, rulesReply, topicsOf } from './rules-and-help.ts';
import { continuesInWords, ifCompatible as ifFitting } from './what-if/what-if-text.ts';
import { WORDS } from './wording.ts';

/** Of what was made of games, so much is kept: characters of files, pages of logs, checks of dice. */
const MOST_TEXT = 4_000_000;
const MOST_PAGES = 2000;
const MOST_CHECKS = 4;

/** What is asked and changes nothing: maps, logs, files, rules, completions. */
export class Reader {
  protected readonly store: Store;
  protected readonly library: Library;
  protected readonly tables: GameTables;
  protected readonly render: Renderer;
  protected readonly solutions: Solutions;
  /** What was made of games of late: so it is there when it is asked for again, and while it is made in slices. */
  readonly #files: LongWork<ReplayFile>;
  readonly #unruledFiles: LongWork<Pick<ReplayFile, 'file' | 'text'>>;
  readonly #pages: LongWork<readonly string[]>;
  readonly #checks: LongWork<Reply>;
  readonly #preparation: Preloading;
  readonly #recaps: Recaps;

  constructor(store: Store, library: Library, render: Renderer, solutions = new Solutions(store, library)) {
    this.store = store;
    this.library = library;
    this.render = render;
    this.solutions = solutions;
    this.tables = new GameTables(store, library, solutions);
    const { hurry } = this.tables;
    this.#files = new LongWork(hurry, MOST_TEXT, ({ text }) => text.length, true);
    this.#unruledFiles = new LongWork(hurry, MOST_TEXT, ({ text }) => text.length, true);
    this.#pages = new LongWork(hurry, MOST_PAGES, (pages) => pages.length, true);
    this.#checks = new LongWork(hurry, MOST_CHECKS, () => 1, true);
    this.#preparation = new Preloading(store, library, this.tables, solutions);
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
  map(caller: Caller, at: string | null = null, overlays: string | null = null): Reply {
    return this.#withTable(caller, (table) => {
      const look = requestedLook(table, at, overlays);
      return isReply(look) ? look : mapReply(table, this.render, look);
    });
  }
  words(caller: Caller, at: string | null = null, page = 0): Reply {
    return this.#withTable(caller, (table) => {
      const look = requestedLook(table, at, null);
      if (isReply(look)) return look;
      const place = look.at === undefined || look.at === ALL ? null : look.at;
      return positionInWords(table, seatOf(this.store, table, caller), caller, place, page);
    });
  }
  ownMap(caller: Caller, at: string | null = null, overlays: string | null = null): Reply {
    return this.#withTable(caller, (table) => {
      const look = requestedLook(table, at, overlays);
      if (isReply(look)) return look;
      if (table.system.seats.length === 1) return { ...mapReply(table, this.render, look), to: 'member' };
      const seat = seatOf(this.store, table, caller);
      return seat === null ? reply('member', WORDS.noSeat) : ownMapReply(table, this.render, seat, look);
    });
  }
  /** The map from close by, for the caller alone; `at` null: where it matters most. */
  look(caller: Caller, game: string, at: string | null, overlay: string | null): Reply {
    return this.#here(caller, game, (table) =>
      closeUpReply(table, this.render, seatOf(this.store, table, caller), at, overlay),
    );
  }
  /** A page of the position in words or of all units, for the caller alone. */
  page(caller: Caller, of: 'text' | 'units', game: string, page: number, at: string | null): Reply {
    return this.#here(caller, game, () => (of === 'units' ? this.units(caller, page) : this.words(caller, at, page)));
  }
  units(caller: Caller, page = 0): Reply {
    return this.#withTable(caller, (table) => rosterReply(table, seatOf(this.store, table, caller), page));
  }
  /** Places of the map here, and what pictures of it can show. */
  places(caller: Caller, typed: string): Completion[] {
    return this.#looked(caller, (table) => placeCompletions(table, typed));
  }
  overlays(caller: Caller, typed: string): Completion[] {
    return this.#looked(caller, (table) => overlayCompletions(table, typed));
  }

  /** The log of a game of this channel: the one asked for, or the latest. */
  log(caller: Caller, gameId: string | null, page: number): Reply {
    const game = gameId === null ? this.store.latestIn(caller.channel) : this.#gameHere(caller, gameId);
    if (!game) return reply('member', gameId === null ? WORDS.noGame : WORDS.playedElsewhere);
    const { key, isLong } = this.#now(game);
    return this.#orUnruled(
      game,
      () => {
        const { system, position, steps } = this.tables.played(game);
        const sources = { store: this.store, tables: this.tables };
        const continues = continuesInWords(sources, game);
        const told = () => logPages({ game, system, position }, steps, sources, continues);
        const pages = this.#pages.get(key, isLong, told);
        return logPage(game, system.title, pages, page);
      },
      (voice, title) => {
        const pages = this.#pages.get(`${key} unruled`, isLong, () => unruledPages(game, voice, this.store));
        return unruledLog(game, title, pages, page);
      },
    );
  }

  /** The whole of the channel's latest game as a file, for the caller alone. */
  exported(caller: Caller): Reply {
    const game = this.store.latestIn(caller.channel);
    if (!game) return reply('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    return this.#orUnruled(
      game,
      () => {
        const replayed = this.#replayed(game);
        const words = game.ended ? WORDS.exported : WORDS.exportedSoFar;
        return reply('member', `${words}\n${fingerprintInWords(replayed)}`, {
          files: [textFile(replayed.file, replayed.text)],
        });
      },
      (voice) => {
        const { key, isLong } = this.#now(game);
        const made = () => unruledFile(this.store, voice, game);
        const { file, text } = this.#unruledFiles.get(key, isLong, made);
        return reply('member', WORDS.exportedUnruled, { files: [textFile(file, text)] });
      },
    );
  }

  /** What orders are worth, as far as the channel's table is told it, for the caller alone. */
  odds(caller: Caller): Reply {
    return this.#withTable(caller, (table) => oddsFor(table, caller, this.render));
  }

  /** A campaign of the channel told for all to see, there or in another channel. */
  recap(caller: Caller, gameId: string | null, target: Target | null): Reply {
    return orIncompatible(() => this.#recaps.recap(caller, gameId, target));
  }
  /** Campaigns of the channel that can be told, the one being played first. */
  recappable(caller: Caller, typed: string): Completion[] {
    return campaignCompletions({ store: this.store, tables: this.tables }, caller, typed);
  }

  verify(caller: Caller, gameId: string | null): Reply {
    const game = gameId === null ? this.store.endedIn(caller.channel, 1)[0] : this.#gameHere(caller, gameId);
    const running = this.store.runningIn(caller.channel);
    if (!game && gameId !== null) return reply('member', WORDS.playedElsewhere);
    if (!game) return running ? notYet(running) : reply('member', WORDS.nothingEnded);
    if (!game.ended) return notYet(game);
    const played = ifFitting(() => this.tables.played(game));
    const replayed = played && this.#replayed(game);
    const { key, isLong } = this.#now(game);
    const { store, tables } = this;
    return this.#checks.get(key, isLong, function* () {
      const entries =
        played?.steps.map(({ entry }) => entry) ?? (yield* each(store.entriesAfter(game.id, -1), (one) => one));
      const naming = played ? { naming: byTheRules(played) } : {};
      return yield* verifying(game, { entries, incompatibility: tables.incompatibility(game), ...naming, replayed });
    });
  }
  /** Games of this channel whose dice can be checked, the last first. */
  verifiable(caller: Caller): Completion[] {
    const games = { store: this.store, tables: this.tables };
    return this.store.endedIn(caller.channel, 25).map((game) => ({
      label: campaignTitleInFull(games, game, caller.at),
      value: game.id,
    }));
  }

  rules(caller: Caller, topic: string | null, page = 0): Reply {
    return rulesReply(this.#systemHere(caller), topic, page);
  }
  topics(caller: Caller): Completion[] {
    return topicsOf(this.#systemHere(caller)).map(({ id, title }) => ({ label: title, value: id }));
  }
  help(caller: Caller): Reply {
    return orIncompatible(() => {
      const latest = this.store.latestIn(caller.channel);
      const playing = latest && !latest.ended ? this.tables.system(latest) : null;
      return helpReply(this.library.editions, playing, mayDirect(caller, latest));
    });
  }
  greeting(): Reply {
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
  unknownVerb(caller: Caller, verb: string): Reply | null {
    const system = this.#systemPlayed(caller);
    if (!system || system.verbs.some((known) => known.verb === verb)) return null;
    const known = system.verbs.map((one) => `\`/${one.verb}\``).join(', ');
    return reply('member', `${system.title} has no \`/${verb}\`. Its orders are ${known}.`);
  }

  /** What has to be made before a channel can be answered without delay. Null: nothing. Never rejects. */
  prepared(channel: string): Promise<void> | null {
    return this.#preparation.forChannel(channel);
  }
  /** Has made ahead what running campaigns and the next ones will need. Never rejects. */
  prepareAll(): Promise<void> {
    return this.#preparation.forAll();
  }

  protected table(channel: string): GameTable | null {
    const game = this.store.runningIn(channel);
    return game && this.tables.table(game);
  }

  /** What can be told by a game's rules; where they do not fit its log any more, what can be told without. */
  #orUnruled(game: GameRecord, work: () => Reply, unruled: (voice: LogWords, title: string) => Reply): Reply {
    try {
      return work();
    } catch (error) {
      if (error instanceof NotReady) throw error;
      // Rules that break over a log fit it no better than those that refuse it. Whatever else goes wrong is a bug.
      if (!(error instanceof IncompatibleLog) && this.#fits(game)) throw error;
      const title = this.systems.find(({ id }) => id === game.system)?.title ?? game.system;
      return unruled(plainLogWords(game, this.systems), title);
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
  #withTable(caller: Caller, work: (table: GameTable) => Reply): Reply {
    const game = this.store.latestIn(caller.channel);
    if (!game) return reply('member', `${WORDS.noGame} ${WORDS.howToStart}`);
    return orIncompatible(() => work(this.tables.table(game)));
  }

  /** The same, where it is the game that was pressed for. */
  #here(caller: Caller, game: string, work: (table: GameTable) => Reply): Reply {
    return this.#withTable(caller, (table) =>
      table.game.id === game ? work(table) : reply('member', WORDS.elsewhere),
    );
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
    return { key: `${id} ${seq} ${ended !== null} ${this.store.ballotRevisions(id)}`, isLong: seq >= LONG_LOG };
  }

  /** Null where this version cannot make the rules of a game any more. */
  #systemOf(game: GameRecord): System | null {
    try {
      return this.tables.system(game);
    } catch (error) {
      if (error instanceof IncompatibleLog) return null;
      throw error;
    }
  }

  /** Completions at the caller's own seat. Where there is none, the one there is says so. */
  #completed(caller: Caller, work: (table: GameTable, seat: SeatId) => Completion[]): Completion[] {
    return this.#listed(caller, (table) => {
      const seat = seatOf(this.store, table, caller);
      return seat === null ? [notice(WORDS.noSeat)] : work(table, seat);
    });
  }

  #listed(caller: Caller, work: (table: GameTable) => Completion[]): Completion[] {
    return this.#completedAt(() => this.table(caller.channel), work);
  }

  /** The same, of the game whose map is shown: the last one, if none is being played. */
  #looked(caller: Caller, work: (table: GameTable) => Completion[]): Completion[] {
    const game = this.store.latestIn(caller.channel);
    return this.#completedAt(() => game && this.tables.table(game), work);
  }

  #completedAt(at: () => GameTable | null, work: (table: GameTable) => Completion[]): Completion[] {
    try {
      const table = at();
      return table ? work(table) : [notice(WORDS.noGame)];
    } catch (error) {
      if (error instanceof IncompatibleLog) return [notice(WORDS.incompatibleInBrief)];
      throw error;
    }
  }
}

/** A log its rules no longer fit is no bug of the member's making: they get a sentence. */
export function orIncompatible<Result extends Reply | null>(work: () => Result): Result | Reply {
  try {
    return work();
  } catch (error) {
    if (error instanceof IncompatibleLog) return reply('member', WORDS.incompatible);
    throw error;
  }
}
