import { conformance } from '../../conformance/index.ts';
import { game } from './data.ts';
import { WILDERNESS_SECRETS } from './secrets.ts';

conformance(game, 'The Wilderness Campaign', { secrets: WILDERNESS_SECRETS, games: 1, runs: 20, limit: 3000 });
