import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../clock.ts';
import type { SandboxLog } from '../log.ts';
import { guildCreateObject, type Json, memberObject, userObject } from '../objects.ts';
import type { World, WorldGuild } from '../world.ts';
import { Close, type CloseReason, Connection, Op, type Received } from './connection.ts';
import { areIntents, Intent, PRIVILEGED } from './intents.ts';
import { GatewaySession } from './session.ts';

const KEPT_EVENTS = 1000;
const RESUMABLE_MS = 5 * 60_000;

export interface GatewayOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly log: SandboxLog;
  readonly token: string;
  /** The privileged intents that the application has been granted. */
  readonly privilegedIntents: number;
  /** Milliseconds between a client's heartbeats; a client that is silent for one and a half of them is cut off. */
  readonly heartbeatInterval: number;
  /** The address of this gateway, given to clients for their resume. */
  readonly url: () => string;
  /** Called when the bot comes or goes. */
  readonly onPresence: (online: boolean) => void;
}

/** The gateway, version 10, JSON, uncompressed. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #connections = new Set<Connection>();
  /** A fresh Discord whose servers invite the bot when it first comes. */
  #neverIdentified = true;
  readonly #waiting = new Set<() => void>();
  #wasOnline = false;
  #identifies = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** Whether a session is connected now. */
  get online(): boolean {
    return [...this.#sessions.values()].some((session) => session.connection !== null);
  }

  /** Resolves once a session is connected. */
  whenOnline(): Promise<void> {
    return this.online ? Promise.resolve() : new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** Whether an event would reach the bot, now or by a resume. */
  get reachable(): boolean {
    this.#forgetOldSessions();
    return this.#sessions.size > 0;
  }

  /** How many identifies of the day's thousand are left. */
  get identifiesLeft(): number {
    return Math.max(1, 1000 - this.#identifies);
  }

  /**
   * Sends an event to every session that has the intent (0: to every one).
   * `data` may depend on the session, as the content of messages does.
   */
  dispatch(event: string, intent: number, data: Json | ((session: GatewaySession) => Json)): void {
    this.#forgetOldSessions();
    for (const session of this.#sessions.values()) {
      if (session.has(intent)) session.dispatch(event, typeof data === 'function' ? data(session) : data);
    }
  }

  /** The bot is thrown out of a guild, or invited again. */
  setPresent(guild: WorldGuild, present: boolean): void {
    if (guild.botPresent === present) return;
    guild.botPresent = present;
    if (present) this.#greet(guild);
    else this.dispatch('GUILD_DELETE', Intent.guilds, { id: guild.id });
  }

  /**
   * Breaks the connection. `cut` is a torn cable and `reconnect` Discord's polite request, after both of which the bot
   * can resume; `invalidate` ends the session, so that the bot has to identify anew and what it missed is lost.
   */
  drop(how: 'cut' | 'reconnect' | 'invalidate'): void {
    for (const session of [...this.#sessions.values()]) {
      const { connection } = session;
      if (how === 'invalidate') {
        this.#end(session);
        connection?.send(Op.invalidSession, false);
      } else if (how === 'reconnect') {
        connection?.send(Op.reconnect, null);
      } else if (connection !== null) {
        session.detach(this.#options.clock.now());
        connection.cut();
      }
    }
    this.#tellPresence();
  }

  close(): void {
    for (const connection of this.#connections) connection.cut();
    this.#sessions.clear();
  }

  /** Takes a new socket; `query` is that of its address. */
  accept(socket: WebSocket, query: URLSearchParams): void {
    let session: GatewaySession | null = null;
    const connection = new Connection(socket, this.#options.heartbeatInterval, {
      received: (frame) => {
        session = this.#receive(connection, session, frame);
      },
      closed: (code) => {
        this.#connections.delete(connection);
        if (session?.connection === connection) {
          if (code === 1000 || code === 1001) this.#end(session);
          else session.detach(this.#options.clock.now());
        }
        this.#tellPresence();
      },
    });
    this.#connections.add(connection);
    if ((query.get('v') ?? '10') !== '10') connection.close(Close.invalidVersion);
    else if ((query.get('encoding') ?? 'json') !== 'json' || query.has('compress')) connection.close(Close.decodeError);
  }

  /** Returns the session that the connection has after this frame. */
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
    const refused = this.#refusal(d);
    if (refused !== null) {
      connection.close(refused);
      return null;
    }
    const { world, log } = this.#options;
    const session = new GatewaySession(randomBytes(16).toString('hex'), d.intents as number, KEPT_EVENTS);
    this.#identifies++;
    this.#sessions.set(session.id, session);
    session.attach(connection);
    const present = world.guilds.filter((guild) => guild.botPresent);
    const listed = this.#neverIdentified ? [] : present;
    this.#neverIdentified = false;
    session.dispatch('READY', this.#ready(session, listed, d.shard));
    for (const guild of present) this.#greet(guild, session);
    log.debug({ session: session.id }, 'the bot identified');
    this.#tellPresence();
    return session;
  }

  #ready(session: GatewaySession, listed: readonly WorldGuild[], shard: unknown): Json {
    const { world, url } = this.#options;
    return {
      v: 10,
      user: { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
      guilds: listed.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: url(),
      ...(Array.isArray(shard) ? { shard } : {}),
      application: { id: world.applicationId, flags: 0 },
      private_channels: [],
      presences: [],
      relationships: [],
      geo_ordered_rtc_regions: [],
      user_settings: {},
      _trace: ['sandbox'],
    };
  }

  #refusal(d: Json): CloseReason | null {
    if (typeof d.token !== 'string') return Close.decodeError;
    if (bare(d.token) !== this.#options.token) return Close.authenticationFailed;
    if (!areIntents(d.intents)) return Close.invalidIntents;
    if ((d.intents & PRIVILEGED & ~this.#options.privilegedIntents) !== 0) return Close.disallowedIntents;
    const shard = d.shard;
    if (shard === undefined || shard === null) return null;
    const [index, count] = Array.isArray(shard) ? (shard as unknown[]) : [];
    const fits = typeof index === 'number' && typeof count === 'number' && index >= 0 && index < count;
    return fits ? null : Close.invalidShard;
  }

  #resume(connection: Connection, d: Json): GatewaySession | null {
    if (typeof d.token !== 'string' || bare(d.token) !== this.#options.token) {
      connection.close(Close.authenticationFailed);
      return null;
    }
    this.#forgetOldSessions();
    const session = this.#sessions.get(String(d.session_id));
    const missed = session === undefined ? 'lost' : session.since(Number(d.seq ?? 0));
    if (session === undefined || typeof missed === 'string') {
      if (session !== undefined) this.#end(session);
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

  /** GUILD_CREATE: to one session after its READY, or to all when the bot is invited. */
  #greet(guild: WorldGuild, only?: GatewaySession): void {
    const { world } = this.#options;
    for (const session of only === undefined ? this.#sessions.values() : [only]) {
      if (!session.has(Intent.guilds)) continue;
      session.dispatch('GUILD_CREATE', guildCreateObject(world, guild, session.has(Intent.guildMembers)));
    }
  }

  #sendMembers(session: GatewaySession, d: Json): void {
    const guild = this.#options.world.guildById(String(d.guild_id));
    if (guild === undefined || !guild.botPresent) return;
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

  #end(session: GatewaySession): void {
    this.#sessions.delete(session.id);
    session.detach(this.#options.clock.now());
  }

  #forgetOldSessions(): void {
    const oldest = this.#options.clock.now() - RESUMABLE_MS;
    for (const session of this.#sessions.values()) {
      if (session.droppedAt !== null && session.droppedAt < oldest) this.#sessions.delete(session.id);
    }
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

const bare = (token: string): string => token.replace(/^Bot /, '');
