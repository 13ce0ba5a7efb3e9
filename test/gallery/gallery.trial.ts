import { expect, test } from 'vitest';
import { renderScene } from '../../src/render/index.ts';
import { galleries } from './index.ts';

/** Those whose pictures are weighed in trials of their own. */
const WEIGHED = ['overland', 'road-to-richmond'];
/** Bytes of a picture. The sheet with both theatres is two maps. */
const most = (system: string) => (system === 'grant-and-lee' ? 180_000 : 150_000);

test.each(galleries)(
  'the gallery of $system has rooms, no room is empty, and no picture is too large',
  async ({ system, rooms }) => {
    const hung = rooms();
    expect(hung.length).toBeGreaterThan(0);
    expect(hung.filter(({ exhibits }) => exhibits.length === 0)).toEqual([]);
    if (WEIGHED.includes(system)) return;
    for (const { title, exhibits } of hung)
      for (const { name, scene } of exhibits)
        expect((await renderScene(scene)).length, `${title}: ${name}`).toBeLessThan(most(system));
  },
);
