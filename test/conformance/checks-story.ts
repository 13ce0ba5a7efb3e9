import { expect } from 'vitest';
import type { Episode } from '../../src/game/index.ts';
import { frozen } from './plain.ts';
import { expectStory } from './stories.ts';
import type { Check, Position } from './table.ts';

/** What members may have written: ready to be shown, and as awkward as that allows. */
const REASONS = [
  'Now, or never.',
  'a',
  'Because the river is low \\*here\\*, and we know it'.repeat(2),
  'x'.repeat(200),
];

export const STORY_CHECKS: readonly Check[] = [
  {
    name: 'a campaign is told within its limits, from its own events, and with no words that nobody wrote; running or over',
    run: (table) => {
      const { system } = table;
      if (!system.afterwards?.story) return;
      for (const positions of table.games()) {
        const episodes = frozen(positions.map((position, index) => episodeOf(positions, position, index)));
        const told = [1, Math.ceil(episodes.length / 2), episodes.length];
        for (const orders of told) {
          const part = episodes.slice(0, orders);
          for (const over of [true, false]) {
            const story = system.afterwards.story(part, over);
            expectStory(story, part);
            expect(system.afterwards.story(part, over), 'the same story, told again').toEqual(story);
          }
        }
      }
    },
  },
];

function episodeOf(positions: readonly Position[], { state, last, events }: Position, index: number): Episode {
  return {
    order: last?.order ?? null,
    before: positions[Math.max(0, index - 1)]?.state ?? state,
    after: state,
    events,
    by: index > 0 && index % 2 === 0 ? 'Ada \\*' : null,
    reasons: index % 3 === 1 ? [{ text: REASONS[index % REASONS.length] ?? '', by: 'Bo\\_' }] : [],
    turning: index % 4 === 1,
    worth: index % 5 === 0 ? null : { decision: -(index % 7), dice: (index % 9) - 4, best: index % 7 === 0 },
  };
}
