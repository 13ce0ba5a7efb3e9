import { type DueMessage, type LogPoint, type MessageRef, memberOfDm, type Reply } from '../../host/index.ts';
import type { BallotMessageEditor } from './ballot-messages.ts';
import { isReadIn } from './bot-permissions.ts';
import { ChannelPoster } from './channel-poster.ts';
import type { BotContext } from './context.ts';
import { FailedPosts, type PostOutcome } from './failed-posts.ts';
import { ChannelEdits } from './fair-queue.ts';
import { findSentMessage, matchingMessage } from './find-sent-message.ts';
import { LiveBoardDelivery } from './live-board-delivery.ts';
import type { OpenThreads } from './open-threads.ts';
import { OutboxRunner } from './outbox-runner.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { keyOf, keysOf, nonceOf, noticeKey, PostsInFlight, queueOf } from './posts-in-flight.ts';

/** Least time, in milliseconds, between an edit in a channel and the next edit of a ballot message there. */
const REST_MS = 2000;
/** Times that a map is redrawn because the game went on while it was drawn. */
const REDRAWN = 3;

/**
 * Posts to channels without an interaction: results of clocks, and maps, ballots and notices left undelivered by a crash or a lost
 * connection. `OutboxRunner` decides when.
 */
export class ChannelDelivery {
  readonly #context: BotContext;
  readonly poster: ChannelPoster;
  readonly #pictures: PicturesInFlight;
  readonly inFlight: PostsInFlight;
  readonly runner: OutboxRunner;
  readonly #boards: LiveBoardDelivery;
  readonly #threads: Pick<OpenThreads, 'open'>;
  readonly #ballots: Pick<BallotMessageEditor, 'bring'>;
  readonly edits: ChannelEdits;
  /** Games whose board must be posted or edited once more after the delivery under way. */
  readonly #again = new Set<string>();
  /** Games whose board is shown after an answer that brings a map of them. */
  readonly #following = new Set<string>();

