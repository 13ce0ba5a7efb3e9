import type { BoardUpdate, DueMessage, HostPart, MessageRef, Reply } from '../../host/index.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { ChannelPoster, EditResult } from './channel-poster.ts';
import type { BotContext } from './context.ts';
import type { PostOutcome } from './failed-posts.ts';
import type { ChannelEdits } from './fair-queue.ts';
import { findSentMessage, mapOf, messagesBelow } from './find-sent-message.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { nonceOf, type PostsInFlight, queueOf } from './posts-in-flight.ts';

/** Times that a board is redrawn because the game went on while it was drawn. */
const REDRAWN = 3;
/** From one edit of a board to the next, at least: Discord takes about five in five seconds. */
const REST_MS = 1000;
/** Messages below a board after which the next order posts it again. */
const REPOST_AFTER_MESSAGES = 10;
/** The messages below a board are counted at most this often. */
const REPOST_CHECK_MS = 60_000;
/** The map that an answer brings comes before the board's next, unless it takes longer than this. */
const SHOWN_MS = 15_000;

type BoardHost = HostPart<{
  undelivered: 'undeliveredMap' | 'board';
  liveBoards: 'lost' | 'found' | 'messageOf';
  preloading: 'forGame';
}>;

interface BoardParts extends BotContext<BoardHost> {
  readonly pictures: PicturesInFlight;
  readonly poster: ChannelPoster;
  readonly inFlight: PostsInFlight;
  readonly edits: ChannelEdits;
  mayBring(due: DueMessage): boolean;
}

/**
 * Keeps live boards up to date. The content is read only when an edit's turn comes, so changes in between share one edit, and nothing is
 * lost with the process.
 */
export class LiveBoardDelivery {
  readonly #parts: BoardParts;
  /** By game, when it was looked at how far up its board is. */
  readonly #looked = new Map<string, number>();
  /** Games whose board this process has delivered, so that its state in the channel is known. */
  readonly #known = new Set<string>();

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** Whether it is known what the channel of a game has: nothing has to be looked for there. */
  isKnown(game: string): boolean {
    return this.#known.has(game);
  }

  /** Brings a board up to date, by an edit or a new message. Never rejects. */
  async bring(due: DueMessage): Promise<PostOutcome | null> {
    const { id: game, channel } = due;
    await withTimeout(SHOWN_MS, this.#parts.inFlight.whenOver(game), undefined);
    await this.#parts.edits.rest(restOf(channel), REST_MS);
    return await this.#parts.edits.alone(channel, async () => {
      for (let drawn = 0; ; drawn++) {
        const became = await this.#bringOnce(due, drawn < REDRAWN);
        if (became !== 'again') return became;
      }
    });
  }

  /** `again` if the game went on while its map was drawn, or the board had moved; null if there is nothing to deliver. */
  async #bringOnce(due: DueMessage, mayRedraw: boolean): Promise<PostOutcome | 'again' | null> {
    const { id: game } = due;
    if (!this.#parts.mayBring(due)) return null;
    await this.#parts.host.preloading.forGame(game);
    const update = this.#parts.host.undelivered.board(game, this.#parts.clock.now());
    if (!update) return null;
    const { answer, edits } = update;
    if (!edits && !this.#known.has(game) && (await this.#findBoard(due, answer))) return 'again';
    const picture = await this.#parts.pictures.draw(answer, { server: queueOf(due), member: null }, this.#parts.log);
    try {
      const waiting = this.#parts.host.undelivered.undeliveredMap(game);
      if (mayRedraw && waiting && !answer.tells.includes(waiting.seq)) return 'again';
      const { answer: brought, over } = this.#parts.inFlight.begin(answer);
      const became = await this.#postOrEdit(due, { answer: brought, edits }, picture);
      over();
      if (became.how === 'lost') return edits !== null && this.#parts.host.liveBoards.lost(edits) ? 'again' : null;
      if (became.how === 'posted') this.#known.add(game);
      else this.#known.delete(game);
      return became;
    } finally {
      picture.over();
    }
  }

  async #postOrEdit(due: DueMessage, { answer, edits }: BoardUpdate, picture: PictureInFlight): Promise<EditResult> {
    const point = answer.drawing?.point ?? null;
    if (!edits || !point || (await this.#isFarUp(due.id, edits))) {
      // One that was deleted has the nonce of what it showed last.
      const nonce = answer.tells.length > 0 ? nonceOf(answer, point) : null;
      return await this.#parts.poster.post(
        due.channel,
        answer,
        point ?? this.#parts.host.undelivered.undeliveredMap(due.id),
        nonce,
        picture,
      );
    }
    this.#parts.edits.note(restOf(due.channel));
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

  /** Finds a board that was posted before a crash, so that it is edited and not posted twice. */
  async #findBoard({ id: game, channel }: DueMessage, answer: Reply): Promise<boolean> {
    const since = this.#parts.host.undelivered.undeliveredMap(game)?.since;
    if (since === undefined) return false;
    const before = this.#parts.host.liveBoards.messageOf(game)?.message ?? null;
    const message = await findSentMessage(this.#parts.client, channel, mapOf(game, since, before));
    this.#known.add(game);
    if (message !== null) this.#parts.host.liveBoards.found(answer, { channel, message });
    return message !== null;
  }
}

/** Boards are edited sooner again than ballots. */
function restOf(channel: string): string {
  return `board ${channel}`;
}
