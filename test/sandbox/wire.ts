import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { eventually } from './fixture.ts';

export interface Frame {
  readonly op: number;
  readonly d: never;
  readonly s: number | null;
  readonly t: string | null;
}

/** A bare gateway connection, for what discord.js would never send. */
export class Wire {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly closed: Promise<number>;

  constructor(sandbox: Sandbox, query = 'v=10&encoding=json') {
    this.socket = new WebSocket(`${sandbox.apiUrl.replace('http', 'ws').replace('/api', '/gateway')}?${query}`);
    this.socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as Frame));
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    onTestFinished(() => this.socket.terminate());
  }

  /** Waits for the greeting, then sends. */
  async send(op: number, d: unknown = null): Promise<this> {
    await eventually(() => this.frames[0]?.op).toBe(10);
    this.socket.send(JSON.stringify({ op, d }));
    return this;
  }

  async frame(wanted: (frame: Frame) => boolean): Promise<Frame> {
    await eventually(() => this.frames.some(wanted)).toBe(true);
    const found = this.frames.find(wanted);
    if (found === undefined) throw new Error('It went again.');
    return found;
  }

  /** Identifies, as a shard where one is given, and returns the session's id. */
  async identify(sandbox: Sandbox, shard?: readonly [index: number, count: number]): Promise<string> {
    await this.send(2, { token: sandbox.token, intents: 1, properties: {}, ...(shard ? { shard } : {}) });
    const ready = await this.frame((frame) => frame.t === 'READY');
    return (ready.d as { session_id: string }).session_id;
  }
}
