import { expect, test } from 'vitest';
import type { Item } from '../../../src/game/index.ts';
import { blockBacks, blockFace } from '../../../src/systems/sam-grant/map/blocks.ts';

const STYLE = { fill: '#23406f', text: '#ffffff', edge: '#ffffff', shadow: '#2a201848', width: 1.4, cut: 0 } as const;
/** Pips along each edge, clockwise from the upper one. */
const pips = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'group' ? [item.items.length] : []));
const words = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));

test('a block shows its owner its name, its steps, and by the edge that is up how many are left', () => {
  const face = { name: 'Hardee', branch: 'infantry', steps: 4, full: 4 } as const;
  expect(pips(blockFace(face, STYLE))).toEqual([4, 3, 2, 1]);
  expect(pips(blockFace({ ...face, steps: 2 }, STYLE))).toEqual([2, 1, 4, 3]);
  expect(pips(blockFace({ ...face, steps: 1, full: 2 }, STYLE))).toEqual([1, 2]);
  expect(words(blockFace(face, STYLE))).toEqual(['4', 'Hardee']);
});

test('to everybody else backs show their number alone', () => {
  expect(words(blockBacks('6', { x: 0, y: 0, width: 64, height: 64 }, STYLE))).toEqual(['6']);
  expect(pips(blockBacks('6', { x: 0, y: 0, width: 64, height: 64 }, STYLE))).toEqual([]);
});
