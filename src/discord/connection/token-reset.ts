import { setImmediate as afterwards } from 'node:timers/promises';
import { type Client, DiscordAPIError, GatewayCloseCodes, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../time-source.ts';
import { type CannotConnect, shutOut } from './cannot-connect.ts';

/** Doubled from one check of a refused token to the next, up to a limit. */
const DOUBT_MS = { first: 1000, longest: 60_000 };

/**
 * A 401 means that Discord was mistaken, or that the token has been reset. discord.js forgets the token at each, and nothing would be
 * posted any more (https://github.com/discordjs/discord.js/issues/7492): it is told the token again and asks once more.
 */
export class TokenReset {
  readonly #client: Client;
  readonly #token: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** Resolves once the token is known to be invalid. */
  readonly reset: Promise<CannotConnect>;
  #isReset: (lost: CannotConnect) => void = () => {};
  #asking = false;
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(client: Client, token: string, clock: Clock, log: Logger) {
    this.#client = client;
    this.#token = token;
    this.#clock = clock;
    this.#log = log;
    this.reset = new Promise((resolve) => {
      this.#isReset = resolve;
    });
  }

  /** A refusal during a start ends the start by itself. */
  raise(): void {
    if (this.#stopped || !this.#client.isReady()) return;
    // discord.js forgets the token after it has heard of the answer: at every 401, also one that comes while it is being asked.
    void afterwards().then(() => this.#remember());
    if (this.#asking) return;
    this.#asking = true;
    this.#log.warn('Discord did not accept the token; checking it again');
    this.#askIn(DOUBT_MS.first);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #remember(): void {
    if (!this.#stopped) this.#client.rest.setToken(this.#token);
  }

  #askIn(wait: number): void {
    this.#cancel = this.#clock.after(wait, () => void this.#ask(wait));
  }

  /** Never rejects. */
  async #ask(waited: number): Promise<void> {
    this.#remember();
    try {
      await this.#client.rest.get(Routes.user());
      this.#remember();
      this.#asking = false;
      this.#log.info('Discord accepts the token again');
    } catch (error) {
      if (this.#stopped) return;
      if (error instanceof DiscordAPIError && error.status === 401)
        this.#isReset(shutOut(GatewayCloseCodes.AuthenticationFailed));
      else this.#askIn(Math.min(waited * 2, DOUBT_MS.longest));
    }
  }
}
