import { randomBytes } from 'node:crypto';
import { GatewayCloseCodes as Close, GatewayIntentBits, GatewayOpcodes as Op } from 'discord.js';
import type { WebSocket } from 'ws';
import type { Discord, SandboxLog } from '../store/discord.ts';
import type { Json } from '../store/errors.ts';
import type { StoredMessage } from '../store/messages.ts';
import { guildCreateObject, messageObject, partialMember, withheld } from '../store/objects.ts';
import { iso } from '../world/snowflake.ts';
import { userObject, type WorldGuild } from '../world/world.ts';
import { bare, Connection, GatewaySession, type Received, readIdentify, type Shard, shardOf } from './session.ts';

const RESUMABLE_MS = 5 * 60_000;

/** How an application's sessions are divided. The defaults are those of a small bot. */
export interface Sharding {
  /** The number of shards recommended to clients. 1 by default. */
  readonly recommended?: number;
  /** Sessions that may begin at once: one per shard number modulo this. 1 by default. */
  readonly maxConcurrency?: number;
  /**
   * Milliseconds of real time between two sessions that may not begin at once; one that begins sooner gets op 9. 0 by default; Discord's
   * value is 5000.
   */
  readonly between?: number;
  /** The most servers of a session; beyond it more shards are required. 2500 by default. */
  readonly mostGuilds?: number;
}

interface GatewayOptions {
  readonly discord: Discord;
  readonly log: SandboxLog;
  readonly token: string;
  /** Milliseconds between a client's heartbeats; a client silent for one and a half intervals is cut off. */
  readonly heartbeatInterval: number;
  readonly sharding: Sharding;
  /** Intercepts each event: calls `send` to send it, now, later or never. `channelId`: its channel. */
  readonly pass: (event: string, channelId: string | null, send: () => void) => void;
}

