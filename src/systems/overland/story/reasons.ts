import type { Reason } from '../../../game/index.ts';
import { type Pen, type Phrase, type Sentence, sentence } from '../../../kit/storytelling.ts';
import type { Scenario } from '../scenario.ts';
import { describeShort } from './deeds.ts';
import type { OverlandEpisode } from './scenes.ts';

interface Facts extends Reason {
  readonly what: string;
}

/** Longest a reason is quoted; a longer one is left out rather than cut. */
const LONGEST = 160;

/** Why something was ordered, in a member's own words; nothing where all of them have been quoted. */
export function tellReason(numbers: Scenario, pen: Pen, episode: OverlandEpisode, quoted: Set<string>): Sentence[] {
  const reason = episode.reasons.find(({ text }) => text.length <= LONGEST && !quoted.has(text));
  const what = describeShort(numbers, episode);
  if (!reason || what === null) return [];
  quoted.add(reason.text);
  return sentence(pen.write(GIVEN, { by: reason.by, text: bare(reason.text), what }), 2);
}

/** Without the stop it ends in, and the sign that may escape it. */
function bare(reason: string): string {
  return reason.replace(/(?:\\?[.,;:]|\s)+$/, '');
}

const GIVEN: readonly Phrase<Facts>[] = [
  ({ what, by, text }) => `“${text}${isWhole(text) ? '' : ','}” wrote ${by} before ${what}.`,
  ({ what, by, text }) => `${by} had argued for ${what}: “${text}${isWhole(text) ? '' : '.'}”`,
  ({ what, by, text }) => `“${text}” was how ${by} put the case for ${what}.`,
  ({ what, by, text }) => `Before ${what}, ${by} gave this reason: “${text}${isWhole(text) ? '' : '.'}”`,
  ({ what, by, text }) => `For ${what} there was a word of ${by}’s: “${text}${isWhole(text) ? '' : '.'}”`,
];

/** It ends in a sign of its own. */
function isWhole(text: string): boolean {
  return /[?…]$/.test(text);
}
