import { expect, test } from 'vitest';
import type { Item } from '../../../src/game/index.ts';
import { trackAt, trackSteps } from '../../../src/systems/overland/map/calendar-track.ts';

const track = {
  box: { x: 0, y: 0, width: 220, height: 120 },
  columns: 2,
  steps: ['10 May', '7 May', '4 May', '1 May'],
};
const inks = { fill: '#112233', ink: '#ffffff', veil: '#ffffff99', line: '#000000' } as const;
const words = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
const boxes = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'rect' ? [item] : []));

test('a track has its numbers and what they stand for, the highest first', () => {
  const items = trackSteps(track, '#000000');
  expect(words(items)).toEqual(['0', '10 May', '1', '7 May', '2', '4 May', '3', '1 May']);
  const y = items.map((item) => (item.kind === 'text' ? item.y : 0));
  expect([y[6], y[4], y[2]]).toEqual([y[2], (y[2] ?? 0) + 50, y[6]]);
});

test('what is past is crossed out, and the present is marked', () => {
  const items = trackAt(track, 2, inks);
  expect(words(items)).toEqual(['2', '4 May']);
  expect(boxes(items)).toEqual([
    { kind: 'rect', x: 10, y: 10, width: 100, height: 50, fill: inks.veil },
    { kind: 'rect', x: 10, y: 60, width: 100, height: 50, fill: inks.fill },
  ]);
});