/** The gateway, version 10, JSON, uncompressed. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #discord: Discord;
  readonly #sessions = new Set<GatewaySession>();
  readonly #connections = new Set<Connection>();
  /** Servers that a session has begun with: a fresh sandbox's servers invite the bot when it first connects. */
  readonly #met = new Set<WorldGuild>();
  /** The last start of a session (milliseconds, real time) by rate limit key: its shard's number modulo `maxConcurrency`. */
  readonly #began = new Map<number, number>();
  #identifies = 0;
  /** No connection is accepted before: milliseconds since 1970, real time. */
  awayUntil = 0;
  /** The delay of the next connection's hello, in milliseconds. */
  helloAfter = 0;
  /** How many of the next identifies are answered with op 9. */
  identifiesRefused = 0;

  constructor(options: GatewayOptions) {
    const { discord } = options;
    this.#options = options;
    this.#discord = discord;
    discord.reaches = (guild) => this.#serving(guild?.id ?? null).length > 0;
    discord.on('dispatch', (...args) => this.#dispatch(...args));
    announceMessages(discord);
  }

  get online(): boolean {
    return [...this.#sessions].some(({ connection }) => connection !== null);
  }

  /** The sessions of a shard, by its number, or all, that are connected or can still be resumed. */
  #of(shard?: number): readonly GatewaySession[] {
    const oldest = this.#discord.clock.now() - RESUMABLE_MS;
    for (const each of this.#sessions) if ((each.droppedAt ?? oldest) < oldest) this.#sessions.delete(each);
    return [...this.#sessions].filter(({ shard: { index } }) => shard === undefined || shard === index);
  }

  /** The sessions whose shard has this server; with `null`, those whose shard has direct messages. */
  #serving(guildId: string | null): readonly GatewaySession[] {
    return this.#of().filter((session) => session.serves(guildId));
  }

  /** Notes that a session has lost its connection. It can be resumed for five minutes, unless it `ends` for good. */
  #detach(session: GatewaySession, ends: boolean): void {
    session.connection = null;
    session.droppedAt = this.#discord.clock.now();
    if (ends) this.#sessions.delete(session);
  }

  whenOnline(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.online) return;
        this.#discord.off('changed', look);
        resolve();
      };
      this.#discord.on('changed', look);
      look();
    });
  }

  get url(): string {
    return `${this.#discord.origin.replace(/^http/, 'ws')}/gateway`;
  }

  /** The recommended shards, and the limits on starting sessions, as in GET /gateway/bot. */
  get starts(): { readonly shards: number; readonly remaining: number; readonly maxConcurrency: number } {
    const { recommended = 1, maxConcurrency = 1 } = this.#options.sharding;
    return { shards: recommended, remaining: Math.max(recommended, 1000 - this.#identifies), maxConcurrency };
  }

  /** Sends an event to every session that has the intent (0 needs none) and the server it is about or in. */
  #dispatch(event: string, intent: number, data: Json): void {
    const send = () => {
      for (const session of this.#serving(idIn(data, event, /^GUILD_(CREATE|UPDATE|DELETE)$/, 'guild_id'))) {
        if (session.has(intent)) session.dispatch(event, data);
      }
    };
    const channelId = idIn(data, event, /^(CHANNEL|THREAD)_(CREATE|UPDATE|DELETE)$/, 'channel_id');
    this.#options.pass(event, channelId, send);
  }

  /** Removes the bot from a guild, or invites it again. */
  setPresent(guild: WorldGuild, present: boolean): void {
    if (guild.botPresent === present) return;
    const { world, clock, commands } = this.#discord;
    if (!present) {
      commands.forget(guild.id);
      this.#discord.tell('GUILD_DELETE', GatewayIntentBits.Guilds, guild, { id: guild.id });
    }
    guild.botPresent = present;
    const membership = world.membership(guild, world.bot.id);
    if (membership) membership.joinedAt = iso(clock.now());
    if (present && guild.available) this.#greet(guild);
    this.#discord.emit('changed');
  }

  /** Starts or ends a guild's outage. */
  setAvailable(guild: WorldGuild, available: boolean): void {
    if (guild.available === available) return;
    guild.available = available;
    if (guild.botPresent && available) this.#greet(guild);
    else this.#discord.tell('GUILD_DELETE', GatewayIntentBits.Guilds, guild, { id: guild.id, unavailable: true });
    this.#discord.emit('changed');
  }

  /**
   * Breaks the connection of a shard, or of all. After `cut` (no close frame) and `reconnect` (op 7) the bot can resume.
   * `invalidate` (op 9) ends the session, so that the bot must identify anew and missed events are lost; `doubt` is op 9
   * for a session that can still be resumed.
   */
  drop(how: 'cut' | 'reconnect' | 'invalidate' | 'doubt', shard?: number): void {
    for (const session of this.#of(shard)) {
      const { connection } = session;
      if (how !== 'reconnect' && (how === 'invalidate' || connection)) this.#detach(session, how === 'invalidate');
      if (how === 'cut') connection?.cut();
      else if (how === 'reconnect') connection?.send(Op.Reconnect, null);
      else connection?.send(Op.InvalidSession, how === 'doubt');
    }
    this.#discord.emit('changed');
  }

  /** Closes each connection, or a shard's, with a code. Codes after which Discord allows no resume also end the session. */
  closeWith(code: number, shard?: number): void {
    for (const session of this.#of(shard)) {
      const { connection } = session;
      if (ENDING.has(code)) this.#detach(session, true);
      connection?.close(code);
    }
    this.#discord.emit('changed');
  }

  ignoreHeartbeats(beats: number, shard?: number): void {
    for (const { connection } of this.#of(shard)) connection?.ignore(beats);
  }

  /** Breaks every connection and accepts none for `ms` milliseconds of real time. */
  awayFor(ms: number): void {
    this.awayUntil = Date.now() + ms;
    this.drop('cut');
  }

  close(): void {
    for (const connection of this.#connections) connection.cut();
    this.#sessions.clear();
  }

  /** Accepts a new socket; `query` is that of its URL. */
  accept(socket: WebSocket, query: URLSearchParams): void {
    let session: GatewaySession | null = null;
    const helloAfter = this.helloAfter;
    this.helloAfter = 0;
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
          if (session?.connection === connection) this.#detach(session, code === 1000 || code === 1001);
          this.#discord.emit('changed');
        },
      },
    );
    this.#connections.add(connection);
    if ((query.get('v') ?? '10') !== '10') connection.close(Close.InvalidAPIVersion);
    else if ((query.get('encoding') ?? 'json') !== 'json' || query.has('compress')) connection.close(Close.DecodeError);
  }

  /** Handles a frame and returns the connection's session after it. */
  #receive(connection: Connection, session: GatewaySession | null, { op, d }: Received): GatewaySession | null {
    const begins = op === Op.Identify || op === Op.Resume;
    if (begins && session === null) {
      return op === Op.Identify ? this.#identify(connection, d) : this.#resume(connection, d);
    }
    if (begins) connection.close(Close.AlreadyAuthenticated);
    else if (op !== Op.PresenceUpdate && op !== Op.VoiceStateUpdate && op !== Op.RequestGuildMembers) {
      connection.close(Close.UnknownOpcode);
    } else if (session === null) connection.close(Close.NotAuthenticated);
    return session;
  }

  #identify(connection: Connection, d: Json): GatewaySession | null {
    const { log, token, sharding } = this.#options;
    const { world } = this.#discord;
    const read = readIdentify(d, token);
    const present = typeof read === 'number' ? [] : this.#presentIn(read.shard);
    if (typeof read === 'number' || present.length > (sharding.mostGuilds ?? 2500)) {
      connection.close(typeof read === 'number' ? read : Close.ShardingRequired);
      return null;
    }
    if (this.#tooSoon(read.shard)) {
      connection.send(Op.InvalidSession, false);
      return null;
    }
    const session = new GatewaySession(randomBytes(16).toString('hex'), read.intents, read.shard);
    this.#identifies++;
    this.#sessions.add(session);
    session.connection = connection;
    const listed = present.filter((guild) => this.#met.has(guild) || !guild.available);
    for (const guild of world.guilds) if (session.serves(guild.id)) this.#met.add(guild);
    session.dispatch('READY', {
      v: 10,
      user: { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
      // GUILD_CREATE follows for each.
      guilds: listed.map(({ id }) => ({ id, unavailable: true })),
      ...{ session_id: session.id, session_type: 'normal', resume_gateway_url: this.url },
      ...(Array.isArray(d.shard) && { shard: d.shard }),
      application: { id: world.applicationId, flags: 0 },
      ...{ private_channels: [], _trace: ['sandbox'] },
    });
    for (const guild of present) if (guild.available) this.#greet(guild, session);
    log.debug({ session: session.id }, 'the bot identified');
    this.#discord.emit('changed');
    return session;
  }

  #resume(connection: Connection, d: Json): GatewaySession | null {
    if (typeof d.token !== 'string' || bare(d.token) !== this.#options.token) {
      connection.close(Close.AuthenticationFailed);
      return null;
    }
    const session = this.#of().find(({ id }) => id === d.session_id);
    const missed = session?.since(Number(d.seq ?? 0)) ?? 'lost';
    if (session === undefined || typeof missed === 'string') {
      if (session) this.#detach(session, true);
      if (missed === 'ahead') connection.close(Close.InvalidSeq);
      else connection.send(Op.InvalidSession, false);
      return null;
    }
    session.connection?.cut();
    Object.assign(session, { connection, droppedAt: null });
    for (const frame of missed) connection.sendFrame(frame);
    session.dispatch('RESUMED', { _trace: ['sandbox'] });
    this.#discord.emit('changed');
    return session;
  }

  /** Sends GUILD_CREATE to one session after its READY, or to all when the bot is invited. */
  #greet(guild: WorldGuild, only?: GatewaySession): void {
    for (const session of only ? [only] : this.#serving(guild.id)) {
      if (!session.has(GatewayIntentBits.Guilds)) continue;
      session.dispatch('GUILD_CREATE', guildCreateObject(this.#discord.world, guild));
    }
  }

  #presentIn({ index, count }: Shard): readonly WorldGuild[] {
    return this.#discord.world.guilds.filter((guild) => guild.botPresent && shardOf(guild.id, count) === index);
  }

  /** Whether it is too soon for a session to begin. If not, counts it as begun. */
  #tooSoon({ index }: Shard): boolean {
    const { between = 0, maxConcurrency = 1 } = this.#options.sharding;
    if (this.identifiesRefused > 0) {
      this.identifiesRefused--;
      return true;
    }
    const [key, now] = [index % maxConcurrency, Date.now()];
    if (now - (this.#began.get(key) ?? Number.NEGATIVE_INFINITY) < between) return true;
    this.#began.set(key, now);
    return false;
  }
}

