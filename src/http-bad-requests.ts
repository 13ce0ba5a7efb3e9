import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a client may go on sending a request that is refused already. */
const LINGER_MS = 5000;

/** Node's own answers to what it cannot read; anything else is a bad request. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers requests that cannot be read. Node would close the connection at once. If the client has more to send, the
 * kernel then resets it, and the client may lose the answer. So this closes its own half, and reads until the client
 * has closed too.
 */
export function answerBadRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The rest of a refused request comes here again, piece by piece.
    if (!socket.writable) return;
    const status = STATUSES[error.code ?? ''] ?? 400;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  });
}
