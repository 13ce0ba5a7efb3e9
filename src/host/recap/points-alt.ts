import type { Campaign } from '../campaign.ts';
import type { Passage, Tide } from './passages.ts';
import { counted, endOf, fitted, lastTold, pointsInBrief, titleOf } from './picture-words.ts';
import { changedIn } from './points-words.ts';

/** A chart of points in words: the end, what turned it, and how they stood in between as far as there is room. */
export function pointsChartInWords(campaign: Campaign, tide: Tide): string {
  const { passages, points, turning } = tide;
  const last = pointsInBrief(tide, points.at(-1) ?? []);
  const first =
    `Chart: the points of ${titleOf(campaign)} over ${counted(passages.length, 'phase')}: ` +
    `${last} ${lastTold(campaign, 'at the end', 'so far', 'so far')}.`;
  const turns = turning.map(({ passage }) => {
    const phase = passages[passage] as Passage;
    return `Turning point: ${phase.when}, ${changedIn(tide, phase)}.`;
  });
  const others = passages.flatMap((passage, index) => {
    const changed = changedIn(tide, passage);
    return changed === '' || turning.some((one) => one.passage === index) ? [] : [`${passage.when}, ${changed}.`];
  });
  return fitted(first, [...turns, ...others], endOf(campaign));
}