/** Close codes after which a session cannot be resumed. */
const ENDING = new Set<number>([1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

/** The id of the server or channel that an event is in, or, for `events`, that it is about. */
function idIn(data: Json, event: string, events: RegExp, field: string): string | null {
  const id = events.test(event) ? data.id : data[field];
  return typeof id === 'string' ? id : null;
}

/** Tells the bot of every change to a message that is not ephemeral. */
function announceMessages(discord: Discord): void {
  const { world } = discord;
  const announce = (event: string, message: StoredMessage, data: Json): void => {
    if (message.onlyFor !== null) return;
    const guild = world.guildOf(message.channel);
    const place = guild === null ? {} : { guild_id: guild.id };
    const intent = guild === null ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
    discord.tell(event, intent, guild, { ...data, ...place });
  };
  const whole = (message: StoredMessage) => {
    const guild = world.guildOf(message.channel);
    const member = guild && world.membership(guild, message.author.id);
    const object = {
      ...messageObject(discord, message),
      channel_type: guild === null ? 1 : 0,
      ...(member && { member: partialMember(member) }),
    };
    return withheld(discord, message, object);
  };
  discord.on('created', (message) => announce('MESSAGE_CREATE', message, whole(message)));
  discord.on('edited', (message) => announce('MESSAGE_UPDATE', message, whole(message)));
  discord.on('deleted', (message) => {
    announce('MESSAGE_DELETE', message, { id: message.id, channel_id: message.channel.id });
  });
}
