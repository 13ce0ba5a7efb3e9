import type { OverlandEpisode } from './story-scenes.ts';

/** How the Union's own dice ran. */
export interface Luck {
  /** Attacks and checks, and how many of them failed. */
  readonly tries: number;
  readonly failed: number;
  /** The longest run of failures: places of its episodes. */
  readonly worst: readonly number[];
  /** Failures just before the last try. */
  readonly before: number;
}

export function luckOf(episodes: readonly OverlandEpisode[]): Luck {
  const tries = episodes.flatMap((episode, index) => {
    const success = succeeded(episode);
    return success === null ? [] : [{ success, index }];
  });
  let run: number[] = [];
  let worst: readonly number[] = [];
  for (const { success, index } of tries) {
    run = success ? [] : [...run, index];
    if (run.length > worst.length) worst = run;
  }
  return {
    tries: tries.length,
    failed: tries.filter(({ success }) => !success).length,
    worst,
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
