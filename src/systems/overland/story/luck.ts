import { dateOf, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import type { OverlandEpisode } from './scenes.ts';

/** How the Union's own dice ran. */
export interface Luck {
  /** Attacks and checks, and how many of them failed. */
  readonly tries: number;
  readonly failed: number;
  /** The longest run of failures: how many, and its first and last day ("7 May"). */
  readonly worst: { readonly length: number; readonly from: string; readonly to: string };
  /** Failures just before the last try. */
  readonly before: number;
}

export function luckOf(numbers: Scenario, episodes: readonly OverlandEpisode[]): Luck {
  const tries = episodes.flatMap((episode) => {
    const success = succeeded(episode);
    return success === null ? [] : [{ success, episode }];
  });
  let run: OverlandEpisode[] = [];
  let worst: readonly OverlandEpisode[] = [];
  for (const { success, episode } of tries) {
    run = success ? [] : [...run, episode];
    if (run.length > worst.length) worst = run;
  }
  const day = (points: number | undefined) => shortDate(dateOf(numbers, points ?? 0));
  return {
    tries: tries.length,
    failed: tries.filter(({ success }) => !success).length,
    worst: { length: worst.length, from: day(worst[0]?.before.points), to: day(worst.at(-1)?.after.points) },
    before: tries.length - 2 - tries.findLastIndex(({ success }, index) => success && index < tries.length - 1),
  };
}

/** Whether the attack or check that was ordered came off; null: nothing was thrown for it. */
function succeeded({ order, events }: OverlandEpisode): boolean | null {
  if (order === null || order.verb === 'move') return null;
  const [first] = events;
  if (first?.type === 'battle') return first.result === 'retreat';
  return first?.type === 'check' ? first.passed : null;
}
