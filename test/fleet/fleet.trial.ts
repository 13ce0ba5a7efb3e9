import { expect, test } from 'vitest';
import { LONG } from '../trials/long.ts';
import { fleet } from './fleet.ts';

test.runIf(LONG)(
  'pods that are killed, updated, split and joined lose nothing, do nothing twice, and keep to their servers',
  async () => {
    const found = await fleet({ seed: 45, minutes: 1, servers: 40, rate: 5 }, console.error);
    expect(found.orders).toBeGreaterThan(0);
    expect(found.votes).toBeGreaterThan(0);
    expect(found['pods killed']).toBeGreaterThanOrEqual(4);
  },
);
