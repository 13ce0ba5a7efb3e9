import { expect, test } from 'vitest';
import { inTurn } from '../../src/render/in-turn.ts';
import { drawFrame } from '../../src/render/index.ts';
import { sheet } from './pixels.ts';

test('work is done one after another, in the order given, whatever becomes of what went before', async () => {
  const queue = inTurn();
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

test('between two frames asked for at once, the rest of the process is let in', async () => {
  const told: string[] = [];
  const frame = (name: string) => drawFrame(sheet([])).then(() => told.push(name));
  const others = async () => {
    for (let count = 0; !told.includes('second'); count++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (told.at(-1) === 'first') told.push('others');
      expect(count).toBeLessThan(1000);
    }
  };
  await Promise.all([frame('first'), frame('second'), others()]);
  expect(told).toEqual(['first', 'others', 'second']);
});
