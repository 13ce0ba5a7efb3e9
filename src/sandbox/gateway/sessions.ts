import type { Clock } from '../../time-source.ts';
import type { GatewaySession } from './session.ts';

const RESUMABLE_MS = 5 * 60_000;

/** The sessions of the bot that are connected, or that it may still resume. */
export class Sessions {
  readonly #clock: Clock;
  readonly #byId = new Map<string, GatewaySession>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(session: GatewaySession): void {
    this.#byId.set(session.id, session);
  }

  /** It cannot be resumed any more. */
  end(session: GatewaySession): void {
    this.#byId.delete(session.id);
    this.detach(session);
  }

  /** It has no connection any more, and may be resumed for a while. */
  detach(session: GatewaySession): void {
    session.detach(this.#clock.now());
  }

  clear(): void {
    this.#byId.clear();
  }

  /** One that may be resumed. */
  byId(id: string): GatewaySession | undefined {
    this.#forgetOld();
    return this.#byId.get(id);
  }

  /** Those of a shard, by its number, or all. */
  of(shard?: number): readonly GatewaySession[] {
    this.#forgetOld();
    return [...this.#byId.values()].filter(({ shard: { index } }) => shard === undefined || shard === index);
  }

  /** Those that have a server; null: that have what is in none. */
  serving(guildId: string | null): readonly GatewaySession[] {
    return this.of().filter((session) => session.serves(guildId));
  }

  /** Whether one is connected now. */
  get online(): boolean {
    return [...this.#byId.values()].some(({ connection }) => connection !== null);
  }

  #forgetOld(): void {
    const oldest = this.#clock.now() - RESUMABLE_MS;
    for (const [id, { droppedAt }] of this.#byId) if (droppedAt !== null && droppedAt < oldest) this.#byId.delete(id);
  }
}
