import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import { type DueMessage, type Host, isExpired, type LogPoint, memberOfDm, type Reply } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { isNetworkError, isOutage } from '../connection/network-errors.ts';
import { ChannelPoster } from './channel-poster.ts';
import { keyOf, keysOf, keysOfDue, nonceOf, noticeKey, queueOf } from './delivery-keys.ts';
import { FailedPosts, type PostOutcome } from './failed-posts.ts';
import { FairQueue } from './fair-queue.ts';
import { findSentMessage, matchingMessage } from './find-sent-message.ts';
import { type Alone, LiveBoardDelivery } from './live-board-delivery.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { PostsInFlight } from './posts-in-flight.ts';

const AGAIN_MS = 60_000;
/** A map that the game overtakes while it is drawn is drawn anew, so many times. */
const REDRAWN = 3;

type Of<What extends DueMessage['what']> = Extract<DueMessage, { readonly what: What }>;

/**
 * Posts to channels by itself, without an interaction: what a clock brought about, and, after a crash or a lost connection, what is
 * undelivered: maps, ballots that have no message, and words that neither brings. It goes out in lanes, one for each server and each
 * DM, so that none keeps another waiting; within a lane, for several channels side by side.
 */
export class ChannelDelivery {
  readonly #client: Client;
  readonly #host: Host;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly poster: ChannelPoster;
  readonly #pictures: PicturesInFlight;
  readonly #queue = new FairQueue();
  readonly inFlight: PostsInFlight;
  readonly #failed: FailedPosts;
  /** What is undelivered and waits in its lane. */
  readonly #queued = new Map<string, Promise<void>>();
  /** By channel, the last in the order of what will be said there. */
  readonly #lines = new Map<string, Promise<void>>();
  readonly #boards: LiveBoardDelivery;
  /** Games whose board must be posted or edited once more after the delivery under way. */
  readonly #again = new Set<string>();
  /** Games whose board is shown after an answer that brings a map of them. */
  readonly #following = new Set<string>();
  #cancel: (() => void) | null = null;
  #stopped = false;

