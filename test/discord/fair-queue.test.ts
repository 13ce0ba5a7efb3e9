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
  test('are free again after a job that throws at once', async () => {
    const lanes = createFairQueue(1);
    const order: string[] = [];
    const thrown = lanes.add('army', () => {
      throw new Error('At once');
    });
    const next = lanes.add('army', async () => void order.push('next'));
    await expect(thrown).rejects.toThrow('At once');
    await next;
    expect(order).toEqual(['next']);
  });

  test('serve several places of one lane side by side, each in its order, and leave room for other lanes', async () => {
    const lanes = createFairQueue(8);
    const { begun, work, letGo } = held();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1']) void lanes.add('army', work(name), name[0]);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
    void lanes.add('navy', work('n1'), 'n');
    expect(begun.at(-1)).toBe('n1');
    await letGo();
    expect(begun.slice(7)).toEqual(['g1', 'a2']);
    await letGo();
    await lanes.idle();
  });

  test('take turns, each with one job for its one place', async () => {
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

  test('that hang delay no others', async () => {
    const lanes = createFairQueue(2, 5);
    const { begun, work } = held();
    for (const name of ['a1', 'a2', 'b1', 'b2']) void lanes.add(name[0] ?? '', work(name));
    const others = Array.from({ length: 20 }, (_, at) => lanes.add(`other ${at}`, async () => {}));
    await Promise.all(others);
    expect(begun).toEqual(['a1', 'b1']);
  });

  test('go on after a job that failed, whose promise rejects', async () => {
    const lanes = createFairQueue(1);
    const failed = lanes.add('army', () => Promise.reject(new Error('Out of order')));
    const after = lanes.add('army', async () => {});
    await expect(failed).rejects.toThrow('Out of order');
    await after;
    await lanes.idle();
  });
});
