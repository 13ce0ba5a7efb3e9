import { describe, expect, test } from 'vitest';
import { createFairQueue } from '../../src/discord/outbound/fair-queue.ts';
import { turns } from './trouble.ts';

/** Work that ends when it is let. */
function held() {
  const pieces: (() => void)[] = [];
  const begun: string[] = [];
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => pieces.push(resolve));
    },
    async letGo() {
      for (const piece of pieces.splice(0)) piece();
      await turns();
    },
  };
}

describe('lanes', () => {
  test('have one piece each under way, and some of them at once', async () => {
    const lanes = createFairQueue(2);
    const { begun, work, letGo } = held();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'd1']) void lanes.add(name[0] ?? '', work(name));
    expect(begun).toEqual(['a1', 'b1']);
    await letGo();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
    await letGo();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
    await letGo();
    await lanes.idle();
  });

  test('go on after a piece that failed, and whoever added it hears of it', async () => {
    const lanes = createFairQueue(1);
    const failed = lanes.add('army', () => Promise.reject(new Error('Out of order')));
    const after = lanes.add('army', async () => {});
    await expect(failed).rejects.toThrow('Out of order');
    await after;
    await lanes.idle();
  });
});
