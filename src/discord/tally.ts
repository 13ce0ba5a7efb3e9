import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Face, Host } from '../host/index.ts';
import { PutOff } from './put-off.ts';

/** From the end of one edit to the next in the same channel, at least. */
const REST_MS = 2000;
/** Where Discord is out of order, the time until an edit is tried again doubles, up to a limit; where it refuses, likewise. */
const BROKEN_MS = { first: 4000, longest: 5 * 60_000 };
const REFUSED_MS = { first: 60_000, longest: 6 * 60 * 60_000 };
/** After the database could not be read. */
const AGAIN_MS = 60_000;

/** Changes what a message shows below its text and its map. Rejects as discord.js does. */
export type Edit = (face: Face) => Promise<void>;

/**
 * Keeps the messages of ballots up to date. Which of them lag behind is read from the database each time, so whatever comes in
 * between an edit and the next is gathered in that one, and nothing is lost with the process.
 */
export class Tally {
  readonly #host: Pick<Host, 'outdated' | 'refreshed' | 'messageGone'>;
  readonly #edit: Edit;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #lost: () => void;
  /** Edits under way, by channel. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Channels that have had an edit, and until when they are left in peace. Each has a look due by then. */
  readonly #resting = new Map<string, number>();
  /** Messages that could not be edited. */
  readonly #putOff: PutOff;
  #look: { readonly at: number; readonly cancel: () => void } | null = null;
  #running = false;

  /** @param lost is called when a ballot has lost its message and wants another */
  constructor(
    host: Pick<Host, 'outdated' | 'refreshed' | 'messageGone'>,
    edit: Edit,
    clock: Clock,
    log: Logger,
    lost: () => void,
  ) {
    this.#host = host;
    this.#edit = edit;
    this.#clock = clock;
    this.#log = log;
    this.#lost = lost;
    this.#putOff = new PutOff(clock);
  }

  start(): void {
    this.#running = true;
    this.wake();
  }

  /** Resolves when the edits under way are over. */
  async stop(): Promise<void> {
    this.#running = false;
    this.#look?.cancel();
    this.#look = null;
    await Promise.all(this.#underWay.values());
  }

  /** A ballot may have changed: in this channel, or anywhere. */
  wake(channel: string | null = null): void {
    // Where an edit is under way or has just been, a look follows by itself.
    const follows = channel !== null && (this.#underWay.has(channel) || this.#resting.has(channel));
    if (this.#running && !follows) this.#round();
  }

  #round(): void {
    this.#look?.cancel();
    this.#look = null;
    const now = this.#clock.now();
    // Longer than the rest itself is what a clock makes of it that was set back.
    for (const [channel, until] of this.#resting)
      if (until <= now || until > now + REST_MS) this.#resting.delete(channel);
    for (const face of this.#outdated(now)) {
      if (this.#underWay.has(face.channel)) continue;
      const due = Math.max(this.#resting.get(face.channel) ?? 0, this.#putOff.until(face.message));
      if (due > now) this.#lookAt(due);
      else this.#bring(face);
    }
    for (const until of this.#resting.values()) this.#lookAt(until);
  }

  #outdated(now: number): readonly Face[] {
    try {
      const faces = this.#host.outdated();
      this.#putOff.keep(new Set(faces.map(({ message }) => message)));
      return faces;
    } catch (error) {
      this.#log.error({ err: error }, 'which ballots have changed could not be read');
      this.#lookAt(now + AGAIN_MS);
      return [];
    }
  }

  #lookAt(at: number): void {
    if (!this.#running || (this.#look && this.#look.at <= at)) return;
    this.#look?.cancel();
    this.#look = { at, cancel: this.#clock.after(at - this.#clock.now(), () => this.#round()) };
  }

  #bring(face: Face): void {
    const work = this.#bringOne(face).finally(() => {
      this.#underWay.delete(face.channel);
      const until = this.#clock.now() + REST_MS;
      this.#resting.set(face.channel, until);
      this.#lookAt(until);
    });
    this.#underWay.set(face.channel, work);
  }

  /** Never rejects. */
  async #bringOne(face: Face): Promise<void> {
    try {
      await this.#edit(face);
      this.#putOff.over(face.message);
      this.#host.refreshed(face);
    } catch (error) {
      if (isGone(error)) this.#gone(face);
      else this.#putOffOne(face, error);
    }
  }

  #gone(face: Face): void {
    this.#log.info({ channel: face.channel, message: face.message }, 'the message of a ballot is gone');
    try {
      this.#host.messageGone(face);
      this.#lost();
    } catch (error) {
      this.#putOffOne(face, error);
    }
  }

  #putOffOne({ channel, message }: Face, error: unknown): void {
    const refused = error instanceof DiscordAPIError && error.status < 500 && error.status !== 429;
    const { first, longest } = refused ? REFUSED_MS : BROKEN_MS;
    if (this.#putOff.longer(message, first, longest))
      this.#log.warn({ err: error, channel, message }, 'a ballot could not be brought up to date; put off');
  }
}

/** The message has been deleted, or its channel. */
function isGone(error: unknown): boolean {
  const gone: readonly unknown[] = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];
  return error instanceof DiscordAPIError && gone.includes(error.code);
}
