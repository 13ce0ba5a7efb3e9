import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitsOf } from '../../src/discord/connection/rest-requests.ts';
import {
  isFirst,
  keepTo,
  OtherServers,
  type Shards,
  sameServers,
  shardOptions,
  shareOf,
} from '../../src/discord/connection/shards.ts';
import { shardOf } from '../../src/sandbox/sandbox.ts';

const shards = fc.integer({ min: 1, max: 24 }).chain((count) =>
  fc
    .subarray(
      Array.from({ length: count }, (_, shard) => shard),
      { minLength: 1 },
    )
    .map((own): Shards => ({ own, count })),
);
const guild = fc.bigInt({ min: 1n << 22n, max: (1n << 64n) - 1n }).map(String);
const serves = ({ own, count }: Shards, id: string) => own.includes(shardOf(id, count));

describe('shards', () => {
  test('are equal if they have the same servers, whatever their count', () => {
    fc.assert(
      fc.property(shards, shards, guild, (one, other, id) => {
        if (sameServers(one, other)) expect(serves(one, id)).toBe(serves(other, id));
        const twice = { own: [...one.own, ...one.own.map((shard) => shard + one.count)], count: 2 * one.count };
        expect(sameServers(one, twice)).toBe(true);
        expect(serves(one, id)).toBe(serves(twice, id));
      }),
    );
    expect(sameServers({ own: [0, 1, 2], count: 3 }, null)).toBe(true);
    expect(sameServers({ own: [0], count: 2 }, { own: [0, 2], count: 4 })).toBe(true);
    expect(sameServers({ own: [0], count: 2 }, { own: [0], count: 3 })).toBe(false);
    expect(sameServers({ own: [0], count: 2 }, null)).toBe(false);
  });

  test('of one process get its share of Discord’s limits, and only the first process registers global commands', () => {
    fc.assert(
      fc.property(shards, (one) => {
        const others = Array.from({ length: one.count }, (_, shard) => shard).filter(
          (shard) => !one.own.includes(shard),
        );
        fc.pre(others.length > 0);
        const rest = { own: others, count: one.count };
        const bounds = [one, rest].map((part) => limitsOf(shareOf(part)));
        expect(bounds.reduce((sum, { perSecond }) => sum + perSecond, 0)).toBeLessThanOrEqual(50);
        expect(bounds.reduce((sum, { holdBackAfter }) => sum + 2 * holdBackAfter, 0)).toBeLessThan(10_000);
        expect(isFirst(one)).toBe(!isFirst(rest));
      }),
    );
    expect([shareOf(null), isFirst(null)]).toEqual([1, true]);
    expect(limitsOf(1)).toEqual({ perSecond: 50, warnEvery: 1000, holdBackAfter: 4000 });
    expect(limitsOf(0.001)).toMatchObject({ perSecond: 1, holdBackAfter: 400 });
  });

  test('are always given to discord.js, which would else read the environment', () => {
    expect(shardOptions(null).shards).toBe('auto');
    expect(shardOptions({ own: [1], count: 2 })).toEqual({ shards: [1], shardCount: 2 });
  });
});

describe('a database', () => {
  const kept = new Map<string, string>();
  const memory = {
    setting: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
  };
  const keeps = (own: Shards | null, hasGames = true) => {
    try {
      keepTo(own, memory, hasGames);
      return 'kept';
    } catch (error) {
      if (error instanceof OtherServers) return error.message;
      throw error;
    }
  };

  test('keeps the servers that it was begun for, also if the shards are doubled', () => {
    // From before there were shards: all of it, however many connections.
    expect(keeps(null)).toBe('kept');
    expect(keeps({ own: [0, 1], count: 2 })).toBe('kept');
    expect(keeps({ own: [1], count: 2 })).toMatch(
      /^This database holds the games of all servers, but SHARDS and SHARD_COUNT ask for the servers of shard 1 of 2\. /,
    );
    // Nothing is lost with one that has no campaign.
    expect(keeps({ own: [1, 2], count: 3 }, false)).toBe('kept');
    expect(keeps({ own: [1, 2], count: 3 })).toBe('kept');
    expect(keeps({ own: [1, 2, 4, 5], count: 6 })).toBe('kept');
    expect(keeps(null)).toMatch(/the servers of shards 1 and 2 of 3, .+ ask for all servers\./);
    expect(keeps({ own: [1], count: 6 })).toMatch(/ask for the servers of shard 1 of 6\./);
    expect(keeps({ own: [0, 1, 2], count: 4 })).toMatch(/ask for the servers of shards 0, 1 and 2 of 4\./);
    expect(keeps({ own: [1, 2], count: 3 })).toBe('kept');
  });
});
