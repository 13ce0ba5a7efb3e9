import type { DueMessage, MessageRef, Reply } from '../../host/index.ts';
import type { ChannelEdits } from './channel-edits.ts';
import type { ChannelPoster, EditResult } from './channel-poster.ts';
import type { BotContext } from './context.ts';
import type { PostOutcome } from './failed-posts.ts';
import { findSentMessage, matchingMap, messagesBelow } from './find-sent-message.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { nonceOf, type PostsInFlight, queueOf } from './posts-in-flight.ts';

/** How often a board is drawn again because the game went on meanwhile. */
const REDRAWN = 3;
/** The least time between two edits of a board. Discord allows about five in five seconds. */
const REST_MS = 1000;
const REPOST_AFTER_MESSAGES = 10;
const REPOST_CHECK_MS = 60_000;

interface BoardParts extends BotContext {
  readonly pictures: PicturesInFlight;
  readonly poster: ChannelPoster;
  readonly inFlight: PostsInFlight;
  readonly edits: ChannelEdits;
  maySend(due: DueMessage): boolean;
}

/** The content is read only when an edit's turn comes, so changes share an edit and none is lost. */
export function createLiveBoardDelivery(parts: BoardParts) {
  const { inFlight, maySend, host, clock, pictures, log, poster, client } = parts;
  /** By game, the time of the last check how many messages are below its board. */
  const checkedAt = new Map<string, number>();
  /** Games whose last board this process posted or has looked for. Any other may have been posted before a crash. */
  const needsNoSearch = new Set<string>();

  /** Posts or edits a game's board. Returns null if nothing is to be delivered. Rejects if it must be tried again. */
  async function deliverBoard(due: DueMessage): Promise<PostOutcome | null> {
    const { id: game, channel } = due;
    await inFlight.whenMapShown(game);
    await parts.edits.rest(restOf(channel), REST_MS);
    return await parts.edits.alone(channel, async () => {
      for (let drawn = 0; ; drawn++) {
        const became = await deliverOnce(due, drawn < REDRAWN);
        if (became !== 'again') return became;
      }
    });
  }

  /** Returns `again` if the game or the board has changed meanwhile; null if nothing is to be delivered. */
  async function deliverOnce(due: DueMessage, mayRedraw: boolean): Promise<PostOutcome | 'again' | null> {
    const { id: game } = due;
    if (!maySend(due)) return null;
    await host.preloading.forGame(game);
    const update = host.undelivered.board(game, clock.now());
    if (!update) return null;
    const { answer, edited: board } = update;
    if (!board && !needsNoSearch.has(game) && (await findBoard(due, answer))) return 'again';
    const picture = await pictures.draw(answer, { server: queueOf(due), member: null }, log);
    try {
      const waiting = host.undelivered.undeliveredMap(game);
      if (mayRedraw && waiting && !answer.tells.includes(waiting.seq)) return 'again';
      const { answer: sent, over } = inFlight.begin(answer);
      const became = await postOrEdit(due, sent, board, picture);
      over();
      if (became.how === 'lost') return board !== null && host.liveBoards.lost(board) ? 'again' : null;
      if (became.how === 'posted') needsNoSearch.add(game);
      else needsNoSearch.delete(game);
      return became;
    } finally {
      picture.over();
    }
  }

  async function postOrEdit(
    due: DueMessage,
    answer: Reply,
    board: MessageRef | null,
    picture: PictureInFlight,
  ): Promise<EditResult> {
    const point = answer.drawing?.point ?? null;
    if (!board || !point || (await isBuried(due.id, board))) {
      // A board without news replaces a deleted one. With a new nonce, Discord returns no earlier message for it.
      const nonce = answer.tells.length > 0 ? nonceOf(answer, point) : null;
      return await poster.post(due.channel, answer, point ?? host.undelivered.undeliveredMap(due.id), nonce, picture);
    }
    parts.edits.note(restOf(due.channel));
    return await poster.edit(board, answer, point, picture);
  }

  /** Whether many messages are below a board. That is checked once a minute; in between it counts as not buried. */
  async function isBuried(game: string, board: MessageRef): Promise<boolean> {
    const now = clock.now();
    const since = now - (checkedAt.get(game) ?? 0);
    if (since >= 0 && since < REPOST_CHECK_MS) return false;
    checkedAt.set(game, now);
    try {
      return (await messagesBelow(client, board, REPOST_AFTER_MESSAGES)) >= REPOST_AFTER_MESSAGES;
    } catch (error) {
      log.debug({ err: error, ...board }, 'the messages below a board could not be counted');
      return false;
    }
  }

  /** Finds a board that was posted before a crash, so that it is edited and not posted twice. */
  async function findBoard({ id: game, channel }: DueMessage, answer: Reply): Promise<boolean> {
    const since = host.undelivered.undeliveredMap(game)?.since;
    if (since === undefined) return false;
    const before = host.liveBoards.messageOf(game)?.message ?? null;
    const message = await findSentMessage(client, channel, matchingMap(game, since, before));
    needsNoSearch.add(game);
    if (message !== null) host.liveBoards.found(answer, { channel, message });
    return message !== null;
  }

  return { deliverBoard, needsNoSearch: (game: string): boolean => needsNoSearch.has(game) };
}

/** A name of its own for a channel's boards, which may be edited again sooner than its ballots. */
function restOf(channel: string): string {
  return `board ${channel}`;
}
