import type { Scenario } from '../scenario.ts';
import { describeShort } from './order-nouns.ts';
import type { OverlandEpisode } from './story-scenes.ts';

/** What the decisions of a campaign and its dice did to the chance of winning. Tenths of a percentage point. */
export interface ChoiceBalance {
  readonly decisions: number;
  readonly dice: number;
  /** Every order was as good as any. */
  readonly best: boolean;
  /** The order that cost most as a decision, as a noun, where no throw of the dice took as much; null: one did. */
  readonly dearest: string | null;
}

/** Null where any order's worth is not known. */
export function balanceIn(numbers: Scenario, episodes: readonly OverlandEpisode[]): ChoiceBalance | null {
  const given = episodes.slice(1).flatMap((episode) => (episode.worth ? [{ episode, worth: episode.worth }] : []));
  if (given.length === 0 || given.length < episodes.length - 1) return null;
  const dearest = given.reduce((most, one) => (one.worth.decision < most.worth.decision ? one : most));
  const worstThrow = Math.min(...given.map(({ worth }) => worth.dice));
  return {
    decisions: given.reduce((sum, { worth }) => sum + worth.decision, 0),
    dice: given.reduce((sum, { worth }) => sum + worth.dice, 0),
    best: given.every(({ worth }) => worth.best),
    dearest:
      dearest.worth.decision < worstThrow
        ? describeShort(numbers, {
            episode: dearest.episode,
            before: episodes.slice(0, episodes.indexOf(dearest.episode)),
          })
        : null,
  };
}
