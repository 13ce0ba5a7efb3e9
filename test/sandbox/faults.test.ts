import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { EventFault, RestTrouble, Sandbox } from '../../src/sandbox/sandbox.ts';
import { codeOf, eventually, form, freshSandbox, post, rest, sandboxWithBot } from './fixture.ts';

const POSTS = '/channels/:channel/messages';
const me = (sandbox: Sandbox) => rest(sandbox, 'GET', '/users/@me');
const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let at = 0; at < count; at++) all.push((await ask()).status);
  return all;
};

/** The outcome of a single post by the library, and whether it was carried out. */
async function struckBy(does: RestTrouble) {
  const sandbox = await freshSandbox();
  const plan = sandbox.plan({ rest: [{ does, times: 1 }] });
  const answer = await post(sandbox).catch((error: Error) => (error.cause as NodeJS.ErrnoException).code);
  return { sandbox, plan, answer, posted: sandbox.messages('library').length };
}

describe('a planned fault', () => {
  it('strikes what fits it: method, route and channel', async () => {
    const sandbox = await freshSandbox();
    const error = (status: 500 | 502) => ({ kind: 'error', status }) as const;
    const plan = sandbox.plan({
      rest: [
        { name: 'posts', method: 'POST', route: POSTS, channel: '#Library', does: error(500) },
        { name: 'gateway', route: '/gateway*', does: error(502) },
      ],
    });
    const { id } = sandbox.world.channel('library');
    const asked = [
      () => post(sandbox),
      () => post(sandbox, undefined, 'smoking-room'),
      () => rest(sandbox, 'GET', `/channels/${id}`),
      () => rest(sandbox, 'GET', '/gateway'),
    ];
    expect(await statuses(4, () => asked.shift()?.() ?? Promise.reject())).toEqual([500, 200, 200, 502]);
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
    const { sandbox, ada } = await sandboxWithBot({
      commands: ['ask'],
      on: async (interaction) => interaction.isChatInputCommand() && codeOf(interaction.reply('Yes')),
    });
    const does = { kind: 'refuse', code: 10062 } as const;
    const plan = sandbox.plan({ rest: [{ route: '/interactions/*', channel: 'library', does }] });
    const here = ada.command('ask');
    await eventually(() => plan.struck()).toBe(1);
    const struck = sandbox.latestInteraction();
    expect(await sandbox.as('Ada').in('smoking-room').command('ask')).toMatchObject({ kind: 'message' });
    plan.stop();
    sandbox.happen({ kind: 'redeliver', interaction: struck });
    expect(await here).toMatchObject({ kind: 'message' });
  });

  it('skips as many as it is told and strikes as often; of two the first strikes, and the other sees nothing', async () => {
    const sandbox = await freshSandbox();
    const error = (status: 500 | 502 | 503 | 504, more: object = {}) => ({
      ...{ times: 1, ...more, does: { kind: 'error', status } as const },
    });
    const plan = sandbox.plan({ rest: [error(503, { skip: 1, times: 2 }), error(500), error(502)] });
    const later = sandbox.plan({ rest: [error(504)] });
    expect(await statuses(6, () => post(sandbox))).toEqual([500, 503, 503, 502, 504, 200]);
    expect([plan.struck(), later.struck()]).toEqual([4, 1]);
  });

  it('strikes by chance, the same for the same seed', async () => {
    const sandbox = await freshSandbox();
    const run = async (seed: number) => {
      const plan = sandbox.plan({ seed, rest: [{ chance: 0.5, does: { kind: 'error', status: 500 } }] });
      const all = await statuses(40, () => me(sandbox));
      plan.stop();
      return all.join(' ');
    };
    const [first, again, other] = [await run(7), await run(7), await run(8)];
    expect(first).toBe(again);
    expect(first).not.toBe(other);
    expect(first).toMatch(/200 500|500 200/);
  });
});

