import type { Roll } from '../../game/index.ts';
import { cutOffAfter, howManyCutOff } from './cut-off.ts';
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
    const cutOff = howManyCutOff(event, cutOffAfter(events, event));
    const back = cutOff === 'none' ? OUTCOMES[result] : `${cutOff === 'all' ? '' : 'partly '}cut off`;
    const outcome = battle.bombardment && !carried ? 'no effect' : back;
    return [{ whose: null, needs: reckoning.column, outcome, carried }];
  });
}
