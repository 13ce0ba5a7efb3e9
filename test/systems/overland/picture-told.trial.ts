import { expect, test } from 'vitest';
import type { Framing, Rect } from '../../../src/game/index.ts';
import { PANELS } from '../../../src/systems/overland/map/sheet-layout.ts';
import { texts } from '../../render/flat.ts';
import { drawn, rooms, type Sheet } from './sheets.ts';

const sheets = Object.values(rooms()).flatMap((room) => Object.entries(room));

function framed({ view, moment }: Sheet, framing: Framing): Sheet {
  return drawn(view, moment, framing);
}

function wordsOf({ scene }: Sheet): string[] {
  return texts({ ...scene, ground: { key: '', items: [] } }).map(({ item }) => item.text);
}

const NOTE = 'What if: order 12 of the campaign of 21 November 2026';

test.each(sheets)(
  'the chance and the note stand on the sheet and in the alt text where there are any: %s',
  (_, sheet) => {
    const told = framed(sheet, { worth: 0.4134, note: NOTE });
    expect(wordsOf(told).filter((word) => word === 'Winning chances')).toHaveLength(1);
    expect(wordsOf(told)).toEqual(expect.arrayContaining(['41.3\u00a0%', NOTE]));
    expect(told.alt.startsWith(`${NOTE}. `)).toBe(true);
    expect(told.alt).toContain('Winning chances 41.3\u00a0%');
    expect(told.alt.length).toBeLessThanOrEqual(1024);
    const plain = framed(sheet, {});
    expect([...wordsOf(plain), plain.alt].join()).not.toMatch(/Winning|What if: order 12/);
  },
);

test('the bar of the chance fills its width by as much', () => {
  const [, sheet] = sheets.find(([name]) => name === 'position') as (typeof sheets)[number];
  const bars = (worth: number) => {
    const rects = framed(sheet, { worth }).scene.items.filter((item): item is Rect => item.kind === 'rect');
    return rects.filter(
      ({ x, y, height }) => height === 13 && x > PANELS.title.x && y < PANELS.title.y + PANELS.title.height,
    );
  };
  const whole = bars(0)[0]?.width ?? 0;
  expect(whole).toBeGreaterThan(300);
  for (const worth of [0.1, 0.4134, 1]) expect(bars(worth)[1]?.width).toBe(Math.round(whole * worth));
  // At no chance there is no bar of no width, which would be drawn as a hair.
  expect(bars(0)).toHaveLength(2);
});
