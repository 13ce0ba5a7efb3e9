import { type DueMessage, type LogPoint, type MessageRef, memberOfDm, type Reply } from '../../host/index.ts';
import type { BallotMessageEditor } from './ballot-edits.ts';
import { isReadIn } from './bot-permissions.ts';
import { createChannelEdits } from './channel-edits.ts';
import { createChannelPoster } from './channel-poster.ts';
import type { BotContext } from './context.ts';
import { createFailedPosts, type PostOutcome } from './failed-posts.ts';
import { findSentMessage, matchingMessage } from './find-sent-message.ts';
import { createLiveBoardDelivery } from './live-board-delivery.ts';
import type { OpenThreads } from './open-threads.ts';
import { createOutboxRunner } from './outbox-runner.ts';
import type { PictureInFlight, PicturesInFlight } from './pictures-in-flight.ts';
import { createPostsInFlight, deliveryKey, keysOf, nonceOf, noticeKey, queueOf } from './posts-in-flight.ts';

/** The least time between an edit in a channel and the next edit of a ballot's message there. */
const REST_MS = 2000;
/** How often a map is drawn again because the game went on meanwhile. */
const REDRAWN = 3;

export type ChannelDelivery = ReturnType<typeof createChannelDelivery>;

/**
 * Posts to channels without an interaction: results of clocks, and everything in the outbox. `outbox-runner.ts` decides
 * when.
 * @param threads opens threads and forum posts
 */
