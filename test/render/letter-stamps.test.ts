import { createCanvas } from 'canvas';
import { describe, expect, test } from 'vitest';
import type { Colour, Group, Palette, Scene, Text } from '../../src/game/index.ts';
import { fontOf, registerFonts } from '../../src/render/text.ts';
import { drawFrame } from './draw-frame.ts';

const SIZE = 240;
/** Black, white and every grey between but the darkest, so that a palette holds them: black letters on white are made of these. */
const GREYS: Palette = {
  inks: Array.from({ length: 256 }, (_, grey): Colour => `#${grey.toString(16).padStart(2, '0').repeat(3)}`).toSpliced(
    1,
    1,
  ),
  blends: [],
};
const TEXT: Text = { kind: 'text', x: 0, y: 0, text: 'Quaffj', face: 'italic', size: 40, fill: '#000000' };

function scene(group: Omit<Group, 'kind' | 'items'>, text: Text): Scene {
  return {
    width: SIZE,
    height: SIZE,
    palette: GREYS,
    ground: { key: 'white', items: [{ kind: 'rect', x: 0, y: 0, width: SIZE, height: SIZE, fill: '#ffffff' }] },
    items: [{ kind: 'group', ...group, items: [text] }],
  };
}

async function greys(drawn: Scene): Promise<number[]> {
  const { palette, pixels } = await drawFrame(drawn);
  return [...pixels].map((index) => palette[index * 3] as number);
}

/** The same letters set by the text engine straight on the sheet. */
function setPlainly(x: number, y: number, turn: number, { text, face, size }: Text): number[] {
  registerFonts();
  const canvas = createCanvas(SIZE, SIZE);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIZE, SIZE);
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.fillStyle = '#000000';
  context.font = fontOf(face, size);
  context.fillText(text, 0, 0);
  return Array.from(context.getImageData(0, 0, SIZE, SIZE).data).filter((_, index) => index % 4 === 0);
}

describe('words kept as stamps', () => {
  test.each(['title', 'text', 'italic', 'bold'] as const)(
    'of the %s face look as if set on the sheet',
    async (face) => {
      for (const [x, y, turn] of [
        [40, 100, 0],
        [40.3, 100.7, 0],
        [90.5, 60.25, 37],
        [180, 150, 180],
      ] as const) {
        const text = { ...TEXT, face };
        const plain = setPlainly(x, y, turn, text);
        const stamped = await greys(scene({ x, y, turn }, text));
        const worst = stamped.reduce((most, grey, at) => Math.max(most, Math.abs(grey - (plain[at] as number))), 0);
        expect(worst).toBeLessThanOrEqual(2);
      }
    },
  );

  test('are the same the second time, and after many others', async () => {
    const first = await greys(scene({ x: 30, y: 90 }, TEXT));
    expect(await greys(scene({ x: 30, y: 90 }, TEXT))).toEqual(first);
    for (let size = 80; size < 230; size++) await drawFrame(scene({ x: 0, y: 120 }, { ...TEXT, size }));
    expect(await greys(scene({ x: 30, y: 90 }, TEXT))).toEqual(first);
  });

  test('fade with their group, and are told apart by all that sets them', async () => {
    const variants: readonly Text[] = [
      TEXT,
      { ...TEXT, text: 'Quaffi' },
      { ...TEXT, size: 41 },
      { ...TEXT, face: 'bold' },
      { ...TEXT, spacing: 3 },
      { ...TEXT, maxWidth: 60 },
      { ...TEXT, align: 'center' },
      { ...TEXT, fill: '#777777' },
      { ...TEXT, halo: { colour: '#aaaaaa', width: 5 } },
    ];
    const seen = new Set<string>();
    for (const text of variants) seen.add((await greys(scene({ x: 60, y: 90 }, text))).join(' '));
    seen.add((await greys(scene({ x: 60, y: 90, opacity: 0.5 }, TEXT))).join(' '));
    expect(seen.size).toBe(variants.length + 1);
    const faint = await greys(scene({ x: 60, y: 90, opacity: 0.5 }, TEXT));
    expect(Math.min(...faint)).toBeGreaterThan(120);
  });

  test('may stand off the sheet, be blank, or be turned about', async () => {
    for (const text of ['', ' ', 'Lee']) {
      for (const x of [-5000, 0, 5000])
        await drawFrame(scene({ x, y: -20.5, turn: 90, scale: 0.01 }, { ...TEXT, text }));
    }
  });

  test('too large for one are set on the sheet itself', async () => {
    const text = { ...TEXT, size: 900 };
    const plain = setPlainly(-300, 400, 0, text);
    const drawn = await greys(scene({ x: -300, y: 400 }, text));
    expect(
      drawn.reduce((most, grey, at) => Math.max(most, Math.abs(grey - (plain[at] as number))), 0),
    ).toBeLessThanOrEqual(1);
    expect(new Set(drawn).size).toBeGreaterThan(2);
  });

  test('larger than the text engine can draw do not keep it from drawing others', async () => {
    const before = await greys(scene({ x: 30, y: 90 }, TEXT));
    await drawFrame(scene({ x: 0, y: 90 }, { ...TEXT, size: 100_000 }));
    await drawFrame(scene({ x: 0, y: 90, scale: 90 }, TEXT));
    const other = { ...TEXT, text: 'Qua' };
    expect(Math.min(...(await greys(scene({ x: 30, y: 90 }, other))))).toBe(0);
    expect(await greys(scene({ x: 30, y: 90 }, TEXT))).toEqual(before);
  });

  test.each<[string, Partial<Text>]>([
    ['long', {}],
    ['long and low', { size: 2 }],
    ['long and spaced', { spacing: 3 }],
    ['long and narrowed', { maxWidth: 200 }],
  ])('may be %s beyond every canvas', async (_, more) => {
    const text = { ...TEXT, ...more, text: 'Quaffj '.repeat(1500) };
    expect(Math.min(...(await greys(scene({ x: 0, y: 90 }, text))))).toBeLessThan(200);
  });

  test('with no width to stand in are not seen, and nothing is amiss after them', async () => {
    for (const maxWidth of [0, -5]) {
      expect(Math.min(...(await greys(scene({ x: 30, y: 90 }, { ...TEXT, maxWidth }))))).toBe(255);
    }
    expect(Math.min(...(await greys(scene({ x: 30, y: 90 }, TEXT))))).toBe(0);
  });
});
