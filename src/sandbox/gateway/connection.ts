import { type RawData, WebSocket } from 'ws';
import type { Json } from '../store/errors.ts';

/** Discord's gateway opcodes. */
export const Op = {
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
export const Close = {
  unknownOpcode: [4001, 'Unknown opcode.'],
  decodeError: [4002, 'Error while decoding payload.'],
  notAuthenticated: [4003, 'Not authenticated.'],
  authenticationFailed: [4004, 'Authentication failed.'],
  alreadyAuthenticated: [4005, 'Already authenticated.'],
  invalidSequence: [4007, 'Invalid seq.'],
  rateLimited: [4008, 'Rate limited.'],
  sessionTimedOut: [4009, 'Session timed out.'],
  invalidShard: [4010, 'Invalid shard.'],
  shardingRequired: [4011, 'Sharding required.'],
  invalidVersion: [4012, 'Invalid API version.'],
  invalidIntents: [4013, 'Invalid intent(s).'],
  disallowedIntents: [4014, 'Disallowed intent(s).'],
} as const satisfies Record<string, readonly [number, string]>;

export type CloseReason = (typeof Close)[keyof typeof Close] | readonly [code: number, reason: string];

const MAX_FRAME_BYTES = 4096;
const MAX_FRAMES_A_MINUTE = 120;

/** A frame from the client, other than a heartbeat. */
export interface Received {
  readonly op: number;
  readonly d: Json;
}

interface ConnectionHandler {
  received(frame: Received): void;
  /** The socket has closed; `code` is the client's or the sandbox's close code. */
  closed(code: number): void;
}

/**
 * One socket of the gateway. Sends the hello, answers heartbeats, and cuts off a client that is silent for one and a
 * half intervals, sends too much or sends frames that cannot be read.
 */
export class Connection {
  readonly #socket: WebSocket;
  readonly #patience: number;
  readonly #recent: number[] = [];
  #timer: NodeJS.Timeout;
  #deaf = 0;

  /** @param times milliseconds: the heartbeat interval, and the delay of the hello */
  constructor(
    socket: WebSocket,
    { heartbeat, helloAfter }: { readonly heartbeat: number; readonly helloAfter: number },
    handler: ConnectionHandler,
  ) {
    this.#socket = socket;
    this.#patience = heartbeat * 1.5 + helloAfter;
    this.#timer = this.#waitForHeartbeat();
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      clearTimeout(this.#timer);
      handler.closed(code);
    });
    socket.on('message', (raw, binary) => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const frame = binary ? null : parseFrame(raw);
      if (this.#tooMany()) this.close(Close.rateLimited);
      else if (frame === null) this.close(Close.decodeError);
      else if (frame.op === Op.heartbeat) this.#acknowledge();
      else handler.received(frame);
    });
    const greet = () => this.send(Op.hello, { heartbeat_interval: heartbeat, _trace: ['sandbox'] });
    if (helloAfter > 0) setTimeout(greet, helloAfter);
    else greet();
  }

  send(op: number, d: unknown): void {
    this.sendFrame({ op, d, s: null, t: null });
  }

  sendFrame(frame: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close([code, reason]: CloseReason): void {
    this.#socket.close(code, reason);
  }

  /** Leaves the next `beats` heartbeats without an answer. */
  ignore(beats: number): void {
    this.#deaf = beats;
  }

  /** Breaks the connection without a close frame. */
  cut(): void {
    this.#socket.terminate();
  }

  #acknowledge(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#waitForHeartbeat();
    if (this.#deaf > 0) this.#deaf--;
    else this.send(Op.heartbeatAck, null);
  }

  #waitForHeartbeat(): NodeJS.Timeout {
    return setTimeout(() => this.close(Close.sessionTimedOut), this.#patience);
  }

  #tooMany(): boolean {
    const now = Date.now();
    this.#recent.push(now);
    while ((this.#recent[0] ?? now) < now - 60_000) this.#recent.shift();
    return this.#recent.length > MAX_FRAMES_A_MINUTE;
  }
}

function parseFrame(raw: RawData): Received | null {
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
