import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { FromPage, PageState, ToPage } from '../../src/sandbox/protocol.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { eventually } from './fixture.ts';

type Of<T extends ToPage['t']> = Extract<ToPage, { t: T }>;

/** A page's socket without its page. */
export class Page {
  readonly socket: WebSocket;
  readonly said: ToPage[] = [];
  readonly refused: Promise<number | undefined>;

  constructor(sandbox: Sandbox, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`${sandbox.pageUrl.replace('http', 'ws')}page/socket`, { headers });
    this.socket.on('message', (data) => this.said.push(JSON.parse(String(data)) as ToPage));
    this.socket.on('error', () => {});
    this.refused = new Promise((resolve) =>
      this.socket.on('unexpected-response', (_, response) => resolve(response.statusCode)),
    );
    onTestFinished(() => this.socket.terminate());
  }

  /** The newest state that it was told. */
  get last(): PageState {
    const told = this.said.findLast((each) => each.t === 'state');
    if (told === undefined) throw new Error('The page was told no state yet.');
    return told.state;
  }

  send(message: FromPage): void {
    this.socket.send(JSON.stringify(message));
  }

  async next<T extends ToPage['t']>(t: T, wanted: (message: Of<T>) => boolean = () => true): Promise<Of<T>> {
    const find = () => this.said.find((each): each is Of<T> => each.t === t && wanted(each as Of<T>));
    await eventually(() => find() !== undefined).toBe(true);
    const found = find();
    if (found === undefined) throw new Error('It went again.');
    return found;
  }
}
