import type { Roll } from '../../../game/index.ts';
import { cutOffAfter, howManyCutOff } from '../rules/cut-off.ts';
import type { Event } from '../vocabulary.ts';
import { RESULT_WORDS } from './result-words.ts';

/** One for each die: the column it was rolled on, and the result for the attackers. */
export function rolls(events: readonly Event[]): readonly Roll[] {
  return events.flatMap((event) => {
    if (event.type !== 'fought') return [];
    const { battle, reckoning, result } = event;
    const carried = !result.startsWith('A');
    const cutOff = howManyCutOff(event, cutOffAfter(events, event));
    const back = cutOff === 'none' ? RESULT_WORDS[result].roll : `${cutOff === 'all' ? '' : 'partly '}cut off`;
    const outcome = battle.bombardment && !carried ? 'no effect' : back;
    return [{ whose: null, needs: reckoning.column, outcome, carried }];
  });
}
