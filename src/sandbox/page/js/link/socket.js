/** @import { FromPage, ToPage } from '../../../protocol.ts' */

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/** The connection to the server. It reconnects by itself, with growing waits. */
export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  /** @type {number | undefined} */
  #timer;
  #receive;
  #status;

  /**
   * @param {(frame: ToPage) => void} receive
   * @param {(open: boolean) => void} status called whenever the connection opens or is lost
   */
  constructor(receive, status) {
    this.#receive = receive;
    this.#status = status;
    window.addEventListener('online', () => this.connect());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.connect();
    });
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    window.clearTimeout(this.#timer);
    const address = new URL('/page/socket', window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS;
      this.#status(true);
    });
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return;
      this.#status(false);
      this.#timer = window.setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    });
  }

  /**
   * @param {FromPage} frame
   * @returns {boolean} false if there is no connection
   */
  send(frame) {
    if (!this.#socket || !this.open) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }
}
