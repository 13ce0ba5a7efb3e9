import { expect, test } from 'vitest';
import { systems } from '../../src/systems/index.ts';
import { LONG } from '../trials/long.ts';
import { conformanceOfInstalled, type Extents } from './installed.ts';

test('systems have ids of their own', () => {
  const ids = systems.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Positions for each check: more where all is drawn anew. */
const RUNS = LONG ? 5 : 2;

const EXTENTS: Extents = {
  overland: {},
  'road-to-richmond': { games: 1, runs: RUNS, limit: 2000 },
  'sam-grant': { games: 1, variants: ['1862'], runs: RUNS, limit: 400 },
  'bobby-lee': { games: 1, variants: ['1862'], runs: RUNS, limit: 400 },
  'grant-and-lee': { games: 1, runs: LONG ? 2 : 1, limit: 1500 },
  wilderness: { games: 1, variants: ['may'], runs: RUNS, limit: 2000 },
};

test('every system is played', () => {
  expect(Object.keys(EXTENTS).sort()).toEqual(systems.map(({ id }) => id).sort());
});

// The trials play what is left out here, and further.
conformanceOfInstalled(EXTENTS);
