import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../time-source.ts';
import type { SandboxLog } from '../log.ts';
import { guildCreateObject, type Json, memberObject } from '../objects.ts';
import { iso } from '../snowflake.ts';
import type { World, WorldGuild } from '../world.ts';
import { Close, type CloseReason, Connection, Op, type Received } from './connection.ts';
import { bare, readyObject, refusalOf } from './identify.ts';
import { Intent } from './intents.ts';
import { GatewaySession } from './session.ts';
import { Sessions } from './sessions.ts';
import { guildIn, parseShard, type Shard, type Sharding, shardOf, WHOLE } from './shards.ts';

const KEPT_EVENTS = 1000;
/** Discord's limit of servers for one session. */
const MOST_GUILDS = 2500;

export interface GatewayOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly log: SandboxLog;
  readonly token: string;
  /** The privileged intents granted to the application. */
  readonly privilegedIntents: number;
  /** Milliseconds between a client's heartbeats; a client silent for one and a half intervals is cut off. */
  readonly heartbeatInterval: number;
  readonly sharding: Sharding;
  /** The address of this gateway, given to clients for their resume. */
  readonly url: () => string;
  /** Intercepts each event: calls `send` to send it, now, later or never. `channelId` returns its channel's id. */
  readonly pass: (event: string, channelId: () => string | null, send: () => void) => void;
  /** Called when the bot comes or goes. */
  readonly onPresence: (online: boolean) => void;
  /** Called when the bot has joined or left a guild, or a guild has become available or unavailable. */
  readonly onGuilds: () => void;
  /** Called when the bot has been removed from a guild. */
  readonly onThrownOut: (guild: WorldGuild) => void;
}

