import { expect, test } from 'vitest';
import { renderScene } from '../../src/render/index.ts';
import { LONG } from '../trials/long.ts';
import { galleries } from './index.ts';

/** Bytes of a picture. */
const MOST = 150_000;

/** The largest picture of each gallery in November 2026, which a landing draws alone. */
const LARGEST: Readonly<Record<string, string>> = {
  overland: 'long names, contested',
  'road-to-richmond': 'where a column can come to',
  wilderness: 'A corps',
  'sam-grant': 'from-bowling-green',
  'bobby-lee': 'manassas',
  'grant-and-lee': 'public',
};

test.each(galleries)(
  'the gallery of $system has rooms, no room is empty, and no map is too large',
  async ({ system, rooms }) => {
    // Other pictures of a recap are weighed in `recap-pictures.trial.ts`.
    const hung = rooms().filter(({ title }) => !title.startsWith('The recap’s '));
    expect(hung.filter(({ exhibits }) => exhibits.length === 0)).toEqual([]);
    const drawn = hung.flatMap(({ exhibits }) => exhibits.filter(({ name }) => LONG || name === LARGEST[system]));
    expect(drawn.length).toBeGreaterThan(0);
    for (const { name, scene } of drawn) expect((await renderScene(scene)).length, name).toBeLessThan(MOST);
  },
);
