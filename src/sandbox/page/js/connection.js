/** @import { FromPage, ToPage } from '../../protocol.ts' */

/**
 * @typedef {Extract<ToPage, { nonce: string }>} Answer
 * @typedef {FromPage extends infer F ? F extends { nonce: string } ? Omit<F, 'nonce'> : never : never} Question
 */

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** Longest wait for an answer; far above the three seconds that Discord gives a bot. */
const PATIENCE_MS = 15_000;

const NOT_CONNECTED = 'The page isn’t connected to the practice Discord right now.';
const CONNECTION_LOST = 'The connection was lost before an answer arrived.';
const NO_ANSWER = 'The practice Discord didn’t say what happened.';

/** @type {WebSocket | null} */
let socket = null;
/** @type {Map<string, (answer: Answer) => void>} */
const waiting = new Map();
let asked = 0;
// Random, since nonces of two tabs must differ.
const tab = Math.random().toString(36).slice(2, 10);

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/**
 * Keeps a connection to the server; it reconnects by itself, with growing waits.
 *
 * @param {(frame: ToPage) => void} receive
 * @param {(open: boolean) => void} status called when the connection opens or is lost
 */
export function keepConnected(receive, status) {
  let wait = FIRST_WAIT_MS;
  let timer = 0;
  const connect = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    window.clearTimeout(timer);
    const opening = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/page/socket`);
    socket = opening;
    opening.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      status(true);
    });
    opening.addEventListener('message', ({ data }) => {
      const frame = /** @type {ToPage} */ (JSON.parse(String(data)));
      if ('nonce' in frame) waiting.get(frame.nonce)?.(frame);
      else receive(frame);
    });
    opening.addEventListener('close', () => {
      if (socket !== opening) return;
      for (const [nonce, settle] of [...waiting]) settle({ t: 'failed', nonce, reason: CONNECTION_LOST });
      status(false);
      timer = window.setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  window.addEventListener('online', connect);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && connect());
  connect();
}

/** @param {FromPage} frame */
export function send(frame) {
  if (isOpen()) socket?.send(JSON.stringify(frame));
}

/**
 * Never rejects: a failure is an answer with a sentence.
 *
 * @param {Question} question
 * @returns {Promise<Answer>}
 */
export function ask(question) {
  asked += 1;
  const nonce = `${tab}.${asked}`;
  return new Promise((resolve) => {
    /** @param {Answer} answer */
    const settle = (answer) => {
      window.clearTimeout(timer);
      waiting.delete(nonce);
      resolve(answer);
    };
    const timer = window.setTimeout(() => settle({ t: 'failed', nonce, reason: NO_ANSWER }), PATIENCE_MS);
    waiting.set(nonce, settle);
    if (isOpen()) send({ ...question, nonce });
    else settle({ t: 'failed', nonce, reason: NOT_CONNECTED });
  });
}