/** The gateway, version 10, JSON, uncompressed. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #sessions: Sessions;
  readonly #connections = new Set<Connection>();
  /** Servers that a session has begun with: a fresh sandbox's servers invite the bot when it first connects. */
  readonly #met = new Set<WorldGuild>();
  /** The last start of a session (milliseconds, real time) by rate limit key: its shard's number modulo `maxConcurrency`. */
  readonly #began = new Map<number, number>();
  readonly #waiting = new Set<() => void>();
  #wasOnline = false;
  #identifies = 0;
  #awayUntil = 0;
  #helloAfter = 0;
  #identifiesRefused = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options.clock);
  }

  /** Whether a session is connected now. */
  get online(): boolean {
    return this.#sessions.online;
  }

  /** Resolves once a session is connected. */
  whenOnline(): Promise<void> {
    return this.online ? Promise.resolve() : new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** Whether an event of a server, or with `null` of direct messages, would reach the bot, now or after a resume. */
  reaches(guild: WorldGuild | null): boolean {
    return this.#sessions.serving(guild?.id ?? null).length > 0;
  }

  /** The recommended shards, and the limits on starting sessions, as in GET /gateway/bot. */
  get starts(): { readonly shards: number; readonly remaining: number; readonly maxConcurrency: number } {
    const { recommended = 1, maxConcurrency = 1 } = this.#options.sharding;
    return { shards: recommended, remaining: Math.max(recommended, 1000 - this.#identifies), maxConcurrency };
  }

  /**
   * Sends an event to every session that has the intent (0 needs none) and the server it is about or in.
   * `data` may depend on the session, as the content of messages does.
   */
  dispatch(event: string, intent: number, data: Json | ((session: GatewaySession) => Json)): void {
    const dataFor = (session: GatewaySession): Json => (typeof data === 'function' ? data(session) : data);
    const send = () => {
      for (const session of this.#sessions.of()) {
        if (!session.has(intent)) continue;
        const own = dataFor(session);
        if (session.serves(guildIn(event, own))) session.dispatch(event, own);
      }
    };
    const channelId = () => {
      const [any] = this.#sessions.of();
      return any === undefined ? null : channelIn(event, dataFor(any));
    };
    this.#options.pass(event, channelId, send);
  }

  /** Removes the bot from a guild, or invites it again. */
  setPresent(guild: WorldGuild, present: boolean): void {
    if (guild.botPresent === present) return;
    guild.botPresent = present;
    const { world, clock, onThrownOut } = this.#options;
    const membership = world.membership(guild, world.bot.id);
    if (membership) membership.joinedAt = iso(clock.now());
    if (!present) onThrownOut(guild);
    if (present && guild.available) this.#greet(guild);
    else if (!present) this.dispatch('GUILD_DELETE', Intent.guilds, { id: guild.id });
    this.#options.onGuilds();
  }

  /** Starts or ends a guild's outage. */
  setAvailable(guild: WorldGuild, available: boolean): void {
    if (guild.available === available) return;
    guild.available = available;
    if (guild.botPresent && available) this.#greet(guild);
    else if (guild.botPresent) this.dispatch('GUILD_DELETE', Intent.guilds, { id: guild.id, unavailable: true });
    this.#options.onGuilds();
  }

  /**
   * Breaks the connection of a shard, or of all. After `cut` (no close frame) and `reconnect` (op 7) the bot can resume.
   * `invalidate` (op 9) ends the session, so that the bot must identify anew and missed events are lost; `doubt` is op 9
   * for a session that can still be resumed.
   */
  drop(how: 'cut' | 'reconnect' | 'invalidate' | 'doubt', shard?: number): void {
    for (const session of this.#sessions.of(shard)) {
      const { connection } = session;
      if (how === 'invalidate') {
        this.#sessions.end(session);
        connection?.send(Op.invalidSession, false);
      } else if (how === 'doubt' && connection !== null) {
        this.#sessions.detach(session);
        connection.send(Op.invalidSession, true);
      } else if (how === 'reconnect') {
        connection?.send(Op.reconnect, null);
      } else if (connection !== null) {
        this.#sessions.detach(session);
        connection.cut();
      }
    }
    this.#tellPresence();
  }

  /** Closes each connection, or a shard's, with a code. Codes after which Discord allows no resume also end the session. */
  closeWith(code: number, shard?: number): void {
    const [, reason = ''] = Object.values<CloseReason>(Close).find(([known]) => known === code) ?? [];
    for (const session of this.#sessions.of(shard)) {
      const { connection } = session;
      if (ENDING.has(code)) this.#sessions.end(session);
      connection?.close([code, reason]);
    }
    this.#tellPresence();
  }

  /** Leaves the next `beats` heartbeats without an answer. */
  ignoreHeartbeats(beats: number, shard?: number): void {
    for (const { connection } of this.#sessions.of(shard)) connection?.ignore(beats);
  }

  /** Breaks every connection and accepts none for `ms` milliseconds of real time. */
  awayFor(ms: number): void {
    this.#awayUntil = Date.now() + ms;
    this.drop('cut');
  }

  /** Sends the next connection's hello `ms` milliseconds late. */
  greetLate(ms: number): void {
    this.#helloAfter = ms;
  }

  /** Answers the next `times` identifies with op 9. */
  refuseIdentify(times: number): void {
    this.#identifiesRefused = times;
  }

  get takesConnections(): boolean {
    return Date.now() >= this.#awayUntil;
  }

  /** Accepts connections again. */
  comeBack(): void {
    this.#awayUntil = 0;
  }

  close(): void {
    for (const connection of this.#connections) connection.cut();
    this.#sessions.clear();
  }

  /** Accepts a new socket; `query` is that of its URL. */
  accept(socket: WebSocket, query: URLSearchParams): void {
    let session: GatewaySession | null = null;
    const helloAfter = this.#helloAfter;
    this.#helloAfter = 0;
    const connection = new Connection(
      socket,
      { heartbeat: this.#options.heartbeatInterval, helloAfter },
      {
        received: (frame) => {
          // After an invalid session the client may identify or resume on the same connection.
          const held = session?.connection === connection ? session : null;
          session = this.#receive(connection, held, frame);
        },
        closed: (code) => {
          this.#connections.delete(connection);
          if (session?.connection === connection) {
            if (code === 1000 || code === 1001) this.#sessions.end(session);
            else this.#sessions.detach(session);
          }
          this.#tellPresence();
        },
      },
    );
    this.#connections.add(connection);
    if ((query.get('v') ?? '10') !== '10') connection.close(Close.invalidVersion);
    else if ((query.get('encoding') ?? 'json') !== 'json' || query.has('compress')) connection.close(Close.decodeError);
  }

  /** Handles a frame and returns the connection's session after it. */
  #receive(connection: Connection, session: GatewaySession | null, { op, d }: Received): GatewaySession | null {
    switch (op) {
      case Op.identify:
      case Op.resume:
        if (session === null) return op === Op.identify ? this.#identify(connection, d) : this.#resume(connection, d);
        connection.close(Close.alreadyAuthenticated);
        break;
      case Op.presenceUpdate:
      case Op.voiceStateUpdate:
      case Op.requestMembers:
        if (session === null) connection.close(Close.notAuthenticated);
        else if (op === Op.requestMembers) this.#sendMembers(session, d);
        break;
      default:
        connection.close(Close.unknownOpcode);
    }
    return session;
  }

  #identify(connection: Connection, d: Json): GatewaySession | null {
    const { world, log, url, sharding } = this.#options;
    const { mostGuilds = MOST_GUILDS } = sharding;
    const refused = refusalOf(d, { ...this.#options, mostGuilds, guildsOf: (shard) => this.#presentIn(shard).length });
    if (refused !== null) {
      connection.close(refused);
      return null;
    }
    const shard = parseShard(d.shard) ?? WHOLE;
    if (this.#tooSoon(shard)) {
      connection.send(Op.invalidSession, false);
      return null;
    }
    const session = new GatewaySession(randomBytes(16).toString('hex'), d.intents as number, shard, KEPT_EVENTS);
    this.#identifies++;
    this.#sessions.add(session);
    session.attach(connection);
    const present = this.#presentIn(shard);
    const listed = present.filter((guild) => this.#met.has(guild) || !guild.available);
    for (const guild of world.guilds) if (session.serves(guild.id)) this.#met.add(guild);
    session.dispatch('READY', readyObject({ world, url: url(), sessionId: session.id, listed, shard: d.shard }));
    for (const guild of present) if (guild.available) this.#greet(guild, session);
    log.debug({ session: session.id }, 'the bot identified');
    this.#tellPresence();
    return session;
  }

  #resume(connection: Connection, d: Json): GatewaySession | null {
    if (typeof d.token !== 'string' || bare(d.token) !== this.#options.token) {
      connection.close(Close.authenticationFailed);
      return null;
    }
    const session = this.#sessions.byId(String(d.session_id));
    const missed = session === undefined ? 'lost' : session.since(Number(d.seq ?? 0));
    if (session === undefined || typeof missed === 'string') {
      if (session !== undefined) this.#sessions.end(session);
      if (missed === 'ahead') connection.close(Close.invalidSequence);
      else connection.send(Op.invalidSession, false);
      return null;
    }
    const before = session.connection;
    session.attach(connection);
    before?.cut();
    for (const frame of missed) connection.sendFrame(frame);
    session.dispatch('RESUMED', { _trace: ['sandbox'] });
    this.#tellPresence();
    return session;
  }

  /** Sends GUILD_CREATE to one session after its READY, or to all when the bot is invited. */
  #greet(guild: WorldGuild, only?: GatewaySession): void {
    const { world } = this.#options;
    for (const session of this.#sessions.serving(guild.id)) {
      if ((only && session !== only) || !session.has(Intent.guilds)) continue;
      session.dispatch('GUILD_CREATE', guildCreateObject(world, guild, session.has(Intent.guildMembers)));
    }
  }

  #sendMembers(session: GatewaySession, d: Json): void {
    const guild = this.#options.world.guildById(String(d.guild_id));
    if (guild === undefined || !guild.botPresent || !session.serves(guild.id)) return;
    const wanted = d.user_ids === undefined ? null : [d.user_ids].flat().map(String);
    const query = typeof d.query === 'string' ? d.query.toLowerCase() : '';
    const members = guild.memberships.filter(({ user }) =>
      wanted !== null ? wanted.includes(user.id) : user.username.startsWith(query),
    );
    session.dispatch('GUILD_MEMBERS_CHUNK', {
      guild_id: guild.id,
      members: members.map(memberObject),
      chunk_index: 0,
      chunk_count: 1,
      not_found: wanted?.filter((id) => !members.some(({ user }) => user.id === id)) ?? [],
      ...(d.nonce === undefined ? {} : { nonce: d.nonce }),
    });
  }

  #presentIn({ index, count }: Shard): readonly WorldGuild[] {
    return this.#options.world.guilds.filter((guild) => guild.botPresent && shardOf(guild.id, count) === index);
  }

  /** Whether it is too soon for a session to begin. If not, counts it as begun. */
  #tooSoon({ index }: Shard): boolean {
    const { between = 0, maxConcurrency = 1 } = this.#options.sharding;
    if (this.#identifiesRefused > 0) {
      this.#identifiesRefused--;
      return true;
    }
    const [key, now] = [index % maxConcurrency, Date.now()];
    if (now - (this.#began.get(key) ?? Number.NEGATIVE_INFINITY) < between) return true;
    this.#began.set(key, now);
    return false;
  }

  #tellPresence(): void {
    if (this.online === this.#wasOnline) return;
    this.#wasOnline = this.online;
    this.#options.onPresence(this.online);
    if (!this.online) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Close codes after which a session cannot be resumed. */
const ENDING = new Set<number>([1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

/** The channel that an event is about or in. */
function channelIn(event: string, data: Json): string | null {
  const id = /^(CHANNEL|THREAD)_(CREATE|UPDATE|DELETE)$/.test(event) ? data.id : data.channel_id;
  return typeof id === 'string' ? id : null;
}
