import { randomBytes } from 'node:crypto';
import { type RawData, WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { SandboxLog } from '../log.ts';
import { guildCreateObject, type Json, memberObject, userObject } from '../objects.ts';
import type { World, WorldGuild } from '../world.ts';
import { areIntents, Intent, PRIVILEGED } from './intents.ts';
import { GatewaySession } from './session.ts';

const Op = {
  heartbeat: 1,
  identify: 2,
  presenceUpdate: 3,
  voiceStateUpdate: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

/** Discord's close codes, with its words. */
const Close = {
  unknownOpcode: [4001, 'Unknown opcode.'],
  decodeError: [4002, 'Error while decoding payload.'],
  notAuthenticated: [4003, 'Not authenticated.'],
  authenticationFailed: [4004, 'Authentication failed.'],
  alreadyAuthenticated: [4005, 'Already authenticated.'],
  invalidSequence: [4007, 'Invalid seq.'],
  rateLimited: [4008, 'Rate limited.'],
  sessionTimedOut: [4009, 'Session timed out.'],
  invalidShard: [4010, 'Invalid shard.'],
  invalidVersion: [4012, 'Invalid API version.'],
  invalidIntents: [4013, 'Invalid intent(s).'],
  disallowedIntents: [4014, 'Disallowed intent(s).'],
} as const satisfies Record<string, readonly [number, string]>;

const MAX_FRAME_BYTES = 4096;
const MAX_FRAMES_A_MINUTE = 120;
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
  readonly #sockets = new Set<WebSocket>();
  /** A fresh Discord whose servers invite the bot when it first comes. */
  #neverIdentified = true;
  #wasOnline = false;
  #identifies = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** Whether a session is connected now. */
  get online(): boolean {
    return [...this.#sessions.values()].some((session) => session.socket !== null);
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
      const { socket } = session;
      if (how === 'invalidate') {
        this.#end(session);
        if (socket !== null) send(socket, Op.invalidSession, false);
      } else if (socket !== null && how === 'reconnect') {
        send(socket, Op.reconnect, null);
      } else if (socket !== null) {
        session.detach(this.#options.clock.now());
        socket.terminate();
      }
    }
    this.#tellPresence();
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
    this.#sessions.clear();
  }

  /** Takes a new socket; `query` is that of its address. */
  accept(socket: WebSocket, query: URLSearchParams): void {
    this.#sockets.add(socket);
    let session: GatewaySession | null = null;
    const recent: number[] = [];
    const patience = this.#options.heartbeatInterval * 1.5;
    const cutOff = () => close(socket, Close.sessionTimedOut);
    let timer = setTimeout(cutOff, patience);

    socket.on('error', (error) => this.#options.log.debug({ error: error.message }, 'gateway socket error'));
    socket.on('close', (code) => {
      clearTimeout(timer);
      this.#sockets.delete(socket);
      if (session?.socket === socket) {
        if (code === 1000 || code === 1001) this.#end(session);
        else session.detach(this.#options.clock.now());
      }
      this.#tellPresence();
    });
    const version = query.get('v') ?? '10';
    if (version !== '10') return close(socket, Close.invalidVersion);
    if ((query.get('encoding') ?? 'json') !== 'json' || query.has('compress')) return close(socket, Close.decodeError);

    socket.on('message', (raw: RawData, binary: boolean) => {
      const now = Date.now();
      recent.push(now);
      while ((recent[0] ?? now) < now - 60_000) recent.shift();
      if (recent.length > MAX_FRAMES_A_MINUTE) return close(socket, Close.rateLimited);
      const frame = binary ? null : parseFrame(raw);
      if (frame === null) return close(socket, Close.decodeError);
      switch (frame.op) {
        case Op.heartbeat:
          clearTimeout(timer);
          timer = setTimeout(cutOff, patience);
          return send(socket, Op.heartbeatAck, null);
        case Op.identify:
          if (session !== null) return close(socket, Close.alreadyAuthenticated);
          session = this.#identify(socket, frame.d);
          return;
        case Op.resume:
          if (session !== null) return close(socket, Close.alreadyAuthenticated);
          session = this.#resume(socket, frame.d);
          return;
        case Op.presenceUpdate:
        case Op.voiceStateUpdate:
          if (session === null) close(socket, Close.notAuthenticated);
          return;
        case Op.requestMembers:
          if (session === null) return close(socket, Close.notAuthenticated);
          return this.#sendMembers(session, frame.d);
        default:
          return close(socket, Close.unknownOpcode);
      }
    });
    send(socket, Op.hello, { heartbeat_interval: this.#options.heartbeatInterval, _trace: ['sandbox'] });
  }

  #identify(socket: WebSocket, d: Json): GatewaySession | null {
    const refused = this.#refusal(d);
    if (refused !== null) {
      close(socket, refused);
      return null;
    }
    const { world, clock, log, url } = this.#options;
    const session = new GatewaySession(randomBytes(16).toString('hex'), d['intents'] as number, KEPT_EVENTS);
    this.#identifies++;
    this.#sessions.set(session.id, session);
    session.attach(socket);
    const present = world.guilds.filter((guild) => guild.botPresent);
    const listed = this.#neverIdentified ? [] : present;
    this.#neverIdentified = false;
    session.dispatch('READY', {
      v: 10,
      user: { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
      guilds: listed.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: url(),
      ...(Array.isArray(d['shard']) ? { shard: d['shard'] } : {}),
      application: { id: world.applicationId, flags: 0 },
      private_channels: [],
      presences: [],
      relationships: [],
      geo_ordered_rtc_regions: [],
      user_settings: {},
      _trace: ['sandbox'],
    });
    for (const guild of present) this.#greet(guild, session);
    log.debug({ session: session.id, at: clock.now() }, 'the bot identified');
    this.#tellPresence();
    return session;
  }

  #refusal(d: Json): readonly [number, string] | null {
    if (typeof d['token'] !== 'string') return Close.decodeError;
    if (bare(d['token']) !== this.#options.token) return Close.authenticationFailed;
    if (!areIntents(d['intents'])) return Close.invalidIntents;
    if ((d['intents'] & PRIVILEGED & ~this.#options.privilegedIntents) !== 0) return Close.disallowedIntents;
    const shard = d['shard'];
    if (shard === undefined || shard === null) return null;
    const [index, count] = Array.isArray(shard) ? (shard as unknown[]) : [];
    const fits = typeof index === 'number' && typeof count === 'number' && index >= 0 && index < count;
    return fits ? null : Close.invalidShard;
  }

  #resume(socket: WebSocket, d: Json): GatewaySession | null {
    if (typeof d['token'] !== 'string' || bare(d['token']) !== this.#options.token) {
      close(socket, Close.authenticationFailed);
      return null;
    }
    this.#forgetOldSessions();
    const session = this.#sessions.get(String(d['session_id']));
    const missed = session === undefined ? 'lost' : session.since(Number(d['seq'] ?? 0));
    if (session === undefined || missed === 'lost') {
      if (session !== undefined) this.#end(session);
      send(socket, Op.invalidSession, false);
      return null;
    }
    if (missed === 'ahead') {
      this.#end(session);
      close(socket, Close.invalidSequence);
      return null;
    }
    const before = session.socket;
    session.attach(socket);
    if (before !== null && before !== socket) before.terminate();
    for (const frame of missed) socket.send(JSON.stringify(frame));
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
    const guild = this.#options.world.guildById(String(d['guild_id']));
    if (guild === undefined || !guild.botPresent) return;
    const wanted = d['user_ids'] === undefined ? null : [d['user_ids']].flat().map(String);
    const query = typeof d['query'] === 'string' ? d['query'].toLowerCase() : '';
    const members = guild.memberships.filter(({ user }) =>
      wanted !== null ? wanted.includes(user.id) : user.username.startsWith(query),
    );
    session.dispatch('GUILD_MEMBERS_CHUNK', {
      guild_id: guild.id,
      members: members.map(memberObject),
      chunk_index: 0,
      chunk_count: 1,
      not_found: wanted?.filter((id) => !members.some(({ user }) => user.id === id)) ?? [],
      ...(d['nonce'] === undefined ? {} : { nonce: d['nonce'] }),
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
  }
}

const bare = (token: string): string => token.replace(/^Bot /, '');

function send(socket: WebSocket, op: number, d: unknown): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d, s: null, t: null }));
}

function close(socket: WebSocket, [code, reason]: readonly [number, string]): void {
  socket.close(code, reason);
}

function parseFrame(raw: RawData): { op: number; d: Json } | null {
  const source = raw.toString();
  if (Buffer.byteLength(source) > MAX_FRAME_BYTES) return null;
  try {
    const frame: unknown = JSON.parse(source);
    if (typeof frame !== 'object' || frame === null || !('op' in frame) || typeof frame.op !== 'number') return null;
    const d = 'd' in frame ? frame.d : null;
    return { op: frame.op, d: typeof d === 'object' && d !== null ? (d as Json) : {} };
  } catch {
    return null;
  }
}
