import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Item, Scene, Tile } from '../../src/game/index.ts';
import { tableOf } from '../../src/render/colour-table.ts';
import type { Sheet } from '../../src/render/stamps.ts';
import { drawFrame, type Frame } from './draw-frame.ts';
import { PRIMARIES, seen } from './pixels.ts';
import { turnsWhile } from './turns.ts';

const dot: Item = {
  kind: 'circle',
  x: 50,
  y: 50,
  radius: 40,
  fill: '#ff0000',
  stroke: { colour: '#000000', width: 3 },
};

/** A sheet whose ground counts how often it is drawn. */
function counted(key: string, items: readonly Item[] = [dot]): { scene: Scene; drawn: () => number } {
  let drawn = 0;
  const ground = {
    key,
    get items() {
      drawn++;
      return items;
    },
  };
  return { scene: { width: 100, height: 100, palette: PRIMARIES, ground, items: [] }, drawn: () => drawn };
}

function emptySheet({ width, height }: Scene): Sheet {
  return {
    width,
    height,
    stride: width,
    pixels: new Uint8Array(width * height),
    wanted: new Uint8Array(height).fill(1),
  };
}

let processes = 0;

/** The module anew, as another process has it. */
async function anotherProcess(): Promise<typeof import('../../src/render/ground.ts')> {
  processes++;
  const { href } = new URL(`../../src/render/ground.ts?process=${processes}`, import.meta.url);
  return import(/* @vite-ignore */ href);
}

