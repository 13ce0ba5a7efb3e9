import { describe, expect, test } from 'vitest';
import type { Prospect } from '../../src/advisor/index.ts';
import { type Chart, chartAlt, chartScene } from '../../src/host/messages/odds-reply.ts';
import { renderScene } from '../../src/render/index.ts';
import { textWidth } from '../../src/render/text.ts';
import { legibilities } from '../gallery/legibility.ts';
import { contrast, type Rgb } from '../render/vision.ts';

/** The picture of `/odds`. */

function prospect(text: string, worth: number, chance?: string): Prospect {
  return {
    order: { verb: 'try', what: text },
    label: { text, tone: 'attack', ...(chance === undefined ? {} : { odds: '5+', chance }) },
    worth,
    orders: 1,
  };
}

function chart(prospects: readonly Prospect[], chosen: Prospect | null = null): Chart {
  return { title: 'Winning chances at the last order', prospects, chosen };
}

const FEW = [prospect('Grant attacks Lee', 0.272, '2 in 6'), prospect('Butler attacks Beauregard', 0.188, '1 in 6')];
const MANY = Array.from({ length: 17 }, (_, n) => prospect(`${'W'.repeat(40 + n)}`, 0.9 / (n + 1), '2 in 6'));

function bars(one: Chart) {
  return chartScene(one).items.flatMap((item) => (item.kind === 'rect' && item.height > 10 ? [item] : []));
}

function texts(one: Chart) {
  return chartScene(one).items.flatMap((item) => (item.kind === 'text' ? [item] : []));
}

describe('the chart', () => {
  test('has a bar for each order, as long as it is worth, on a scale that begins with nothing', () => {
    const [best, other] = bars(chart(FEW));
    expect((other?.width ?? 0) / (best?.width ?? 1)).toBeCloseTo(0.188 / 0.272, 6);
    expect(texts(chart(FEW)).map(({ text }) => text)).toEqual([
      'Winning chances at the last order',
      'before any roll',
      'Grant attacks Lee · 2 in 6',
      '27.2\u00a0%',
      'Butler attacks Beauregard · 1 in 6',
      '18.8\u00a0%',
      '0\u00a0%',
      '50\u00a0%',
    ]);
  });

  test.each([
    [0, 5],
    [0.05, 5],
    [0.051, 10],
    [0.25, 25],
    [0.6, 75],
    [0.76, 100],
    [1, 100],
  ])('for %d goes to %d %', (worth, whole) => {
    const one = chart([prospect('One', worth)]);
    expect(texts(one).at(-1)?.text).toBe(`${whole}\u00a0%`);
    const { width } = chartScene(one);
    for (const bar of bars(one)) expect(bar.x + bar.width).toBeLessThanOrEqual(width - 36);
  });

  test('marks what was ordered by a frame and a word, not by a colour', () => {
    const [, other] = bars(chart(FEW, FEW[1]));
    expect(other?.stroke).toBeDefined();
    expect(texts(chart(FEW, FEW[1])).map(({ text }) => text)).toContain('Butler attacks Beauregard · 1 in 6 · ordered');
  });

  test('of many orders shows some, and how many there are beside', () => {
    expect(bars(chart(MANY))).toHaveLength(14);
    expect(texts(chart(MANY)).at(-1)?.text).toBe('and 3 more, none better');
  });

  test('keeps its letters apart and on the paper', () => {
    const scene = chartScene(chart(MANY, MANY[2]));
    for (const item of texts(chart(MANY, MANY[2]))) {
      const width = Math.min(item.maxWidth ?? Number.POSITIVE_INFINITY, textWidth(item.face, item.size, item.text));
      const left = item.align === 'right' ? item.x - width : item.align === 'center' ? item.x - width / 2 : item.x;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(scene.width);
      // Half as large on a phone.
      expect(item.size).toBeGreaterThanOrEqual(22);
    }
    const longest = textWidth('bold', 26, 'under\u00a00.1\u00a0%');
    for (const item of texts(chart(MANY)))
      if (item.maxWidth && item.size === 26) expect(item.maxWidth + longest).toBeLessThan(728);
  });

  test('can be read, and the best told from the others, in grey too', async () => {
    for (const { contrast: ratio } of await legibilities(chartScene(chart(FEW, FEW[1]))))
      expect(ratio).toBeGreaterThan(4.5);
    const [best, other] = bars(chart(FEW)).map(({ fill = '#000000' }) => rgb(fill));
    expect(contrast(best as Rgb, other as Rgb)).toBeGreaterThan(3);
  });

  test('draws the best in the colour of the side, and narrows no label that a smaller one makes fit', () => {
    const long = prospect('Stuart and Sheridan attack Breckinridge', 0.3, '2 in 6');
    const scene = chartScene({ ...chart([long, ...FEW], long), colour: '#1d3a6e' });
    expect(scene.items.flatMap((item) => (item.kind === 'rect' ? [item.fill] : []))).toContain('#1d3a6e');
    expect(scene.palette.inks).toContain('#1d3a6e');
    const label = scene.items.find((item) => item.kind === 'text' && item.text.startsWith('Stuart'));
    if (label?.kind !== 'text') throw new Error('There is no label');
    expect(textWidth(label.face, label.size, label.text)).toBeLessThanOrEqual(label.maxWidth ?? 0);
  });

  test('is drawn', async () => {
    const png = await renderScene(chartScene(chart(FEW)));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 316]);
    expect(png.length).toBeLessThan(40_000);
  });
});

test('its words are all that it shows, and fit', () => {
  expect(chartAlt(chart(FEW, FEW[1]))).toBe(
    'Bar chart. Winning chances at the last order, before any roll: Grant attacks Lee 27.2\u00a0%; Butler attacks Beauregard 18.8\u00a0%, which was ordered.',
  );
  expect(chartAlt(chart([...MANY, ...MANY])).length).toBeLessThanOrEqual(1024);
});

function rgb(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
}
