import { once } from 'node:events';
import { GatewayCloseCodes as Close, GatewayIntentBits, GatewayOpcodes as Op } from 'discord.js';
import type { WebSocket } from 'ws';
import type { Discord } from '../store/discord.ts';
import type { JsonObject } from '../store/errors.ts';
import type { StoredMessage } from '../store/messages.ts';
import { asTheBotSees, guildCreateObject, messageObject, partialMember } from '../store/objects.ts';
import { iso } from '../world/snowflake.ts';
import { userObject, type WorldGuild } from '../world/world.ts';
import {
  bareToken,
  type Connection,
  createConnection,
  createSession,
  type Received,
  readIdentify,
  type Session,
  shardOf,
} from './session.ts';

const RESUMABLE_MS = 5 * 60_000;

/** How an application's sessions are divided. The defaults are those of a small bot. */
export interface Sharding {
  /** The number of shards recommended to clients. 1 by default. */
  readonly recommended?: number;
  /** Sessions that may begin at once: one per shard number modulo this. 1 by default. */
  readonly maxConcurrency?: number;
  /**
   * Milliseconds of real time between two sessions that may not begin at once. One that begins sooner gets op 9.
   * 0 by default; Discord's value is 5000.
   */
  readonly between?: number;
  /** The most servers of a session; beyond it more shards are required. 2500 by default. */
  readonly mostGuilds?: number;
}

interface GatewayOptions {
  readonly discord: Discord;
  readonly token: string;
  /** Milliseconds between a client's heartbeats; a client silent for one and a half intervals is cut off. */
  readonly heartbeatInterval: number;
  readonly sharding: Sharding;
  /** Intercepts each event: calls `send` to send it, now, later or never. `channelId`: its channel. */
  readonly pass: (event: string, channelId: string | null, send: () => void) => void;
}

export type Gateway = ReturnType<typeof createGateway>;