  /**
   * @param threads opens threads and posts
   * @param ballots edits their messages
   */
  constructor(
    context: BotContext,
    pictures: PicturesInFlight,
    threads: Pick<OpenThreads, 'open'>,
    ballots: Pick<BallotMessageEditor, 'bring'>,
  ) {
    this.#context = context;
    this.#ballots = ballots;
    this.edits = new ChannelEdits(context.clock);
    this.#pictures = pictures;
    this.#threads = threads;
    this.inFlight = new PostsInFlight(context.host, context.log);
    const { inFlight } = this;
    const failed = new FailedPosts(context);
    const ready = ({ channel }: DueMessage) => this.edits.rest(channel, REST_MS);
    const [send, sent] = [(due: DueMessage) => this.#send(due), (due: DueMessage) => this.#sent(due)];
    this.runner = new OutboxRunner({ ...context, inFlight, ready, send, sent });
    const inLine = (channel: string, work: () => Promise<void>) => this.runner.inLine(channel, work);
    // Ballots that have come to a channel may have changed on the way.
    const shown = () => this.runner.look();
    this.poster = new ChannelPoster(context, shown, inFlight, pictures, inLine, failed);
    this.#boards = new LiveBoardDelivery({
      ...context,
      pictures,
      edits: this.edits,
      poster: this.poster,
      inFlight,
      mayBring: (due) => this.runner.maySend(due),
    });
  }

  async stop(): Promise<void> {
    const stopped = this.runner.stop();
    this.edits.stop();
    await stopped;
  }

  /** Posts an answer to a channel, after everything that already waits there. Never rejects. */
  say(channel: string, given: Reply): Promise<void> {
    if (given.fault !== undefined) {
      this.#context.log.error(
        { err: given.fault, channel },
        'a message could not be made of what was done; its map is brought',
      );
      return this.runner.retryIn(new Set([channel]));
    }
    if (given.board?.how === 'edit') return this.#showBoard(given.board.game);
    const { answer, over } = this.inFlight.begin(given);
    return this.runner.inLine(channel, async () => {
      await this.post(channel, answer, answer.drawing?.point ?? null);
      over();
    });
  }

  /**
   * Says something that is made when its turn comes in its server's lane (a DM's own) and in its channel. Never rejects.
   * @param make returns null if the post is no longer wanted
   */
  sayInTurn(lane: string, channel: string, make: () => Reply | null): Promise<void> {
    const work = () =>
      this.runner.inLine(channel, async () => {
        if (this.runner.isStopped) return;
        try {
          const answer = make();
          if (answer) await this.#bringAnswer(channel, answer, answer.drawing?.point ?? null);
        } catch (error) {
          this.#context.log.error({ err: error, channel }, 'a post could not be made');
        }
      });
    return this.runner.queue.add(lane, work, channel);
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

  /** Returns `null` if there was nothing to send or something else brings it. Rejects if it must be tried again. */
  async #send(due: DueMessage): Promise<PostOutcome | null> {
    this.poster.noteAgain(keyOf(due));
    switch (due.what) {
      case 'map':
      case 'board':
        if (!this.#boards.isKnown(due.id)) await this.#settleDelivered(due);
        return await (this.#context.host.liveBoards.has(due.id) ? this.#bringBoard(due) : this.#bringMap(due));
      case 'ballot':
      case 'side ballot':
        return await this.#bringBallot(due);
      case 'edit':
        return await this.#editBallots(due);
      case 'notice':
        return await this.#bringNotice(due);
      case 'thread':
      case 'post':
        await this.#threads.open(due);
        return null;
      case 'buttons':
        await this.#removeButtons({ channel: due.channel, message: due.id });
        return null;
      default:
        return due.what satisfies never;
    }
  }

  async #sent(due: DueMessage): Promise<void> {
    const key = keyOf(due);
    if (this.#again.delete(key)) await this.#showBoard(key);
    // Members may have voted during the edit.
    if (due.what === 'edit') this.runner.look();
  }

  async #bringBoard(due: DueMessage): Promise<PostOutcome | null> {
    const became = await this.#boards.bring(due);
    // The board of the phase before loses its buttons.
    this.runner.look();
    return became;
  }

  async #editBallots(due: DueMessage): Promise<PostOutcome | null> {
    const became = await this.edits.alone(due.channel, () => this.#ballots.bring(due));
    // An open ballot wants another message.
    if (became?.how === 'gone') void this.runner.run();
    return became;
  }

  async #removeButtons(place: MessageRef): Promise<void> {
    await this.poster.removeButtons(place);
    this.#context.host.liveBoards.oldDone(place);
  }

  async #bringMap(due: DueMessage): Promise<PostOutcome | null> {
    const game = due.id;
    for (let drawn = 0; ; drawn++) {
      // Meanwhile an answer may have set out that brings it.
      if (!this.runner.isFree([game])) return null;
      const waiting = this.#context.host.undelivered.undeliveredMap(game);
      if (!waiting) return null;
      await this.#context.host.preloading.forGame(game);
      const given = this.#context.host.undelivered.lateMap(waiting, this.inFlight.heardOf(game));
      if (!given) {
        this.#context.host.undelivered.delivered(waiting);
        return null;
      }
      const picture = await this.#pictures.draw(given, { server: queueOf(due), member: null }, this.#context.log);
      try {
        if (drawn < REDRAWN && this.#isOvertaken(game, given)) continue;
        return await this.#bringAnswer(waiting.channel, given, waiting, undefined, picture);
      } finally {
        picture.over();
      }
    }
  }

  /** Updates a game's live board. Changes during an update share the next edit. Resolves when it has been tried. Never rejects. */
  async #showBoard(game: string): Promise<void> {
    try {
      const due = this.#context.host.undelivered.dueBoard(game);
      const queued = this.runner.queued(game);
      if (due && queued) this.#again.add(game);
      if (queued) return await queued;
      if (due && this.inFlight.isUnderWay(game)) return this.#showBoardAfter(game);
      await (due && this.runner.mayTry(due) ? this.runner.enqueue(due) : this.runner.run());
    } catch (error) {
      this.#context.log.error({ err: error, game }, 'a live board could not be read');
    }
  }

  /** Edits a board whose buttons have changed, after everything that is on its way with the earlier ones. Never rejects. */
  async refreshBoard(game: string): Promise<void> {
    while (this.inFlight.isUnderWay(game) || this.runner.queued(game)) {
      await this.inFlight.whenOver(game);
      await this.runner.queued(game);
    }
    try {
      this.#context.host.undelivered.addBoard(game, this.#context.clock.now());
    } catch (error) {
      this.#context.log.error({ err: error, game }, 'a live board could not be marked as out of date');
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

  /** Whether the game went on while its map was drawn, so that the map would show an old position. */
  #isOvertaken(game: string, { drawing }: Reply): boolean {
    if (!drawing) return false;
    if (!this.runner.isFree([game])) return true;
    const waiting = this.#context.host.undelivered.undeliveredMap(game);
    const now = waiting && this.#context.host.undelivered.lateMap(waiting, this.inFlight.heardOf(game));
    return now?.drawing?.point.seq !== drawing.point.seq;
  }

  async #bringBallot(due: DueMessage): Promise<PostOutcome | null> {
    await this.#context.host.ballotMessages.ready([Number(due.id)]);
    const posting = this.#context.host.ballotMessages.posting(Number(due.id), due.what === 'side ballot');
    if (!posting || !this.runner.isFree(keysOf(posting.answer))) return null;
    const { channel, answer } = posting;
    const posted = await this.#bringAnswer(channel, answer, answer.drawing?.point ?? null, nonceOf(answer, null));
    // A deleted channel is tried again, with growing waits, because its game is not over.
    return posted.how === 'gone' ? { how: 'failed', outage: false } : posted;
  }

  async #bringNotice(due: DueMessage): Promise<PostOutcome | null> {
    const notice = Number(due.id);
    await this.#settleDelivered(due);
    const telling = this.#context.host.undelivered.notice(
      notice,
      this.#context.clock.now(),
      this.#isReadIn(due.channel),
    );
    if (!telling) return null;
    const { channel, answer } = telling;
    const became = await this.post(channel, answer, null);
    if (became.how !== 'forbidden' || memberOfDm(channel) === null) return became;
    const game = this.#context.host.dmPings.moveToChannel(notice);
    // The next run waits for this delivery and for the game's map under way: neither of them carries the moved notice.
    const ways = [keyOf(due), ...(game === null ? [] : [game])].map((key) => this.runner.queued(key));
    void Promise.all([...ways, game === null ? null : this.inFlight.whenOver(game)]).then(() => this.runner.run());
    return null;
  }

  /** Tells of other channels whether all who read this one can see them. */
  #isReadIn(channel: string): (other: string) => boolean {
    const here = this.#context.client.channels.cache.get(channel) ?? null;
    return (other) => isReadIn(here, other);
  }

  /** Finds notices that the channel has already, after a crash before their confirmation, so that nobody is pinged twice. */
  async #settleDelivered(due: DueMessage): Promise<void> {
    for (const written of this.#context.host.undelivered.possiblyDelivered(due, this.#isReadIn(due.channel))) {
      this.poster.noteAgain(noticeKey(written.notice));
      if ((await findSentMessage(this.#context.client, due.channel, matchingMessage(written))) !== null)
        this.#context.host.undelivered.heard([written.notice]);
    }
  }
}
