import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { BoardUpdate, DueMessage, HostPart, MessageRef, Reply } from '../../host/index.ts';
import type { Clock } from '../../time-source.ts';
import { withTimeout } from '../../with-timeout.ts';
import { isOutage } from '../connection/network-errors.ts';
import type { ChannelPoster, EditResult } from './channel-poster.ts';
import { nonceOf, queueOf } from './delivery-keys.ts';
import type { FailedPosts } from './failed-posts.ts';
import { findSentMessage, mapOf, messagesBelow } from './find-sent-message.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import type { PostsInFlight } from './posts-in-flight.ts';

/** A board that the game overtakes while it is drawn is drawn anew, so many times. */
const REDRAWN = 3;
/** From one edit of a board to the next, at least: Discord takes about five in five seconds. */
const REST_MS = 1000;
/** With so many messages below it, a board is posted again at the next order. */
const REPOST_AFTER_MESSAGES = 10;
/** The messages below a board are counted at most this often. */
const REPOST_CHECK_MS = 60_000;
/** The map that an answer brings comes before the board's next, unless it takes longer than this. */
const SHOWN_MS = 15_000;

/** Does an edit in a channel while no ballot is edited there. */
export type Alone = (channel: string, work: () => Promise<void>) => Promise<void>;

type DueMap = Extract<DueMessage, { readonly what: 'map' }>;

interface BoardParts {
  readonly client: Client;
  readonly host: HostPart<{
    undelivered: 'owedBy' | 'board';
    liveBoards: 'lost' | 'found' | 'messageOf' | 'old' | 'oldDone';
    preloading: 'forGame';
  }>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pictures: PicturesInFlight;
  readonly poster: ChannelPoster;
  readonly inFlight: PostsInFlight;
  readonly failed: FailedPosts;
  readonly alone: Alone;
  mayBring(due: DueMessage): boolean;
  mayRetry(key: string): boolean;
  /** Does something in a channel after everything that is queued for it. */
  inLine(channel: string, work: () => Promise<void>): Promise<void>;
}

/**
 * Keeps live boards up to date. What a board is to show is read when its turn comes: whatever was done in between is shown in one edit,
 * and nothing is lost with the process.
 */
export class LiveBoardDelivery {
  readonly #parts: BoardParts;
  readonly #edited = new Map<string, number>();
  /** Who waits for a channel's rest to be over. */
  readonly #resting = new Set<() => void>();
  /** By game, when it was looked at how far up its board is. */
  readonly #looked = new Map<string, number>();
  /** Games whose board this process has brought: what their channel has is known. */
  readonly #known = new Set<string>();
  readonly #clearing = new Set<string>();
  #stopped = false;

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#stopped = true;
    for (const wake of this.#resting) wake();
  }

  /** Whether it is known what the channel of a game has: nothing has to be looked for there. */
  isKnown(game: string): boolean {
    return this.#known.has(game);
  }

  /** Of earlier boards that still have their buttons, the keys by which their edits are put off. */
  oldKeys(): string[] {
    return this.#parts.host.liveBoards.old().map(({ message }) => message);
  }

