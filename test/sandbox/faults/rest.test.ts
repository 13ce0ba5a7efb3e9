import { describe, expect, it } from 'vitest';
import type { RestTrouble, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { eventually, freshSandbox, rest, sandboxWithBot } from '../fixture.ts';

const POSTS = '/channels/:channel/messages';

const post = (sandbox: Sandbox, channel = 'library', body: unknown = { content: 'x' }) =>
  rest(sandbox, 'POST', `/channels/${sandbox.world.channel(channel).id}/messages`, body);

/** What a single post in the library meets, and whether it was carried out. */
async function struckBy(does: RestTrouble) {
  const sandbox = await freshSandbox();
  const plan = sandbox.plan({ rest: [{ does, times: 1 }] });
  const answer = await post(sandbox).catch((error: Error) => (error.cause as NodeJS.ErrnoException).code);
  return { sandbox, plan, answer, posted: sandbox.messages('library').length };
}

describe('a planned fault', () => {
  it('strikes what fits it: method, route and channel', async () => {
    const sandbox = await freshSandbox();
    const plan = sandbox.plan({
      rest: [
        { name: 'posts', method: 'POST', route: POSTS, channel: '#Library', does: { kind: 'error', status: 500 } },
        { name: 'gateway', route: '/gateway*', does: { kind: 'error', status: 502 } },
      ],
    });
    expect((await post(sandbox)).status).toBe(500);
    expect((await post(sandbox, 'smoking-room')).status).toBe(200);
    const { id } = sandbox.world.channel('library');
    expect((await rest(sandbox, 'GET', `/channels/${id}`)).status).toBe(200);
    expect((await fetch(`${sandbox.apiUrl}/v10/gateway`)).status).toBe(502);
    expect(plan.counts).toEqual([
      { name: 'posts', struck: 1 },
      { name: 'gateway', struck: 1 },
    ]);
    expect(plan.struck()).toBe(2);
    expect(() => plan.struck('nothing')).toThrow('no fault "nothing"');
    plan.stop();
    expect((await post(sandbox)).status).toBe(200);
    expect(plan.struck('posts')).toBe(1);
  });

  it('fits the answer to an interaction by the channel it was made in', async () => {
    const { sandbox, client } = await sandboxWithBot({
      on: async (interaction) => {
        if (interaction.isChatInputCommand()) await interaction.reply('Yes').catch(() => {});
      },
    });
    await client.application.commands.set([{ name: 'ask', description: 'Ask' }]);
    const plan = sandbox.plan({
      rest: [{ route: '/interactions/*', channel: 'library', does: { kind: 'refuse', code: 10062 } }],
    });
    const here = sandbox.as('Ada').in('library').command('ask');
    await eventually(() => plan.struck()).toBe(1);
    const struck = sandbox.latestInteraction();
    expect(await sandbox.as('Ada').in('smoking-room').command('ask')).toMatchObject({ kind: 'message' });
    plan.stop();
    sandbox.happen({ kind: 'redeliver', interaction: struck });
    expect(await here).toMatchObject({ kind: 'message' });
  });

  it('skips as many as it is told and strikes as often as it is told', async () => {
    const sandbox = await freshSandbox();
    sandbox.plan({ rest: [{ route: POSTS, skip: 1, times: 2, does: { kind: 'error', status: 503 } }] });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await post(sandbox)).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
  });

  it('strikes by chance, the same for the same seed', async () => {
    const sandbox = await freshSandbox();
    const run = async (seed: number) => {
      const plan = sandbox.plan({ seed, rest: [{ chance: 0.5, does: { kind: 'error', status: 500 } }] });
      const statuses = [];
      for (let count = 0; count < 40; count++) statuses.push((await rest(sandbox, 'GET', '/users/@me')).status);
      plan.stop();
      return statuses.join(' ');
    };
    const [first, again, other] = [await run(7), await run(7), await run(8)];
    expect(first).toBe(again);
    expect(first).not.toBe(other);
    expect(first).toContain('200');
    expect(first).toContain('500');
  });

  it('of two that would strike the first does, and the other does not see the request', async () => {
    const sandbox = await freshSandbox();
    const plan = sandbox.plan({
      rest: [
        { times: 1, does: { kind: 'error', status: 500 } },
        { times: 1, does: { kind: 'error', status: 502 } },
      ],
    });
    const later = sandbox.plan({ rest: [{ times: 1, does: { kind: 'error', status: 504 } }] });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await post(sandbox)).status);
    expect(statuses).toEqual([500, 502, 504, 200]);
    expect([plan.struck(), later.struck()]).toEqual([2, 1]);
  });
});

