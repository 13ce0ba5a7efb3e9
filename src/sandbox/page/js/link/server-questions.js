/** @import { FromPage, ToPage } from '../../../protocol.ts' */
/** @import { Socket } from './socket.js' */

/**
 * @typedef {{ kind: 'done' } | { kind: 'failed', reason: string } | { kind: 'modal', interactionId: string, modal: unknown }} Outcome
 * @typedef {{ name: string, value: string | number }[]} Choices
 * @typedef {Extract<FromPage, { nonce: string }>} Asking
 */

const NO_LINE = 'The page isn’t connected to the practice Discord right now.';
const LINE_LOST = 'The connection was lost before an answer arrived.';
const NO_ANSWER = 'The practice Discord didn’t say what happened.';

/** Longest wait for an answer; far above the three seconds that Discord gives a bot. */
const PATIENCE_MS = 15_000;

/** Sends requests to the server and matches each answer to its request by nonce. */
export class ServerQuestions {
  #socket;
  /** @type {Map<string, (frame: Extract<ToPage, { nonce: string }>) => void>} */
  #waiting = new Map();
  #asked = 0;
  // Random, since nonces of two tabs must differ.
  #stem = Math.random().toString(36).slice(2, 10);

  /** @param {Socket} socket */
  constructor(socket) {
    this.#socket = socket;
  }

  nonce() {
    this.#asked += 1;
    return `${this.#stem}.${this.#asked}`;
  }

  /** @param {ToPage} frame */
  receive(frame) {
    if (!('nonce' in frame)) return;
    this.#waiting.get(frame.nonce)?.(frame);
  }

  /** Fails all pending requests; called when the connection is lost. */
  lineLost() {
    for (const [nonce, settle] of [...this.#waiting]) settle({ t: 'failed', nonce, reason: LINE_LOST });
  }

  /**
   * Never rejects: a failure is an outcome with a sentence.
   *
   * @param {Exclude<Asking, { t: 'autocomplete' }>} frame
   * @returns {Promise<Outcome>}
   */
  async ask(frame) {
    const answer = await this.#exchange(frame);
    switch (answer.t) {
      case 'modal':
        return { kind: 'modal', interactionId: answer.interactionId, modal: answer.modal };
      case 'failed':
        return { kind: 'failed', reason: answer.reason };
      default:
        return { kind: 'done' };
    }
  }

  /**
   * @param {Extract<Asking, { t: 'autocomplete' }>} frame
   * @returns {Promise<{ choices: Choices } | { reason: string }>}
   */
  async complete(frame) {
    const answer = await this.#exchange(frame);
    if (answer.t === 'choices') return { choices: answer.choices };
    return { reason: answer.t === 'failed' ? answer.reason : NO_ANSWER };
  }

  /**
   * @param {Asking} frame
   * @returns {Promise<Extract<ToPage, { nonce: string }>>}
   */
  #exchange(frame) {
    const { nonce } = frame;
    return new Promise((resolve) => {
      const timer = window.setTimeout(() => settle({ t: 'failed', nonce, reason: NO_ANSWER }), PATIENCE_MS);
      /** @param {Extract<ToPage, { nonce: string }>} answer */
      const settle = (answer) => {
        window.clearTimeout(timer);
        this.#waiting.delete(nonce);
        resolve(answer);
      };
      this.#waiting.set(nonce, settle);
      if (!this.#socket.send(frame)) settle({ t: 'failed', nonce, reason: NO_LINE });
    });
  }
}
