import { type DueMessage, isExpired } from '../../host/index.ts';
import { isNetworkError, isOutage } from '../connection/cannot-connect.ts';
import type { BotContext } from './context.ts';
import type { PostOutcome } from './failed-posts.ts';
import { createFairQueue } from './fair-queue.ts';
import { deliveryKey, type PostsInFlight, queueOf, queuePlaceOf } from './posts-in-flight.ts';

/** The runner looks this often for messages that became due unannounced, such as a map whose answer never came. */
const LOOK_MS = 60_000;
/** The wait of messages for a server that the bot has left. A return to the server makes them due at once. */
const LEFT_SERVER_MS = 60 * 60_000;

/** The wait after a failure, in milliseconds. It doubles each time, up to `longest`. */
interface RetryWait {
  readonly first: number;
  readonly longest: number;
}
type Waits = { readonly [why in 'outage' | 'refused']: RetryWait };

/** Discord doesn't say when an outage is over. */
const OUTAGE: RetryWait = { first: 60_000, longest: 60_000 };
const POSTING: Waits = { refused: { first: 60_000, longest: 6 * 60 * 60_000 }, outage: OUTAGE };
const THREADS: Waits = { refused: { first: 60_000, longest: 60 * 60_000 }, outage: OUTAGE };
const EDITS: Waits = { ...POSTING, outage: { first: 4000, longest: OUTAGE.longest } };

interface RunnerParts extends BotContext {
  readonly inFlight: PostsInFlight;
  /** Resolves when the channel may have another edit. */
  ready(due: DueMessage): Promise<void>;
  /** Returns null if there was nothing to send, or another delivery brings it. Rejects if it must be tried again. */
  send(due: DueMessage): Promise<PostOutcome | null>;
  sent(due: DueMessage): Promise<void>;
}

