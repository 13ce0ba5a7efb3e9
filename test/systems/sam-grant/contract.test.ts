import { fileURLToPath } from 'node:url';
import { isFaulty, type System } from '../../../src/game/index.ts';
import { bobbyLee, samGrant } from '../../../src/systems/sam-grant/index.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { conformance, conformingModule } from '../../conformance/index.ts';
import { readFiles } from '../../games/files.ts';
import { east, west } from './data.ts';
import { secretsOf } from './secrets.ts';

const assets = fileURLToPath(new URL('../../../assets', import.meta.url));

for (const [module, theatre] of [
  [samGrant, west],
  [bobbyLee, east],
] as const) {
  const files = readFiles(assets, module);
  const loaded = module.load(files);
  conformingModule(module, files, module.id);
  if (!isFaulty(loaded))
    conformance(loaded as System<State>, loaded.title, { games: 2, runs: 24, limit: 400, secrets: secretsOf(theatre) });
}
