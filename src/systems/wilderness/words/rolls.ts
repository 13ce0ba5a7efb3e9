import type { Roll } from '../../../game/index.ts';
import { SUCCESS } from '../rules/movement/probe.ts';
import type { Event } from '../vocabulary.ts';
import { probeHint } from './questions.ts';

/** One for each die: what a probe needed, or the column of an attack, and what came of it for the side that rolled. */
export function rolls(events: readonly Event[]): readonly Roll[] {
  return events.flatMap((event): Roll[] => {
    if (event.type === 'probed') {
      const most = SUCCESS - event.modifier;
      const needs = most >= 1 ? probeHint(most) : 'cannot succeed';
      return [{ whose: null, needs, outcome: event.found ? 'finds them' : 'fails', carried: event.found }];
    }
    if ((event.type !== 'fought' && event.type !== 'charged') || event.die === null) return [];
    const column = event.type === 'fought' ? event.reckoning.column : event.column;
    const [attacker, defender] = event.losses;
    return [
      {
        whose: null,
        needs: column ?? '',
        outcome: `attacker −${attacker}, defender −${defender}`,
        carried: defender >= attacker && defender > 0,
      },
    ];
  });
}