describe('a rate limit', () => {
  it.each([
    ['user', 'You are being rate limited.'],
    ['shared', 'The resource is being rate limited.'],
  ] as const)('of the %s has Discord’s headers and body', async (scope, message) => {
    const { answer, posted } = await struckBy({ kind: 'rateLimit', scope, retryAfter: 2.5 });
    if (typeof answer !== 'object') throw new Error('no answer');
    expect(answer).toMatchObject({ status: 429, body: { message, retry_after: 2.5, global: false } });
    const told = ['retry-after', 'x-ratelimit-scope', 'x-ratelimit-remaining', 'x-ratelimit-reset-after'];
    expect(told.map((name) => answer.headers.get(name))).toEqual(['3', scope, '0', '2.500']);
    expect(answer.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
    expect([answer.headers.get('x-ratelimit-global'), posted]).toEqual([null, 0]);
  });

  it('that is global holds every route for its time, but not the answers to interactions', async () => {
    const { sandbox, plan, answer } = await struckBy({ kind: 'rateLimit', scope: 'global', retryAfter: 0.4 });
    if (typeof answer !== 'object') throw new Error('no answer');
    expect(answer).toMatchObject({ status: 429, body: { global: true } });
    const told = ['global', 'scope', 'bucket'].map((name) => answer.headers.get(`x-ratelimit-${name}`));
    expect(told).toEqual(['true', 'global', null]);
    // Nothing else strikes: the limit holds by itself, until its time is over.
    expect(plan.struck()).toBe(1);
    const callback = `/webhooks/${sandbox.world.applicationId}/dead`;
    expect((await rest(sandbox, 'POST', callback, { content: 'x' })).status).toBe(401);
    await eventually(async () => (await post(sandbox)).status).toBe(200);
  });

  it('is waited for by a stock client', async () => {
    const { sandbox, library } = await sandboxWithBot();
    const does = { kind: 'rateLimit', scope: 'shared', retryAfter: 0.2 } as const;
    const plan = sandbox.plan({ rest: [{ route: POSTS, times: 2, does }] });
    await (await library()).send('Here.');
    expect(plan.struck()).toBe(2);
    expect(sandbox.messages('library').map(({ text }) => text)).toEqual(['Here.']);
  });
});

describe('an error of Discord', () => {
  it.each([500, 502, 503, 504] as const)('%i comes before the request is carried out, or after', async (status) => {
    const before = await struckBy({ kind: 'error', status });
    const after = await struckBy({ kind: 'error', status, carriedOut: true });
    expect([before.answer, before.posted, after.answer, after.posted]).toMatchObject([{ status }, 0, { status }, 1]);
  });

  it('is a refusal with a code: those it knows have Discord’s words', async () => {
    const known = { status: 403, body: { code: 50013, message: 'Missing Permissions' } };
    expect((await struckBy({ kind: 'refuse', code: 50013 })).answer).toMatchObject(known);
    const other = { code: 30046, message: 'No more edits' };
    const refused = await struckBy({ kind: 'refuse', status: 403, ...other });
    expect(refused.answer).toMatchObject({ status: 403, body: other });
  });
});

describe('a connection', () => {
  it('is reset while an upload arrives: nothing is carried out', async () => {
    const sandbox = await freshSandbox();
    const plan = sandbox.plan({ rest: [{ route: POSTS, does: { kind: 'resetUpload', afterBytes: 65_536 } }] });
    const upload = () => post(sandbox, form({}, ['map.png', Buffer.alloc(4_000_000)]));
    await expect(upload()).rejects.toThrow();
    await eventually(() => sandbox.requests().at(-1)).toMatchObject({ route: POSTS, status: 0 });
    expect(sandbox.messages('library')).toEqual([]);
    plan.stop();
    expect((await upload()).status).toBe(200);
  });

  it.each([
    ['even where the body is shorter', { kind: 'resetUpload', afterBytes: 1_000_000 }, 0],
    ['after the request was carried out', { kind: 'resetAnswer' }, 1],
  ] as const)('is reset %s', async (_, does, carriedOut) => {
    const { answer, posted } = await struckBy(does);
    expect([answer, posted]).toEqual(['ECONNRESET', carriedOut]);
  });

  it('is slow: a request is carried out before the delay, or after it', async () => {
    const sandbox = await freshSandbox();
    const slowly = (before: boolean) =>
      void sandbox.plan({ rest: [{ times: 1, does: { kind: 'slow', ms: 300, before } }] });
    slowly(false);
    const after = post(sandbox);
    await eventually(() => sandbox.messages('library').length).toBe(1);
    expect(sandbox.requests()).toHaveLength(0);
    expect((await after).status).toBe(200);
    slowly(true);
    const started = performance.now();
    expect((await post(sandbox)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(250);
  });

  it.each([false, true])('is silent for ever (carried out: %s)', async (carriedOut) => {
    const sandbox = await freshSandbox();
    const plan = sandbox.plan({ rest: [{ times: 1, does: { kind: 'silence', carriedOut } }] });
    const gaveUp = new AbortController();
    const { id } = sandbox.world.channel('library');
    const headers = { authorization: `Bot ${sandbox.token}`, 'content-type': 'application/json' };
    const asked = fetch(`${sandbox.apiUrl}/v10/channels/${id}/messages`, {
      ...{ method: 'POST', headers, body: '{"content":"x"}', signal: gaveUp.signal },
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
    const happening = { kind: 'denyBot', channel: 'library', permissions: ['SendMessages'] } as const;
    const before = await struckBy({ kind: 'happening', happening });
    expect([before.answer, before.posted]).toMatchObject([{ status: 403, body: { code: 50013 } }, 0]);
    const after = await struckBy({ kind: 'happening', happening, after: true });
    expect([after.answer, after.posted]).toMatchObject([{ status: 200 }, 1]);
    expect((await post(after.sandbox)).body.code).toBe(50013);
  });

  it('that cannot happen does not, and is told to the log', async () => {
    const told: string[] = [];
    const log = { debug: () => {}, warn: (_: object, message: string) => told.push(message), error: () => {} };
    const sandbox = await freshSandbox({ log });
    const happening = { kind: 'deleteChannel', channel: 'nowhere' } as const;
    sandbox.plan({ rest: [{ does: { kind: 'happening', happening } }] });
    expect((await post(sandbox)).status).toBe(200);
    expect(told).toEqual(['what was planned cannot happen']);
    expect(() => sandbox.happen(happening)).toThrow('no channel "nowhere"');
  });
});

/** A bot that answers `/ask`; `refused` has the codes of answers that Discord did not take. */
async function asked() {
  const refused: unknown[] = [];
  let heard = 0;
  const made = await sandboxWithBot({
    commands: ['ask'],
    on: async (interaction) => {
      heard++;
      if (!interaction.isChatInputCommand()) return;
      const code = await codeOf(interaction.reply('Yes'));
      if (code !== 'done') refused.push(code);
    },
  });
  const plan = (does: EventFault['does'], more: Partial<EventFault> = {}) =>
    made.sandbox.plan({ events: [{ event: 'INTERACTION_CREATE', does, ...more }] });
  return { ...made, refused, plan, ask: () => made.ada.command('ask'), heard: () => heard };
}

describe('an interaction', () => {
  it('comes twice, at once or later: the second answer is refused', async () => {
    const { ask, plan, heard, refused, clock } = await asked();
    const twice = plan({ kind: 'twice' });
    expect(await ask()).toMatchObject({ kind: 'message', message: { text: 'Yes' } });
    await eventually(() => refused).toEqual([40060]);
    twice.stop();
    plan({ kind: 'twice', after: 5000 });
    await ask();
    expect(heard()).toBe(3);
    clock.advance(5000);
    await eventually(() => refused).toEqual([40060, 40060]);
  });

  it('comes late: in time, or when the member has been told and the answer is refused', async () => {
    const { ask, plan, heard, clock, refused } = await asked();
    const late = plan({ kind: 'late', ms: 2999 });
    const inTime = ask();
    clock.advance(2998);
    expect(heard()).toBe(0);
    clock.advance(1);
    expect(await inTime).toMatchObject({ kind: 'message' });
    late.stop();
    plan({ kind: 'late', ms: 3500 });
    const tooLate = ask();
    clock.advance(3500);
    expect(await tooLate).toMatchObject({ kind: 'failed', reason: 'The application did not respond' });
    await eventually(() => refused).toEqual([10062]);
  });

  it('never comes, but only in the channel that is named', async () => {
    const { sandbox, ask, plan, heard, clock } = await asked();
    const fault = plan({ kind: 'lost' }, { channel: 'smoking-room' });
    expect(await ask()).toMatchObject({ kind: 'message' });
    const lost = sandbox.as('Ada').in('smoking-room').command('ask');
    clock.advance(3000);
    expect(await lost).toMatchObject({ kind: 'failed' });
    expect([fault.struck(), heard()]).toEqual([1, 1]);
  });

  it('is sent again by a happening, at its times', async () => {
    const { sandbox, ask, heard, clock, refused } = await asked();
    await ask();
    const plan = sandbox.plan({ happenings: [{ name: 'again', after: 100, every: 50, does: { kind: 'redeliver' } }] });
    clock.advance(200);
    await eventually(heard).toBe(4);
    expect(plan.struck('again')).toBe(3);
    plan.stop();
    clock.advance(1000);
    await ask();
    expect(heard()).toBe(5);
    await eventually(() => refused).toEqual([40060, 40060, 40060]);
  });
});

describe('an event out of order', () => {
  it('comes behind those after it, in a session whose numbers stay in order', async () => {
    const { sandbox, client, ask } = await asked();
    const heard: string[] = [];
    client.on(Events.ChannelUpdate, (_, now) => heard.push('name' in now ? now.name : ''));
    sandbox.plan({ events: [{ event: 'CHANNEL_UPDATE', times: 1, does: { kind: 'behind', events: 2 } }] });
    for (const name of ['library', 'smoking-room', 'parade-ground'])
      sandbox.happen({ kind: 'denyBot', channel: name, permissions: ['AttachFiles'] });
    await eventually(() => heard).toEqual(['smoking-room', 'parade-ground', 'library']);
    sandbox.happen({ kind: 'cut' });
    await sandbox.bot.whenOnline();
    expect(await ask()).toMatchObject({ kind: 'message' });
  });

  it('is sent when the plan that holds it ends', async () => {
    const { ask, plan, heard } = await asked();
    const behind = plan({ kind: 'behind', events: 100 });
    const answer = ask();
    expect(heard()).toBe(0);
    behind.stop();
    expect(await answer).toMatchObject({ kind: 'message' });
  });
});
