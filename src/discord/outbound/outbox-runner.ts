import { type DueMessage, type HostPart, isExpired } from '../../host/index.ts';
import { isNetworkError, isOutage } from '../connection/cannot-connect.ts';
import type { BotContext } from './context.ts';
import type { PostOutcome } from './failed-posts.ts';
import { FairQueue } from './fair-queue.ts';
import { keyOf, type PostsInFlight, placeOf, queueOf } from './posts-in-flight.ts';

/** The runner looks this often, in milliseconds, for rows that nobody announced, such as a map whose answer never came. */
const LOOK_MS = 60_000;

/** How long something that failed waits until it is tried again, in milliseconds: `first`, then twice as long each time, up to `longest`. */
interface RetryWait {
  readonly first: number;
  readonly longest: number;
}
type Waits = { readonly [why in 'outage' | 'refused']: RetryWait };

/** Discord doesn't say when it is in order again. */
const OUTAGE: RetryWait = { first: 60_000, longest: 60_000 };
const POSTING: Waits = { refused: { first: 60_000, longest: 6 * 60 * 60_000 }, outage: OUTAGE };
const THREADS: Waits = { refused: { first: 60_000, longest: 60 * 60_000 }, outage: OUTAGE };
const EDITS: Waits = { ...POSTING, outage: { first: 4000, longest: OUTAGE.longest } };

type RunnerHost = HostPart<{ undelivered: 'due' | 'nextDue' | 'putOff' | 'hasCome' | 'retry' | 'heard' }>;

interface RunnerParts extends BotContext<RunnerHost> {
  readonly inFlight: PostsInFlight;
  /** Resolves when its channel may have another edit. */
  ready(due: DueMessage): Promise<void>;
  /** @returns null if there was nothing to send, or another delivery has it. Rejects if it is to be tried again */
  send(due: DueMessage): Promise<PostOutcome | null>;
  /** Called when it has been tried. Never rejects. */
  sent(due: DueMessage): Promise<void>;
}

/**
 * Sends everything in the outbox when it is due. Each server and each DM has a lane, so that none holds up another; within a lane, channels
 * go side by side. A failed message is retried after twice the last wait (`POSTING`), every minute while Discord is out of order, or at
 * once when the obstacle is gone: Discord is well again, the bot has its permissions back or is in the server again, or the game goes on. A
 * notice is given up once it has expired (`isExpired`).
 */
export class OutboxRunner {
  readonly #parts: RunnerParts;
  readonly queue = new FairQueue();
  /** Messages that wait in their lane or are being sent, by key. */
  readonly #queued = new Map<string, Promise<void>>();
  /** The last queued work of each channel; the next waits for it. */
  readonly #lines = new Map<string, Promise<void>>();
  /** Messages that failed while Discord was out of order, by key. */
  readonly #outages = new Map<string, DueMessage>();
  /** Messages that the database could not put off: by key, the time each waits until. */
  readonly #unwritten = new Map<string, number>();
  #timer: { readonly at: number; readonly cancel: () => void } | null = null;
  /** The time of the last look. At a start everything is tried. */
  #looked = Number.POSITIVE_INFINITY;
  isStopped = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Channels that something is being said in. */
  get inHand(): number {
    return this.#lines.size;
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.isStopped = true;
    await this.queue.idle();
    // A message that arrives may leave an older map to remove.
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }

  /** Does something in a channel after everything that already waits there. `work` never rejects. */
  inLine(channel: string, work: () => Promise<void>): Promise<void> {
    const line = (this.#lines.get(channel) ?? Promise.resolve()).then(work).then(() => {
      if (this.#lines.get(channel) === line) this.#lines.delete(channel);
    });
    this.#lines.set(channel, line);
    return line;
  }

  /** Sends what is due; resolves when each has been tried. Never rejects. */
  async run(): Promise<void> {
    const { host, clock, log, inFlight } = this.#parts;
    const now = clock.now();
    this.#timer?.cancel();
    this.#timer = null;
    this.#runBy(now + LOOK_MS);
    try {
      this.#tryAllAgain(now);
      const dues = this.#withoutExpired(host.undelivered.due(now));
      this.#runBy(host.undelivered.nextDue(now) ?? Number.POSITIVE_INFINITY);
      inFlight.dropDelivered();
      const isInTurn = (due: DueMessage) => this.#queued.has(keyOf(due)) || this.maySend(due);
      await Promise.all(dues.filter(isInTurn).map((due) => this.enqueue(due)));
    } catch (error) {
      log.error({ err: error }, 'undelivered messages could not be read');
    }
  }

