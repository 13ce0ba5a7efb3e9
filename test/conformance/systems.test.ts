import { expect, test } from 'vitest';
import { systems } from '../../src/systems/index.ts';
import { conformanceOfInstalled } from './installed.ts';

test('systems have ids of their own', () => {
  const ids = systems.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

// The trials play further.
conformanceOfInstalled({
  'road-to-richmond': { games: 1, runs: 5, limit: 2000 },
  'sam-grant': { games: 1, runs: 5, limit: 400 },
  'bobby-lee': { games: 1, runs: 5, limit: 400 },
  wilderness: { games: 1, variants: ['may'], runs: 5, limit: 2000 },
});