/** Sends the messages of the outbox when they are due. No server or DM holds up another. */
export function createOutboxRunner(parts: RunnerParts) {
  const { host, clock, log, inFlight, ready, sent, client } = parts;
  const queue = createFairQueue();
  const underWay = new Map<string, Promise<void>>();
  /** By channel, the end of its line: it resolves after the last work there. */
  const lines = new Map<string, Promise<void>>();
  /** Messages whose last try failed because of an outage, by delivery key. */
  const outages = new Map<string, DueMessage>();
  /** Failed messages whose next try the database could not store. By delivery key, the time until which each waits. */
  const unwritten = new Map<string, number>();
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  /** The time of the last run; infinite before the first, so that everything is tried at a start. */
  let lastRunAt = Number.POSITIVE_INFINITY;
  let isStopped = false;

  async function stop(): Promise<void> {
    timer?.cancel();
    isStopped = true;
    await queue.idle();
    // An arriving message may queue the removal of an older map.
    while (lines.size > 0) await Promise.all(lines.values());
  }

  /** Runs work in a channel after everything that waits there already. `work` never rejects. */
  function inLine(channel: string, work: () => Promise<void>): Promise<void> {
    const line = (lines.get(channel) ?? Promise.resolve()).then(work).then(() => {
      if (lines.get(channel) === line) lines.delete(channel);
    });
    lines.set(channel, line);
    return line;
  }

  /** Sends the due messages, and resolves when each was tried. Never rejects. */
  async function run(): Promise<void> {
    const now = clock.now();
    timer?.cancel();
    timer = null;
    runBy(now + LOOK_MS);
    try {
      // The clock was set back, or the bot has just started.
      if (now < lastRunAt) makeDue('everywhere');
      lastRunAt = now;
      const dues = withoutExpired(host.undelivered.due(now));
      runBy(host.undelivered.nextDue(now) ?? Number.POSITIVE_INFINITY);
      inFlight.dropDelivered();
      const isInTurn = (due: DueMessage) => underWay.has(deliveryKey(due)) || maySend(due);
      const sending = dues.filter(isInTurn).map(enqueue);
      const outOfReach = dues.filter(({ row, guild }) => row !== null && !isInServer(guild));
      if (outOfReach.length > 0) host.undelivered.putOff(outOfReach, now + LEFT_SERVER_MS);
      await Promise.all(sending);
    } catch (error) {
      log.error({ err: error }, 'undelivered messages could not be read');
    }
  }

  /** Sends messages when this time has come, milliseconds since 1970; null for none. */
  function arm(due: number | null): void {
    if (due === null || isStopped) return;
    if (due <= clock.now()) void run();
    else runBy(due);
  }

  /** Looks whether a message became due unannounced. Never throws. */
  function look(): void {
    try {
      arm(host.undelivered.nextDue(Number.NEGATIVE_INFINITY));
    } catch (error) {
      log.error({ err: error }, 'undelivered messages could not be read');
    }
  }

  function runBy(at: number): void {
    if (isStopped || (timer && timer.at <= at)) return;
    timer?.cancel();
    timer = { at, cancel: clock.after(at - clock.now(), () => void run()) };
  }

  /** Makes messages due. If the database refuses that, the messages that are due already are still sent. */
  function makeDue(where: Parameters<RunnerParts['host']['undelivered']['retry']>[0]): void {
    try {
      host.undelivered.retry(where);
    } catch (error) {
      log.error({ err: error }, 'undelivered messages could not be made due');
    }
  }

  function withoutExpired(dues: readonly DueMessage[]): DueMessage[] {
    const now = clock.now();
    const expired = dues.filter((due) => isExpired(due, now, isInServer));
    if (expired.length > 0)
      host.undelivered.heard(expired.flatMap((due) => (due.what === 'notice' ? Number(due.id) : [])));
    return dues.filter((due) => !expired.includes(due));
  }

  function enqueue(due: DueMessage): Promise<void> {
    const key = deliveryKey(due);
    const queued = underWay.get(key);
    if (queued) return queued;
    // Edits need not wait for posts of their channel.
    const send = () => (due.what === 'edit' ? sendInTurn(due) : inLine(due.channel, () => sendInTurn(due)));
    const work = queue
      .add(queueOf(due), send, queuePlaceOf(due), due.what === 'edit' ? () => ready(due) : null)
      .then(() => {
        underWay.delete(key);
        return sent(due);
      });
    underWay.set(key, work);
    return work;
  }

  /** Whether a message may be sent now: no other delivery brings it, and it needn't wait after a failure. */
  function maySend(due: DueMessage): boolean {
    const key = deliveryKey(due);
    const now = clock.now();
    const until = unwritten.get(key) ?? 0;
    // A longer wait than was set means that the clock was set back.
    return isInReach(due) && !inFlight.isUnderWay(key) && (until <= now || until > now + LOOK_MS);
  }

  /** Whether the bot can send to the message's server: it was not removed from it, and does not stop. */
  function isInReach({ guild }: DueMessage): boolean {
    return !isStopped && isInServer(guild);
  }

  function queued(key: string): Promise<void> | undefined {
    return underWay.get(key);
  }

  function isInServer(guild: string | null): boolean {
    return guild === null || client.guilds.cache.has(guild);
  }

  async function sendInTurn(due: DueMessage): Promise<void> {
    if (!maySend(due)) return;
    outages.delete(deliveryKey(due));
    try {
      const became = await parts.send(due);
      if (became?.how === 'failed' || became?.how === 'forbidden')
        putOff(due, became.how === 'failed' && became.outage);
      else host.undelivered.hasCome(due);
    } catch (error) {
      putOff(due, isOutage(error));
      const { what, id, channel, game } = due;
      const level = isNetworkError(error) ? 'warn' : 'error';
      if (due.attempts === 0) log[level]({ err: error, what, id, channel, game }, COULD_NOT[what]);
    }
  }

  function putOff(due: DueMessage, isOutage: boolean): void {
    const { first, longest } = waitsOf(due)[isOutage ? 'outage' : 'refused'];
    const until = clock.now() + Math.min(first * 2 ** due.attempts, longest);
    // An outage counts as few attempts, so that the waits after refusals are short again afterwards.
    const mostAttempts = isOutage ? Math.floor(Math.log2(longest / first)) + 1 : Number.POSITIVE_INFINITY;
    const failed = { ...due, attempts: Math.min(due.attempts + 1, mostAttempts) };
    if (isOutage) outages.set(deliveryKey(due), failed);
    try {
      host.undelivered.putOff([failed], until);
      unwritten.delete(deliveryKey(due));
      runBy(until);
    } catch (error) {
      unwritten.set(deliveryKey(due), clock.now() + LOOK_MS);
      log.error({ err: error, channel: due.channel }, 'a failed message could not be put off');
    }
  }

  function returnedTo(guild: string): Promise<void> {
    makeDue({ guild });
    return run();
  }

  /** Also sends maps that wait for an answer to bring them. Never rejects. */
  function retryAfterOutage(): Promise<void> {
    makeDue('untried');
    try {
      host.undelivered.putOff([...outages.values()], 0);
    } catch (error) {
      log.error({ err: error }, 'undelivered messages could not be made due');
    }
    return run();
  }

  /** Never rejects. */
  function retryIn(channels: readonly string[]): Promise<void> {
    makeDue({ channels });
    return run();
  }

  return {
    queue,
    isStopped: () => isStopped,
    stop,
    inLine,
    run,
    arm,
    look,
    enqueue,
    maySend,
    isInReach,
    queued,
    returnedTo,
    retryAfterOutage,
    retryIn,
    get inHand(): number {
      return lines.size;
    },
  };
}

function waitsOf({ what }: DueMessage): Waits {
  if (what === 'edit') return EDITS;
  return what === 'thread' || what === 'post' ? THREADS : POSTING;
}

const COULD_NOT = {
  edit: 'the message of a ballot could not be edited; trying later',
  map: 'an undelivered map could not be made; trying later',
  board: 'an undelivered map could not be made; trying later',
  ballot: 'the message of a ballot could not be made; trying later',
  'side ballot': 'the message of a ballot could not be made; trying later',
  notice: 'an undelivered message could not be made; trying later',
  thread: 'a thread could not be opened; trying later',
  post: 'a thread could not be opened; trying later',
  buttons: 'the buttons of an earlier board could not be removed; trying later',
} as const satisfies { [what in DueMessage['what']]: string };
