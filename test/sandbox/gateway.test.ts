import { describe, expect, it } from 'vitest';
import { manualClock } from '../../src/sandbox/sandbox.ts';
import { eventually, freshSandbox } from './fixture.ts';
import { Wire } from './wire.ts';

const GUILDS = 1;

describe('the gateway', () => {
  it.each([
    ['an unknown operation', 77, null, 4001],
    ['anything before identifying', 3, {}, 4003],
    ['a wrong token', 2, { token: 'wrong', intents: GUILDS }, 4004],
    ['a wrong token to resume', 6, { token: 'wrong', session_id: 'x', seq: 0 }, 4004],
    ['no token', 2, { intents: GUILDS }, 4002],
    ['an intent that is none', 2, { token: 'sandbox', intents: 1 << 30 }, 4013],
    ['intents that are no number', 2, { token: 'sandbox', intents: 'all' }, 4013],
    ['an intent it was not granted', 2, { token: 'sandbox', intents: 1 << 15 }, 4014],
    ['a shard beyond the last', 2, { token: 'sandbox', intents: GUILDS, shard: [1, 1] }, 4010],
    ['a frame of more than 4,096 bytes', 2, { token: 'x'.repeat(5000) }, 4002],
  ])('closes on %s', async (_, op, d, code) => {
    const wire = new Wire(await freshSandbox());
    await wire.send(op, d);
    expect(await wire.closed).toBe(code);
  });

  it.each([
    ['v=9&encoding=json', 4012],
    ['v=10&encoding=etf', 4002],
    ['v=10&encoding=json&compress=zlib-stream', 4002],
  ])('closes on ?%s', async (query, code) => {
    expect(await new Wire(await freshSandbox(), query).closed).toBe(code);
  });

  it('closes on what is no JSON, on a second identify and on a flood', async () => {
    const sandbox = await freshSandbox();
    const rubbish = new Wire(sandbox);
    await rubbish.frame((frame) => frame.op === 10);
    rubbish.socket.send('rubbish');
    expect(await rubbish.closed).toBe(4002);

    const twice = new Wire(sandbox);
    await twice.identify(sandbox);
    await twice.send(2, { token: sandbox.token, intents: GUILDS });
    expect(await twice.closed).toBe(4005);

    const flood = new Wire(sandbox);
    await flood.frame((frame) => frame.op === 10);
    for (let index = 0; index < 121; index++) flood.socket.send('{"op":1,"d":null}');
    expect(await flood.closed).toBe(4008);
  });

  it('acknowledges heartbeats', async () => {
    const wire = await new Wire(await freshSandbox()).send(1);
    await wire.frame((frame) => frame.op === 11);
  });

  it('cuts off a client that sends none, whose session can be resumed', async () => {
    // Long enough to identify on a machine that is busy.
    const sandbox = await freshSandbox({ heartbeatInterval: 3000 });
    const silent = new Wire(sandbox);
    const session = await silent.identify(sandbox);
    expect(await silent.closed).toBe(4009);
    const again = new Wire(sandbox);
    await again.send(6, { token: sandbox.token, session_id: session, seq: 3 });
    await again.frame((frame) => frame.t === 'RESUMED');
  });
});

describe('a dropped connection', () => {
  it('loses what was sent meanwhile when the session is invalid', async () => {
    const sandbox = await freshSandbox();
    const first = new Wire(sandbox);
    const session = await first.identify(sandbox);
    sandbox.happen({ kind: 'invalidate' });
    await first.frame((frame) => frame.op === 9 && frame.d === false);
    expect(await sandbox.as('Ada').in('library').command('go')).toMatchObject({ kind: 'failed' });

    const second = new Wire(sandbox);
    await second.send(6, { token: sandbox.token, session_id: session, seq: 1 });
    await second.frame((frame) => frame.op === 9 && frame.d === false);
    await second.identify(sandbox);
    const ready = await second.frame((frame) => frame.t === 'READY');
    expect((ready.d as { guilds: unknown[] }).guilds).toHaveLength(2);
  });

  it('is resumed from the last event that came, and not from beyond it', async () => {
    const sandbox = await freshSandbox();
    const first = new Wire(sandbox);
    const session = await first.identify(sandbox);
    await eventually(() => first.frames.filter((frame) => frame.t === 'GUILD_CREATE').length).toBe(2);
    first.socket.terminate();
    await eventually(() => sandbox.bot.online).toBe(false);
    const again = new Wire(sandbox);
    await again.send(6, { token: sandbox.token, session_id: session, seq: 2 });
    await again.frame((frame) => frame.t === 'RESUMED');
    expect(again.frames.map((frame) => frame.t)).toEqual([null, 'GUILD_CREATE', 'RESUMED']);
    expect(again.frames.map((frame) => frame.s)).toEqual([null, 3, 4]);

    const beyond = new Wire(sandbox);
    await beyond.send(6, { token: sandbox.token, session_id: session, seq: 99 });
    expect(await beyond.closed).toBe(4007);
  });

  it('can be resumed for five minutes', async () => {
    const clock = manualClock();
    const sandbox = await freshSandbox({ clock });
    const first = new Wire(sandbox);
    const session = await first.identify(sandbox);
    first.socket.terminate();
    await eventually(() => sandbox.bot.online).toBe(false);
    clock.advance(5 * 60_000 + 1);
    const again = new Wire(sandbox);
    await again.send(6, { token: sandbox.token, session_id: session, seq: 3 });
    await again.frame((frame) => frame.op === 9);
  });

  it('ends for good when the client says goodbye', async () => {
    const sandbox = await freshSandbox();
    const first = new Wire(sandbox);
    const session = await first.identify(sandbox);
    first.socket.close(1000);
    await eventually(() => sandbox.bot.online).toBe(false);
    const again = new Wire(sandbox);
    await again.send(6, { token: sandbox.token, session_id: session, seq: 3 });
    await again.frame((frame) => frame.op === 9);
  });
});