  /** Sends everything due by a time, milliseconds since 1970; null means nothing. */
  arm(due: number | null): void {
    if (due === null || this.isStopped) return;
    if (due <= this.#parts.clock.now()) void this.run();
    else this.#runBy(due);
  }

  /** Something may have become due that nobody announced. Never throws. */
  look(): void {
    try {
      this.arm(this.#parts.host.undelivered.nextDue(Number.NEGATIVE_INFINITY));
    } catch (error) {
      this.#parts.log.error({ err: error }, 'undelivered messages could not be read');
    }
  }

  #runBy(at: number): void {
    if (this.isStopped || (this.#timer && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    this.#timer = { at, cancel: this.#parts.clock.after(at - this.#parts.clock.now(), () => void this.run()) };
  }

  /** Retries everything at a start and after the clock was set back. */
  #tryAllAgain(now: number): void {
    if (now < this.#looked) this.#retry('everywhere');
    this.#looked = now;
  }

  /** Makes messages due. If the database refuses, the error is logged and those already due are still sent. */
  #retry(where: Parameters<RunnerParts['host']['undelivered']['retry']>[0]): void {
    try {
      this.#parts.host.undelivered.retry(where);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'undelivered messages could not be made due');
    }
  }

  #withoutExpired(dues: readonly DueMessage[]): DueMessage[] {
    const [now, isIn] = [this.#parts.clock.now(), (guild: string | null) => this.#isIn(guild)];
    const expired = dues.filter((due) => isExpired(due, now, isIn));
    if (expired.length > 0)
      this.#parts.host.undelivered.heard(expired.flatMap((due) => (due.what === 'notice' ? Number(due.id) : [])));
    return dues.filter((due) => !expired.includes(due));
  }

  enqueue(due: DueMessage): Promise<void> {
    const key = keyOf(due);
    const queued = this.#queued.get(key);
    if (queued) return queued;
    // An edit stands in nobody's way.
    const send = () => (due.what === 'edit' ? this.#send(due) : this.inLine(due.channel, () => this.#send(due)));
    const work = this.queue
      .add(queueOf(due), send, placeOf(due), due.what === 'edit' ? () => this.#parts.ready(due) : null)
      .then(() => {
        this.#queued.delete(key);
        return this.#parts.sent(due);
      });
    this.#queued.set(key, work);
    return work;
  }

  /** Whether it is time to deliver it. If the bot has been removed, it waits until the bot is back. */
  maySend(due: DueMessage): boolean {
    const now = this.#parts.clock.now();
    const until = this.#unwritten.get(keyOf(due)) ?? 0;
    return this.mayTry(due) && this.isFree([keyOf(due)]) && (until <= now || until > now + LOOK_MS);
  }

  /** Whether a message can be tried at all, whatever happened to earlier tries. */
  mayTry({ guild }: DueMessage): boolean {
    return !this.isStopped && this.#isIn(guild);
  }

  /** Resolves when the message with this key has been tried; undefined if none is queued. */
  queued(key: string): Promise<void> | undefined {
    return this.#queued.get(key);
  }

  #isIn(guild: string | null): boolean {
    return guild === null || this.#parts.client.guilds.cache.has(guild);
  }

  isFree(keys: readonly string[]): boolean {
    return !keys.some((key) => this.#parts.inFlight.isUnderWay(key));
  }

  /** Sends it, if it is still to be sent when its turn comes. Never rejects. */
  async #send(due: DueMessage): Promise<void> {
    if (!this.maySend(due)) return;
    this.#outages.delete(keyOf(due));
    try {
      const became = await this.#parts.send(due);
      if (became?.how === 'failed' || became?.how === 'forbidden')
        this.#putOff(due, became.how === 'failed' && became.outage);
      else this.#parts.host.undelivered.hasCome(due);
    } catch (error) {
      this.#putOff(due, isOutage(error));
      const { what, id, channel, game } = due;
      const level = isNetworkError(error) ? 'warn' : 'error';
      if (due.attempts === 0) this.#parts.log[level]({ err: error, what, id, channel, game }, COULD_NOT[what]);
    }
  }

  #putOff(due: DueMessage, isOutage: boolean): void {
    const { first, longest } = waitsOf(due)[isOutage ? 'outage' : 'refused'];
    const until = this.#parts.clock.now() + Math.min(first * 2 ** due.attempts, longest);
    // After an outage, the waits for refused messages start again from the shortest.
    const most = isOutage ? Math.floor(Math.log2(longest / first)) + 1 : Number.POSITIVE_INFINITY;
    const failed = { ...due, attempts: Math.min(due.attempts + 1, most) };
    if (isOutage) this.#outages.set(keyOf(due), failed);
    try {
      this.#parts.host.undelivered.putOff([failed], until);
      this.#unwritten.delete(keyOf(due));
      this.#runBy(until);
    } catch (error) {
      this.#unwritten.set(keyOf(due), this.#parts.clock.now() + LOOK_MS);
      this.#parts.log.error({ err: error, channel: due.channel }, 'a failed message could not be put off');
    }
  }

  /** Retries a server's undelivered messages at once; resolves when they have been tried. Never rejects. */
  returnedTo(guild: string): Promise<void> {
    this.#retry({ guild });
    return this.run();
  }

  /** Retries at once everything that failed while Discord was out of order, and whatever an answer was to bring. Never rejects. */
  wellAgain(): Promise<void> {
    this.#retry('untried');
    try {
      this.#parts.host.undelivered.putOff([...this.#outages.values()], 0);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'undelivered messages could not be made due');
    }
    return this.run();
  }

  /** Tries at once what channels have not got: the bot can post there again, or no answer brings it. Never rejects. */
  retryIn(channels: ReadonlySet<string>): Promise<void> {
    this.#retry({ channels: [...channels] });
    return this.run();
  }
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
