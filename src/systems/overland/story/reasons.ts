import type { Reason } from '../../../game/index.ts';
import { type Pen, type Phrases, type Sentence, sameReason, sentence } from '../../../kit/storytelling.ts';
import type { Scenario } from '../scenario.ts';
import { describeShort, type Told } from './order-nouns.ts';

interface Facts extends Reason {
  readonly what: string;
}

/** Longest a reason is quoted; a longer one is left out rather than cut. */
const LONGEST = 160;

/** Why something was ordered, in a member's own words; nothing where all of them have been quoted. */
export function tellReason(numbers: Scenario, pen: Pen, told: Told, quoted: Set<string>): Sentence[] {
  const reason = told.episode.reasons.find(({ text }) => text.length <= LONGEST && !quoted.has(sameReason(text)));
  const what = describeShort(numbers, told);
  if (!reason || what === null) return [];
  quoted.add(sameReason(reason.text));
  return sentence(pen.write(GIVEN, { by: reason.by, text: bare(reason.text), what }), 2);
}

/** Without the stop it ends in, and the sign that may escape it. */
function bare(reason: string): string {
  return reason.replace(/(?:\\?[.,;:]|\s)+$/, '');
}

const GIVEN: Phrases<Facts> = [
  [
    ({ what, by, text }) => `“${text}${isWhole(text) ? '' : ','}” wrote ${by} before ${what}.`,
    ({ what, by, text }) => `${by} had argued for ${what}: “${text}${isWhole(text) ? '' : '.'}”`,
    ({ what, by, text }) => `Before ${what}, ${by} wrote: “${text}${isWhole(text) ? '' : '.'}”`,
    ({ what, by, text }) => `Why ${what}? ${by}: “${text}${isWhole(text) ? '' : '.'}”`,
    ({ what, by, text }) => `${by}’s reason for ${what}: “${text}${isWhole(text) ? '' : '.'}”`,
  ],
];

/** It ends in a sign of its own. */
function isWhole(text: string): boolean {
  return /[?!…]$/.test(text);
}
