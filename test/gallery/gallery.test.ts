import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from 'canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systems } from '../../src/systems/index.ts';
import { sheet } from '../render/pixels.ts';
import { claim } from './claim.ts';
import { contactSheet } from './contact-sheet.ts';
import type { Gallery } from './gallery.ts';
import { hang, PHONE } from './hang.ts';
import { galleries } from './index.ts';

test('every installed system has a gallery', () => {
  expect(galleries.map(({ system }) => system).sort()).toEqual(systems.map(({ id }) => id).sort());
});

test('a gallery is written over a gallery, and over nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'));
  await claim(join(folder, 'new'));
  await claim(join(folder, 'new'));
  await expect(claim(folder)).rejects.toThrow('holds something that is no gallery');
  await rm(folder, { recursive: true });
});

describe('a gallery that is hung', () => {
  const scene = sheet([{ kind: 'rect', x: 200, y: 100, width: 400, height: 300, fill: '#ff0000' }], 800, 600);
  const small: Gallery = {
    system: 'a-game',
    title: 'A game',
    rooms: () => [{ title: 'Lee’s marches', exhibits: [{ name: 'North & south', scene, alt: 'Lee <marches> "on".' }] }],
  };
  const picture = 'a-game/01-lees-marches/north-south';
  let folder = '';
  let page = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gallery-'));
    page = contactSheet([await hang(small, folder)]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function decoded(file: string) {
    const image = await loadImage(join(folder, file));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return {
      width: image.width,
      height: image.height,
      at: (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)],
    };
  }

  test('has it in grey, and as those see it who lack a kind of cone', async () => {
    const [r, g, b] = (await decoded(`${picture}.grey.png`)).at(400, 250);
    expect([g, b]).toEqual([r, r]);
    // Red is dark to a protanope, less so to a deuteranope, and itself to a tritanope.
    const brightness = async (vision: string) => Math.max(...(await decoded(`${picture}.${vision}.png`)).at(400, 250));
    expect(await brightness('protanopia')).toBeLessThan(await brightness('deuteranopia'));
    expect(await brightness('deuteranopia')).toBeLessThan(await brightness('tritanopia'));
    for (const vision of ['grey', 'protanopia', 'deuteranopia', 'tritanopia'])
      expect((await decoded(`${picture}.${vision}.png`)).at(5, 5)).toEqual([255, 255, 255]);
  });

  test('has it as wide as a phone shows it', async () => {
    const phone = await decoded(`${picture}.${PHONE}.png`);
    expect([phone.width, phone.height]).toEqual([400, 300]);
    expect(phone.at(200, 125)).toEqual([255, 0, 0]);
    expect(phone.at(90, 125)).toEqual([255, 255, 255]);
  });

  test('is all on one page, which runs no script and needs nothing but the files beside it', async () => {
    const files = (await readdir(join(folder, picture, '..'))).map((file) => `${picture}/../${file}`);
    expect(files).toHaveLength(6);
    const shown = [...page.matchAll(/src="([^"]+)"/g)].map(([, file]) => file as string);
    expect(new Set(shown).size).toBe(6);
    for (const file of shown) await expect(readFile(join(folder, file))).resolves.toBeDefined();
    expect(page).not.toMatch(/<script|https?:|<link/);
  });

  test('tells its alt text and how long it is, and how large the picture', () => {
    expect(page).toContain('Lee &lt;marches&gt; &quot;on&quot;. (19 characters)');
    expect(page).toContain('<b>North &amp; south</b> · ');
    expect(page).toMatch(/\d\.\d KB/);
  });
});
