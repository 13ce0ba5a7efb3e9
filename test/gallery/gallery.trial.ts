import { expect, test } from 'vitest';
import { renderScene } from '../../src/render/index.ts';
import { galleries } from './index.ts';

/** Those whose pictures are weighed in trials of their own. */
const WEIGHED = ['overland', 'road-to-richmond'];

test.each(galleries)(
  'the gallery of $system has rooms, no room is empty, and no picture is larger than 150 KB',
  async ({ system, rooms }) => {
    const hung = rooms();
    expect(hung.length).toBeGreaterThan(0);
    expect(hung.filter(({ exhibits }) => exhibits.length === 0)).toEqual([]);
    if (WEIGHED.includes(system)) return;
    for (const { title, exhibits } of hung)
      for (const { name, scene } of exhibits)
        expect((await renderScene(scene)).length, `${title}: ${name}`).toBeLessThan(150_000);
  },
);
