import {
  type Channel,
  ChannelType,
  type Client,
  DiscordAPIError,
  type NewsChannel,
  RESTJSONErrorCodes,
  type TextChannel,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type Announcement, type Host, type Opening, say } from '../host/index.ts';
import { textPayload } from './payload.ts';
import { PutOff } from './put-off.ts';

/** How often what is still to be opened is looked for. */
const AGAIN_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** A message has a thread already: it was opened before, and the answer was lost. */
const THREAD_EXISTS = 160004;

/** The channel is of a kind that has none. */
class NoThreads extends Error {
  override readonly name = 'NoThreads';
}

/** A channel that messages may have threads in. */
type Parent = TextChannel | NewsChannel;

/** What opening threads asks of the host. */
export type Opens = Pick<Host, 'openings' | 'givenUp' | 'announced' | 'opened' | 'notOpened'>;

/**
 * Opens the threads that campaigns wait for: posts the message that says so, hangs the thread from it, and has the campaign begin
 * there. What a crash interrupts is taken up where it was: what a channel has is noted, and a thread has the id of its message.
 */
export class Threads {
  readonly #client: Client;
  readonly #host: Opens;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #begun: (announcement: Announcement) => void;
  readonly #putOff: PutOff;
  #cancel: (() => void) | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  /** @param begun is called with what is to be said in a thread where a campaign has begun, or where one could not be opened */
  constructor(client: Client, host: Opens, clock: Clock, log: Logger, begun: (announcement: Announcement) => void) {
    this.#client = client;
    this.#host = host;
    this.#clock = clock;
    this.#log = log;
    this.#begun = begun;
    this.#putOff = new PutOff(clock);
  }

  /** Opens what waits, now and from time to time. */
  start(): void {
    void this.open();
    this.#cancel = this.#clock.after(AGAIN_MS, () => this.start());
  }

  /** Resolves when what is being opened is open. */
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#stopped = true;
    await this.#round;
  }

  /** Opens what waits, one after the other. Never rejects. */
  open(): Promise<void> {
    this.#round = this.#round.then(() => this.#open());
    return this.#round;
  }

  async #open(): Promise<void> {
    try {
      for (const announcement of this.#host.givenUp()) this.#begun(announcement);
      const openings = this.#host.openings();
      this.#putOff.keep(new Set(openings.map(({ id }) => id)));
      for (const opening of openings) {
        if (this.#stopped) return;
        // Somewhat before its time, so that the round that is due by then finds it due.
        if (this.#putOff.until(opening.id) <= this.#clock.now() + AGAIN_MS / 2) await this.#openOne(opening);
      }
    } catch (error) {
      this.#log.error({ err: error }, 'which threads are to be opened could not be read');
    }
  }

  async #openOne(opening: Opening): Promise<void> {
    try {
      const channel = await this.#client.channels.fetch(opening.channel);
      if (!channel || !hasThreads(channel)) throw new NoThreads(`Channel ${opening.channel} has no threads`);
      const message = opening.message ?? (await this.#announce(channel, opening));
      const thread = await threadFrom(channel, message, opening.name);
      const announcement = this.#host.opened(opening.id, thread);
      if (announcement) this.#begun(announcement);
      await this.#link(channel, message, opening, thread);
    } catch (error) {
      this.#failed(opening, error);
    }
  }

  async #announce(channel: Parent, { id, announcement }: Opening): Promise<string> {
    const message = await channel.send({ ...textPayload(announcement), nonce: id, enforceNonce: true });
    this.#host.announced(id, message.id);
    return message.id;
  }

  /** Where a client does not show the thread with its message, the message itself leads there. Never rejects. */
  async #link(channel: Parent, message: string, { announcement }: Opening, thread: string): Promise<void> {
    try {
      await channel.messages.edit(message, { content: `${announcement.text}\nThe thread: <#${thread}>` });
    } catch (error) {
      this.#log.info({ err: error, message }, 'a thread could not be linked');
    }
  }

  /** What Discord refuses it will refuse again: nothing comes of it, and its channel hears why. */
  #failed({ id, channel }: Opening, error: unknown): void {
    if (isRefused(error)) {
      this.#log.warn({ err: error, channel }, 'a thread could not be opened');
      this.#host.notOpened(id);
      this.#begun({ channel, answer: say('channel', notOpened(error)) });
      return;
    }
    if (this.#putOff.longer(id, AGAIN_MS, LONGEST_WAIT_MS))
      this.#log.warn({ err: error, channel }, 'a thread could not be opened; put off');
  }
}

function hasThreads(channel: Channel): channel is Parent {
  return channel.type === ChannelType.GuildText || channel.type === ChannelType.GuildAnnouncement;
}

/** The thread of a message, opened if need be. */
async function threadFrom(channel: Parent, message: string, name: string): Promise<string> {
  try {
    const thread = await channel.threads.create({ name, startMessage: message });
    return thread.id;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === THREAD_EXISTS) return message;
    throw error;
  }
}

function isRefused(error: unknown): boolean {
  if (error instanceof NoThreads) return true;
  return error instanceof DiscordAPIError && error.status < 500 && ![401, 429].includes(error.status);
}

function notOpened(error: unknown): string {
  return `The thread for the “what if” could not be opened, and nothing has been started. ${why(error)}`;
}

function why(error: unknown): string {
  if (!(error instanceof DiscordAPIError)) return 'This channel has no threads.';
  const rights: readonly unknown[] = [RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions];
  if (!rights.includes(error.code)) return `Discord says: ${error.message}.`;
  return 'The bot needs the rights Create Public Threads and Send Messages in Threads here.';
}