export function createChannelDelivery(
  context: BotContext,
  pictures: PicturesInFlight,
  threads: Pick<OpenThreads, 'open'>,
  editBallotMessage: BallotMessageEditor,
) {
  const { client, host, clock, log } = context;
  const edits = createChannelEdits(clock);
  const inFlight = createPostsInFlight(host, log);
  const runner = createOutboxRunner({
    ...context,
    inFlight,
    ready: ({ channel }) => edits.rest(channel, REST_MS),
    send: sendDue,
    sent: afterSending,
  });
  // A ballot may have changed while its message was on the way, so `look` finds out whether it must be edited.
  const poster = createChannelPoster(
    context,
    runner.look,
    inFlight,
    pictures,
    runner.inLine,
    createFailedPosts(context),
  );
  const boards = createLiveBoardDelivery({ ...context, pictures, edits, poster, inFlight, maySend: runner.maySend });
  /** Games whose board must be shown again after the delivery under way. */
  const boardsToRepeat = new Set<string>();
  /** Games whose board is shown once an answer with a map of them has arrived. */
  const boardsToFollow = new Set<string>();

  async function stop(): Promise<void> {
    const stopped = runner.stop();
    edits.stop();
    await stopped;
  }

  /** Posts an answer to a channel, after everything that waits there already. Never rejects. */
  function say(channel: string, given: Reply): Promise<void> {
    if (given.fault !== undefined) {
      log.error({ err: given.fault, channel }, 'a message could not be made of what was done; its map is brought');
      return runner.retryIn([channel]);
    }
    if (given.board?.how === 'edit') return showBoard(given.board.game);
    const { answer, over } = inFlight.begin(given);
    return runner.inLine(channel, async () => {
      await post(channel, answer, answer.drawing?.point ?? null);
      over();
    });
  }

  /**
   * Posts an answer that is made only when its turn comes. It waits for its turn among the posts of its server or DM,
   * and then in its channel. Never rejects.
   * @param lane the server, or the DM's channel
   * @param make returns null if the post is no longer wanted
   */
  function sayInTurn(lane: string, channel: string, make: () => Reply | null): Promise<void> {
    const work = () =>
      runner.inLine(channel, async () => {
        if (runner.isStopped()) return;
        try {
          const answer = make();
          if (answer) await deliverAnswer(channel, answer, answer.drawing?.point ?? null);
        } catch (error) {
          log.error({ err: error, channel }, 'a post could not be made');
        }
      });
    return runner.queue.add(lane, work, channel);
  }

  async function deliverAnswer(
    channel: string,
    given: Reply,
    point: LogPoint | null,
    nonce?: string | null,
    drawn?: PictureInFlight,
  ): Promise<PostOutcome> {
    const { answer, over } = inFlight.begin(given);
    const became = await post(channel, answer, point, nonce, drawn);
    over();
    return became;
  }

  /**
   * Posts an answer to a channel, and marks its news as delivered once Discord has it. Never rejects.
   * @param nonce makes Discord return the earlier message if it was sent before
   * @param drawn the picture, if it is drawn already
   */
  function post(
    channel: string,
    answer: Reply,
    point: LogPoint | null,
    nonce: string | null = nonceOf(answer, point),
    drawn?: PictureInFlight,
  ): Promise<PostOutcome> {
    return poster.post(channel, answer, point, nonce, drawn);
  }

  async function sendDue(due: DueMessage): Promise<PostOutcome | null> {
    poster.noteAgain(deliveryKey(due));
    switch (due.what) {
      case 'map':
      case 'board':
        if (!boards.needsNoSearch(due.id)) await settleDelivered(due);
        return await (host.liveBoards.has(due.id) ? deliverBoard(due) : deliverMap(due));
      case 'ballot':
      case 'side ballot':
        return await deliverBallot(due);
      case 'edit':
        return await editBallots(due);
      case 'notice':
        return await deliverNotice(due);
      case 'thread':
      case 'post':
        await threads.open(due);
        return null;
      case 'buttons':
        await removeButtons({ channel: due.channel, message: due.id });
        return null;
      default:
        return due.what satisfies never;
    }
  }

  async function afterSending(due: DueMessage): Promise<void> {
    // A board's key is the id of its game.
    const key = deliveryKey(due);
    if (boardsToRepeat.delete(key)) await showBoard(key);
    // Members may have voted during the edit.
    if (due.what === 'edit') runner.look();
  }

  async function deliverBoard(due: DueMessage): Promise<PostOutcome | null> {
    const became = await boards.deliverBoard(due);
    // The board of the earlier phase must lose its buttons.
    runner.look();
    return became;
  }

  async function editBallots(due: DueMessage): Promise<PostOutcome | null> {
    const became = await edits.alone(due.channel, () => editBallotMessage(due));
    // An open ballot needs a new message.
    if (became?.how === 'gone') void runner.run();
    return became;
  }

  async function removeButtons(place: MessageRef): Promise<void> {
    await poster.removeButtons(place);
    host.liveBoards.oldDone(place);
  }

  async function deliverMap(due: DueMessage): Promise<PostOutcome | null> {
    const game = due.id;
    for (let drawn = 0; ; drawn++) {
      // An answer may bring the map by now.
      if (inFlight.isUnderWay(game)) return null;
      const waiting = host.undelivered.undeliveredMap(game);
      if (!waiting) return null;
      await host.preloading.forGame(game);
      const given = host.undelivered.lateMap(waiting, inFlight.heardOf(game));
      if (!given) {
        host.undelivered.delivered(waiting);
        return null;
      }
      const picture = await pictures.draw(given, { server: queueOf(due), member: null }, log);
      try {
        if (drawn < REDRAWN && isOutOfDate(game, given)) continue;
        return await deliverAnswer(waiting.channel, given, waiting, undefined, picture);
      } finally {
        picture.over();
      }
    }
  }

  /** Updates a game's live board, or waits for the update under way. Never rejects. */
  async function showBoard(game: string): Promise<void> {
    try {
      const due = host.undelivered.dueBoard(game);
      const queued = runner.queued(game);
      if (due && queued) boardsToRepeat.add(game);
      if (queued) return await queued;
      if (due && inFlight.isUnderWay(game)) return showBoardAfter(game);
      await (due && runner.isInReach(due) ? runner.enqueue(due) : runner.run());
    } catch (error) {
      log.error({ err: error, game }, 'a live board could not be read');
    }
  }

  /** Edits a board whose buttons have changed, after deliveries that show the old ones. Never rejects. */
  async function refreshBoard(game: string): Promise<void> {
    while (inFlight.isUnderWay(game) || runner.queued(game)) {
      await inFlight.whenOver(game);
      await runner.queued(game);
    }
    try {
      host.undelivered.addBoard(game, clock.now());
    } catch (error) {
      log.error({ err: error, game }, 'a live board could not be marked as out of date');
    }
    await showBoard(game);
  }

  /** Shows a board after the answer that brings a map of its game. Orders given meanwhile share the edit. */
  function showBoardAfter(game: string): void {
    if (boardsToFollow.has(game)) return;
    boardsToFollow.add(game);
    void inFlight.whenOver(game).then(() => {
      boardsToFollow.delete(game);
      return showBoard(game);
    });
  }

  /** Whether the game went on while its map was drawn, so that the map is out of date. */
  function isOutOfDate(game: string, { drawing }: Reply): boolean {
    if (!drawing) return false;
    if (inFlight.isUnderWay(game)) return true;
    const waiting = host.undelivered.undeliveredMap(game);
    const now = waiting && host.undelivered.lateMap(waiting, inFlight.heardOf(game));
    return now?.drawing?.point.seq !== drawing.point.seq;
  }

  async function deliverBallot(due: DueMessage): Promise<PostOutcome | null> {
    await host.ballotMessages.ready([Number(due.id)]);
    const posting = host.ballotMessages.posting(Number(due.id), due.what === 'side ballot');
    if (!posting || keysOf(posting.answer).some(inFlight.isUnderWay)) return null;
    const { channel, answer } = posting;
    const posted = await deliverAnswer(channel, answer, answer.drawing?.point ?? null, nonceOf(answer, null));
    // A deleted channel is tried again, because the game is not over.
    return posted.how === 'gone' ? { how: 'failed', outage: false } : posted;
  }

  async function deliverNotice(due: DueMessage): Promise<PostOutcome | null> {
    const notice = Number(due.id);
    await settleDelivered(due);
    const telling = host.undelivered.notice(notice, clock.now(), readIn(due.channel));
    if (!telling) return null;
    const { channel, answer } = telling;
    const became = await post(channel, answer, null);
    if (became.how !== 'forbidden' || memberOfDm(channel) === null) return became;
    const game = host.dmPings.moveToChannel(notice);
    // The next run comes after this delivery and the game's map under way, because neither of them brings the moved
    // notice.
    const deliveries = [deliveryKey(due), ...(game === null ? [] : [game])].map((key) => runner.queued(key));
    void Promise.all([...deliveries, game === null ? null : inFlight.whenOver(game)]).then(() => runner.run());
    return null;
  }

  function readIn(channel: string): (other: string) => boolean {
    const here = client.channels.cache.get(channel) ?? null;
    return (other) => isReadIn(here, other);
  }

  /**
   * Marks notices as delivered that the channel has already, so that nobody is pinged twice. A crash may have come
   * before they were marked.
   */
  async function settleDelivered(due: DueMessage): Promise<void> {
    for (const written of host.undelivered.possiblyDelivered(due, readIn(due.channel))) {
      poster.noteAgain(noticeKey(written.notice));
      if ((await findSentMessage(client, due.channel, matchingMessage(written))) !== null)
        host.undelivered.heard([written.notice]);
    }
  }

  return { poster, inFlight, runner, edits, stop, say, sayInTurn, post, refreshBoard };
}
