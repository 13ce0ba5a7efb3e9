import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';

/** Something that has left the program, with all that is in it laid open. */
export interface Sent {
  /** Its place among all that has been sent. */
  readonly at: number;
  readonly kind: 'request' | 'frame';
  /** "POST /channels/1/messages", or "op 2"; without the token of an interaction, which stands in `token`. */
  readonly what: string;
  /** The interaction's token in its address; null: none is. */
  readonly token: string | null;
  /** The header that a bot's token belongs in. */
  readonly authorization: string;
  /** Everything else of it, piece by piece: address, headers, fields and files, opened where they are packed. */
  readonly pieces: readonly Piece[];
  /** The message in it, as JSON; null: there is none. */
  readonly body: unknown;
}

export interface Piece {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Stands between the program and a Discord, passes everything on, and keeps what the program sends. */
export class Wire {
  readonly sent: Sent[] = [];
  /** Tokens of interactions that the program has been given. */
  readonly tokens = new Set<string>();
  readonly #server: Server;
  readonly #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((incoming, outgoing) => {
      void read(incoming).then((body) => {
        this.#keepRequest(incoming, body);
        const { host: _host, ...headers } = incoming.headers;
        const passed = request(
          new URL(incoming.url ?? '/', target),
          { method: incoming.method ?? 'GET', headers: { ...headers, host: target.host } },
          (answer) =>
            void read(answer).then((bytes) =>
              outgoing.writeHead(answer.statusCode ?? 502, plain(answer)).end(this.#moved(bytes)),
            ),
        );
        passed.on('error', () => outgoing.destroy());
        passed.end(body);
      });
    });
    const sockets = new WebSocketServer({ server: this.#server });
    sockets.on('connection', (near, { url = '/' }) => {
      const far = new WebSocket(new URL(url, `ws://${target.host}`));
      const waiting: string[] = [];
      near.on('message', (data) => {
        this.#keepFrame(String(data));
        if (far.readyState === WebSocket.OPEN) far.send(String(data));
        else waiting.push(String(data));
      });
      far.on('open', () => {
        for (const data of waiting) far.send(data);
      });
      far.on('message', (data) => {
        this.#note(String(data));
        near.send(this.#moved(data as Buffer).toString());
      });
      far.on('close', (code) => near.close(code >= 3000 || code === 1000 ? code : 4000));
      near.on('close', (code) => far.close(code >= 3000 || code === 1000 ? code : 4000));
      far.on('error', () => near.terminate());
      near.on('error', () => far.terminate());
    });
  }

  static async before(address: string): Promise<Wire> {
    const wire = new Wire(new URL(address));
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The gateway and its resumption are where this is. */
  #moved(bytes: Buffer): Buffer {
    const from = this.#target.host;
    return bytes.includes(from)
      ? Buffer.from(bytes.toString('utf8').replaceAll(`ws://${from}`, this.origin.replace('http', 'ws')))
      : bytes;
  }

  #note(frame: string): void {
    const { t, d } = JSON.parse(frame) as { t?: string; d?: { token?: string } };
    if (t === 'INTERACTION_CREATE' && d?.token) this.tokens.add(d.token);
  }

  #keepFrame(text: string): void {
    const { op, d } = JSON.parse(text) as { op: number; d: unknown };
    const login = op === 2 || op === 6;
    const authorization = login ? ((d as { token?: string }).token ?? '') : '';
    const rest = login ? { op, d: { ...(d as object), token: null } } : { op, d };
    this.#keep({
      kind: 'frame',
      what: `op ${op}`,
      token: null,
      authorization,
      pieces: [{ name: 'frame', bytes: Buffer.from(JSON.stringify(rest)) }],
      body: null,
    });
  }

  #keepRequest({ method, url = '', headers, rawHeaders }: IncomingMessage, body: Buffer): void {
    const { authorization = '', 'content-type': type = '' } = headers;
    const token = /\/(?:interactions|webhooks)\/\d+\/([\w-]+)/.exec(url)?.[1] ?? null;
    const address = token === null ? url : url.replace(token, ':token');
    const others = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'authorization');
    const parts = partsOf(type, body);
    const json = parts.find(({ name }) => name === 'payload_json')?.bytes ?? (type.includes('json') ? body : null);
    this.#keep({
      kind: 'request',
      what: `${method} ${address.replace(/^\/api\/v\d+/, '')}`,
      token,
      authorization,
      pieces: [
        { name: 'address', bytes: Buffer.from(decodeURIComponent(address)) },
        { name: 'headers', bytes: Buffer.from(others.join('\n')) },
        { name: 'body', bytes: body },
        ...parts.flatMap((part) => [part, ...opened(part)]),
      ],
      body: json === null || json.length === 0 ? null : JSON.parse(json.toString('utf8')),
    });
  }

  #keep(sent: Omit<Sent, 'at'>): void {
    this.sent.push({ at: this.sent.length, ...sent });
  }
}

/** The parts of a multipart body by the names of their fields, or of their files where they have one. */
function partsOf(type: string, body: Buffer): Piece[] {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return [];
  const mark = Buffer.from(`--${boundary}`);
  const pieces: Piece[] = [];
  for (let from = body.indexOf(mark); from >= 0; ) {
    const until = body.indexOf(mark, from + mark.length);
    if (until < 0) break;
    const part = body.subarray(from + mark.length + 2, until - 2);
    const gap = part.indexOf('\r\n\r\n');
    const head = part.toString('utf8', 0, gap);
    const name = /filename="([^"]*)"/.exec(head)?.[1] ?? /name="([^"]*)"/.exec(head)?.[1] ?? '';
    pieces.push({ name, bytes: part.subarray(gap + 4) }, { name: `head of ${name}`, bytes: Buffer.from(head) });
    from = until;
  }
  return pieces;
}

/** What is packed in a file: of gzip its text, of a PNG the names of its chunks, which say whether there is text in it. */
function opened({ name, bytes }: Piece): Piece[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [{ name: `inside ${name}`, bytes: gunzipSync(bytes) }];
  if (bytes.toString('latin1', 1, 4) === 'PNG')
    return [{ name: `chunks of ${name}`, bytes: Buffer.from(chunks(bytes).join(' ')) }];
  return [];
}

function chunks(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}

/** Headers of an answer that is passed on in one piece. */
function plain({ headers }: IncomingMessage): NodeJS.Dict<string | string[]> {
  const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...kept } = headers;
  return kept;
}

function read(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => resolve(Buffer.concat(pieces)));
    stream.on('error', reject);
  });
}
