import { randomBytes } from 'node:crypto';
import { GatewayCloseCodes as Close, GatewayIntentBits, GatewayOpcodes as Op } from 'discord.js';
import { type RawData, WebSocket } from 'ws';
import * as z from 'zod';
import type { JsonObject } from '../store/errors.ts';

const MAX_FRAME_BYTES = 4096;
const MAX_FRAMES_A_MINUTE = 120;

const frameSchema = z.object({ op: z.number(), d: z.record(z.string(), z.unknown()).catch({}) });

/** A frame from the client, other than a heartbeat. */
export type Received = z.infer<typeof frameSchema>;

interface ConnectionHandler {
  readonly received: (frame: Received) => void;
  /** The socket has closed; `code` is the client's or the sandbox's close code. */
  readonly closed: (code: number) => void;
}

/** Milliseconds: the heartbeat interval, and the delay of the hello. */
interface Times {
  readonly heartbeat: number;
  readonly helloAfter: number;
}

export type Connection = ReturnType<typeof createConnection>;

/**
 * One socket of the gateway. Sends the hello, answers heartbeats, and cuts off a client that is silent for one and a
 * half intervals, sends too much or sends frames that cannot be read.
 */
export function createConnection(socket: WebSocket, { heartbeat, helloAfter }: Times, handler: ConnectionHandler) {
  const patience = heartbeat * 1.5 + helloAfter;
  const recent: number[] = [];
  let timer = waitForHeartbeat();
  let deaf = 0;
  socket.on('error', cut);
  socket.on('close', (code) => {
    clearTimeout(timer);
    handler.closed(code);
  });
  socket.on('message', (raw, binary) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    const frame = binary ? null : parseFrame(raw);
    if (isFlooded()) close(Close.RateLimited);
    else if (frame === null) close(Close.DecodeError);
    else if (frame.op === Op.Heartbeat) acknowledge();
    else handler.received(frame);
  });
  const greet = () => send(Op.Hello, { heartbeat_interval: heartbeat, _trace: ['sandbox'] });
  if (helloAfter > 0) setTimeout(greet, helloAfter);
  else greet();

  function send(op: number, d: unknown): void {
    sendFrame({ op, d, s: null, t: null });
  }

  function sendFrame(frame: object): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function close(code: number): void {
    socket.close(code);
  }

  function ignore(beats: number): void {
    deaf = beats;
  }

  function cut(): void {
    socket.terminate();
  }

  function acknowledge(): void {
    clearTimeout(timer);
    timer = waitForHeartbeat();
    if (deaf > 0) deaf--;
    else send(Op.HeartbeatAck, null);
  }

  function waitForHeartbeat(): NodeJS.Timeout {
    return setTimeout(() => close(Close.SessionTimedOut), patience);
  }

  function isFlooded(): boolean {
    const now = Date.now();
    recent.push(now);
    while ((recent[0] ?? now) < now - 60_000) recent.shift();
    return recent.length > MAX_FRAMES_A_MINUTE;
  }

  return { send, sendFrame, close, ignore, cut };
}

function parseFrame(raw: RawData): Received | null {
  const source = raw.toString();
  if (Buffer.byteLength(source) > MAX_FRAME_BYTES) return null;
  try {
    return frameSchema.parse(JSON.parse(source));
  } catch {
    return null;
  }
}

/** A session's part of the servers; `index` counts from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The index of a server's shard; direct messages belong to the first. */
export function shardOf(guildId: string | null, count: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
}

const MOST_EVENTS = 1000;

export type Session = ReturnType<typeof createSession>;

/** One identified session of the bot. It outlives its connection for a while and stores sent events for a resume. */
export function createSession(connection: Connection, intents: number, shard: Shard) {
  const sent: { op: 0; d: JsonObject; s: number; t: string }[] = [];
  let sequence = 0;
  const session = {
    id: randomBytes(16).toString('hex'),
    shard,
    connection: connection as Connection | null,
    /** Milliseconds since 1970; `null` while connected. */
    droppedAt: null as number | null,
    has: (intent: number) => (intents & intent) === intent,

    /** Whether a server, or with `null` direct messages, belong to this session's shard. */
    serves: (guildId: string | null) => shardOf(guildId, shard.count) === shard.index,

    /** Sends an event if connected, and keeps it for a resume. */
    dispatch(event: string, data: JsonObject): void {
      const frame = { op: 0, d: data, s: ++sequence, t: event } as const;
      sent.push(frame);
      if (sent.length > MOST_EVENTS) sent.shift();
      session.connection?.sendFrame(frame);
    },

    /** All frames sent after the one with this number, or the reason they cannot be replayed. */
    since(last: number): readonly object[] | 'ahead' | 'lost' {
      if (last > sequence) return 'ahead';
      const first = sent[0]?.s ?? sequence + 1;
      return last + 1 < first ? 'lost' : sent.filter(({ s }) => s > last);
    },
  };
  return session;
}

/** Intents that an application must be granted before it may request them, as none is here. */
const PRIVILEGED = GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
const BITS = Object.values(GatewayIntentBits).filter((bit) => typeof bit === 'number');
const KNOWN = BITS.reduce((all, bit) => all | bit, 0);

/** The intents and shard of a client's identify, or the close code that refuses it. */
export function readIdentify(
  d: JsonObject,
  token: string,
): { readonly intents: number; readonly shard: Shard } | number {
  if (typeof d.token !== 'string') return Close.DecodeError;
  if (bareToken(d.token) !== token) return Close.AuthenticationFailed;
  const intents = Number.isInteger(d.intents) ? Number(d.intents) : -1;
  if (intents < 0 || intents & ~KNOWN) return Close.InvalidIntents;
  if (intents & PRIVILEGED) return Close.DisallowedIntents;
  // The session of a bot without sharding has every server.
  if (d.shard === undefined || d.shard === null) return { intents, shard: { index: 0, count: 1 } };
  const [index, count] = Array.isArray(d.shard) ? (d.shard as unknown[]) : [];
  const valid =
    Number.isInteger(index) && Number.isInteger(count) && Number(index) >= 0 && Number(index) < Number(count);
  return valid ? { intents, shard: { index: Number(index), count: Number(count) } } : Close.InvalidShard;
}

/** A token without its optional `Bot ` prefix. */
export const bareToken = (token: string): string => token.replace(/^Bot /, '');
