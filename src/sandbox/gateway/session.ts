import type { Clock } from '../../time-source.ts';
import type { Json } from '../store/errors.ts';
import { userObject } from '../store/objects.ts';
import type { World, WorldGuild } from '../world/world.ts';
import { Close, type CloseReason, type Connection } from './connection.ts';

/** A session's part of the servers; `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The default of a bot without sharding: its session has every server. */
export const WHOLE: Shard = { index: 0, count: 1 };

/** The index of a server's shard; direct messages belong to the first. */
export function shardOf(guildId: string | null, count: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}

/** Parses an identify's shard, `WHOLE` if it is left out; `null` if it is malformed. */
function parseShard(said: unknown): Shard | null {
  if (said === undefined || said === null) return WHOLE;
  const [index, count] = Array.isArray(said) ? (said as unknown[]) : [];
  if (!Number.isInteger(index) || !Number.isInteger(count)) return null;
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 0 && shard.index < shard.count ? shard : null;
}

interface Frame {
  readonly op: 0;
  readonly d: Json;
  readonly s: number;
  readonly t: string;
}

const KEPT_EVENTS = 1000;
const RESUMABLE_MS = 5 * 60_000;

/** One identified session of the bot. It outlives its connection for a while and keeps sent events for a resume. */
export class GatewaySession {
  readonly #kept: Frame[] = [];
  readonly id: string;
  readonly intents: number;
  readonly shard: Shard;
  #sequence = 0;
  connection: Connection | null = null;
  /** Milliseconds since 1970; `null` while connected. */
  droppedAt: number | null = null;

  constructor(id: string, intents: number, shard: Shard) {
    this.id = id;
    this.intents = intents;
    this.shard = shard;
  }

  attach(connection: Connection): void {
    this.connection = connection;
    this.droppedAt = null;
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
    if (this.#kept.length > KEPT_EVENTS) this.#kept.shift();
    this.connection?.sendFrame(frame);
  }

  /** All frames sent after `sequence`, or the reason they cannot be replayed. */
  since(sequence: number): Frame[] | 'ahead' | 'lost' {
    if (sequence > this.#sequence) return 'ahead';
    const first = this.#kept[0]?.s ?? this.#sequence + 1;
    return sequence + 1 < first ? 'lost' : this.#kept.filter(({ s }) => s > sequence);
  }
}

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
    session.connection = null;
    session.droppedAt = this.#clock.now();
  }

  clear(): void {
    this.#byId.clear();
  }

  /** A session that can be resumed. */
  byId(id: string): GatewaySession | undefined {
    return this.of().find((session) => session.id === id);
  }

  /** The sessions of a shard, by its number, or all. */
  of(shard?: number): readonly GatewaySession[] {
    const oldest = this.#clock.now() - RESUMABLE_MS;
    for (const [id, { droppedAt }] of this.#byId) if (droppedAt !== null && droppedAt < oldest) this.#byId.delete(id);
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
}

/** Intents that an application must be granted before it may request them, as none is here: members, presences, message content. */
const PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15);

/** Every intent that Discord knows: bits 0 to 16, 20, 21, 24 and 25. */
const KNOWN = 0x1ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

function areIntents(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && (value & ~KNOWN) === 0;
}

export interface Expected {
  readonly token: string;
  /** Whether a shard has more servers than a session may have. */
  readonly tooMany: (shard: Shard) => boolean;
}

interface Identify {
  readonly intents: number;
  readonly shard: Shard;
}

/** A client's identify, or the close code that refuses it. */
export function readIdentify(d: Json, { token, tooMany }: Expected): Identify | CloseReason {
  if (typeof d.token !== 'string') return Close.decodeError;
  if (bare(d.token) !== token) return Close.authenticationFailed;
  if (!areIntents(d.intents)) return Close.invalidIntents;
  if ((d.intents & PRIVILEGED) !== 0) return Close.disallowedIntents;
  const shard = parseShard(d.shard);
  if (shard === null) return Close.invalidShard;
  return tooMany(shard) ? Close.shardingRequired : { intents: d.intents, shard };
}

/** A token without its optional `Bot ` prefix. */
export const bare = (token: string): string => token.replace(/^Bot /, '');

export interface Ready {
  readonly world: World;
  /** The URL to resume at. */
  readonly url: string;
  readonly sessionId: string;
  /** Guilds that GUILD_CREATE follows for. */
  readonly listed: readonly WorldGuild[];
  /** As the client sent it. */
  readonly shard: unknown;
}

/** The data of READY. */
export function readyObject({ world, url, sessionId, listed, shard }: Ready): Json {
  return {
    v: 10,
    user: { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
    guilds: listed.map((guild) => ({ id: guild.id, unavailable: true })),
    session_id: sessionId,
    session_type: 'normal',
    resume_gateway_url: url,
    ...(Array.isArray(shard) && { shard }),
    application: { id: world.applicationId, flags: 0 },
    private_channels: [],
    _trace: ['sandbox'],
  };
}
