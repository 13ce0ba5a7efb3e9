import type { Reason } from '../../../game/index.ts';
import { dateOf, shortDate } from '../calendar.ts';
import type { Scenario } from '../scenario.ts';
import { describeShort } from './deeds.ts';
import { type Line, line, type Pen, type Phrase } from './pen.ts';
import type { OverlandEpisode } from './scenes.ts';

interface Facts extends Reason {
  readonly what: string;
  readonly day: string;
}

/** Longest a reason is quoted; a longer one is left out rather than cut. */
const LONGEST = 160;

/** Why something was ordered, in a member's own words; nothing where all of them have been quoted. */
export function tellReason(
  numbers: Scenario,
  pen: Pen,
  { reasons, order, before }: OverlandEpisode,
  quoted: Set<string>,
): Line[] {
  const reason = reasons.find(({ text }) => text.length <= LONGEST && !quoted.has(text));
  if (!reason || order === null) return [];
  quoted.add(reason.text);
  const day = shortDate(dateOf(numbers, before.points));
  return line(
    pen.write(GIVEN, {
      by: reason.by,
      text: reason.text.replace(/[.\s]+$/, ''),
      day,
      what: describeShort(numbers, order),
    }),
    2,
  );
}

const GIVEN: readonly Phrase<Facts>[] = [
  ({ what, by, text }) => `${by} had made the case for ${what}: «${text}».`,
  ({ what, by, text }) => `«${text}», wrote ${by} of ${what}.`,
  ({ what, by, text }) => `The reason for ${what} came from ${by}: «${text}».`,
  ({ day, by, text }) => `On ${day} ${by} put it so: «${text}».`,
];
