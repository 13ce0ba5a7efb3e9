import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { form, freshSandbox, png, post } from './fixture.ts';
import { Page } from './page-socket.ts';

/** The answer to bytes sent as they are, until the server hangs up or upgrades; `$PORT` stands for the port. */
function raw(sandbox: Sandbox, lines: readonly string[], host = '127.0.0.1'): Promise<string> {
  const port = Number(new URL(sandbox.pageUrl).port);
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ port, host }, () => socket.write(lines.join('\r\n').replaceAll('$PORT', String(port))));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      heard += chunk;
      if (heard.startsWith('HTTP/1.1 101')) socket.destroy();
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', (error: NodeJS.ErrnoException) => (heard === '' ? reject(error) : resolve(heard)));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** The status of a GET with these header lines; without a Host among them, there is none. */
const asked = async (sandbox: Sandbox, lines: readonly string[], target = '/') =>
  statusOf(await raw(sandbox, [`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', '']));

/** The same for a WebSocket. */
async function upgraded(sandbox: Sandbox, path: string, lines: readonly string[]): Promise<number> {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  return statusOf(await raw(sandbox, [`GET ${path} HTTP/1.1`, ...upgrade, key, ...lines, '', '']));
}

const OWN = 'Host: 127.0.0.1:$PORT';
const fetched = (site: string, mode: string, ...more: string[]) => [
  ...[OWN, `Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`, ...more],
];

describe('a request', () => {
  it.each<[string, readonly string[]]>([
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
    ['a part of another site’s page', fetched('cross-site', 'no-cors')],
    ['a frame in another site’s page', fetched('cross-site', 'navigate', 'Sec-Fetch-Dest: iframe')],
    ['another port of this machine', fetched('same-site', 'no-cors')],
  ])('is refused with %s', async (_, lines) => {
    const sandbox = await freshSandbox();
    expect([400, 403]).toContain(await asked(sandbox, lines));
    expect([400, 403]).toContain(await asked(sandbox, lines, '/api/v10/gateway'));
    expect([400, 403]).toContain(await upgraded(sandbox, '/page/socket', lines));
    expect([400, 403]).toContain(await upgraded(sandbox, '/gateway/?v=10&encoding=json', lines));
  });

  it.each([
    ['as a browser does', fetched('none', 'navigate', 'Sec-Fetch-Dest: document')],
    ['from its own page', ['Host: localhost:$PORT', 'Origin: http://localhost:$PORT', 'Sec-Fetch-Site: same-origin']],
    ['by a link', fetched('cross-site', 'navigate', 'Sec-Fetch-Dest: document')],
    ['without a browser', [OWN]],
  ])('is answered %s', async (_, lines) => {
    const sandbox = await freshSandbox();
    expect([await asked(sandbox, lines), await upgraded(sandbox, '/page/socket', lines)]).toEqual([200, 101]);
  });

  it('is refused without a Host and for what is no path, and nothing is tunnelled', async () => {
    const sandbox = await freshSandbox();
    expect(await asked(sandbox, [])).toBe(400);
    expect(statusOf(await raw(sandbox, ['GET / HTTP/1.0', '', '']))).toBe(403);
    for (const target of [
      'http://evil.example/',
      'http://127.0.0.1:$PORT/',
      '//evil.example/',
      '*',
      '@evil/',
      '\\evil',
    ])
      expect([400, 403, 404], target).toContain(await asked(sandbox, [OWN], target));
    expect(await raw(sandbox, ['CONNECT 127.0.0.1:$PORT HTTP/1.1', OWN, '', '']).catch(() => '')).toBe('');
  });

  it('reaches 127.0.0.1 and nothing else', async () => {
    const sandbox = await freshSandbox();
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ address }) => address !== '127.0.0.1')
      .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address));
    for (const address of ['::1', ...others])
      await expect(raw(sandbox, ['GET / HTTP/1.0', '', ''], address), address).rejects.toThrow();
  });
});

describe('a client that takes too much', () => {
  it('of headers is refused', async () => {
    const sandbox = await freshSandbox();
    for (const length of [20_000, 5_000_000]) expect(await asked(sandbox, [OWN, `X: ${'x'.repeat(length)}`])).toBe(431);
    expect(await asked(sandbox, [OWN], `/${'x'.repeat(20_000)}`)).toBe(431);
  });

  it('of time is cut off, with its headers or its body half sent', async () => {
    const sandbox = await freshSandbox({ requestTimeout: 150 });
    expect(statusOf(await raw(sandbox, ['GET / HTTP/1.1', OWN, '']))).toBe(408);
    const posting = `POST /api/v10/channels/${sandbox.world.channel('library').id}/messages HTTP/1.1`;
    const headers = ['Authorization: Bot sandbox', 'Content-Type: application/json', 'Content-Length: 100'];
    await raw(sandbox, [posting, OWN, ...headers, '', '{"content":']);
    expect(sandbox.messages('library')).toEqual([]);
    expect(await asked(sandbox, [OWN])).toBe(200);
  });

  it('of a socket’s frame is cut off', async () => {
    const page = new Page(await freshSandbox());
    await page.next('state');
    const closed = new Promise((resolve) => page.socket.on('close', resolve));
    page.socket.send('x'.repeat(2 * 1024 * 1024));
    expect(await closed).toBe(1009);
  });
});

describe('what is served', () => {
  it.each([
    ['/', 'text/html', /<!doctype html>/i, /https?:.*\.js/],
    ['/main.js', 'text/javascript', /WebSocket/, /^import /m],
    ['/main.css', 'text/css', /\.message/, /@import/],
  ])('is a page that runs nothing but its own: %s', async (path, type, has, lacks) => {
    const sandbox = await freshSandbox();
    const got = await fetch(new URL(path, sandbox.pageUrl));
    expect(Object.fromEntries(got.headers)).toMatchObject({
      ...{ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      ...{ 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' },
    });
    const policy = got.headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|\*/);
    for (const part of ['default-src', 'object-src', 'frame-ancestors', 'base-uri', 'form-action'])
      expect(policy).toMatch(new RegExp(`${part} '(self|none)'`));
    const body = await got.text();
    expect(body).toMatch(has);
    expect(body).not.toMatch(lacks);
  });

  it('is no other file', async () => {
    const sandbox = await freshSandbox();
    for (const path of [
      ...['/../protocol.ts', '/..%2fprotocol.ts', '/%2e%2e/protocol.ts', '/..\\protocol.ts', '/.%00/x.js', '/%ff.html'],
      ...['/nothing.html', '/node_modules/htm/package.json', '/js', '/attachments/1/2/x.png', '/attachments/'],
    ]) {
      const answer = await raw(sandbox, [`GET ${path} HTTP/1.1`, OWN, 'Connection: close', '', '']);
      expect(statusOf(answer), path).toBe(404);
      expect(answer.toLowerCase(), path).toContain('x-content-type-options: nosniff');
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
  ])('of messages are files that cannot run: %s as %s', async (filename, type, served) => {
    const sandbox = await freshSandbox();
    expect((await post(sandbox, form({ content: 'x' }, [filename, png(1, 1), type]))).status).toBe(200);
    const { headers } = await fetch(sandbox.messages('library')[0]?.files[0]?.url ?? '');
    const shown = served === 'application/octet-stream' ? 'attachment' : 'inline';
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-type': served, 'content-security-policy': "default-src 'none'; sandbox" },
      ...{ 'x-content-type-options': 'nosniff', 'content-disposition': `${shown}; filename="${filename}"` },
    });
  });
});
