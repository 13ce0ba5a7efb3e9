import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isFaulty } from '../../src/game/index.ts';
import { systems } from '../../src/systems/index.ts';
import { readFiles } from '../games/files.ts';
import { east, west } from '../systems/sam-grant/data.ts';
import { secretsOf } from '../systems/sam-grant/secrets.ts';
import { WILDERNESS_SECRETS } from '../systems/wilderness/secrets.ts';
import { conformance, conformingModule, type Expectations, type Secrets } from './index.ts';

/** What the suite has to be told of a system, by its id: its secrets, or that its games are long. */
const EXPECTS: { readonly [id: string]: Expectations<never> } = {
  'road-to-richmond': { games: 2, runs: 20, limit: 2000 },
  'sam-grant': { games: 1, runs: 24, limit: 400, secrets: secretsOf(west) as unknown as Secrets<never> },
  'bobby-lee': { games: 1, runs: 12, limit: 400, secrets: secretsOf(east) as unknown as Secrets<never> },
  wilderness: {
    games: 1,
    variants: ['may', 'may-levy', 'june', 'campaign-valley'],
    runs: 24,
    limit: 2000,
    secrets: WILDERNESS_SECRETS as never,
  },
};

const assets = fileURLToPath(new URL('../../assets', import.meta.url));

test('systems have ids of their own', () => {
  const ids = systems.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

for (const module of systems) {
  const files = readFiles(assets, module);
  const loaded = module.load(files);
  conformingModule(module, files, module.id);
  if (!isFaulty(loaded)) conformance(loaded, loaded.title, EXPECTS[module.id]);
}
