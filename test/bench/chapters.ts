import { join } from 'node:path';
import type { Section } from './measure.ts';

/** Parts of the benchmark, each measured in a process of its own: what one leaves in memory slows down no other. */
export const CHAPTERS = {
  solutions: async () => [(await import('./solutions.ts')).solutions()],
  rules: async () => (await import('./rules.ts')).rules(),
  database: async (folder) => (await import('./database.ts')).database(join(folder, 'database')),
  'pictures-overland': async () => {
    const [{ overlandAlbum }, { pictures }] = await Promise.all([import('./album.ts'), import('./pictures.ts')]);
    return pictures('Overland', overlandAlbum());
  },
  'pictures-road': async () => {
    const [{ roadAlbum }, { pictures }] = await Promise.all([import('./album.ts'), import('./pictures.ts')]);
    return pictures('Road to Richmond', roadAlbum());
  },
  animations: async () => {
    const [{ animationOf }, { animations }, { toldCampaign }, { roadCampaign }] = await Promise.all([
      import('../../src/host/afterwards/recap/pictures/storyboard.ts'),
      import('./pictures.ts'),
      import('../host/told-campaign.ts'),
      import('./album.ts'),
    ]);
    const [one, two] = [toldCampaign('b', { skill: 2 }), roadCampaign()];
    return [
      animations('Overland', () => animationOf(one).frames),
      animations('Road to Richmond', () => animationOf(two).frames),
    ];
  },
  whole: async (folder) => (await import('./whole.ts')).whole(join(folder, 'whole')),
} as const satisfies Readonly<Record<string, (folder: string) => Promise<readonly Section[]>>>;

export type Chapter = keyof typeof CHAPTERS;