describe('a rate limit', () => {
  it.each(['user', 'shared'] as const)('of the %s has Discord’s headers and body', async (scope) => {
    const { answer, posted } = await struckBy({ kind: 'rateLimit', scope, retryAfter: 2.5 });
    expect(answer).toMatchObject({
      status: 429,
      body: {
        message: scope === 'user' ? 'You are being rate limited.' : 'The resource is being rate limited.',
        retry_after: 2.5,
        global: false,
      },
    });
    if (typeof answer !== 'object') throw new Error('no answer');
    const told = ['retry-after', 'x-ratelimit-scope', 'x-ratelimit-remaining', 'x-ratelimit-reset-after'];
    expect(told.map((name) => answer.headers.get(name))).toEqual(['3', scope, '0', '2.500']);
    expect(answer.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.headers.get('x-ratelimit-global')).toBeNull();
    expect(posted).toBe(0);
  });

  it('that is global holds every route for its time, but not the answers to interactions', async () => {
    const { sandbox, plan, answer } = await struckBy({ kind: 'rateLimit', scope: 'global', retryAfter: 0.4 });
    if (typeof answer !== 'object') throw new Error('no answer');
    expect(answer).toMatchObject({ status: 429, body: { global: true } });
    expect(answer.headers.get('x-ratelimit-global')).toBe('true');
    expect(answer.headers.get('x-ratelimit-scope')).toBe('global');
    expect(answer.headers.get('x-ratelimit-bucket')).toBeNull();
    const held = await rest(sandbox, 'GET', '/users/@me');
    expect(held).toMatchObject({ status: 429, body: { global: true } });
    expect((held.body as { retry_after: number }).retry_after).toBeLessThanOrEqual(0.4);
    const callback = `/webhooks/${sandbox.world.applicationId}/dead`;
    expect((await rest(sandbox, 'POST', callback, { content: 'x' })).status).toBe(401);
    expect(plan.struck()).toBe(1);
    await eventually(async () => (await post(sandbox)).status).toBe(200);
  });

  it('is waited for by a stock client', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const plan = sandbox.plan({
      rest: [{ route: POSTS, times: 2, does: { kind: 'rateLimit', scope: 'shared', retryAfter: 0.2 } }],
    });
    const channel = await client.channels.fetch(sandbox.world.channel('library').id);
    if (!channel?.isSendable()) throw new Error('no channel');
    await channel.send('Here.');
    expect(plan.struck()).toBe(2);
    expect(sandbox.messages('library').map(({ text }) => text)).toEqual(['Here.']);
  });
});

describe('an error of Discord', () => {
  it.each([500, 502, 503, 504] as const)('%i comes before the request is carried out, or after', async (status) => {
    const before = await struckBy({ kind: 'error', status });
    expect([before.answer, before.posted]).toMatchObject([{ status }, 0]);
    const after = await struckBy({ kind: 'error', status, carriedOut: true });
    expect([after.answer, after.posted]).toMatchObject([{ status }, 1]);
  });

  it('is a refusal with a code: those it knows have Discord’s words', async () => {
    const known = await struckBy({ kind: 'refuse', code: 50013 });
    expect(known.answer).toMatchObject({ status: 403, body: { code: 50013, message: 'Missing Permissions' } });
    const other = await struckBy({ kind: 'refuse', code: 30046, status: 403, message: 'No more edits' });
    expect(other.answer).toMatchObject({ status: 403, body: { code: 30046, message: 'No more edits' } });
  });
});

