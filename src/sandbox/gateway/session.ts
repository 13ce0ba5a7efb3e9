import type { Json } from '../objects.ts';
import type { Connection } from './connection.ts';
import { type Shard, shardOf } from './shards.ts';

export interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

export type ResumeFailure = 'ahead' | 'lost';

/** One identified session of the bot. It outlives its connection for a while and keeps sent events for a resume. */
export class GatewaySession {
  readonly id: string;
  readonly intents: number;
  readonly shard: Shard;
  readonly #kept: Frame[] = [];
  readonly #capacity: number;
  #sequence = 0;
  #connection: Connection | null = null;
  /** Milliseconds since 1970; `null` while connected. */
  droppedAt: number | null = null;

  constructor(id: string, intents: number, shard: Shard, capacity: number) {
    this.id = id;
    this.intents = intents;
    this.shard = shard;
    this.#capacity = capacity;
  }

  get connection(): Connection | null {
    return this.#connection;
  }

  attach(connection: Connection): void {
    this.#connection = connection;
    this.droppedAt = null;
  }

  detach(now: number): void {
    this.#connection = null;
    this.droppedAt = now;
  }

  has(intent: number): boolean {
    return (this.intents & intent) === intent;
  }

  /** Whether a server, or with `null` direct messages, belong to this session's shard. */
  serves(guildId: string | null): boolean {
    return shardOf(guildId, this.shard.count) === this.shard.index;
  }

  /** Sends an event if connected, and keeps it for a resume. */
  dispatch(event: string, data: Json): void {
    const frame: Frame = { op: 0, d: data, s: ++this.#sequence, t: event };
    this.#kept.push(frame);
    if (this.#kept.length > this.#capacity) this.#kept.shift();
    this.#connection?.sendFrame(frame);
  }

  /** All frames sent after `sequence`, or the reason they cannot be replayed. */
  since(sequence: number): Frame[] | ResumeFailure {
    if (sequence > this.#sequence) return 'ahead';
    const first = this.#kept[0]?.s ?? this.#sequence + 1;
    if (sequence + 1 < first) return 'lost';
    return this.#kept.filter((frame) => (frame.s ?? 0) > sequence);
  }
}
