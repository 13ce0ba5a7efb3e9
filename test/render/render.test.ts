import { describe, expect, test } from 'vitest';
import type { Item } from '../../src/game/index.ts';
import { renderScene } from '../../src/render/index.ts';
import { fontFile } from '../../src/render/text.ts';
import { drawFrame } from './draw-frame.ts';
import { PRIMARIES, seen, sheet } from './pixels.ts';
import { turnsWhile } from './turns.ts';

const WHITE = '#ffffff';
const dot: Item = { kind: 'rect', x: 0, y: 0, width: 10, height: 10, fill: '#ff0000' };

describe('a scene', () => {
  test('becomes a PNG of its size', async () => {
    const png = await renderScene(sheet([], 60, 40));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    const picture = await seen(sheet([], 60, 40));
    expect([picture.width, picture.height]).toEqual([60, 40]);
  });

  test.each([
    [60.5, 40],
    [60, 0],
    [-60, 40],
    [60, Number.NaN],
  ])('is refused unless it is of whole pixels: %d by %d', async (width, height) => {
    await expect(renderScene({ ...sheet([]), width, height })).rejects.toThrow(/Not a size in pixels/);
  });

  test('gives the same bytes every time', async () => {
    const scene = sheet([{ kind: 'text', x: 5, y: 60, text: 'Cold Harbor', face: 'title', size: 20, fill: '#000000' }]);
    expect((await renderScene(scene)).equals(await renderScene(scene))).toBe(true);
  });

  test('draws later items over earlier ones', async () => {
    const picture = await seen(sheet([dot, { ...dot, width: 5, fill: '#0000ff' }]));
    expect(picture.at(2, 5)).toBe('#0000ff');
    expect(picture.at(8, 5)).toBe('#ff0000');
  });

  test('draws rectangles, circles and strokes', async () => {
    const picture = await seen(
      sheet([
        { kind: 'rect', x: 10, y: 10, width: 30, height: 30, radius: 12, fill: '#00ff00' },
        { kind: 'circle', x: 70, y: 25, radius: 15, stroke: { colour: '#0000ff', width: 6 } },
      ]),
    );
    expect(picture.at(25, 25)).toBe('#00ff00');
    expect(picture.at(11, 11)).toBe(WHITE);
    expect(picture.at(85, 25)).toBe('#0000ff');
    expect(picture.at(70, 25)).toBe(WHITE);
  });

  test('draws no stroke that is nothing wide', async () => {
    const wide: Item = { ...dot, stroke: { colour: '#0000ff', width: 6 } };
    const none: Item = { ...dot, x: 50, y: 50, stroke: { colour: '#00ff00', width: 0 } };
    const picture = await seen(sheet([wide, none]));
    expect(picture.at(49, 55)).toBe(WHITE);
    expect(picture.at(50, 55)).toBe('#ff0000');
  });

  test('draws dashes with gaps', async () => {
    const stroke = { colour: '#000000', width: 4, dash: [10, 10] } as const;
    const picture = await seen(sheet([{ kind: 'path', d: 'M 0 50 L 100 50', stroke }]));
    expect(picture.at(5, 50)).toBe('#000000');
    expect(picture.at(15, 50)).toBe(WHITE);
  });

  test('moves, turns, scales and fades a group', async () => {
    const group = { kind: 'group', x: 50, y: 50, items: [dot] } as const;
    expect((await seen(sheet([group]))).extent(WHITE)).toEqual({ left: 50, top: 50, right: 59, bottom: 59 });
    expect((await seen(sheet([{ ...group, turn: 90 }]))).extent(WHITE)).toEqual({
      left: 40,
      top: 50,
      right: 49,
      bottom: 59,
    });
    expect((await seen(sheet([{ ...group, scale: 2 }]))).extent(WHITE)).toEqual({
      left: 50,
      top: 50,
      right: 69,
      bottom: 69,
    });
    expect((await seen(sheet([{ ...group, opacity: 0.5 }]))).at(55, 55)).toMatch(/^#ff(7[9a-f]|8[0-6])\1$/);
    const nested = { ...group, items: [{ ...group, x: 20, y: 0 }], opacity: 0 };
    expect((await seen(sheet([nested]))).extent(WHITE)).toBeNull();
  });
});

test('a picture too large to be painted and read at once is the same from top to bottom', async () => {
  const [width, height] = [1501, 2003];
  const marks = [0, 345, 700, 1047, 1998].map((y): Item => ({ ...dot, x: (y * 7) % 1490, y, width: 3, height: 5 }));
  const { pixels } = await drawFrame(sheet(marks, width, height));
  const wanted = new Uint8Array(width * height);
  for (const y of [0, 345, 700, 1047, 1998]) {
    for (let row = y; row < y + 5; row++)
      wanted.fill(2, row * width + ((y * 7) % 1490), row * width + ((y * 7) % 1490) + 3);
  }
  expect(Buffer.compare(pixels, wanted)).toBe(0);
});

test('a large picture leaves the event loop to others while it is painted', async () => {
  const turns = async (side: number) => {
    const veil: Item = { kind: 'rect', x: 0, y: 0, width: side, height: side, fill: '#ff000080' };
    const scene = sheet([veil, { ...veil, fill: '#0000ff80' }], side, side);
    // Its ground is there when it is drawn again: nothing is done off the event loop, and the turns are always the same.
    await drawFrame(scene);
    return turnsWhile(() => drawFrame(scene));
  };
  expect((await turns(2000)) - (await turns(20))).toBeGreaterThan(8);
});

describe('the ground', () => {
  const ground = (key: string, fill: '#ff0000' | '#0000ff') => ({
    width: 10,
    height: 10,
    palette: PRIMARIES,
    ground: { key, items: [{ ...dot, fill }] },
    items: [],
  });

  test('is what its key stands for', async () => {
    expect((await seen(ground('kept', '#ff0000'))).at(5, 5)).toBe('#ff0000');
    expect((await seen(ground('kept', '#0000ff'))).at(5, 5)).toBe('#ff0000');
    expect((await seen(ground('other', '#0000ff'))).at(5, 5)).toBe('#0000ff');
  });

  test('is never drawn upon', async () => {
    const scene = ground('clean', '#ff0000');
    expect((await seen({ ...scene, items: [{ ...dot, fill: '#0000ff' }] })).at(5, 5)).toBe('#0000ff');
    expect((await seen(scene)).at(5, 5)).toBe('#ff0000');
  });
});

test('a typeface that is not installed is an error that says what to do', () => {
  expect(() => fontFile('@expo-google-fonts/no-such-face/face.ttf')).toThrow(/no-such-face.*npm ci/);
});
