import { expect, test } from 'vitest';
import { renderScene } from '../../src/render/index.ts';
import { galleries } from './index.ts';

/** Bytes of a picture. */
const MOST = 150_000;

test.each(galleries)(
  'the gallery of $system has rooms, no room is empty, and no map is too large',
  async ({ rooms }) => {
    const hung = rooms();
    expect(hung.length).toBeGreaterThan(0);
    expect(hung.filter(({ exhibits }) => exhibits.length === 0)).toEqual([]);
    for (const { title, exhibits } of hung) {
      // Other pictures of a recap are weighed in `recap-pictures.trial.ts`.
      if (title.startsWith('The recap’s ')) continue;
      for (const { name, scene } of exhibits)
        expect((await renderScene(scene)).length, `${title}: ${name}`).toBeLessThan(MOST);
    }
  },
);
