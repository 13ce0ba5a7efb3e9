import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { eventually, freshSandbox, png, rest } from './fixture.ts';

const portOf = (sandbox: Sandbox): number => Number(new URL(sandbox.pageUrl).port);

/** What comes back for bytes sent as they are, until the server hangs up; `$PORT` stands for the port. */
function raw(sandbox: Sandbox, bytes: string, host = '127.0.0.1'): Promise<string> {
  const port = portOf(sandbox);
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ port, host }, () => socket.write(bytes.replaceAll('$PORT', String(port))));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', (error: NodeJS.ErrnoException) => (heard === '' ? reject(error) : resolve(heard)));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** The status of a GET with these header lines; without a Host among them, there is none. */
async function asked(sandbox: Sandbox, lines: readonly string[], target = '/'): Promise<number> {
  return statusOf(await raw(sandbox, [`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n')));
}

/** The same of a WebSocket on a path. */
async function upgraded(sandbox: Sandbox, path: string, lines: readonly string[]): Promise<number> {
  const socket = connect({ port: portOf(sandbox), host: '127.0.0.1' });
  socket.setEncoding('latin1');
  const wanted = [
    `GET ${path} HTTP/1.1`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines.map((line) => line.replaceAll('$PORT', String(portOf(sandbox)))),
  ];
  socket.write([...wanted, '', ''].join('\r\n'));
  const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
  socket.destroy();
  return statusOf(answer);
}

const OWN = 'Host: 127.0.0.1:$PORT';

const FOREIGN: readonly (readonly [string, readonly string[]])[] = [
  ['a name that was bound to loopback', ['Host: evil.example:$PORT']],
  ['a name that begins like its own', ['Host: 127.0.0.1.evil.example:$PORT']],
  ['its own name on another port', ['Host: 127.0.0.1:1']],
  ['its own name without a port', ['Host: localhost']],
  ['upper case', ['Host: LOCALHOST:$PORT']],
  ['a dot at the end', ['Host: localhost.:$PORT']],
  ['an IPv6 literal', ['Host: [::1]:$PORT']],
  ['a mapped IPv6 literal', ['Host: [::ffff:127.0.0.1]:$PORT']],
  ['another way to write the address', ['Host: 2130706433:$PORT']],
  ['an empty name', ['Host:']],
  ['two names', ['Host: evil.example', OWN]],
  ['two names, its own first', [OWN, 'Host: evil.example']],
  ['another site’s origin', [OWN, 'Origin: https://evil.example']],
  ['the origin `null`', [OWN, 'Origin: null']],
  ['an origin that begins like its own', [OWN, 'Origin: http://localhost:$PORT.evil.example']],
  ['its own origin by another scheme', [OWN, 'Origin: https://127.0.0.1:$PORT']],
  ['an origin in upper case', [OWN, 'Origin: HTTP://LOCALHOST:$PORT']],
  ['an origin with a path', [OWN, 'Origin: http://127.0.0.1:$PORT/']],
  ['an empty origin', [OWN, 'Origin:']],
  ['two origins', [OWN, 'Origin: http://127.0.0.1:$PORT', 'Origin: https://evil.example']],
  ['a part of another site’s page', [OWN, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']],
  [
    'a frame in another site’s page',
    [OWN, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'],
  ],
  ['another port of this machine', [OWN, 'Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors']],
];

describe('who asks', () => {
  it.each(FOREIGN)('is refused with %s', async (_, lines) => {
    const sandbox = await freshSandbox();
    const refused = [400, 403];
    expect(refused).toContain(await asked(sandbox, lines));
    expect(refused).toContain(await asked(sandbox, lines, '/api/v10/gateway'));
    expect(refused).toContain(await upgraded(sandbox, '/page/socket', lines));
    expect(refused).toContain(await upgraded(sandbox, '/gateway/?v=10&encoding=json', lines));
  });

  it.each([
    ['as a browser does', [OWN, 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']],
    ['from its own page', ['Host: localhost:$PORT', 'Origin: http://localhost:$PORT', 'Sec-Fetch-Site: same-origin']],
    ['by a link', [OWN, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']],
    ['without a browser', [OWN]],
  ])('is answered %s', async (_, lines) => {
    const sandbox = await freshSandbox();
    expect(await asked(sandbox, lines)).toBe(200);
    expect(await upgraded(sandbox, '/page/socket', lines)).toBe(101);
  });

  it('is refused without a Host', async () => {
    const sandbox = await freshSandbox();
    expect(await asked(sandbox, [])).toBe(400);
    expect(statusOf(await raw(sandbox, 'GET / HTTP/1.0\r\n\r\n'))).toBe(403);
  });

  it.each(['http://evil.example/', 'http://127.0.0.1:$PORT/', '//evil.example/', '*', '@evil.example/', '\\evil'])(
    'is refused for the target %s',
    async (target) => {
      const sandbox = await freshSandbox();
      expect([400, 403, 404]).toContain(await asked(sandbox, [OWN], target));
    },
  );

  it('gets nothing tunnelled', async () => {
    const sandbox = await freshSandbox();
    expect(await raw(sandbox, `CONNECT 127.0.0.1:$PORT HTTP/1.1\r\n${OWN}\r\n\r\n`).catch(() => '')).toBe('');
  });
});

describe('where it listens', () => {
  it('is 127.0.0.1 and nowhere else', async () => {
    const sandbox = await freshSandbox();
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ address }) => address !== '127.0.0.1')
      .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address));
    for (const address of ['::1', ...others]) {
      await expect(raw(sandbox, 'GET / HTTP/1.0\r\n\r\n', address), address).rejects.toThrow();
    }
  });
});

describe('a client that takes too much', () => {
  it('of headers is refused', async () => {
    const sandbox = await freshSandbox();
    expect(await asked(sandbox, [OWN, `X: ${'x'.repeat(20_000)}`])).toBe(431);
    expect(await asked(sandbox, [OWN, `X: ${'x'.repeat(5_000_000)}`])).toBe(431);
    expect(await asked(sandbox, [OWN], `/${'x'.repeat(20_000)}`)).toBe(431);
  });

  it('of time is cut off, with its headers or its body half sent', async () => {
    const sandbox = await freshSandbox({ requestTimeout: 150 });
    expect(statusOf(await raw(sandbox, `GET / HTTP/1.1\r\n${OWN}\r\n`))).toBe(408);
    const { id } = sandbox.world.channel('library');
    const half = [
      `POST /api/v10/channels/${id}/messages HTTP/1.1`,
      OWN,
      'Authorization: Bot sandbox',
      'Content-Type: application/json',
      'Content-Length: 100',
      '',
      '{"content":',
    ];
    await raw(sandbox, half.join('\r\n'));
    expect(sandbox.messages('library')).toEqual([]);
    expect(await asked(sandbox, [OWN])).toBe(200);
  });

  it('of a socket’s frame is cut off', async () => {
    const sandbox = await freshSandbox();
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${sandbox.pageUrl.replace('http', 'ws')}page/socket`);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.once('message', resolve));
    socket.on('error', () => {});
    socket.send('x'.repeat(2 * 1024 * 1024));
    expect(await closed).toBe(1009);
  });
});