  /** Brings a board up to date, by an edit or a new message. Never rejects. */
  async bring(due: DueMap): Promise<void> {
    const { game, channel } = due;
    await withTimeout(SHOWN_MS, this.#parts.inFlight.whenOver(game), undefined);
    await this.#rest(channel);
    await this.#parts.alone(channel, async () => {
      let again = true;
      for (let drawn = 0; again; drawn++) again = await this.#bringOnce(due, drawn < REDRAWN);
    });
    void this.clearOld();
  }

  /** @returns whether to do it again: the game went on while its map was drawn, or the board was not where it should be */
  async #bringOnce(due: DueMap, mayRedraw: boolean): Promise<boolean> {
    const { game } = due;
    if (!this.#parts.mayBring(due)) return false;
    await this.#parts.host.preloading.forGame(game);
    const update = this.#parts.host.undelivered.board(game, this.#parts.clock.now());
    if (!update) return false;
    const { answer, edits } = update;
    if (!edits && !this.#known.has(game) && (await this.#findBoard(due, answer))) return true;
    const picture = await this.#parts.pictures.draw(answer, { server: queueOf(due), member: null }, this.#parts.log);
    try {
      const owed = this.#parts.host.undelivered.owedBy(game);
      if (mayRedraw && owed && !answer.tells.includes(owed.seq)) return true;
      const { answer: brought, over } = this.#parts.inFlight.begin(answer);
      const became = await this.#postOrEdit(due, { answer: brought, edits }, picture);
      over();
      if (became.how === 'lost') return edits !== null && this.#parts.host.liveBoards.lost(edits);
      if (became.how === 'posted') this.#known.add(game);
      else this.#known.delete(game);
      this.#parts.failed.tried([game], due.channel, became);
      return false;
    } finally {
      picture.over();
    }
  }

  async #postOrEdit(due: DueMap, { answer, edits }: BoardUpdate, picture: PictureInFlight): Promise<EditResult> {
    const point = answer.drawing?.point ?? null;
    if (!edits || !point || (await this.#isFarUp(due.game, edits))) {
      // One that was deleted has the nonce of what it showed last.
      const nonce = answer.tells.length > 0 ? nonceOf(answer, point) : null;
      return await this.#parts.poster.post(
        due.channel,
        answer,
        point ?? this.#parts.host.undelivered.owedBy(due.game),
        nonce,
        picture,
      );
    }
    this.#edited.set(due.channel, this.#parts.clock.now());
    return await this.#parts.poster.edit(edits, answer, point, picture);
  }

  /** A board that others have written much below is posted again. Never rejects. */
  async #isFarUp(game: string, board: MessageRef): Promise<boolean> {
    const now = this.#parts.clock.now();
    const since = now - (this.#looked.get(game) ?? 0);
    if (since >= 0 && since < REPOST_CHECK_MS) return false;
    this.#looked.set(game, now);
    try {
      return (await messagesBelow(this.#parts.client, board, REPOST_AFTER_MESSAGES)) >= REPOST_AFTER_MESSAGES;
    } catch (error) {
      this.#parts.log.debug({ err: error, ...board }, 'the messages below a board could not be counted');
      return false;
    }
  }

  /** A board that the channel has already, where the process ended before it heard so, is edited, and not posted twice. */
  async #findBoard({ game, channel }: DueMap, answer: Reply): Promise<boolean> {
    const since = this.#parts.host.undelivered.owedBy(game)?.since;
    if (since === undefined) return false;
    const before = this.#parts.host.liveBoards.messageOf(game)?.message ?? null;
    const message = await findSentMessage(this.#parts.client, channel, mapOf(game, since, before));
    this.#known.add(game);
    if (message !== null) this.#parts.host.liveBoards.found(answer, { channel, message });
    return message !== null;
  }

  /** Resolves when a channel may have its next edit. */
  async #rest(channel: string): Promise<void> {
    const left = (this.#edited.get(channel) ?? 0) + REST_MS - this.#parts.clock.now();
    if (left <= 0 || left > REST_MS || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        this.#resting.delete(wake);
        resolve();
      };
      const cancel = this.#parts.clock.after(left, wake);
      this.#resting.add(wake);
    });
  }

  /** Boards of earlier phases lose their buttons. Never rejects. */
  async clearOld(): Promise<void> {
    try {
      for (const place of this.#parts.host.liveBoards.old()) {
        const { message } = place;
        if (this.#stopped || this.#clearing.has(message) || !this.#parts.mayRetry(message)) continue;
        this.#clearing.add(message);
        await this.#parts.inLine(place.channel, () => this.#clearOne(place));
        this.#clearing.delete(message);
      }
    } catch (error) {
      this.#parts.log.error({ err: error }, 'boards of earlier phases could not be read');
    }
  }

  async #clearOne(place: MessageRef): Promise<void> {
    try {
      await this.#parts.poster.removeButtons(place);
      this.#parts.host.liveBoards.oldDone(place);
      this.#parts.failed.retryNow([place.message]);
    } catch (error) {
      if (this.#parts.failed.putOff([place.message], place.channel, isOutage(error)))
        this.#parts.log.warn(
          { err: error, ...place },
          'the buttons of an earlier board could not be removed; trying later',
        );
    }
  }
}
