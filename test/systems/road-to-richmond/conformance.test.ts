import { fileURLToPath } from 'node:url';
import { isFaulty } from '../../../src/game/index.ts';
import { roadToRichmond } from '../../../src/systems/road-to-richmond/index.ts';
import { conformance, conformingModule } from '../../conformance/index.ts';
import { readFiles } from '../../games/files.ts';

const files = readFiles(fileURLToPath(new URL('../../../assets', import.meta.url)), roadToRichmond);
const loaded = roadToRichmond.load(files);
conformingModule(roadToRichmond, files, roadToRichmond.id);
if (!isFaulty(loaded)) conformance(loaded, loaded.title, { games: 6, limit: 2000 });
