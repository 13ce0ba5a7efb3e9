import type { Section } from './measure.ts';

/** What the process holds in memory after all that was measured before. */
export const memory: Section = {
  title: 'Memory, after all of this',
  measures: [
    { name: 'resident', unit: 'MB', run: async () => [process.memoryUsage().rss / 1_000_000] },
    { name: 'of it, JavaScript', unit: 'MB', run: async () => [process.memoryUsage().heapUsed / 1_000_000] },
  ],
};
