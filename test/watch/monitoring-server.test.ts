import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Health,
  HealthPortUnusable,
  type MonitoringServer,
  startMonitoringServer,
} from '../../src/watch/monitoring-server.ts';

const WELL: Health = { reasons: [], facts: { connected: true, undelivered: 0 } };

interface Told {
  host?: string;
  health?: () => Health;
  metrics?: () => Promise<{ type: string; body: string }>;
}

async function served({
  health = () => WELL,
  metrics,
  host = '127.0.0.1',
}: Told = {}): Promise<MonitoringServer & { lines: string[] }> {
  const lines: string[] = [];
  const answers = { health, metrics: metrics ?? (async () => ({ type: 'text/plain; version=0.0.4', body: 'up 1\n' })) };
  const server = await startMonitoringServer(
    { host, port: 0 },
    answers,
    pino({}, { write: (line: string) => void lines.push(line) }),
  );
  onTestFinished(() => server.close());
  return { ...server, lines };
}

/** A server's answer to bytes, until it hangs up. */
async function raw(port: number, request: string, address = '127.0.0.1'): Promise<string> {
  const socket = connect(port, address);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

const asked = (port: number, head: string, host = `127.0.0.1:${port}`) =>
  raw(port, `${head} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

test('a program that is well answers 200, one that is not 503, with the reasons', async () => {
  let health = WELL;
  const { port } = await served({ health: () => health });
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    return [response.status, response.headers.get('cache-control'), await response.json()];
  };
  expect(await ask()).toEqual([200, 'no-store', { status: 'well', reasons: [], connected: true, undelivered: 0 }]);
  health = { reasons: ['the disk is full'], facts: { connected: true } };
  expect(await ask()).toEqual([503, 'no-store', { status: 'unwell', reasons: ['the disk is full'], connected: true }]);
});

test('metrics have the type that Prometheus asks for; HEAD has no body', async () => {
  const { port } = await served();
  const metrics = await fetch(`http://localhost:${port}/metrics`);
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(await metrics.text()).toBe('up 1\n');
  const head = await fetch(`http://127.0.0.1:${port}/health`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each(['example.org', 'localhost.example.org', '127.0.0.1', '127.0.0.1:1', '[::1]', '0.0.0.0'])(
  'whoever asks under the name %s gets nothing',
  async (host) => {
    const { port } = await served();
    expect(await asked(port, 'GET /health', host)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await asked(port, 'GET /metrics', host)).not.toContain('up 1');
  },
);

test.runIf(process.platform === 'linux')('every address of the loopback network checks the name', async () => {
  const { port } = await served({ host: '127.0.0.2' });
  expect(
    await raw(port, `GET /health HTTP/1.1\r\nHost: example.org:${port}\r\nConnection: close\r\n\r\n`, '127.0.0.2'),
  ).toMatch(/^HTTP\/1\.1 403 /);
});

test('a request without a host, with a method that writes, for another path, or that is none at all', async () => {
  const { port } = await served();
  expect(await raw(port, 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(port, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  expect(await asked(port, 'POST /health')).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: GET, HEAD/);
  expect(await asked(port, 'DELETE /metrics')).toMatch(/^HTTP\/1\.1 405 /);
  for (const path of ['/', '/health/', '/../health', '/metrics%00', '//metrics', 'http://127.0.0.1/metrics'])
    expect(await asked(port, `GET ${path}`)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await asked(port, 'GET /health?full=1')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await raw(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  // Far more than the kernel holds: the server reads on, so that no reset takes the answer away.
  expect(await raw(port, `GET /health HTTP/1.1\r\nX: ${'x'.repeat(5_000_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

test('on every address of the machine it answers under any name, since it has many', async () => {
  const { port } = await served({ host: '0.0.0.0' });
  for (const host of ['pod-3.council:8412', `127.0.0.1:${port}`])
    expect(await asked(port, 'GET /health', host)).toMatch(/^HTTP\/1\.1 200 /);
});

test('an address that this machine does not have is a sentence', async () => {
  await expect(served({ host: '203.0.113.7' })).rejects.toThrow(
    '203.0.113.7 is no address of this machine. Set HEALTH_HOST to one, or to 0.0.0.0.',
  );
});

test('a check that throws is a 500 and a line in the log; the answer says nothing of the error', async () => {
  const { port, lines } = await served({ metrics: () => Promise.reject(new Error('a secret')) });
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([response.status, await response.text()]).toEqual([500, 'The check failed. The log says why.\n']);
  expect(lines.join()).toContain('a secret');
});

test('a port in use is a sentence; no other address of the machine answers; closing waits for nobody', async () => {
  const { port, close } = await served();
  const again = await startMonitoringServer(
    { host: '127.0.0.1', port },
    { health: () => WELL, metrics: async () => ({ type: '', body: '' }) },
    pino(),
  ).then(
    () => null,
    (error: unknown) => error,
  );
  expect(again).toBeInstanceOf(HealthPortUnusable);
  expect(String(again)).toContain(`Port ${port} is in use. Set HEALTH_PORT to another port, or leave it empty.`);
  for (const { address, internal } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    if (internal) continue;
    const socket = connect({ port, host: address });
    expect(await Promise.race([once(socket, 'connect').then(() => 'connected'), once(socket, 'error')])).not.toBe(
      'connected',
    );
  }
  const idle = connect(port, '127.0.0.1');
  idle.on('error', () => {});
  await once(idle, 'connect');
  await close();
});
