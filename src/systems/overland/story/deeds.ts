import { shortDate } from '../../../kit/dates.ts';
import { dateOf } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { contested } from '../state.ts';
import type { OverlandEpisode } from './scenes.ts';
import { at, leader, place } from './story-words.ts';

/** An order as a noun: `the attack at Spotsylvania`, `Butler’s attack of 7 May`, `the turn to North Anna`; null: the start. */
export function describeShort(numbers: Scenario, { order, before }: OverlandEpisode): string | null {
  switch (order?.verb) {
    case undefined:
      return null;
    case 'attack': {
      const from = before.us[order.leader];
      const what = contested(before, from) ? 'attack' : 'assault';
      if (order.leader !== 'grant')
        return `${leader(numbers, order.leader)}’s ${what} of ${shortDate(dateOf(numbers, before.points))}`;
      return what === 'attack' ? `the attack ${at(numbers, from)}` : `the assault from ${place(numbers, from)}`;
    }
    case 'move':
      return `the march to ${place(numbers, order.to)}`;
    case 'tma':
      return `the turn to ${place(numbers, order.to)}`;
    case 'cross':
      return 'the crossing';
    default:
      return order satisfies never;
  }
}