describe('a ground', () => {
  test('of many things leaves the event loop to others while it is drawn, groups and all', async () => {
    const crowd: Item[] = [{ kind: 'group', x: 0, y: 0, items: Array.from({ length: 200 }, () => dot) }];
    const { scene } = counted('huge', crowd);
    const turns = await turnsWhile(() => drawFrame(scene));
    expect(turns).toBeGreaterThan(30);
  });

  test('is drawn once for all who ask for it at once', async () => {
    const { scene, drawn } = counted(
      'shared',
      Array.from({ length: 2000 }, () => dot),
    );
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => drawFrame(scene)));
    expect(drawn()).toBe(1);
    for (const other of others) expect(other).toEqual(first);
  });

  test('shows the first ink where nothing covers it: whoever has another has a ground of their own', async () => {
    const { scene, drawn } = counted('bare', []);
    const blue = { ...PRIMARIES, inks: ['#0000ff', ...PRIMARIES.inks.filter((ink) => ink !== '#0000ff')] } as const;
    const corner = async ({ palette, pixels }: Frame) => [...palette.subarray((pixels[0] as number) * 3)].slice(0, 3);
    expect(await corner(await drawFrame(scene))).toEqual([255, 255, 255]);
    expect(
      await corner(await drawFrame({ width: 100, height: 100, palette: blue, ground: scene.ground, items: [] })),
    ).toEqual([0, 0, 255]);
    await drawFrame({ ...scene, palette: structuredClone(PRIMARIES) });
    expect(drawn()).toBe(2);
  });

  test('with land shows the tiles where they lie, drawn once for all windows, under the items', async () => {
    let drawn = 0;
    const tile = (key: string, x: number, y: number): Tile => ({
      ...{ key, x, y, width: 60, height: 60 },
      *items() {
        drawn++;
        yield { ...dot, x: 30, y: 30, radius: 25 };
      },
    });
    const over: Item = { kind: 'rect', x: 40, y: 40, width: 9, height: 9, fill: '#0000ff' };
    const window = (key: string, x: number) => ({
      ...{ width: 100, height: 100, palette: PRIMARIES, items: [over] },
      ground: { key, items: [], land: [tile('west', x, 20), tile('east', x + 60, 20)] },
    });
    const [one, other] = [await seen(window('one', -30)), await seen(window('other', -20))];
    expect(drawn).toBe(2);
    expect([one.at(0, 50), one.at(50, 70), one.at(45, 45), one.at(50, 5), one.at(98, 50)]).toEqual([
      '#ff0000',
      '#ff0000',
      '#0000ff',
      '#ffffff',
      '#ffffff',
    ]);
    expect([other.at(10, 50), other.at(60, 70), other.at(45, 45)]).toEqual(['#ff0000', '#ff0000', '#0000ff']);
  });

  describe('drawn into a folder', () => {
    const emptyFolder = () => {
      const folder = mkdtempSync(join(tmpdir(), 'council-land-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return folder;
    };

    test('is not drawn again by another process, unless its file is damaged; only drawing ahead writes there', async () => {
      const folder = emptyFolder();
      const { scene, drawn } = counted('kept');
      const { pixels } = await drawFrame(scene);
      const isDrawnBy = async (work: () => Promise<unknown>) => {
        const before = drawn();
        await work();
        return drawn() > before;
      };
      const bot = async () => {
        const { layGround, readLandFrom } = await anotherProcess();
        readLandFrom(folder);
        const sheet = emptySheet(scene);
        await layGround(scene, tableOf(scene.palette), sheet);
        expect(sheet.pixels).toEqual(pixels);
      };
      const ahead = async () => (await anotherProcess()).drawLand([scene], folder);
      expect(await isDrawnBy(bot)).toBe(true);
      expect(readdirSync(folder)).toEqual([]);
      expect(await isDrawnBy(ahead)).toBe(true);
      expect(await isDrawnBy(ahead)).toBe(false);
      expect(await isDrawnBy(bot)).toBe(false);
      const [file = ''] = readdirSync(folder);
      const bytes = readFileSync(join(folder, file));
      for (const damaged of [
        bytes.subarray(0, 2),
        bytes.subarray(0, -1),
        bytes.map((byte, at) => (at === 9 ? ~byte : byte)),
      ]) {
        writeFileSync(join(folder, file), damaged);
        expect(await isDrawnBy(bot)).toBe(true);
        expect(readFileSync(join(folder, file))).toEqual(Buffer.from(damaged));
      }
      expect(await isDrawnBy(ahead)).toBe(true);
      expect(readdirSync(folder)).toEqual([file]);
      expect(await isDrawnBy(bot)).toBe(false);
    });

    test('that can’t be written to fails, and leaves nothing behind', async () => {
      const folder = emptyFolder();
      const { drawLand } = await anotherProcess();
      const { scene } = counted('unwritten');
      await drawLand([scene], folder);
      const [file = ''] = readdirSync(folder);
      rmSync(join(folder, file));
      mkdirSync(join(folder, file));
      await expect(drawLand([scene], folder)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
      expect(readdirSync(folder)).toEqual([file]);
    });
  });

  test('is drawn, and kept in memory, where its folder is missing', async () => {
    const { layGround, readLandFrom } = await anotherProcess();
    const { scene, drawn } = counted('nowhere');
    readLandFrom(join(tmpdir(), 'council-land-missing'));
    await layGround(scene, tableOf(scene.palette), emptySheet(scene));
    await layGround(scene, tableOf(scene.palette), emptySheet(scene));
    expect(drawn()).toBe(1);
  });

  test('that failed is tried again', async () => {
    const bad = counted('mended', [{ kind: 'path', d: 'nonsense' }]).scene;
    const both = await Promise.allSettled([drawFrame(bad), drawFrame(bad)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const good = counted('mended');
    await drawFrame(good.scene);
    expect(good.drawn()).toBe(1);
  });
});

describe('an item that cannot be drawn leaves nothing behind for the next picture:', () => {
  const malformed: Item = { kind: 'path', d: 'nonsense' };
  test.each<[string, Item, RegExp]>([
    ['a path that is none', { kind: 'group', x: 30, y: 30, scale: 3, opacity: 0.2, items: [malformed] }, /Not a path/],
    ...[0, -1, 1e-200, Number.NaN, Number.POSITIVE_INFINITY].map((scale): [string, Item, RegExp] => [
      `a group of scale ${scale}`,
      { kind: 'group', x: 30, y: 30, scale, items: [dot] },
      /Not a scale: /,
    ]),
  ])('%s', async (name, bad, why) => {
    const { scene } = counted(`clean after ${name}`);
    const before = await drawFrame({ ...scene, items: [{ ...dot, radius: 20 }] });
    await expect(drawFrame({ ...scene, items: [bad] })).rejects.toThrow(why);
    expect(await drawFrame({ ...scene, items: [{ ...dot, radius: 20 }] })).toEqual(before);
    expect(new Set(before.pixels).size).toBeGreaterThan(2);
  });
});
