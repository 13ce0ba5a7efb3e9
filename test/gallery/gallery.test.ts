import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systems } from '../../src/systems/index.ts';
import { sheet } from '../render/pixels.ts';
import { claim } from './claim.ts';
import { contactSheet } from './contact-sheet.ts';
import type { Gallery } from './gallery.ts';
import { hang } from './hang.ts';
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

  test('is all on one page, which runs no script and needs nothing but the files beside it', async () => {
    const files = (await readdir(join(folder, picture, '..'))).map((file) => `${picture}/../${file}`);
    expect(files).toHaveLength(1);
    const shown = [...page.matchAll(/src="([^"]+)"/g)].map(([, file]) => file as string);
    expect(new Set(shown).size).toBe(1);
    for (const file of shown) await expect(readFile(join(folder, file))).resolves.toBeDefined();
    expect(page).not.toMatch(/<script|https?:|<link/);
    for (const vision of ['grey', 'protanopia', 'deuteranopia', 'tritanopia'])
      expect(page.split(`"filter: url(#${vision})"`).length - 1, vision).toBe(1);
    expect(page).toContain(
      '<filter id="grey" color-interpolation-filters="linearRGB"><feColorMatrix values="0.2126 0.7152',
    );
  });

  test('tells its alt text and how long it is, and how large the picture', () => {
    expect(page).toContain('Lee &lt;marches&gt; &quot;on&quot;. (19 characters)');
    expect(page).toContain('<b>North &amp; south</b> · ');
    expect(page).toMatch(/\d\.\d KB/);
  });
});
