import { describe, expect, test } from 'vitest';
import type { Framing, Rect } from '../../../src/game/index.ts';
import { percent } from '../../../src/kit/plain-english.ts';
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

describe('the chance of winning', () => {
  test.each(sheets)('is told once on the sheet and in the alt text: %s', (_, sheet) => {
    const told = framed(sheet, { worth: 0.4134 });
    expect(wordsOf(told).filter((word) => word === 'Winning chances')).toHaveLength(1);
    expect(wordsOf(told)).toContain('41.3\u00a0%');
    expect(told.alt).toContain(`Winning chances 41.3\u00a0%`);
  });

  test.each([
    [0, '0.0\u00a0%'],
    [0.0004, 'under\u00a00.1\u00a0%'],
    [0.0005, '0.1\u00a0%'],
    [0.5, '50.0\u00a0%'],
    [0.9996, 'over\u00a099.9\u00a0%'],
    [1, '100.0\u00a0%'],
  ])('of %f is shown as %s', (worth, shown) => {
    expect(percent(worth)).toBe(shown);
  });

  test('fills its bar by as much', () => {
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
});

describe('what a picture must not be taken for', () => {
  const NOTE = 'What if: order 12 of the campaign of 21 November 2026';

  test.each(sheets)('stands on the sheet, and first in the alt text, which holds to its limit: %s', (_, sheet) => {
    for (const framing of [{ note: NOTE }, { note: NOTE, worth: 0.0004 }]) {
      const told = framed(sheet, framing);
      expect(wordsOf(told)).toContain(NOTE);
      expect(told.alt.startsWith(`${NOTE}. `)).toBe(true);
      expect(told.alt.length).toBeLessThanOrEqual(1024);
    }
  });
});

test.each(sheets)('with neither to tell, a picture is without them: %s', (_, sheet) => {
  const plain = framed(sheet, {});
  expect(wordsOf(plain)).not.toContain('Winning chances');
  expect(plain.alt).not.toContain('Winning');
});