/** The gateway, version 10, JSON, uncompressed. */
export function createGateway({ discord, token, heartbeatInterval, sharding, pass }: GatewayOptions) {
  const { world, clock, commands, log } = discord;
  const { recommended = 1, maxConcurrency = 1, between = 0, mostGuilds = 2500 } = sharding;
  const sessions = new Set<Session>();
  const connections = new Set<Connection>();
  /**
   * Servers that were there when a session began. The servers of a fresh sandbox are left out of the first READY, so
   * they look to the bot as if it was just invited.
   */
  const met = new Set<WorldGuild>();
  /** The last start of a session (milliseconds, real time) by its shard's number modulo `maxConcurrency`. */
  const began = new Map<number, number>();
  let identifies = 0;
  /** Trouble that the next connections meet; happenings set it. */
  const ahead = {
    /** No connection is accepted before: milliseconds since 1970, real time. */
    awayUntil: 0,
    /** The delay of the next connection's hello, in milliseconds. */
    helloAfter: 0,
    /** How many of the next identifies are answered with op 9. */
    identifiesRefused: 0,
  };

  const isOnline = () => [...sessions].some(({ connection }) => connection !== null);

  /** The sessions of a shard, by its number, or all, that are connected or can still be resumed. */
  function sessionsOf(shard?: number): readonly Session[] {
    const oldest = clock.now() - RESUMABLE_MS;
    for (const each of sessions) if (each.droppedAt !== null && each.droppedAt < oldest) sessions.delete(each);
    return [...sessions].filter(({ shard: { index } }) => shard === undefined || shard === index);
  }

  /** The sessions whose shard has this server; with `null`, those whose shard has direct messages. */
  function serving(guildId: string | null): readonly Session[] {
    return sessionsOf().filter((session) => session.serves(guildId));
  }

  /** Notes that a session has lost its connection. It can be resumed for five minutes. */
  function detach(session: Session): void {
    session.connection = null;
    session.droppedAt = clock.now();
  }

  /** Ends a session for good. */
  function end(session: Session): void {
    detach(session);
    sessions.delete(session);
  }

  async function whenOnline(): Promise<void> {
    while (!isOnline()) await once(discord, 'changed');
  }

  const url = () => `${discord.origin.replace(/^http/, 'ws')}/gateway`;

  /** The recommended shards, and the limits on starting sessions, as in GET /gateway/bot. */
  const starts = () => ({ shards: recommended, remaining: Math.max(recommended, 1000 - identifies), maxConcurrency });

  /** Sends an event to every session that has the intent (0 needs none) and the server it is about or in. */
  function dispatch(event: string, intent: number, data: JsonObject): void {
    const send = () => {
      for (const session of serving(idIn(data, event, /^GUILD_(CREATE|UPDATE|DELETE)$/, 'guild_id'))) {
        if (session.has(intent)) session.dispatch(event, data);
      }
    };
    const channelId = idIn(data, event, /^(CHANNEL|THREAD)_(CREATE|UPDATE|DELETE)$/, 'channel_id');
    pass(event, channelId, send);
  }

  /** Removes the bot from a guild, or invites it again. */
  function setPresent(guild: WorldGuild, present: boolean): void {
    if (guild.botPresent === present) return;
    if (!present) {
      commands.forget(guild.id);
      discord.tell('GUILD_DELETE', GatewayIntentBits.Guilds, guild, { id: guild.id });
    }
    guild.botPresent = present;
    const membership = world.membership(guild, world.bot.id);
    if (present && membership) membership.joinedAt = iso(clock.now());
    if (present && guild.available) greet(guild);
    discord.emit('changed');
  }

  /** Starts or ends a guild's outage. */
  function setAvailable(guild: WorldGuild, available: boolean): void {
    if (guild.available === available) return;
    guild.available = available;
    if (!available) discord.tell('GUILD_DELETE', GatewayIntentBits.Guilds, guild, { id: guild.id, unavailable: true });
    else if (guild.botPresent) greet(guild);
    discord.emit('changed');
  }

  /**
   * Breaks a shard's connection, or all. After `cut` (no close frame) and `reconnect` (op 7) the bot can resume.
   * `invalidate` (op 9) ends the session: the bot must identify anew, and events that it missed are lost.
   * `invalidateResumable` is op 9 for a session that can still be resumed.
   */
  function drop(how: 'cut' | 'reconnect' | 'invalidate' | 'invalidateResumable', shard?: number): void {
    for (const session of sessionsOf(shard)) {
      const { connection } = session;
      if (how === 'invalidate') end(session);
      // After op 7 the client closes the connection itself.
      else if (how !== 'reconnect' && connection) detach(session);
      if (how === 'cut') connection?.cut();
      else if (how === 'reconnect') connection?.send(Op.Reconnect, null);
      else connection?.send(Op.InvalidSession, how === 'invalidateResumable');
    }
    discord.emit('changed');
  }

  /** Closes a shard's connection, or all, with a code. If Discord allows no resume after it, the session ends. */
  function closeWith(code: number, shard?: number): void {
    for (const session of sessionsOf(shard)) {
      const { connection } = session;
      if (ENDING.has(code)) end(session);
      connection?.close(code);
    }
    discord.emit('changed');
  }

  function ignoreHeartbeats(beats: number, shard?: number): void {
    for (const { connection } of sessionsOf(shard)) connection?.ignore(beats);
  }

  /** Breaks every connection and accepts none for `ms` milliseconds of real time. */
  function awayFor(ms: number): void {
    ahead.awayUntil = Date.now() + ms;
    drop('cut');
  }

  function close(): void {
    for (const connection of connections) connection.cut();
    sessions.clear();
  }

  /** Accepts a new socket; `query` is that of its URL. */
  function accept(socket: WebSocket, query: URLSearchParams): void {
    let session: Session | null = null;
    const times = { heartbeat: heartbeatInterval, helloAfter: ahead.helloAfter };
    ahead.helloAfter = 0;
    const connection = createConnection(socket, times, {
      received: (frame) => {
        // After an invalid session the client may identify or resume on the same connection.
        const valid = session?.connection === connection ? session : null;
        session = receive(connection, valid, frame);
      },
      closed: (code) => {
        connections.delete(connection);
        const isLast = code === 1000 || code === 1001;
        if (session?.connection === connection) isLast ? end(session) : detach(session);
        discord.emit('changed');
      },
    });
    connections.add(connection);
    if ((query.get('v') ?? '10') !== '10') connection.close(Close.InvalidAPIVersion);
    else if ((query.get('encoding') ?? 'json') !== 'json' || query.has('compress')) connection.close(Close.DecodeError);
  }

  /** Handles a frame and returns the connection's session after it. */
  function receive(connection: Connection, session: Session | null, { op, d }: Received): Session | null {
    const begins = op === Op.Identify || op === Op.Resume;
    if (begins && session === null) {
      return op === Op.Identify ? identify(connection, d) : resume(connection, d);
    }
    if (begins) connection.close(Close.AlreadyAuthenticated);
    else if (op !== Op.PresenceUpdate && op !== Op.VoiceStateUpdate && op !== Op.RequestGuildMembers) {
      connection.close(Close.UnknownOpcode);
    } else if (session === null) connection.close(Close.NotAuthenticated);
    return session;
  }

  function identify(connection: Connection, d: JsonObject): Session | null {
    const asked = readIdentify(d, token);
    if (typeof asked === 'number') {
      connection.close(asked);
      return null;
    }
    const { intents, shard } = asked;
    const present = world.guilds.filter(({ id, botPresent }) => botPresent && shardOf(id, shard.count) === shard.index);
    if (present.length > mostGuilds) {
      connection.close(Close.ShardingRequired);
      return null;
    }
    if (!mayBegin(shard.index)) {
      connection.send(Op.InvalidSession, false);
      return null;
    }
    const session = createSession(connection, intents, shard);
    identifies++;
    sessions.add(session);
    const listed = present.filter((guild) => met.has(guild) || !guild.available);
    for (const guild of world.guilds) if (session.serves(guild.id)) met.add(guild);
    session.dispatch('READY', {
      v: 10,
      user: { ...userObject(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
      // GUILD_CREATE follows for each that is available.
      guilds: listed.map(({ id }) => ({ id, unavailable: true })),
      ...{ session_id: session.id, session_type: 'normal', resume_gateway_url: url() },
      ...(Array.isArray(d.shard) && { shard: d.shard }),
      application: { id: world.applicationId, flags: 0 },
      ...{ private_channels: [], _trace: ['sandbox'] },
    });
    for (const guild of present) if (guild.available) greet(guild, session);
    log.debug({ session: session.id }, 'the bot identified');
    discord.emit('changed');
    return session;
  }

  function resume(connection: Connection, d: JsonObject): Session | null {
    if (typeof d.token !== 'string' || bareToken(d.token) !== token) {
      connection.close(Close.AuthenticationFailed);
      return null;
    }
    const session = sessionsOf().find(({ id }) => id === d.session_id);
    const missed = session?.since(Number(d.seq ?? 0)) ?? 'lost';
    if (session === undefined || typeof missed === 'string') {
      if (session) end(session);
      if (missed === 'ahead') connection.close(Close.InvalidSeq);
      else connection.send(Op.InvalidSession, false);
      return null;
    }
    session.connection?.cut();
    Object.assign(session, { connection, droppedAt: null });
    for (const frame of missed) connection.sendFrame(frame);
    session.dispatch('RESUMED', { _trace: ['sandbox'] });
    discord.emit('changed');
    return session;
  }

  /** Sends GUILD_CREATE to one session after its READY, or to all when the bot is invited. */
  function greet(guild: WorldGuild, only?: Session): void {
    for (const session of only ? [only] : serving(guild.id)) {
      if (!session.has(GatewayIntentBits.Guilds)) continue;
      session.dispatch('GUILD_CREATE', guildCreateObject(world, guild));
    }
  }

  /** Whether a session may begin now, so soon after another. If so, it counts as begun. */
  function mayBegin(index: number): boolean {
    if (ahead.identifiesRefused > 0) {
      ahead.identifiesRefused--;
      return false;
    }
    const [key, now] = [index % maxConcurrency, Date.now()];
    if (now - (began.get(key) ?? Number.NEGATIVE_INFINITY) < between) return false;
    began.set(key, now);
    return true;
  }

  discord.reaches = (guild) => serving(guild?.id ?? null).length > 0;
  discord.on('dispatch', dispatch);
  announceMessages(discord);
  const trouble = { ahead, setPresent, setAvailable, drop, closeWith, ignoreHeartbeats, awayFor };
  const served = { whenOnline, url, starts, accept, close };
  return {
    ...trouble,
    ...served,
    get online() {
      return isOnline();
    },
  };
}

/** Close codes after which a session cannot be resumed. */
const ENDING = new Set<number>([1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

/** The id of the server or channel that an event is in, or, for `events`, that it is about. */
function idIn(data: JsonObject, event: string, events: RegExp, field: string): string | null {
  const id = events.test(event) ? data.id : data[field];
  return typeof id === 'string' ? id : null;
}

/** Tells the bot of every change to a message that is not ephemeral. */
function announceMessages(discord: Discord): void {
  const { world } = discord;
  const announce = (event: string, message: StoredMessage, data: JsonObject): void => {
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
    return asTheBotSees(discord, message, object);
  };
  discord.on('created', (message) => announce('MESSAGE_CREATE', message, whole(message)));
  discord.on('edited', (message) => announce('MESSAGE_UPDATE', message, whole(message)));
  discord.on('deleted', (message) => {
    announce('MESSAGE_DELETE', message, { id: message.id, channel_id: message.channel.id });
  });
}