describe('what is served', () => {
  const headers = async (sandbox: Sandbox, path: string) => (await fetch(new URL(path, sandbox.pageUrl))).headers;

  it('is a page that runs nothing but its own', async () => {
    const sandbox = await freshSandbox();
    const got = await headers(sandbox, '/');
    const policy = got.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(got.get('x-content-type-options')).toBe('nosniff');
    expect(got.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(got.get('cross-origin-resource-policy')).toBe('same-origin');
    for (const path of ['/js/main.js', '/css/tokens.css', '/nothing']) {
      expect((await headers(sandbox, path)).get('x-content-type-options'), path).toBe('nosniff');
    }
  });

  it.each([
    ['x.html', 'text/html', 'application/octet-stream'],
    ['x.svg', 'image/svg+xml', 'application/octet-stream'],
    ['x.js', 'text/javascript', 'application/octet-stream'],
    ['x.png', 'image/png; x=<script>', 'image/png'],
    ['x.png', 'image/pngx', 'application/octet-stream'],
    ['x.txt', 'text/plain; charset=utf-7', 'text/plain; charset=utf-8'],
    ['x.xml', 'application/xhtml+xml', 'application/octet-stream'],
  ])('is a file that cannot run: %s as %s', async (filename, type, served) => {
    const sandbox = await freshSandbox();
    const form = new FormData();
    form.set('payload_json', '{"content":"x"}');
    form.set('files[0]', new Blob([png(1, 1)], { type }), filename);
    const { id } = sandbox.world.channel('library');
    expect((await rest(sandbox, 'POST', `/channels/${id}/messages`, form)).status).toBe(200);
    await eventually(() => sandbox.messages('library').length).toBe(1);
    const [file] = sandbox.messages('library')[0]?.files ?? [];
    const got = await headers(sandbox, file?.url ?? '');
    expect(got.get('content-type')).toBe(served);
    expect(got.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(got.get('x-content-type-options')).toBe('nosniff');
    expect(got.get('content-disposition')).toMatch(
      served === 'application/octet-stream' ? /^attachment; filename="x\.\w+"$/ : /^inline; filename="x\.\w+"$/,
    );
  });
});
