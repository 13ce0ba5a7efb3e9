import type { Roll } from '../../game/index.ts';
import type { Event, Result } from './vocabulary.ts';

const OUTCOMES: { readonly [result in Result]: string } = {
  De: 'destroyed',
  Dr: 'driven back',
  Ex: 'exchange',
  Ar: 'thrown back',
  Ae: 'shattered',
};

/** One for each die: the column it was thrown on, and what came of it for whoever attacked. */
export function rolls(events: readonly Event[]): readonly Roll[] {
  return events.flatMap((event) => {
    if (event.type !== 'fought') return [];
    const { battle, reckoning, result } = event;
    const carried = !result.startsWith('A');
    const outcome = battle.bombardment && !carried ? 'no effect' : OUTCOMES[result];
    return [{ whose: null, needs: reckoning.column, outcome, carried }];
  });
}
