import { LONG, SEED } from '../trials/long.ts';
import { conformanceOfInstalled } from './installed.ts';

const oneOf = (all: readonly string[]) => all[SEED % all.length] as string;

conformanceOfInstalled(
  LONG
    ? {
        overland: {},
        'road-to-richmond': { games: 2, runs: 20, limit: 2000 },
        'sam-grant': { games: 1, runs: 24, limit: 1200 },
        'bobby-lee': { games: 1, runs: 12, limit: 1200 },
        'grant-and-lee': { games: 1, runs: 12, limit: 2500 },
        wilderness: { games: 1, variants: ['may', 'may-levy', 'june', 'campaign-valley'], runs: 24, limit: 2000 },
      }
    : // One of those that `npm test` leaves out.
      {
        wilderness: { games: 1, variants: [oneOf(['may-levy', 'june', 'campaign-valley'])], runs: 3, limit: 2000 },
        [oneOf(['sam-grant', 'bobby-lee'])]: { games: 1, variants: ['1862-1864'], runs: 3, limit: 1200 },
      },
);