describe('a connection', () => {
  it('is reset while an upload arrives: nothing is carried out', async () => {
    const { sandbox, client } = await sandboxWithBot();
    const plan = sandbox.plan({ rest: [{ route: POSTS, does: { kind: 'resetUpload', afterBytes: 65_536 } }] });
    const channel = await client.channels.fetch(sandbox.world.channel('library').id);
    if (!channel?.isSendable()) throw new Error('no channel');
    const files = [{ attachment: Buffer.alloc(4_000_000), name: 'map.png' }];
    await expect(channel.send({ files })).rejects.toThrow();
    expect(plan.struck()).toBeGreaterThan(0);
    expect(sandbox.messages('library')).toEqual([]);
    expect(sandbox.requests().at(-1)).toMatchObject({ route: POSTS, status: 0 });
    plan.stop();
    await channel.send({ files });
    expect(sandbox.messages('library')).toHaveLength(1);
  });

  it('is reset even where the body is shorter', async () => {
    const { answer, posted } = await struckBy({ kind: 'resetUpload', afterBytes: 1_000_000 });
    expect([answer, posted]).toEqual(['ECONNRESET', 0]);
  });

  it('is reset after the request was carried out', async () => {
    const { answer, posted } = await struckBy({ kind: 'resetAnswer' });
    expect([answer, posted]).toEqual(['ECONNRESET', 1]);
  });

  it('is slow: what was asked is done before, or only then', async () => {
    const sandbox = await freshSandbox();
    const plan = sandbox.plan({ rest: [{ times: 1, does: { kind: 'slow', ms: 300 } }] });
    const done = post(sandbox);
    await eventually(() => sandbox.messages('library')).toHaveLength(1);
    expect(sandbox.requests()).toHaveLength(0);
    expect((await done).status).toBe(200);
    plan.stop();
    sandbox.plan({ rest: [{ times: 1, does: { kind: 'slow', ms: 300, before: true } }] });
    const started = performance.now();
    expect((await post(sandbox)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(250);
  });

  it.each([false, true])('is silent for ever (carried out: %s)', async (carriedOut) => {
    const sandbox = await freshSandbox();
    const plan = sandbox.plan({ rest: [{ times: 1, does: { kind: 'silence', carriedOut } }] });
    const gaveUp = new AbortController();
    const { id } = sandbox.world.channel('library');
    const asked = fetch(`${sandbox.apiUrl}/v10/channels/${id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${sandbox.token}`, 'content-type': 'application/json' },
      body: '{"content":"x"}',
      signal: gaveUp.signal,
    });
    await eventually(() => plan.struck()).toBe(1);
    await eventually(() => sandbox.requests().at(-1)?.status).toBe(0);
    gaveUp.abort();
    await expect(asked).rejects.toThrow();
    expect(sandbox.messages('library')).toHaveLength(carriedOut ? 1 : 0);
  });
});

describe('something that happens while a request is carried out', () => {
  it('happens before it, or after', async () => {
    const denied = { kind: 'denyBot', channel: 'library', permissions: ['sendMessages'] } as const;
    const before = await struckBy({ kind: 'happening', happening: denied });
    expect([before.answer, before.posted]).toMatchObject([{ status: 403, body: { code: 50013 } }, 0]);
    const after = await struckBy({ kind: 'happening', happening: denied, after: true });
    expect([after.answer, after.posted]).toMatchObject([{ status: 200 }, 1]);
    expect((await post(after.sandbox)).body.code).toBe(50013);
  });

  it('that cannot happen does not, and is told to the log', async () => {
    const told: string[] = [];
    const log = { debug: () => {}, warn: (_: object, message: string) => told.push(message), error: () => {} };
    const sandbox = await freshSandbox({ log });
    sandbox.plan({ rest: [{ does: { kind: 'happening', happening: { kind: 'deleteChannel', channel: 'nowhere' } } }] });
    expect((await post(sandbox)).status).toBe(200);
    expect(told).toEqual(['what was planned cannot happen']);
    expect(() => sandbox.happen({ kind: 'deleteChannel', channel: 'nowhere' })).toThrow('no channel "nowhere"');
  });
});
