import { fileURLToPath } from 'node:url';
import { isFaulty } from '../../src/game/index.ts';
import { systems } from '../../src/systems/index.ts';
import { readFiles } from '../games/files.ts';
import { east, eastCampaign, theatres, west, westCampaign } from '../systems/sam-grant/data.ts';
import { secretsOf, warSecrets } from '../systems/sam-grant/secrets.ts';
import { WILDERNESS_SECRETS } from '../systems/wilderness/secrets.ts';
import { conformance, conformingModule, type Expectations, type Secrets } from './index.ts';

/** How far each system is played, by its id. */
export type Extents = { readonly [id: string]: Pick<Expectations<never>, 'games' | 'variants' | 'runs' | 'limit'> };

const SECRETS: { readonly [id: string]: Secrets<never> } = {
  'sam-grant': secretsOf(west, westCampaign) as unknown as Secrets<never>,
  'bobby-lee': secretsOf(east, eastCampaign) as unknown as Secrets<never>,
  'grant-and-lee': warSecrets(theatres) as unknown as Secrets<never>,
  wilderness: WILDERNESS_SECRETS as never,
};

const assets = fileURLToPath(new URL('../../assets', import.meta.url));

/** The suite for installed systems, as tests: for those that have an extent. */
export function conformanceOfInstalled(extents: Extents): void {
  for (const module of systems.filter(({ id }) => id in extents)) {
    const files = readFiles(assets, module);
    const loaded = module.load(files);
    const secrets = SECRETS[module.id];
    const extent = extents[module.id];
    conformingModule(module, files, module.id, extent?.runs && 4 * extent.runs);
    if (!isFaulty(loaded)) conformance(loaded, loaded.about.title, { ...extent, ...(secrets ? { secrets } : {}) });
  }
}
