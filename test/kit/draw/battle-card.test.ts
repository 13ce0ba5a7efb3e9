import { expect, test } from 'vitest';
import type { Item, Scene } from '../../../src/game/index.ts';
import { type BattleCard, withBattleCard } from '../../../src/kit/draw/battle-card.ts';
import { type Box, overlap } from '../../../src/kit/draw/geometry.ts';
import { boundsOf } from '../../../src/kit/draw/item-bounds.ts';

const scene: Scene = {
  width: 800,
  height: 856,
  palette: { inks: [], blends: [] },
  ground: { key: 'a map', items: [] },
  items: [],
};
const map: Box = { x: 0, y: 96, width: 800, height: 760 };
const card: BattleCard = {
  title: 'Attack on 2428',
  rows: [
    { words: 'V Corps and VI Corps', end: 'loses 1' },
    { dice: [{ face: 5, counts: true }], words: '4-1, die 5', below: '24 to 5' },
    { faces: { results: ['1–4', '1–3', '2–3', '2–1', '2–1', '2–0'], thrown: 5 } },
  ],
};
const drawn = (taken: readonly Box[]) => withBattleCard(scene, map, taken, card);
const laidOn = ({ items }: Scene) => boundsOf(items.at(-1) as Item);
function* all(items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    yield item;
    if (item.kind === 'group') yield* all(item.items);
  }
}

test('a card lies on the map where it hides nobody; where there is no such place, in a band below the picture', () => {
  const taken = [{ x: 380, y: 96, width: 420, height: 500 }];
  const beside = drawn(taken);
  expect(beside.height).toBe(scene.height);
  expect(taken.some((box) => overlap(box, laidOn(beside)))).toBe(false);
  const below = drawn([map]);
  expect(below.height).toBeGreaterThan(scene.height);
  expect(laidOn(below).y).toBeGreaterThanOrEqual(scene.height);
});

test('a card shows the die by its pips, the face that was thrown dark, and letters of eleven pixels on a phone', () => {
  const items = [...all(drawn([]).items)];
  expect(items.filter(({ kind }) => kind === 'circle')).toHaveLength(5);
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item] : []));
  expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThanOrEqual(22);
  const fills = texts.filter(({ text }) => /^[1-6]$/.test(text)).map(({ text, fill }) => [text, fill]);
  const inks = new Set(fills.filter(([text]) => text !== '5').map(([, fill]) => fill));
  expect(inks.size).toBe(1);
  expect(inks).not.toContain(fills.find(([text]) => text === '5')?.[1]);
});
