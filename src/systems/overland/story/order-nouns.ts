import { ordinal } from '../../../kit/plain-english.ts';
import type { Scenario } from '../scenario.ts';
import { contested } from '../state.ts';
import type { UsLeader } from '../vocabulary.ts';
import type { OverlandEpisode } from './story-scenes.ts';
import { at, leader, place } from './story-words.ts';

/** An order with what was ordered before it. */
export interface Told {
  readonly episode: OverlandEpisode;
  /** Those of the campaign up to it. */
  readonly before: readonly OverlandEpisode[];
}

/** An order as a noun: `the attack at Spotsylvania`, `Butler’s second attack`, `the march around Lee to North Anna`; null: the start. */
export function describeShort(
  numbers: Scenario,
  { episode: { order, before, after }, before: earlier }: Told,
): string | null {
  switch (order?.verb) {
    case undefined:
      return null;
    case 'attack': {
      const from = before.us[order.leader];
      const what = contested(before, from) ? 'attack' : 'assault';
      if (order.leader !== 'grant')
        return `${leader(numbers, order.leader)}’s ${ordinal(attacksOf(order.leader, earlier) + 1)} attack`;
      return what === 'attack' ? `the attack ${at(numbers, from)}` : `the assault from ${place(numbers, from)}`;
    }
    case 'move':
      return `the march to ${place(numbers, order.to)}`;
    case 'tma':
      return `the ${after.us.grant === order.to ? 'march' : 'attempt to march'} around ${leader(numbers, 'lee')} to ${place(numbers, order.to)}`;
    case 'cross':
      return after.over?.won ? 'the crossing' : 'the attempt to cross';
    default:
      return order satisfies never;
  }
}

function attacksOf(leader: UsLeader, episodes: readonly OverlandEpisode[]): number {
  return episodes.filter(({ order }) => order?.verb === 'attack' && order.leader === leader).length;
}
