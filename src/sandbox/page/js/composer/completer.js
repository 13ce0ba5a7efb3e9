/** @import { PageOption } from '../../../protocol.ts' */
/** @import { App } from '../app.js' */
/** @import { Choices } from '../link/server-questions.js' */

/** The pause in typing after which the bot is asked. */
const REST_MS = 150;

/** Asks the bot for choices while an option is typed; only the answer to the latest question counts. */
export class Completer {
  #app;
  #latest = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Drops the pending question. */
  stop() {
    window.clearTimeout(this.#timer);
    this.#latest += 1;
  }

  /**
   * @param {{ command: string, options: PageOption[], rest: boolean }} question `rest` waits for a pause in typing first
   * @param {(answer: { choices: Choices } | { reason: string }) => void} answered
   */
  ask({ command, options, rest }, answered) {
    this.stop();
    const asked = this.#latest;
    const send = async () => {
      const { here, interactions } = this.#app;
      const answer = await interactions.complete({
        t: 'autocomplete',
        nonce: interactions.nonce(),
        as: here.memberId,
        channelId: here.channelId,
        command,
        options,
      });
      if (asked === this.#latest) answered(answer);
    };
    if (rest) this.#timer = window.setTimeout(send, REST_MS);
    else send();
  }
}