  /**
   * @param shown is called when a message with ballots has come to a channel: they may have changed on the way
   * @param alone does an edit in a channel while no ballot is edited there
   */
  constructor(
    client: Client,
    host: Host,
    clock: Clock,
    log: Logger,
    pictures: PicturesInFlight,
    shown: (channel: string) => void,
    alone: Alone = (_channel, work) => work(),
  ) {
    this.#pictures = pictures;
    this.#client = client;
    this.#host = host;
    this.#clock = clock;
    this.#log = log;
    this.inFlight = new PostsInFlight(host, log);
    const inLine = (channel: string, work: () => Promise<void>) => this.#inLine(channel, work);
    this.#failed = new FailedPosts(client, clock, log);
    this.poster = new ChannelPoster(client, host, clock, log, shown, this.inFlight, pictures, inLine, this.#failed);
    this.#boards = new LiveBoardDelivery({
      client,
      host,
      clock,
      log,
      pictures,
      alone,
      poster: this.poster,
      inFlight: this.inFlight,
      failed: this.#failed,
      mayBring: (due) => this.#mayBring(due),
      mayRetry: (key) => this.#isFree([key]),
      inLine: (channel, work) => this.#inLine(channel, work),
    });
  }

  /** Channels that something is being said in. */
  get inHand(): number {
    return this.#lines.size;
  }

  /** Delivers what is undelivered, now and from time to time. */
  start(): void {
    void this.deliver();
    this.#cancel = this.#clock.after(AGAIN_MS, () => this.start());
  }
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#stopped = true;
    this.#boards.stop();
    await this.#queue.idle();
    // What arrives may leave an older map to be removed.
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }

  /** Posts an answer to a channel, after everything that already waits there. Never rejects. */
  say(channel: string, given: Reply): Promise<void> {
    if (given.fault !== undefined) {
      this.#log.error(
        { err: given.fault, channel },
        'a message could not be made of what was done; its map is brought',
      );
      return this.deliver();
    }
    if (given.board?.how === 'edit') return this.#showBoard(given.board.game);
    const { answer, over } = this.inFlight.begin(given);
    return this.#inLine(channel, async () => {
      await this.post(channel, answer, answer.drawing?.point ?? null);
      over();
    });
  }

  /**
   * Says something that is made when its turn comes in its server's lane (a DM's own) and in its channel. Never rejects.
   * @param make null: it is not wanted any more
   */
  sayInTurn(lane: string, channel: string, make: () => Reply | null): Promise<void> {
    const work = () =>
      this.#inLine(channel, async () => {
        if (this.#stopped) return;
        try {
          const answer = make();
          if (answer) await this.#bringAnswer(channel, answer, answer.drawing?.point ?? null);
        } catch (error) {
          this.#log.error({ err: error, channel }, 'a post could not be made');
        }
      });
    return this.#queue.add(lane, work, channel);
  }

  /** Posts an answer that nobody is bringing yet. Never rejects. */
  async #bringAnswer(
    channel: string,
    given: Reply,
    point: LogPoint | null,
    nonce?: string | null,
    drawn?: PictureInFlight,
  ): Promise<PostOutcome> {
    const { answer, over } = this.inFlight.begin(given);
    const became = await this.post(channel, answer, point, nonce, drawn);
    over();
    return became;
  }

  /** Does something in a channel after everything that already waits there. `work` never rejects. */
  #inLine(channel: string, work: () => Promise<void>): Promise<void> {
    const line = (this.#lines.get(channel) ?? Promise.resolve()).then(work).then(() => {
      if (this.#lines.get(channel) === line) this.#lines.delete(channel);
    });
    this.#lines.set(channel, line);
    return line;
  }

  /**
   * Posts an answer to a channel, and marks its news as delivered once Discord has it. Never rejects.
   * @param nonce Discord answers a repeated one with the message it already has
   * @param drawn its picture, where it is drawn already
   */
  post(
    channel: string,
    answer: Reply,
    point: LogPoint | null,
    nonce: string | null = nonceOf(answer, point),
    drawn: PictureInFlight | null = null,
  ): Promise<PostOutcome> {
    return this.poster.post(channel, answer, point, nonce, drawn);
  }

  /** Posts what is undelivered now; resolves when each post has been tried. Never rejects. */
  async deliver(): Promise<void> {
    try {
      const dues = this.#withoutExpired(this.#host.undelivered.due());
      const keys = new Set(dues.flatMap(keysOfDue));
      this.#failed.keep(new Set([...keys, ...this.#boards.oldKeys()]));
      this.inFlight.keep(keys);
      const isInTurn = (due: DueMessage) => this.#queued.has(keyOf(due)) || this.#mayBring(due);
      await Promise.all([...dues.filter(isInTurn).map((due) => this.#enqueue(due)), this.#boards.clearOld()]);
    } catch (error) {
      this.#log.error({ err: error }, 'undelivered messages could not be read');
    }
  }

  #withoutExpired(dues: readonly DueMessage[]): DueMessage[] {
    const [now, isIn] = [this.#clock.now(), (guild: string | null) => this.#isIn(guild)];
    const expired = dues.filter((due) => isExpired(due, now, isIn));
    if (expired.length > 0)
      this.#host.undelivered.heard(expired.flatMap((due) => (due.what === 'notice' ? due.notice : [])));
    return dues.filter((due) => !expired.includes(due));
  }

  #enqueue(due: DueMessage): Promise<void> {
    const key = keyOf(due);
    const queued = this.#queued.get(key);
    if (queued) return queued;
    const work = this.#queue
      .add(queueOf(due), () => this.#inLine(due.channel, () => this.#bring(due)), due.channel)
      .then(() => {
        this.#queued.delete(key);
        return this.#again.delete(key) ? this.#showBoard(key) : undefined;
      });
    this.#queued.set(key, work);
    return work;
  }

  /** Whether it is time to deliver it. If the bot has been removed, it waits until the bot is back. */
  #mayBring(due: DueMessage): boolean {
    return !this.#stopped && this.#isIn(due.guild) && this.#isFree([keyOf(due)]);
  }

  #isIn(guild: string | null): boolean {
    return guild === null || this.#client.guilds.cache.has(guild);
  }

  #isFree(keys: readonly string[]): boolean {
    // Somewhat before its time, so that the round that is due by then finds it due.
    const soon = this.#clock.now() + AGAIN_MS / 2;
    return !keys.some((key) => this.inFlight.isUnderWay(key)) && this.#failed.mayRetry(keys, soon);
  }

  /** Brings what is undelivered, if it still is when its turn comes. Never rejects. */
  async #bring(due: DueMessage): Promise<void> {
    if (!this.#mayBring(due)) return;
    try {
      this.poster.noteAgain(keyOf(due));
      switch (due.what) {
        case 'map':
          if (!this.#boards.isKnown(due.game)) await this.#settleDelivered(due);
          return await (this.#host.liveBoards.has(due.game) ? this.#boards.bring(due) : this.#bringMap(due));
        case 'ballot':
          return await this.#bringBallot(due);
        case 'notice':
          return await this.#bringNotice(due);
        default:
          return due satisfies never;
      }
    } catch (error) {
      const { what: _what, ...which } = due;
      const level = isNetworkError(error) ? 'warn' : 'error';
      if (this.#failed.putOff([keyOf(due)], due.channel, isOutage(error)))
        this.#log[level]({ err: error, ...which }, COULD_NOT[due.what]);
    }
  }

  async #bringMap(due: Of<'map'>): Promise<void> {
    for (let drawn = 0; ; drawn++) {
      // Meanwhile an answer may have set out that brings it.
      if (!this.#isFree([due.game])) return;
      const owed = this.#host.undelivered.owedBy(due.game);
      if (!owed) return;
      await this.#host.preloading.forGame(due.game);
      const given = this.#host.undelivered.lateMap(owed, this.inFlight.heardOf(due.game));
      if (!given) return this.#host.undelivered.settle(owed);
      const picture = await this.#pictures.draw(given, { server: queueOf(due), member: null }, this.#log);
      try {
        if (drawn < REDRAWN && this.#isOvertaken(due.game, given)) continue;
        const became = await this.#bringAnswer(owed.channel, given, owed, undefined, picture);
        return void this.#failed.tried([due.game], owed.channel, became);
      } finally {
        picture.over();
      }
    }
  }

  /**
   * Shows on its board how a game now stands. What comes while that is under way is shown together, in the next edit. Resolves when it has
   * been tried. Never rejects.
   */
  async #showBoard(game: string): Promise<void> {
    try {
      const due = this.#host.undelivered.dueBoard(game);
      const queued = this.#queued.get(game);
      if (due && queued) this.#again.add(game);
      if (queued) return await queued;
      if (due && this.inFlight.isUnderWay(game)) return this.#showBoardAfter(game);
      // What failed before an order is tried again with it.
      this.#failed.retryNow([game]);
      if (due && !this.#stopped && this.#isIn(due.guild)) await this.#enqueue(due);
      else await this.deliver();
    } catch (error) {
      this.#log.error({ err: error, game }, 'a live board could not be read');
    }
  }

  /** Edits a board whose buttons have changed, after everything that is on its way with the earlier ones. Never rejects. */
  async refreshBoard(game: string): Promise<void> {
    while (this.inFlight.isUnderWay(game) || this.#queued.has(game)) {
      await this.inFlight.whenOver(game);
      await this.#queued.get(game);
    }
    try {
      this.#host.undelivered.oweBoard(game, this.#clock.now());
    } catch (error) {
      this.#log.error({ err: error, game }, 'a live board could not be marked as out of date');
    }
    await this.#showBoard(game);
  }

  /** Shows a board once the answer that now brings a map of its game is over. Orders given meanwhile wait for it together. */
  #showBoardAfter(game: string): void {
    if (this.#following.has(game)) return;
    this.#following.add(game);
    void this.inFlight.whenOver(game).then(() => {
      this.#following.delete(game);
      return this.#showBoard(game);
    });
  }

  /** Whether the game has gone on while its map was drawn: what a channel sees last must be what stands. */
  #isOvertaken(game: string, { drawing }: Reply): boolean {
    if (!drawing) return false;
    if (!this.#isFree([game])) return true;
    const owed = this.#host.undelivered.owedBy(game);
    const now = owed && this.#host.undelivered.lateMap(owed, this.inFlight.heardOf(game));
    return now?.drawing?.point.seq !== drawing.point.seq;
  }

  async #bringBallot(due: Of<'ballot'>): Promise<void> {
    await this.#host.ballotMessages.ready([due.ballot]);
    const posting = this.#host.ballotMessages.posting(due.ballot, due.forSide);
    if (!posting) return;
    const { channel, answer } = posting;
    if (!this.#isFree(keysOf(answer))) return;
    const posted = await this.#bringAnswer(channel, answer, answer.drawing?.point ?? null, nonceOf(answer, null));
    const keys = [keyOf(due), ...keysOf(answer)];
    // A channel that is gone is asked for too, ever more seldom: its game is not over.
    if (posted.how === 'gone') this.#failed.putOff(keys, channel, false);
    else this.#failed.tried(keys, channel, posted);
  }

  async #bringNotice(due: Of<'notice'>): Promise<void> {
    await this.#settleDelivered(due);
    const telling = this.#host.undelivered.notice(due.notice, this.#clock.now());
    if (!telling) return;
    const { channel, answer } = telling;
    const became = await this.post(channel, answer, null);
    if (became.how === 'forbidden' && memberOfDm(channel) !== null) {
      const game = this.#host.dmPings.moveToChannel(due.notice);
      // Until this delivery is over, the notice counts as queued; and a map of its game that is on its way was drawn without it.
      const ways = [keyOf(due), ...(game === null ? [] : [game])].map((key) => this.#queued.get(key));
      void Promise.all([...ways, game === null ? null : this.inFlight.whenOver(game)]).then(() => this.deliver());
      return;
    }
    this.#failed.tried([keyOf(due)], channel, became);
  }

  /** Words that are in the channel already, where the process ended before it heard so, are not said twice and call nobody twice. */
  async #settleDelivered(due: DueMessage): Promise<void> {
    for (const written of this.#host.undelivered.possiblyDelivered(due)) {
      this.poster.noteAgain(noticeKey(written.notice));
      if ((await findSentMessage(this.#client, due.channel, matchingMessage(written))) !== null)
        this.#host.undelivered.heard([written.notice]);
    }
  }

  /** Tries at once what a server has not got; resolves when it has been tried. Never rejects. */
  async returnedTo(guild: string): Promise<void> {
    try {
      for (const due of this.#host.undelivered.due()) if (due.guild === guild) this.#failed.retryNow(keysOfDue(due));
      await this.deliver();
    } catch (error) {
      this.#log.error({ err: error, guild }, 'undelivered messages could not be read');
    }
  }

  /** Retries at once everything that failed while Discord was out of order. Never rejects. */
  async wellAgain(): Promise<void> {
    this.#failed.wellAgain();
    await this.deliver();
  }

  /** The bot can post in channels again, or can do more there: what they have not got is tried at once. Never rejects. */
  async regained(channels: ReadonlySet<string>): Promise<void> {
    this.#failed.regained(channels);
    await this.deliver();
  }
}

const COULD_NOT = {
  map: 'an undelivered map could not be made; trying later',
  ballot: 'the message of a ballot could not be made; trying later',
  notice: 'an undelivered message could not be made; trying later',
} as const satisfies { [what in DueMessage['what']]: string };
