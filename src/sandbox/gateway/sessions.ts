import type { Clock } from '../../time-source.ts';
import type { GatewaySession } from './session.ts';

const RESUMABLE_MS = 5 * 60_000;

/** The bot's sessions that are connected or can still be resumed. */
export class Sessions {
  readonly #clock: Clock;
  readonly #byId = new Map<string, GatewaySession>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(session: GatewaySession): void {
    this.#byId.set(session.id, session);
  }

  /** Ends a session for good. */
  end(session: GatewaySession): void {
    this.#byId.delete(session.id);
    this.detach(session);
  }

  /** Notes that a session has lost its connection; it can be resumed for a while. */
  detach(session: GatewaySession): void {
    session.detach(this.#clock.now());
  }

  clear(): void {
    this.#byId.clear();
  }

  /** A session that can be resumed. */
  byId(id: string): GatewaySession | undefined {
    this.#forgetOld();
    return this.#byId.get(id);
  }

  /** The sessions of a shard, by its number, or all. */
  of(shard?: number): readonly GatewaySession[] {
    this.#forgetOld();
    return [...this.#byId.values()].filter(({ shard: { index } }) => shard === undefined || shard === index);
  }

  /** The sessions whose shard has a server, or with `null` direct messages. */
  serving(guildId: string | null): readonly GatewaySession[] {
    return this.of().filter((session) => session.serves(guildId));
  }

  /** Whether any session is connected. */
  get online(): boolean {
    return [...this.#byId.values()].some(({ connection }) => connection !== null);
  }

  #forgetOld(): void {
    const oldest = this.#clock.now() - RESUMABLE_MS;
    for (const [id, { droppedAt }] of this.#byId) if (droppedAt !== null && droppedAt < oldest) this.#byId.delete(id);
  }
}
