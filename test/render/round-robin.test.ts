import { expect, test } from 'vitest';
import type { Item } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';
import { roundRobin } from '../../src/render/scheduling.ts';
import { sheet } from './pixels.ts';

test('work is done one after another, in the order given, whatever becomes of what went before', async () => {
  const queue = roundRobin();
  const told: string[] = [];
  const work = (name: string, fails = false) =>
    queue(async () => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      told.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const done = await Promise.allSettled([work('one'), work('two', true), work('three')]);
  expect(told).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('of many pictures asked for at once, one is drawn and encoded at a time', async () => {
  let [drawn, encoded, most] = [0, 0, 0];
  const picture = () => {
    const { items, ...scene } = sheet([], 300, 300);
    const counted = {
      ...scene,
      get items() {
        drawn++;
        most = Math.max(most, drawn - encoded);
        return items;
      },
    };
    return renderScene(counted).then(() => {
      encoded++;
    });
  };
  await Promise.all(Array.from({ length: 30 }, picture));
  expect([drawn, encoded, most]).toEqual([30, 30, 1]);
});

/** Items that take longer than a slice to measure, on any machine: each is another and waits when it is read. */
function slowItems(): Item[] {
  return Array.from({ length: 10 }, (_, at) => ({
    ...({ kind: 'rect', x: at, y: 0, width: 9, height: 9 } as const),
    get fill() {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return '#ff0000' as const;
    },
  }));
}

test('between two pictures asked for at once, the rest of the process is let in', async () => {
  const told: string[] = [];
  const picture = (name: string) => renderScene(sheet(slowItems())).then(() => told.push(name));
  const others = async () => {
    while (!told.includes('second')) {
      await new Promise((resolve) => setImmediate(resolve));
      if (told.at(-1) === 'first') told.push('others');
    }
  };
  await Promise.all([picture('first'), picture('second'), others()]);
  expect(told).toEqual(['first', 'others', 'second']);
});

test('whoever waits with a thousand lets another go between, and has theirs in the order given', async () => {
  const queue = roundRobin();
  const done: string[] = [];
  const work = (whose: string, name: string) => queue(async () => void done.push(name), whose);
  const many = Array.from({ length: 1000 }, (_, index) => work('one', `one ${index}`));
  const few = [work('other', 'other 0'), work('third', 'third 0'), work('other', 'other 1')];
  await Promise.all([...many, ...few]);
  expect(done.indexOf('other 1')).toBeLessThanOrEqual(6);
  expect(done.indexOf('third 0')).toBeLessThanOrEqual(4);
  const ones = done.filter((name) => name.startsWith('one'));
  expect(ones).toEqual(Array.from({ length: 1000 }, (_, index) => `one ${index}`));
  expect(done).toHaveLength(1003);
});
