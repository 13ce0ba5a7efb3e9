import type { FromPage, ToPage } from '../protocol.ts';

export type Answer = Extract<ToPage, { nonce: string }>;
export type Question = FromPage extends infer F ? (F extends FromPage ? Omit<F, 'nonce'> : never) : never;

const RECONNECT_MS = 500;
/** Longest wait for an answer; far above the three seconds that Discord gives a bot. */
const PATIENCE_MS = 15_000;

const NOT_CONNECTED = 'The page isn’t connected to the practice Discord right now.';
const CONNECTION_LOST = 'The connection was lost before an answer arrived.';
const NO_ANSWER = 'The practice Discord didn’t say what happened.';

let socket: WebSocket | null = null;
const waiting = new Map<string, (answer: Answer) => void>();
let asked = 0;

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/**
 * Keeps a connection to the server; it reconnects by itself.
 *
 * @param status called when the connection opens or is lost
 */
export function keepConnected(receive: (frame: ToPage) => void, status: (open: boolean) => void) {
  socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/page/socket`);
  socket.addEventListener('open', () => status(true));
  socket.addEventListener('message', ({ data }) => {
    const frame: ToPage = JSON.parse(String(data));
    if ('nonce' in frame) waiting.get(frame.nonce)?.(frame);
    else receive(frame);
  });
  socket.addEventListener('close', () => {
    for (const [nonce, settle] of [...waiting]) settle({ t: 'failed', nonce, reason: CONNECTION_LOST });
    status(false);
    window.setTimeout(() => keepConnected(receive, status), RECONNECT_MS);
  });
}

/** Never rejects: a failure is an answer with a sentence. */
export function ask(question: Question): Promise<Answer> {
  asked += 1;
  const nonce = String(asked);
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      window.clearTimeout(timer);
      waiting.delete(nonce);
      resolve(answer);
    };
    const timer = window.setTimeout(() => settle({ t: 'failed', nonce, reason: NO_ANSWER }), PATIENCE_MS);
    waiting.set(nonce, settle);
    if (isOpen()) socket?.send(JSON.stringify({ ...question, nonce }));
    else settle({ t: 'failed', nonce, reason: NOT_CONNECTED });
  });
}
