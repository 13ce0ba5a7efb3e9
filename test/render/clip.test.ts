import { expect, test } from 'vitest';
import type { Item } from '../../src/game/index.ts';
import { seen, sheet } from './pixels.ts';

const flood: Item = { kind: 'rect', x: -500, y: -500, width: 1000, height: 1000, fill: '#ff0000' };

test('of a group that is clipped only what lies in its rectangle is seen, moved and scaled with it', async () => {
  const clip = { width: 20, height: 10 };
  const picture = await seen(sheet([{ kind: 'group', x: 30, y: 40, scale: 2, clip, items: [flood] }], 100, 100));
  expect(picture.extent('#ffffff')).toEqual({ left: 30, top: 40, right: 69, bottom: 59 });
});

test('what follows a clipped group is whole', async () => {
  const clip = { width: 5, height: 5 };
  const after: Item = { kind: 'rect', x: 50, y: 50, width: 10, height: 10, fill: '#0000ff' };
  const picture = await seen(sheet([{ kind: 'group', x: 10, y: 10, clip, items: [flood] }, after], 100, 100));
  expect(picture.extent('#ffffff')).toEqual({ left: 10, top: 10, right: 59, bottom: 59 });
});
