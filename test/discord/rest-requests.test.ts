import { setImmediate as afterwards } from 'node:timers/promises';
import { DiscordAPIError, REST, RESTEvents } from 'discord.js';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HeldBack } from '../../src/discord/connection/cannot-connect.ts';
import {
  createRestRateLimit,
  createRestRequests,
  type RestRateLimit,
  type RestRequests,
} from '../../src/discord/connection/rest-requests.ts';
import { manualClock } from '../../src/time-source.ts';

const MINUTE = 60_000;

describe('requests that Discord refuses', () => {
  const url = 'http://discord.test/api/v10/channels/1/messages';
  const asBot = { headers: { Authorization: 'Bot token' } };
  const bounds = { perSecond: 1000, warnEvery: 10, holdBackAfter: 20 };

  function refusing(answers: () => { readonly status: number; readonly headers?: Record<string, string> }) {
    const clock = manualClock();
    const lines: { msg: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    let [made, doubts] = [0, 0];
    const make = (async () => {
      made += 1;
      const { status, headers = {} } = answers();
      return new Response('{}', { status, headers });
    }) as unknown as Parameters<typeof createRestRequests>[3];
    const unauthorized = () => {
      doubts += 1;
    };
    const requests = createRestRequests(clock, log, unauthorized, make, bounds);
    const ask = (init: object = asBot) => requests.options().makeRequest(url, init);
    return { clock, requests, ask, said: () => lines.map(({ msg }) => msg), made: () => made, doubts: () => doubts };
  }

  test('the first request that succeeds after a failure reports the end of the outage, at most every ten seconds', async () => {
    let status = 200;
    const { clock, requests, ask } = refusing(() => ({ status }));
    let well = 0;
    requests.onOutageOver(() => {
      well += 1;
    });
    const answered = async (...statuses: number[]) => {
      for (status of statuses) await ask();
      return well;
    };
    expect(await answered(200, 404, 503, 401, 429, 500)).toBe(0);
    expect(await answered(404, 200)).toBe(1);
    expect(await answered(503, 200, 503, 200)).toBe(1);
    clock.advance(10_000);
    expect(await answered(200, 200)).toBe(2);
  });

  test('of an address that is shut out (Cloudflare’s 1015), nothing but answers is sent for as long as that lasts', async () => {
    let shut = true;
    const banned = { status: 429, headers: { 'retry-after': '3542', 'content-type': 'text/plain' } };
    const { clock, requests, ask, made, said } = refusing(() => (shut ? banned : { status: 200 }));
    let well = 0;
    requests.onOutageOver(() => {
      well += 1;
    });
    await ask();
    clock.advance(3_541_000);
    await expect(ask()).rejects.toThrow(HeldBack);
    expect(made()).toBe(1);
    shut = false;
    clock.advance(1000);
    await ask();
    expect([made(), well]).toEqual([2, 1]);
    expect(said()).toEqual([expect.stringContaining('only answers are sent'), expect.stringContaining('as usual')]);
  });

  test('are logged, and after too many only answers are sent until discord.js counts anew', async () => {
    const { clock, requests, ask, said, made } = refusing(() => ({ status: 403 }));
    // discord.js has one count for all of a process: ten minutes later it begins anew.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
    onTestFinished(() => void vi.useRealTimers());
    const rest = new REST({ ...requests.options(), retries: 0 }).setToken('token');
    onTestFinished(() => {
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
    });
    rest.on(RESTEvents.InvalidRequestWarning, (warning) => requests.noteInvalid(warning));
    const refused = () => rest.get('/users/@me').catch((error: unknown) => error);
    for (let time = 0; time < 20; time++) expect(await refused()).toBeInstanceOf(DiscordAPIError);
    expect(await refused()).toBeInstanceOf(HeldBack);
    expect(made()).toBe(20);
    // An answer to an interaction carries no token of the bot.
    await ask({ headers: {} });
    expect(made()).toBe(21);
    clock.advance(11 * MINUTE);
    await refused();
    expect(made()).toBe(22);
    expect(said()).toEqual([
      expect.stringContaining('Discord is refusing many requests'),
      expect.stringContaining('Discord is refusing many requests'),
      expect.stringContaining('only answers are sent'),
      expect.stringContaining('everything is sent as usual'),
    ]);
  });

  test('or whose connection breaks reach discord.js as errors that it retries', async () => {
    for (const code of ['UND_ERR_SOCKET', 'EPIPE', 'ECONNRESET']) {
      const make = () => Promise.reject(Object.assign(new Error('other side closed'), { code }));
      const requests = createRestRequests(manualClock(), pino({ enabled: false }), () => {}, make);
      await expect(requests.options().makeRequest(url, asBot)).rejects.toMatchObject({ code: 'ECONNRESET' });
    }
    const make = () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }));
    const requests = createRestRequests(manualClock(), pino({ enabled: false }), () => {}, make);
    await expect(requests.options().makeRequest(url, asBot)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('requests in a second', () => {
  const asBot = { headers: { Authorization: 'Bot token' } };

  /**
   * A quota by a time that passes only while it is waited for.
   * @param late by how much one wait after the other takes longer than it should
   */
  function ticking(aSecond: number, late: readonly number[] = []) {
    let now = 0;
    const delays = [...late];
    const wait = async (ms: number) => {
      const until = now + ms + (delays.shift() ?? 0);
      await afterwards();
      now = Math.max(now, until);
    };
    return { quota: createRestRateLimit(aSecond, () => now, wait), now: () => now, pass: (ms: number) => (now += ms) };
  }

  function requestsBy(quota: RestRateLimit, make: () => Promise<Response>): RestRequests {
    const made = make as unknown as Parameters<typeof createRestRequests>[3];
    return createRestRequests(manualClock(), pino({ enabled: false }), () => {}, made, undefined, quota);
  }

  function asking(quota: RestRateLimit, make: () => Promise<Response>) {
    const { makeRequest } = requestsBy(quota, make).options();
    return () => makeRequest('http://discord.test', asBot);
  }

  test('are never more than Discord allows, whenever they come, and none waits for longer than it must', async () => {
    const gaps = fc.array(fc.nat(400), { minLength: 1, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), gaps, async (aSecond, gaps) => {
        const { quota, now, pass } = ticking(aSecond);
        const gone: number[] = [];
        for (const gap of gaps) {
          pass(gap);
          const before = now();
          expect(await quota.turn(Number.POSITIVE_INFINITY)).toBe(true);
          const after = gone.at(-aSecond);
          expect(now()).toBe(after === undefined ? before : Math.max(before, after + 1050));
          gone.push(now());
        }
      }),
    );
  });

  test('that would wait too long are refused, and delay no others', async () => {
    const { quota, pass } = ticking(2);
    const turns = await Promise.all(Array.from({ length: 8 }, () => quota.turn(2100)));
    expect(turns).toEqual([true, true, true, true, true, true, false, false]);
    pass(1050);
    expect(await quota.turn(0)).toBe(true);
  });

  test('are never more, however late they are let go, and keep their order', async () => {
    const late = fc.array(fc.nat(3000), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 60 }),
        late,
        async (aSecond, n, late) => {
          const { quota, now } = ticking(aSecond, late);
          const gone: { readonly one: number; readonly at: number }[] = [];
          const turn = async (one: number) => {
            await quota.turn(Number.POSITIVE_INFINITY);
            gone.push({ one, at: now() });
          };
          await Promise.all(Array.from({ length: n }, (_, one) => turn(one)));
          expect(gone.map(({ one }) => one)).toEqual(gone.map((_, place) => place));
          for (const { at } of gone)
            expect(gone.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(aSecond);
        },
      ),
    );
  });

  test('that waited too long in a busy process are refused, and take nobody’s place', async () => {
    const { quota, now } = ticking(1, [15_000]);
    const turns = [0, 1, 2].map(() => quota.turn(10_000));
    expect(await Promise.all(turns)).toEqual([true, false, false]);
    const before = now();
    expect([await quota.turn(0), now()]).toEqual([true, before]);
  });

  test('wait while Discord refuses all of them; those that would wait too long are refused', async () => {
    const { quota, now } = ticking(2);
    const made: number[] = [];
    const make = async () => {
      const at = now();
      made.push(at);
      if (at < 1000 || at >= 5000) return new Response('{}', { status: 200 });
      return new Response('{}', {
        status: 429,
        headers: { 'retry-after': '5', 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
      });
    };
    const ask = asking(quota, make);
    const ends = await Promise.allSettled(Array.from({ length: 18 }, ask));
    // Two are refused, who were sent together; discord.js asks again for them.
    expect(made).toEqual([0, 0, 1050, 1050, 6050, 6050, 7100, 7100, 8150, 8150, 9200, 9200]);
    const backoff = ends.map((end) => end.status === 'rejected' && end.reason instanceof HeldBack);
    expect(backoff).toEqual(ends.map((_, place) => place >= 12));
  });

  test('are refused at once if Discord refuses all of them for long, whichever header says so', async () => {
    for (const header of [{ 'x-ratelimit-global': 'true' }, { 'x-ratelimit-scope': 'global' }]) {
      const { quota, now, pass } = ticking(1);
      const headers = { 'retry-after': '60', ...header } as Record<string, string>;
      const ask = asking(quota, async () => new Response('{}', { status: now() < 60_000 ? 429 : 200, headers }));
      const [refused, ...others] = Array.from({ length: 5 }, ask);
      for (const other of others) await expect(other).rejects.toThrow(HeldBack);
      expect([(await refused)?.status, now()]).toEqual([429, 0]);
      pass(60_000);
      expect((await ask()).status).toBe(200);
    }
  });

  test('go on if Discord limits only those of one place', async () => {
    const { quota } = ticking(3);
    const headers = { 'retry-after': '60', 'x-ratelimit-scope': 'user' };
    const ask = asking(quota, async () => new Response('{}', { status: 429, headers }));
    const answers = await Promise.all(Array.from({ length: 9 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(429));
  });

  test('that wait when the bot stops are refused, and so are later ones', async () => {
    const { quota, now } = ticking(1);
    let made = 0;
    const ok = async () => {
      made += 1;
      return new Response('{}', { status: 200 });
    };
    const requests = requestsBy(quota, ok);
    const ask = () => requests.options().makeRequest('http://discord.test', asBot);
    const [first, ...others] = Array.from({ length: 5 }, ask);
    requests.stop();
    for (const other of [...others, ask()]) await expect(other).rejects.toThrow(HeldBack);
    await first;
    expect([made, now()]).toEqual([1, 0]);
    // An interaction under way is answered to the end.
    await requests.options().makeRequest('http://discord.test', { headers: {} });
    expect(made).toBe(2);
  });

  test('are counted as Discord counts them: answers to interactions go at once', async () => {
    const { quota, now } = ticking(1);
    let made = 0;
    const make = async () => {
      made += 1;
      return new Response('{}', { status: 200 });
    };
    const { makeRequest, globalRequestsPerSecond } = requestsBy(quota, make).options();
    // discord.js counts both alike, and would have the hundredth map wait for two seconds.
    expect(globalRequestsPerSecond).toBe(Number.POSITIVE_INFINITY);
    for (let answers = 0; answers < 100; answers++) await makeRequest('http://discord.test', { headers: {} });
    expect([made, now()]).toEqual([100, 0]);
    for (let posts = 0; posts < 3; posts++) await makeRequest('http://discord.test', asBot);
    expect([made, now()]).toEqual([103, 2100]);
    const waiting = Array.from({ length: 12 }, () => makeRequest('http://discord.test', asBot));
    const ends = await Promise.allSettled(waiting);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(HeldBack);
  });
});
