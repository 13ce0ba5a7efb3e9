import { EventEmitter } from 'node:events';
import { setImmediate as afterwards } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  beforeConnecting,
  beforeIdentifying,
  createReconnecting,
  type Reconnecting,
} from '../../src/discord/connection/reconnecting.ts';

const MINUTE = 60_000;

describe('a lost connection', () => {
  test('is mended at once at first, then ever more seldom, every fifteen seconds at the longest, and for ever', () => {
    const waits = Array.from({ length: 12 }, (_, failures) => beforeConnecting(failures));
    expect(waits).toEqual([0, 0, 0, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]);
    expect(beforeConnecting(100_000)).toBe(15_000);
  });

  test('that has no session any more is identified anew, within Discord’s thousand a day whatever happens', () => {
    const waits = Array.from({ length: 8 }, (_, before) => beforeIdentifying(before));
    expect(waits).toEqual([0, 5000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
    let [at, identifies] = [0, 0];
    const recent: number[] = [];
    while (at < 24 * 60 * MINUTE) {
      while ((recent[0] ?? at) < at - 30 * MINUTE) recent.shift();
      at += beforeIdentifying(recent.length);
      recent.push(at);
      identifies += 1;
    }
    expect(identifies).toBeLessThan(1000);
  });

  test('keeps its session where the network tore it, as long as that may be mended, and where Discord ended it not', async () => {
    const kept: unknown[] = [];
    const emitter = new EventEmitter();
    const gateway = Object.assign(emitter, {
      options: {
        retrieveSessionInfo: (_shard: number) => null,
        updateSessionInfo: (_shard: number, session: unknown) => void kept.push(session),
      },
    });
    createReconnecting(
      1,
      () => 0,
      () => Promise.resolve(),
    ).paced(gateway as never);
    const dropped = (code: number): boolean => {
      // Each try asks for the session first.
      gateway.options.retrieveSessionInfo(0);
      emitter.emit('closed', { code, shardId: 0 });
      kept.length = 0;
      gateway.options.updateSessionInfo(0, null);
      return kept.length === 1;
    };
    expect(dropped(4007)).toBe(true);
    expect(dropped(1006)).toBe(false);
    // It connects, resumes, and Discord says that there is no such session.
    await gateway.options.retrieveSessionInfo(0);
    gateway.options.updateSessionInfo(0, null);
    expect(kept).toEqual([null]);
    emitter.emit('resumed', { shardId: 0 });
    expect(Array.from({ length: 12 }, () => dropped(1006))).toEqual([...Array(10).fill(false), true, true]);
    gateway.options.updateSessionInfo(1, null);
    expect(kept.length).toBe(2);
  });

  test('waits by a time that only grows: half an hour later nothing of it is left', async () => {
    let now = 0;
    const throttler = createReconnecting(1, () => now).throttler();
    const { signal } = new AbortController();
    await throttler.waitForIdentify(0, signal);
    now += 31 * MINUTE;
    await throttler.waitForIdentify(0, signal);
    const over = new AbortController();
    const waits = throttler.waitForIdentify(0, over.signal);
    over.abort();
    await expect(waits).rejects.toThrow(/abort/i);
  });

  test('of several begins one after another, as many at once as Discord allows, each with its own patience', async () => {
    const begun = (atOnce: number) => {
      const waits: [shard: number, ms: number][] = [];
      let shard = 0;
      const throttler = createReconnecting(
        1,
        () => 0,
        async (ms) => void waits.push([shard, ms]),
      ).throttler(atOnce);
      return async (shards: readonly number[]) => {
        for (shard of shards) await throttler.waitForIdentify(shard, new AbortController().signal);
        return waits;
      };
    };
    expect(await begun(1)([0, 1, 2])).toEqual([
      [1, 5000],
      [2, 10_000],
    ]);
    expect(await begun(2)([0, 1, 2, 3])).toEqual([
      [2, 5000],
      [3, 5000],
    ]);
    // The second shard is not to wait for longer because the first is invalid again and again.
    expect((await begun(2)([0, 0, 0, 0, 1, 1])).at(-1)).toEqual([1, 5000]);
  });

  test('whose turn never came makes nobody wait', async () => {
    const waits: number[] = [];
    const wait = (ms: number, signal: AbortSignal) => {
      waits.push(ms);
      return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve();
    };
    const throttler = createReconnecting(1, () => 0, wait).throttler();
    const { signal } = new AbortController();
    await throttler.waitForIdentify(0, signal);
    await expect(throttler.waitForIdentify(1, AbortSignal.abort())).rejects.toThrow(/abort/i);
    await throttler.waitForIdentify(2, signal);
    expect(waits).toEqual([5000, 5000]);
  });

  test.each([
    [1, 1],
    [4, 1],
    [40, 1],
    [8, 0.25],
  ])(
    'of %i shards identify less than a thousand times a day together, whatever happens (as %f of the bot)',
    async (shards, share) => {
      // Each shard's sessions are invalid at once, all day long: the shard whose turn is next identifies, and asks again.
      let now = 0;
      let asked = 0;
      const throttler = createReconnecting(
        share,
        () => now,
        async (ms) => {
          asked = now + ms;
        },
      ).throttler(1);
      const due = Array.from({ length: shards }, () => 0);
      let identifies = 0;
      for (;;) {
        const next = due.indexOf(Math.min(...due));
        now = Math.max(now, due[next] ?? 0);
        if (now >= 24 * 60 * MINUTE) break;
        asked = now;
        await throttler.waitForIdentify(next, new AbortController().signal);
        due[next] = asked;
        identifies += 1;
      }
      expect(identifies).toBeLessThan(1000 * share);
      expect(identifies).toBeGreaterThan(300 * share);
    },
  );

  test('is mended after its wait, and not any more once the bot has left', async () => {
    const listeners = new Map<string, (of: { readonly shardId: number }) => void>();
    const gateway = {
      on: (event: string, heard: (of: { readonly shardId: number }) => void) => void listeners.set(event, heard),
      options: { retrieveSessionInfo: () => null },
    };
    const waits: number[] = [];
    let over = () => {};
    const wait = (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waits.push(ms);
        over = resolve;
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const reconnecting = createReconnecting(1, () => 0, wait);
    const paced = reconnecting.paced(gateway as unknown as Parameters<Reconnecting['paced']>[0]);
    let connects = 0;
    const mend = async () => {
      listeners.get('closed')?.({ shardId: 0 });
      void Promise.resolve(paced.options.retrieveSessionInfo(0)).then(() => {
        connects += 1;
      });
      await afterwards();
    };
    const waited = async () => {
      over();
      await afterwards();
      return connects;
    };
    for (let failure = 0; failure < 3; failure++) listeners.get('closed')?.({ shardId: 0 });
    await mend();
    expect(connects).toBe(0);
    expect(await waited()).toBe(1);
    // It leaves while it waits, and hears of one more break afterwards.
    await mend();
    reconnecting.stop();
    expect(await waited()).toBe(1);
    await mend();
    expect(await waited()).toBe(1);
    expect(waits).toEqual([1000, 2000, 4000]);
    // Whatever else asks for the session meanwhile has it at once.
    expect(await paced.options.retrieveSessionInfo(0)).toBeNull();
  });
});
