import { LONG } from '../trials/long.ts';
import { conformanceOfInstalled } from './installed.ts';

const OTHERS = ['may-levy', 'june', 'campaign-valley'];

conformanceOfInstalled(
  LONG
    ? {
        overland: {},
        'road-to-richmond': { games: 2, runs: 20, limit: 2000 },
        'sam-grant': { games: 1, runs: 24, limit: 400 },
        'bobby-lee': { games: 1, runs: 12, limit: 400 },
        wilderness: { games: 1, variants: ['may', 'may-levy', 'june', 'campaign-valley'], runs: 24, limit: 2000 },
      }
    : // One of those that `npm test` leaves out, another each time.
      { wilderness: { games: 1, variants: [OTHERS[Date.now() % OTHERS.length] as string], runs: 5, limit: 2000 } },
);
