import { setTimeout as pause } from 'node:timers/promises';
import type { HostPart } from '../../host/index.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import type { BotContext } from './context.ts';

/** How often machines that are to order are looked for: one that could not be asked is asked again. */
const AGAIN_MS = 60_000;
/** Between two maps of the same machine, so that the first can be read. */
const READING_MS = 1500;
/** The map that a member's order brings comes before the machine's, unless it takes longer than this. */
const SHOWN_MS = 15_000;

type MachineHost = HostPart<{ machines: 'due' | 'sought' | 'isDue' | 'play' }>;

/**
 * Has machines order where it is their turn: after whatever may have changed something in a channel, and at the start. Of each game one
 * thing at a time, and none keeps a member waiting.
 */
export class MachineTurns {
  readonly #context: Omit<BotContext<MachineHost>, 'client'>;
  readonly #delivery: Pick<ChannelDelivery, 'say' | 'inFlight'>;
  readonly #acted: (channel: string) => void;
  /** Games that a machine is at. */
  readonly #playing = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #running = false;
  #seeking = false;
  #cancel: (() => void) | null = null;

  /** @param acted is called when a machine has changed something in a channel */
  constructor(
    context: Omit<BotContext<MachineHost>, 'client'>,
    delivery: Pick<ChannelDelivery, 'say' | 'inFlight'>,
    acted: (channel: string) => void,
  ) {
    this.#context = context;
    this.#delivery = delivery;
    this.#acted = acted;
  }

  /** Has all of them order, now and from time to time. */
  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running = true;
    this.play(this.#due(null));
    void this.#seek();
    this.#cancel = this.#context.clock.after(AGAIN_MS, () => this.start());
  }

  /** Resolves when the orders that a machine has given are on their way. */
  async stop(): Promise<void> {
    this.#running = false;
    this.#cancel?.();
    this.#cancel = null;
    this.#stopping.abort();
    await Promise.all(this.#playing.values());
  }

  /** Has machines give orders in games where it is their turn. Never throws. */
  play(games: readonly string[]): void {
    if (!this.#running) return;
    for (const game of games) {
      if (this.#playing.has(game)) continue;
      const work = this.#play(game).finally(() => this.#playing.delete(game));
      this.#playing.set(game, work);
    }
  }

  /** Checks the games where a machine's turn takes longer to find out. Never rejects. */
  async #seek(): Promise<void> {
    if (this.#seeking) return;
    this.#seeking = true;
    try {
      for await (const channel of this.#context.host.machines.sought()) {
        if (!this.#running) return;
        this.play(this.#due(channel));
      }
    } catch (error) {
      this.#context.log.error({ err: error }, 'the list of the bot’s turns could not be read');
    } finally {
      this.#seeking = false;
    }
  }

  #due(channel: string | null): readonly string[] {
    try {
      return this.#context.host.machines.due(channel);
    } catch (error) {
      this.#context.log.error({ err: error }, 'the list of the bot’s turns could not be read');
      return [];
    }
  }

  /** Goes on for as long as it is a machine's turn there. Never rejects. */
  async #play(game: string): Promise<void> {
    try {
      while (this.#running && this.#context.host.machines.isDue(game))
        if (await this.#playOnce(game)) await pause(READING_MS, null, { signal: this.#stopping.signal });
    } catch (error) {
      if (this.#running)
        this.#context.log.error({ err: error, game }, 'the bot could not choose its order; trying again later');
    }
  }

  /** @returns whether the machine gave an order; false if the game went on while it chose */
  async #playOnce(game: string): Promise<boolean> {
    const { announcement, fault } = await this.#context.host.machines.play(game, () => this.#context.clock.now());
    if (fault !== null)
      this.#context.log.error(
        { err: fault, game, waits: announcement === null },
        `the bot chose no legal order; ${announcement === null ? 'the game waits' : 'the default order is carried out'}`,
      );
    if (!announcement) return false;
    const { channel, answer } = announcement;
    this.#acted(channel);
    await withTimeout(SHOWN_MS, this.#delivery.inFlight.whenOver(game), null);
    await this.#delivery.say(channel, answer);
    return true;
  }
}
