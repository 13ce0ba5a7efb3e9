import { afterEach, describe, expect, test, vi } from 'vitest';
import { again, LONG_MS } from './episode.ts';
import { fuzz } from './fuzz.ts';
import { startProduct } from './product.ts';
import { fixtures } from './regressions.ts';

afterEach(() => vi.restoreAllMocks());

describe('whatever arrives from Discord', () => {
  test('300 inputs make no trouble', async () => {
    const told: string[] = [];
    const failed = await fuzz({
      seed: 1864,
      count: 300,
      keep: false,
      memory: false,
      tell: (line) => void told.push(line),
    });
    expect(failed, told.join('\n')).toBe(false);
  });

  test('what takes long only after an answer is found, too', async () => {
    const told: string[] = [];
    let worked = 0;
    const usage = process.cpuUsage.bind(process);
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({
      user: usage().user + worked * 1000,
      system: usage().system,
    }));
    const start = async (seed: string) => {
      const product = await startProduct(seed);
      let once = true;
      const due = product.host.machines.due.bind(product.host.machines);
      product.host.machines.due = (channel) => {
        if (once && typeof channel === 'string') {
          // As though the processor had worked so long.
          setImmediate(() => {
            worked += LONG_MS + 100;
          });
        }
        once &&= typeof channel !== 'string';
        return due(channel);
      };
      return product;
    };
    const inputs = { seed: 1864, count: 3, keep: false, memory: false, start };
    expect(await fuzz({ ...inputs, tell: (line) => void told.push(line) })).toBe(true);
    expect(told.join('\n')).toContain('In episode 0: slow: {');
  });

  test.each(fixtures())('what once made trouble makes none: $what', async ({ seed, inputs }) => {
    expect((await again(seed, inputs)).trouble).toBeNull();
  });
});
